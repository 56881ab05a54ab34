// Who a named person or body is, in words that tell it without its name: an office, a role at a named place.

import { fold } from "../../text/fold.ts";
import { findNames } from "../news/news-names.ts";
import { hanPersonAtStart } from "./han-persons.ts";
import type { AskedFact, Language, ReadArticle } from "./asked-facts.ts";

/** A name, the question to which it is the answer, and how a further question calls it. */
export interface Described {
  readonly name: string;
  readonly article: number;
  readonly sentence: number;
  readonly question: string;
  readonly statement: string;
  readonly pronoun: string;
  /** What another article must not say of the name: it would be enough alone. */
  readonly description: string;
}

const OFFICE =
  "董事长|总经理|副总经理|总裁|副总裁|首席执行官|CEO|首席经济学家|首席分析师|首席科学家|总工程师|秘书长|理事长|会长|副会长|院长|副院长|校长|副校长|馆长|所长|主任|副主任|局长|副局长|厅长|副厅长|部长|副部长|处长|队长|总教练|主教练|教练|发言人|负责人|创始人|总干事|总导演|导演|书记|市长|副市长|县长|省长|州长|总统|总理|首相|外长|防长|大使|项目经理|设计师|总设计师|研究员|教授|站长|村支书";
const HAN_TITLED = new RegExp(`(?<=^|[，。；：、“”（）\\s])([\\p{Script=Han}A-Za-z·（）]{2,26}?(?:${OFFICE}))((?:\\p{Script=Han}{1,7}·)?\\p{Script=Han}{2,8}(?:$|.)?)`, "gu");
/** Words that no office has in front: the stretch is a clause, not a title. */
const NOT_OFFICE = /[在对于将被说称和与及是由为向从据到过有了的]|表示|介绍|认为|近日|日前|今年|记者|前|原|时任|其|该|本|一[名位]|多|几/;
const LATIN_PERSON = "\\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}\\.)?(?: \\p{Lu}[\\p{L}’'-]+){1,2}";
const LATIN_TITLED = new RegExp(`(${LATIN_PERSON}), (?:the )?((?:\\p{Ll}[\\p{Ll}-]+ ){1,5}(?:of|at|for|on) (?:the )?\\p{Lu}[^,.;]{2,60}?)(?=[,.;])`, "gu");

/** All names that the article describes so that nothing but the description is needed to ask for them. */
export function describedNames(article: ReadArticle, language: Language): Described[] {
  const titled = article.read.flatMap(sentence => {
    const place = { article: article.article.number, sentence: sentence.number };
    return language === "zh" ? hanTitled(sentence.text, place) : latinTitled(sentence.text, place);
  });
  return [...titled, ...article.facts.flatMap(askedName), ...article.facts.flatMap(fact => byDeed(fact, language))];
}

type Place = Pick<Described, "article" | "sentence">;

function hanTitled(text: string, place: Place): Described[] {
  return [...text.matchAll(HAN_TITLED)].flatMap(([, office = "", after = ""]) => {
    const body = office.replace(new RegExp(`(?:${OFFICE})$`), "");
    const person = hanPersonAtStart(after);
    // The office alone may be anybody's: it needs the body it belongs to.
    if (person === undefined || body.length < 3 || NOT_OFFICE.test(body) || findNames(body, "zh").length === 0) return [];
    return [{ ...place, name: person, question: `${office}是谁`, statement: `${office}是${person}。`, pronoun: "此人", description: office }];
  });
}

function latinTitled(text: string, place: Place): Described[] {
  return [...text.matchAll(LATIN_TITLED)].flatMap(([, name = "", office = ""]) => {
    if (findNames(name, "en").every(({ kind }) => kind !== "person") || /\b(?:former|who|which|where|was|is|has|said)\b/.test(office)) return [];
    return [{ ...place, name, question: `Who is the ${office}`, statement: `The ${office} is ${name}.`, pronoun: "that person", description: office }];
  });
}

const WHICH = /哪([家所个])(公司|银行|高校|学校|医院|法院|部门)/;
const WHICH_EN = /^Which (company|organisation|team|club|university|school|council|group)\b/;

/** A fact whose answer is a name describes that name by itself. */
function askedName(fact: AskedFact): Described[] {
  if (fact.about !== "organisation" && fact.about !== "person") return [];
  const [, measure, noun] = WHICH.exec(fact.question) ?? [];
  const english = WHICH_EN.exec(fact.question)?.[1];
  const pronoun = measure !== undefined && noun !== undefined ? `这${measure}${noun}` : english !== undefined ? `that ${english}` : undefined;
  if (pronoun === undefined) return [];
  const description = fact.statement.replace(fact.keyInfo, "");
  return [{ name: fact.keyInfo, article: fact.article, sentence: fact.sentence, question: fact.question.replace(/[？?]$/, ""), statement: fact.statement, pronoun, description }];
}

/** How a name of some kind is asked for and then called: by its last word, else by its kind. */
const CALLED: Readonly<Record<Language, readonly (readonly [RegExp, string, string])[]>> = {
  zh: [
    [/(?:公司|集团|股份|科技|汽车|控股)$/, "哪家公司", "该公司"],
    [/银行$/, "哪家银行", "该行"],
    [/(?:大学|学院)$/, "哪所高校", "该校"],
    [/医院$/, "哪家医院", "该院"],
    [/队$/, "哪支队伍", "该队"],
    [/(?:局|委员会|协会|研究院|研究所|中心|法院|检察院|基金会|博物馆)$/, "哪个机构", "该机构"],
    [/(?:省|自治区)$/, "哪个省份", "该省"],
    [/市$/, "哪座城市", "该市"],
    [/^《.*》$/, "哪部作品", "该作品"],
    [/^(?:中国|美国|日本|韩国|俄罗斯|英国|法国|德国|印度|巴西|加拿大|澳大利亚|乌克兰|伊朗|泰国|越南|土耳其|意大利|西班牙)$/, "哪个国家", "该国"],
    [/^(?:河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海)(?:全省)?$/, "哪个省份", "该省"],
    [/^(?:北京|上海|天津|重庆|广州|深圳|成都|武汉|西安|南京|杭州|苏州|长沙|郑州|济南|青岛|大连|沈阳|合肥|福州|昆明|兰州|宁波|厦门)$/, "哪座城市", "该市"],
  ],
  en: [
    [/\b(?:Ltd|Limited|Inc|Corp|Corporation|Company|Co|plc|Group|Holdings|Motors|Energy|Airlines?|Airways|Shipping|Systems)$/, "Which company", "that company"],
    [/\b(?:University|College)$/, "Which university", "that university"],
    [/\b(?:Council|Agency|Authority|Ministry|Department|Institute|Trust|Foundation|Society|Museum|Hospital|Bank)$/, "Which organisation", "that organisation"],
  ],
};

/** "…，2024年营业收入为86.4亿元" told of a name, and of nothing else: who or what it is told of can be asked. */
function byDeed(fact: AskedFact, language: Language): Described[] {
  const { statement, keyInfo } = fact;
  const lead = language === "zh" ? (/^(?:在?\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?[，,]?)/.exec(statement)?.[0] ?? "") : "";
  const subject = findNames(statement.slice(lead.length), language).find(({ start }) => start <= (language === "en" ? 4 : 0));
  if (subject === undefined || keyInfo.includes(subject.text) || keyInfo.replace(/\D/g, "").length < 2) return [];
  const [, which, pronoun] =
    subject.kind === "person"
      ? [null, language === "zh" ? "谁" : "Who", language === "zh" ? "此人" : "that person"]
      : (CALLED[language].find(([ending]) => ending.test(subject.text)) ?? []);
  const deed = statement
    .slice(lead.length + subject.end)
    .replace(/[。.]$/, "")
    .trim();
  if (which === undefined || pronoun === undefined || !isDeed(deed, subject.text, language)) return [];
  const question = language === "zh" ? `${lead}${deed}的是${which}` : `${which} ${deed}`;
  return [{ name: subject.text, article: fact.article, sentence: fact.sentence, question, statement, pronoun, description: deed }];
}

/** What is done, in one clause that stays grammatical without its subject. */
const isDeed = (deed: string, name: string, language: Language): boolean =>
  language === "zh"
    ? deed.length >= 6 && deed.length <= 45 && !/^[，的与和、（()]|[，；：]|[的了]$|^(?:近日|日前)/.test(deed) && !deed.includes(name)
    : deed.length >= 12 &&
      deed.length <= 140 &&
      /^\p{Ll}+ed |^(?:has|had|was|were|is|won|built|spent|sold|made|took|lost|paid|sent|began|will|gave|bought|grew|rose|fell|held|set|cut|drew|ran) /u.test(deed) &&
      !deed.includes(name);

/** Whether an article tells by itself whom the description means. */
export function tells({ folded }: ReadArticle, { name, description }: Described): boolean {
  const said = fold(description);
  const names = [fold(name), fold(name.split(" ").at(-1) ?? name)];
  if (said.length > 3 && folded.includes(said)) return true;
  const office = fold(new RegExp(`(?:${OFFICE})$`).exec(description)?.[0] ?? /^[\p{Ll} -]+(?= (?:of|at|for|on) )/u.exec(description)?.[0] ?? "");
  return (
    office !== "" &&
    names.some(
      each =>
        folded
          .split(each)
          .slice(0, -1)
          .some(before => before.slice(-24).includes(office)) ||
        folded
          .split(each)
          .slice(1)
          .some(after => after.slice(0, 24).includes(office)),
    )
  );
}
