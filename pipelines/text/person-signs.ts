// Finds signs of the sex and age of the person that a text is about (a uterus, a pregnancy, a pension), ignoring relatives.

import { memoizeByLanguage } from "./memoize.ts";

export type Sex = "male" | "female";

export interface PersonSign {
  /** The words that imply the sex or age, as written in the text. */
  readonly words: string;
  readonly sex?: Sex | undefined;
  readonly minimumAge?: number | undefined;
  readonly maximumAge?: number | undefined;
}

interface Rule extends Omit<PersonSign, "words"> {
  readonly zh: RegExp;
  readonly en: RegExp;
  /** Whether the rule applies to occupations only, not to any text ("pupils equal and reactive"). */
  readonly isForOccupations?: true;
}

const personSignRules: readonly Rule[] = [
  {
    sex: "female",
    minimumAge: 10,
    zh: /子宫|卵巢|宫颈|宫外孕|阴道|输卵管|月经|痛经|外阴|盆腔炎|孕产/,
    en: /\buter(?:us|ine)\b|\bovar(?:y|ies|ian)\b|\bcervical (?:cancer|carcinoma|intraepithelial|polyp|smear)|\bendometri\w+|\bmenstru\w+|\bvagin\w+|\bhysterectomy|\bfallopian/i,
  },
  {
    sex: "female",
    minimumAge: 11,
    maximumAge: 55,
    zh: /妊娠|怀孕|[早中晚]孕|孕妇|孕\d{1,2}周|分娩|剖宫产|产后出血|子痫|胎盘|先兆流产|待产/,
    en: /\bpregnan(?:t|cy)\b|\bgestation\w*|\bc(?:a)?esarean|\beclampsia|\bpre-?eclampsia|\bpostpartum|\bplacenta\w*|\bectopic pregnancy/i,
  },
  { sex: "female", minimumAge: 35, zh: /绝经/, en: /\b(?:post|peri)?-?menopaus\w+/i },
  {
    sex: "male",
    zh: /前列腺(?!素)|睾丸|阴茎|包皮|附睾|精索|输精管|精囊|阴囊|勃起/,
    en: /\bprostat(?:e|ic|itis|ectomy)\b|\btestic\w+|\btestes\b|\bpenile\b|\bpenis\b|\bepididym\w+|\bscrot\w+|\bvasectomy|\bspermatic|\bforeskin|\bphimosis|\bvaricocele/i,
  },
  {
    minimumAge: 40,
    zh: /老年性|年龄相关性|老年痴呆|阿尔茨海默/,
    en: /\bsenile\b|\bage-related\b|\balzheimer/i,
  },
  { minimumAge: 40, zh: /退休|离休/, en: /\bretired\b|\bretirement pension|\bpensioner/i },
  {
    minimumAge: 16,
    zh: /已婚|再婚|离异|离婚|丧偶/,
    en: /\bmarried\b|\bdivorced\b|\bwidow(?:ed|er)?\b/i,
  },
  {
    isForOccupations: true,
    maximumAge: 22,
    zh: /小学生|初中生|中学生|高中生|学龄前|幼儿园(?:儿童|小朋友)/,
    en: /\bpupil\b|\bschool(?:child|boy|girl)\b|\b(?:primary|high|secondary) school student|\bkindergartener/i,
  },
  {
    isForOccupations: true,
    minimumAge: 16,
    maximumAge: 60,
    zh: /大学生|研究生在读|在校学生/,
    en: /\b(?:university|college|graduate) student/i,
  },
];

// A clause about relatives or a victim says nothing about the person in the record; nor does a denial.
const otherPerson = {
  zh: /母|父|妻|夫|配偶|姐|妹|兄|弟|女儿|儿子|子女|祖|外公|外婆|亲属|家族|家属|被害|受害|证人|未孕|否认|排除|未婚/,
  en: /\b(?:mother|father|wife|husband|spouse|sister|brother|daughter|son|child|children|aunt|uncle|grand\w+|family|relatives?|victim|witness|not pregnant|denie[sd]|ruled out|unmarried)\b/i,
};

const clausesOf = (text: string) => text.split(/[，。；;！!？?\n]|[,.](?=\s|$)/);

/** The signs in a text, at most one per rule. Some rules apply only if the text is an occupation. */
export const personSignsIn = (
  text: string,
  language: "zh" | "en",
  isOccupation = false,
): readonly PersonSign[] => (isOccupation ? signsOfOccupation : signsOfText)(text, language);

const signFinder = (rules: readonly Rule[]) =>
  memoizeByLanguage((text, language): readonly PersonSign[] => {
    const clauses = clausesOf(text).filter(clause => !otherPerson[language].test(clause));
    return rules.flatMap(({ [language]: pattern, sex, minimumAge, maximumAge }) => {
      const words = clauses.map(clause => pattern.exec(clause)?.[0]).find(Boolean);
      return words === undefined ? [] : [{ words, sex, minimumAge, maximumAge }];
    });
  });
const signsOfOccupation = signFinder(personSignRules);
const signsOfText = signFinder(personSignRules.filter(rule => rule.isForOccupations === undefined));

/** 男, 女, male, female as a sex; undefined for any other word. */
export function sexOf(value: string): Sex | undefined {
  if (/^(?:女|女性|female|woman|f)$/i.test(value.trim())) return "female";
  return /^(?:男|男性|male|man|m)$/i.test(value.trim()) ? "male" : undefined;
}

/** Whether a person of this sex and age (null if unknown) can have the sign. */
export function canHaveSign(
  { sex, age }: { sex: Sex | undefined; age: number | null },
  sign: PersonSign,
): boolean {
  if (sign.sex !== undefined && sex !== undefined && sign.sex !== sex) return false;
  return age === null || (age >= (sign.minimumAge ?? 0) && age <= (sign.maximumAge ?? 150));
}
