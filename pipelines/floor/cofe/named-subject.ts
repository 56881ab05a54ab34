// How a question says what it is about: the document's title, and the name that "the company" stands for.

import { lowerFirst, upperFirst } from "../questions/phrase.ts";
import { findNames } from "../tail/names-in-text.ts";

type Language = "zh" | "en";

export interface Subject {
  readonly language: Language;
  readonly title: string;
  /** Whom "the company" or "the hospital" means; undefined where the title names nobody. */
  readonly owner: string | undefined;
}

const HAN_OWNER = /[\p{Script=Han}A-Za-z0-9（）()·]{2,30}?(?:集团)?(?:股份有限公司|有限责任公司|有限公司|公司|集团|银行|医院|大学)/u;
const LATIN_OWNER = /\b(?:Ltd|Limited|Inc|Corp|Corporation|Company|Co|plc|Group|Holdings|Bank|Hospital|University|Clinic|Council|Farms|Industries)\b/;

function ownerIn(title: string, language: Language): string | undefined {
  if (language === "zh") {
    const named = HAN_OWNER.exec(title.replace(/^.*?(?:关于|《)/, "").replace(/^\d{4}年度?/, ""))?.[0];
    // A short title that is no report's is the name of what it is about.
    return named ?? (/^[\p{Script=Han}]{4,14}(?:中心|学校|研究院|事务所|协会|商场|酒店|农场|工厂)$/u.test(title) ? title : undefined);
  }
  return findNames(`- ${title}`, "en").find(({ text }) => LATIN_OWNER.test(text))?.text;
}

export const subjectOf = (title: string, language: Language): Subject => ({
  language,
  title: title.replace(/[“”"《》\s]+/g, sign => (/\s/.test(sign) ? " " : "")).trim(),
  owner: ownerIn(title, language),
});

const HAN_SELF = /(?<![\p{Script=Han}A-Za-z])(?:本|该)?(?:公司|集团|本行|医院)(?!法|章程|债|股|治|层|级|总部|间|们|里|长)/gu;
const LATIN_SELF = /\b[Tt]he (?:[Cc]ompany|[Gg]roup|[Ff]irm|[Cc]orporation|[Bb]ank|[Hh]ospital)(?=\b(?! of))/g;
const KIND = { zh: /公司|集团|银行|医院/, en: /company|group|firm|corporation|bank|hospital/i };
const NO_BUSINESS = /医院|法院|大学|学校|\b(?:Hospital|Court|University|Clinic|Council)\b/;

/** The text with its subject's name for "the company"; in a hospital's record a company stays a company. */
export function withOwner(text: string, { owner, language }: Subject): string {
  const bare = language === "zh" ? text.replace(/(?:本|该)(?=公司|集团)/g, "") : text;
  if (owner === undefined) return bare;
  const kindOf = (text: string): string => (KIND[language].exec(text)?.[0] ?? "").toLowerCase();
  const isSame = (word: string): boolean => kindOf(word) === kindOf(owner) || (!NO_BUSINESS.test(owner) && /公司|集团|company|group|firm|corporation/i.test(word));
  return bare.replace(language === "zh" ? HAN_SELF : LATIN_SELF, word => (isSame(word) ? owner : word));
}

const REPORTS = {
  zh: /(?:报告|指南|手册|判决书|裁定书|病历|记录|办法|规定|条例|方案|通知|公告|说明书?|白皮书|年报|简报|论文|综述|标准|制度|须知|教程|研究|分析|摘编|公报)/,
  en: /\b(?:report|guide|handbook|manual|judge?ment|record|rules|regulations|policy|paper|study|review|plan|letter|statement|summary|notice|brochure|analysis|analyses|10-K)\b/i,
};

/** Whose age and address a record or judgment gives; undefined for documents on nobody. */
export const personOf = ({ title, language }: Subject): string | undefined => PERSONS[language].find(([kind]) => kind.test(title))?.[1];

const PERSONS = {
  zh: [
    [/病历|病案|住院|出院|门诊/, "患者"],
    [/判决|裁定|起诉/, "被告人"],
  ],
  en: [
    [/\b(?:hospitali[sz]ation|medical|inpatient|discharge|clinical|patient|case) (?:record|summary|report|notes?)\b/i, "the patient"],
    [/\bjudge?ment|verdict|indictment\b/i, "the defendant"],
  ],
} as const;

/** Words that say in which document the answer stands; empty where the title is no text. */
function source({ title, language }: Subject): string {
  if (!/\p{L}/u.test(title)) return "";
  // A long title says itself that it is one.
  if (language === "zh") return REPORTS.zh.test(title) || title.length >= 14 ? `《${title}》` : `“${title}”的资料`;
  return REPORTS.en.test(title) || title.split(" ").length >= 7 ? `“${title}”` : `the document “${title}”`;
}

/** The question with its document named, unless it names it already. `draw` chooses where. */
export function framed(question: string, subject: Subject, draw: (n: number) => number): string {
  const { title, language } = subject;
  const name = source(subject);
  const asked = upperFirst(question.replace(/\s+/g, " ").trim());
  if (name === "" || asked.includes(title.replace(/\.$/, ""))) return asked;
  if (language === "zh") return `根据${name}，${asked}`;
  const isLong = asked.length > 110;
  return isLong || draw(2) === 0 ? `According to ${name}, ${lowerFirst(asked)}` : asked.replace(/\?$/, `, according to ${name}?`);
}

const POINTING = {
  zh: /[该此这那](?!外)|[他她它您你咱]|我(?!国)|其(?!中|他|它|余|实|次)|本(?:[次届场案案院文报]|公司)|上述|前者|后者|双方|两者|二者|如下|以下|以上(?!学|的[人年])|前述|同样|另[外一]|[？?…]/,
  en: /\b(?:this|these|those|such|he|she|it|they|them|him|we|us|our|I|my|me|you|your|here|there|former|latter|above|below|following|said|same|another)\b|[?…]/i,
};
const OWNED = /\b(?:his|her|hers|its|their)\b/i;

/** Whether a stretch points at something told elsewhere; "its" does so unless the stretch has its own subject. */
export const points = (text: string, language: Language, hasSubject = false): boolean =>
  POINTING[language].test(text) || (language === "en" && (/\bthat (?:of|is|was|the)\b/.test(text) || (!hasSubject && OWNED.test(text))));
