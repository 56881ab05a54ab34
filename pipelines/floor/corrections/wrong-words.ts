// Places and directions that may be swapped for wrong ones of their kind.

import { type Draw, pick } from "../../text/random.ts";

type Language = "zh" | "en";

export interface WordSwap {
  readonly right: string;
  readonly wrong: string;
}

/** Places of one kind take one another's place: provinces, cities, countries. */
const PLACES: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  zh: [
    "河北省 山西省 辽宁省 吉林省 黑龙江省 江苏省 浙江省 安徽省 福建省 江西省 山东省 河南省 湖北省 湖南省 广东省 海南省 四川省 贵州省 云南省 陕西省 甘肃省 青海省".split(
      " ",
    ),
    "北京市 上海市 天津市 重庆市 广州市 深圳市 成都市 武汉市 西安市 南京市 杭州市 苏州市 长沙市 郑州市 济南市 青岛市 大连市 沈阳市 合肥市 福州市 昆明市 兰州市".split(
      " ",
    ),
    "北京 上海 天津 重庆 广州 深圳 成都 武汉 西安 南京 杭州 苏州 长沙 郑州 济南 青岛 大连 沈阳 合肥 福州 昆明 兰州 宁波 厦门".split(
      " ",
    ),
    "美国 英国 法国 德国 日本 韩国 俄罗斯 印度 巴西 加拿大 澳大利亚 意大利 西班牙 荷兰 瑞士 瑞典 波兰 土耳其 埃及 南非 墨西哥 阿根廷".split(
      " ",
    ),
  ],
  en: [
    "London Paris Berlin Madrid Rome Vienna Brussels Dublin Lisbon Oslo Stockholm Helsinki Warsaw Prague Budapest Athens Toronto Chicago Boston Seattle Sydney Tokyo".split(
      " ",
    ),
    "Manchester Birmingham Leeds Glasgow Liverpool Edinburgh Cardiff Bristol Belfast Sheffield Newcastle Nottingham".split(
      " ",
    ),
    "France|Germany|Italy|Spain|Portugal|Poland|Sweden|Norway|Denmark|Finland|Canada|Australia|Japan|Brazil|Mexico|Argentina|India|Egypt|South Africa|New Zealand".split(
      "|",
    ),
  ],
};

/** What goes on from these signs is another name: 北京大学, 美国队, 广州恒大, 西安路. */
const LONGER_NAME = {
  zh: /^(?:[\p{Script=Han}]{0,6}(?:大学|学院|医院|银行|公司|集团|队|报|路|街|站|机场|港|恒大|国安|申花|海关|法院|证券|日报|晚报|电视台|商报|股份|政府|人|籍|裔|语|系|方)|市|省|话|菜|号|[A-Za-z])/u,
  en: /^(?:['’-]?[A-Za-z]|\s+\p{Lu}|['’]s\b)/u,
};

/** One of several places: a list may be open, and one more in it contradicts nothing. */
const IN_LIST = { zh: /^(?:、|和|及|与|等)/, en: /^(?:,? (?:and|or)\b|,(?=\s*\p{Lu}))/u };

/** Places of the text that stand there as a place, each with one of its kind that the article does not name. */
export function placesOf(
  text: string,
  article: string,
  language: Language,
  draw: Draw,
): WordSwap[] {
  return PLACES[language].flatMap(kind => {
    const strangers = kind.filter(name => !article.includes(name.replace(/[省市]$/, "")));
    return kind.flatMap(name => {
      const at = text.indexOf(name);
      if (
        at < 0 ||
        strangers.length === 0 ||
        LONGER_NAME[language].test(text.slice(at + name.length)) ||
        IN_LIST[language].test(text.slice(at + name.length)) ||
        !opensPlace(text.slice(0, at), language)
      )
        return [];
      return [{ right: name, wrong: pick(draw, strangers) }];
    });
  });
}

// Behind these words a place is where something is or happens; elsewhere it may be part of any name.
const opensPlace = (before: string, language: Language): boolean =>
  language === "zh"
    ? /(?:在|于|从|到|往|赴|抵达|前往|来自|位于|访问|飞往|飞抵|进入|离开|落户|亮相|登陆)$/.test(
        before,
      )
    : /\b(?:in|at|from|to|near|outside|visited|left|reached)\s$/.test(before);

const OPPOSITES: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  zh: [
    ["同比增长", "同比下降"],
    ["环比增长", "环比下降"],
    ["同比上升", "同比下降"],
    ["同比增加", "同比减少"],
    ["同比下降", "同比增长"],
    ["环比下降", "环比增长"],
    ["同比减少", "同比增加"],
    ["上涨", "下跌"],
    ["下跌", "上涨"],
    ["上调", "下调"],
    ["下调", "上调"],
    ["高于", "低于"],
    ["低于", "高于"],
    ["收涨", "收跌"],
    ["收跌", "收涨"],
    ["增至", "降至"],
    ["降至", "增至"],
  ],
  en: [
    ["rose by", "fell by"],
    ["fell by", "rose by"],
    ["rose to", "fell to"],
    ["fell to", "rose to"],
    ["higher than", "lower than"],
    ["lower than", "higher than"],
    ["more than half", "less than half"],
    ["an increase of", "a decrease of"],
    ["a decrease of", "an increase of"],
  ],
};

/** Directions that a number goes with: turned round they clash with it or with the rest. */
export function oppositesOf(text: string, language: Language): WordSwap[] {
  const number = language === "zh" ? /^[^，。；]{0,6}\d/ : /^[^.,;]{0,12}\d/;
  return OPPOSITES[language].flatMap(([right, wrong]) => {
    const at = text.indexOf(right);
    return at >= 0 && number.test(text.slice(at + right.length)) ? [{ right, wrong }] : [];
  });
}
