// Writes days out in full where the day of publication makes them certain: "8月16日", "今年", "on Tuesday".

import { daysAfter, daysBetween, dayInWords, monthOf, nearestDate } from "./calendar-days.ts";

type Language = "zh" | "en";

/** What is known of when an article was written. */
export interface Written {
  /** The day of publication. */
  readonly published: string | null;
  /** The day that its dateline gives; "today" is certain by this alone, since a page may repeat what another wrote. */
  readonly dateline: string | null;
}

const DATELINE = /(?:(\d{1,2}) ?月 ?)?(\d{1,2}) ?日(?:晚间|早间|上午|下午|晚)? ?(?:电|讯|消息|报道)/;

/** Reads the opening of an article for the day in its dateline; it counts if it lies at most three days before publication. */
export function whenWritten(opening: string, published: string | null, language: Language): Written {
  if (published === null || language === "en") return { published, dateline: null };
  const [, month, day] = DATELINE.exec(opening.slice(0, 120)) ?? [];
  if (day === undefined) return { published, dateline: null };
  const dateline = month === undefined ? lastSuchDay(Number(day), published, 3) : nearestDate(Number(month), Number(day), published);
  const age = dateline === undefined ? -1 : daysBetween(published, dateline);
  return { published, dateline: dateline !== undefined && age >= 0 && age <= 3 ? dateline : null };
}

function lastSuchDay(dayOfMonth: number, published: string, within: number): string | undefined {
  const days = Array.from({ length: within + 1 }, (_, back) => daysAfter(published, -back));
  return days.find(day => Number(day.slice(8)) === dayOfMonth);
}

/** The sentence with every certain day in full; what is not certain stays as it is. */
export const withExplicitDays = (sentence: string, written: Written, language: Language): string =>
  written.published === null ? sentence : language === "zh" ? hanDays(sentence, { ...written, published: written.published }) : englishDays(sentence, written.published);

const MONTH_DAY = /(?<![\d年./\-至到~—–]|年 )(\d{1,2}) ?月份?(?: ?(\d{1,2}) ?日)?(?!球)/g;
const BARE_DAY = /(?<![\d月年./\-至到~—–、和与号]|[月至到、和] )(\d{1,2}) ?日(?![均元系本前内常报间期子\d])/g;

function hanDays(sentence: string, { published, dateline }: Written & { readonly published: string }): string {
  const year = Number(published.slice(0, 4));
  const fullMonths = sentence.replace(MONTH_DAY, (found: string, month: string, day: string | undefined, at: number) => {
    // Behind another year ("2021年入职，8月离职") the month may be that year's.
    if (/(?:\d{4} ?|[去前明同]|次|当)年/.test(sentence.slice(0, at))) return found;
    const date = nearestDate(Number(month), Number(day ?? 15), published);
    return date === undefined ? found : `${date.slice(0, 4)}年${found.replaceAll(" ", "")}`;
  });
  const years = fullMonths
    .replace(/今年/g, `${year}年`)
    .replace(/去年(?=[^事])/g, `${year - 1}年`)
    .replace(/明年/g, `${year + 1}年`)
    .replace(/(\d{4}年)年/g, "$1");
  const days = years.replace(BARE_DAY, (found: string, day: string) => {
    const date = dateline === null ? undefined : lastSuchDay(Number(day), dateline, 6);
    return date === undefined ? found : dayInWords(date, "zh");
  });
  if (dateline === null) return days;
  return days.replace(/今[天日]/g, dayInWords(dateline, "zh")).replace(/昨[天日]/g, dayInWords(daysAfter(dateline, -1), "zh"));
}

const MONTH = "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\b\\.?";
const DAY_MONTH = new RegExp(`\\b(\\d{1,2}) (${MONTH})(?!,? \\d{4})`, "g");
const MONTH_FIRST = new RegExp(`\\b(${MONTH}) (\\d{1,2})\\b(?!,? \\d{4}|[:\\d]|\\.\\d)`, "g");
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const ON_WEEKDAY = new RegExp(`\\bon (${WEEKDAYS.join("|")})\\b(?! \\d)`, "gi");
const FUTURE =
  /\b(?:will|shall|next|expected|likely|until|from|resumes?|starts?|begins?|opens?|ends?|hopes?|may|could|would|due|plans?|is to|are to|every|each|scheduled|set to|set for|due to|going to|ahead|before|by|aims?|intends?|should|might|must|can|upcoming|forthcoming|votes?|meets?|faces?|hosts?|plays?|returns?|launch(?:es)?|closes?|arrives?|leaves?|continues?|tomorrow|later this)\b/i;

/** "31 October." ends its sentence: the year goes before the full stop; "31 Oct." keeps its own. */
function withYear(found: string, joint: string, year: string | undefined): string {
  if (year === undefined) return found;
  const stop = /(?:January|February|March|April|May|June|July|August|September|October|November|December)\.$/.test(found) ? "." : "";
  return `${found.slice(0, found.length - stop.length)}${joint}${year}${stop}`;
}

function englishDays(sentence: string, published: string): string {
  const inYear = (month: string, day: string): string | undefined => nearestDate(monthOf(month), Number(day), published)?.slice(0, 4);
  const dated = sentence
    .replace(DAY_MONTH, (found: string, day: string, month: string) => withYear(found, " ", inYear(month, day)))
    .replace(MONTH_FIRST, (found: string, month: string, day: string) => withYear(found, ", ", inYear(month, day)));
  if (FUTURE.test(dated)) return dated;
  const back = (name: string): number => (new Date(published).getUTCDay() - WEEKDAYS.findIndex(day => day.toLowerCase() === name.toLowerCase()) + 7) % 7;
  return dated.replace(ON_WEEKDAY, (found: string, day: string) => `${found.slice(0, 2)} ${dayInWords(daysAfter(published, -back(day)), "en")}`);
}

const HAN_VAGUE =
  /近日|日前|上年|(?<!\d{4} ?年(?:度)?第?)(?:上半年|下半年|第?[一二三四]季度|前[一二三四]季度)|今天|今日|今早|今晨|今晚|昨[天日晚]|明天|后天|前天|当[天日晚时年月]|同[日期]|次日|此前|今年|去年|前年|[本上下]周|[本上下]个?月|近期|最近|刚刚|(?<![\d年])\d{1,2} ?月(?!球)|(?<![\d月])(?<!月 )\d{1,2} ?日(?![均元系本])|(?:周|星期)[一二三四五六日](?!年|[至到])/;
const ENGLISH_VAGUE =
  /\b(?:yesterday|today|tonight|tomorrow|recently|last (?:year|month|week|night)|this (?:year|month|week|morning)|next (?:year|month|week)|earlier|(?:on )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|the same day|that day|now|currently|ago)\b/i;

/** Whether the text places something in time in a way that only its own day of writing explains. */
export const isVagueInTime = (text: string, language: Language): boolean => (language === "zh" ? HAN_VAGUE : ENGLISH_VAGUE).test(text);

/** Whether the text gives a day with its year. */
export const hasFullDay = (text: string, language: Language): boolean =>
  language === "zh"
    ? /\d{4} ?年 ?\d{1,2} ?月(?: ?\d{1,2} ?日|份)?|\d{4}年(?:第?[一二三四]季度|上半年|下半年)/.test(text)
    : new RegExp(`\\b(?:\\d{1,2} ${MONTH} \\d{4}|${MONTH} \\d{1,2}, \\d{4}|${MONTH} \\d{4})\\b`).test(text);
