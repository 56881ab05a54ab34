// Patterns of written dates and times of day: Chinese, English and ISO.

const MONTH_NAMES =
  "Jan(?:uary)? Feb(?:ruary)? Mar(?:ch)? Apr(?:il)? May June? July? Aug(?:ust)? Sept?(?:ember)? Oct(?:ober)? Nov(?:ember)? Dec(?:ember)?".split(
    " ",
  );
const MONTH_ABBREVIATIONS = MONTH_NAMES.map(name => name.slice(0, 3).toLowerCase());
const toCapitals = (name: string): string =>
  name.replace(/[a-z]+/g, letters => letters.toUpperCase());

const MONTH = `(?<month>(?:${[...MONTH_NAMES, ...MONTH_NAMES.map(toCapitals)].join("|")})\\b\\.?)`;
const DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th|ST|ND|RD|TH)?";
/** After a full stop and a line break ("in July.\n5. Tell …"), the number belongs to the next list item. */
const GAP = "(?!(?<=\\.)\\n)\\s?";
const YEAR = "(?<year>(?:1[5-9]|20|21)\\d\\d)(?!\\d)";
const HAN_SMALL = "\\d{1,2}|[一二三四五六七八九十]{1,3}";
const HAN_YEAR =
  "(?:(?<year>[12]\\d{3}|[一二][〇零一二三四五六七八九]{3})|(?<short>\\d{2})(?= ?年 ?\\d{1,2} ?月))";
const HAN_MONTH = `(?<month>${HAN_SMALL}) ?月(?:份)?`;
/** In a series of days, only the last may have its 日 or 号: "7月1-31日", "8月16、17日". */
const HAN_DAY = `(?<day>${HAN_SMALL})(?: ?[日号]|(?<=\\d)(?= ?(?:-|–|—|~|至|到|、|和) ?\\d{1,2} ?[日号]))`;

/** Ordered from the most comprehensive: later patterns skip what an earlier one has matched. */
export const DATE_PATTERNS: readonly RegExp[] = [
  new RegExp(`(?<![\\d.]|\\d,)${HAN_YEAR} ?年(?:度)?(?:[, ]?${HAN_MONTH}(?: ?${HAN_DAY})?)?`, "gu"),
  new RegExp(`(?<![\\d.〇零一二三四五六七八九十])${HAN_MONTH}(?: ?${HAN_DAY})?`, "gu"),
  /(?<![\d.\-/])(?<year>(?:19|20|21)\d\d)(?<by>[-/.])(?<month>\d{1,2})\k<by>(?<day>\d{1,2})(?!\d|[-/.]\d)/g,
  /(?<![\d.\-/\p{Script=Latin}])(?<year>(?:19|20|21)\d\d)[-/](?<month>0[1-9]|1[0-2])(?!\d|[-/.][\p{Script=Latin}\d])/gu,
  /(?<![\d.\-/])(?<first>\d{1,2})(?<by>[-/])(?<second>\d{1,2})\k<by>(?<year>(?:19|20)\d\d)(?!\d|[-/]\d)/g,
  new RegExp(
    `(?<![\\d.$£€¥]|\\d,)\\b${DAY},?[\\s-]?(?:day )?(?:of )?${MONTH}(?:,?[\\s-]?(?:of )?${YEAR})?`,
    "g",
  ),
  new RegExp(
    `\\b${MONTH}${GAP}(?:the )?${DAY}(?!\\d|[,.]\\d)(?:(?:,\\s?|\\s)(?:of )?${YEAR})?`,
    "g",
  ),
  new RegExp(`\\b${MONTH},?\\s?(?:of )?${YEAR}`, "g"),
  new RegExp(`\\b${MONTH}(?![A-Za-z])`, "g"),
];

const HALF_DAY = "(?<half>上午|下午|晚上|晚间|凌晨|早上|清晨|中午|傍晚|夜间)";
export const TIME_PATTERNS: readonly RegExp[] = [
  /(?<![\d:.])(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:])(?: ?(?<half>[ap]\.?m\b\.?))?/gi,
  /(?<![\d:.])(?<hour>1[0-2]|[1-9]) ?(?<half>[ap]\.?m\b\.?)/gi,
  new RegExp(
    `${HALF_DAY} ?(?<hour>${HAN_SMALL}) ?[点时](?:(?<minute>\\d{1,2}|[一二三四五六七八九十]{1,3})分|(?<halfPast>半)|整|许)?`,
    "gu",
  ),
  /(?<![\d.:])(?<hour>[01]?\d|2[0-4]) ?[点时](?:(?<minute>\d{1,2}) ?分|(?<halfPast>半)|整|许)/gu,
  /(?<=\d ?[日号] ?(?:大?约 ?)?)(?<hour>[01]?\d|2[0-4]) ?[点时]/gu,
];

/** Words that show that a "May" or "March" after them is a month. */
export const MONTH_LEAD =
  /(?:\b(?:in|of|since|from|until|till|by|during|early|late|mid|last|next|this|to|through|between|and|before|after)|[-–—(])\s?$/i;

/** "Sept." → "9"; undefined if it is not an English month. */
export function monthNumber(name: string): string | undefined {
  const index = MONTH_ABBREVIATIONS.indexOf(name.slice(0, 3).toLowerCase());
  return index < 0 ? undefined : String(index + 1);
}
