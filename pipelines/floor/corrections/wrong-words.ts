// Places and directions that may be swapped for wrong ones of their kind.

import { type Draw, pick } from "../../text/random.ts";
import { wording } from "../wording.ts";

type Language = "zh" | "en";

export interface Swap {
  readonly right: string;
  readonly wrong: string;
  readonly kind: "value" | "date" | "place" | "direction";
}

/** What goes on from these signs is another name: 北京大学, 美国队, 广州恒大, 西安路. */
const LONGER_NAME = {
  zh: /^(?:[\p{Script=Han}]{0,6}(?:大学|学院|医院|银行|公司|集团|队|报|路|街|站|机场|港|恒大|国安|申花|海关|法院|证券|日报|晚报|电视台|商报|股份|政府|人|籍|裔|语|系|方)|市|省|话|菜|号|[A-Za-z])/u,
  en: /^(?:['’-]?[A-Za-z]|\s+\p{Lu}|['’]s\b)/u,
};

/** One of several places: a list may be open, and one more in it contradicts nothing. */
const IN_LIST = { zh: /^(?:、|和|及|与|等)/, en: /^(?:,? (?:and|or)\b|,(?=\s*\p{Lu}))/u };

/** Behind these words a place is where something is or happens; elsewhere it may be part of any name. */
const OPENS_PLACE = {
  zh: /(?:在|于|从|到|往|赴|抵达|前往|来自|位于|访问|飞往|飞抵|进入|离开|落户|亮相|登陆)$/,
  en: /\b(?:in|at|from|to|near|outside|visited|left|reached)\s$/,
};

/** Places of the text that stand there as a place, each with one of its kind that the article does not name. */
export function placesOf(text: string, article: string, language: Language, draw: Draw): Swap[] {
  return wording.places[language].flatMap(kind => {
    const strangers = kind.filter(name => !article.includes(name.replace(/[省市]$/, "")));
    return kind.flatMap((name): Swap[] => {
      const at = text.indexOf(name);
      const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
      const isOther = LONGER_NAME[language].test(after) || IN_LIST[language].test(after);
      return at < 0 || strangers.length === 0 || isOther || !OPENS_PLACE[language].test(before)
        ? []
        : [{ right: name, wrong: pick(draw, strangers), kind: "place" }];
    });
  });
}

/** Directions that a number goes with: turned round they clash with it or with the rest. */
export function oppositesOf(text: string, language: Language): Swap[] {
  const number = language === "zh" ? /^[^，。；]{0,6}\d/ : /^[^.,;]{0,12}\d/;
  return wording.opposites[language].flatMap(([right, wrong]) => {
    const at = text.indexOf(right);
    return at >= 0 && number.test(text.slice(at + right.length))
      ? [{ right, wrong, kind: "direction" }]
      : [];
  });
}
