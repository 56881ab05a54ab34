// Patterns of written dates and times of day: Chinese, English and ISO.

const monthNames =
  "Jan(?:uary)? Feb(?:ruary)? Mar(?:ch)? Apr(?:il)? May June? July? Aug(?:ust)? Sept?(?:ember)? Oct(?:ober)? Nov(?:ember)? Dec(?:ember)?".split(
    " ",
  );
const monthAbbreviations = monthNames.map(name => name.slice(0, 3).toLowerCase());
const toCapitals = (name: string): string =>
  name.replace(/[a-z]+/g, letters => letters.toUpperCase());

const month = `(?<month>(?:${[...monthNames, ...monthNames.map(toCapitals)].join("|")})\\b\\.?)`;
const day = "(?<day>\\d{1,2})(?:st|nd|rd|th|ST|ND|RD|TH)?";
/** After a full stop and a line break ("in July.\n5. Tell …"), the number belongs to the next list item. */
const gap = "(?!(?<=\\.)\\n)\\s?";
const year = "(?<year>(?:1[5-9]|20|21)\\d\\d)(?!\\d)";
const smallNumber = "\\d{1,2}|[一二三四五六七八九十]{1,3}";
const hanYear =
  "(?:(?<year>[12]\\d{3}|[一二][〇零一二三四五六七八九]{3})|(?<shortYear>\\d{2})(?= ?年 ?\\d{1,2} ?月))";
const hanMonth = `(?<month>${smallNumber}) ?月(?:份)?`;
/** In a series of days, only the last may have its 日 or 号: "7月1-31日", "8月16、17日". */
const hanDay = `(?<day>${smallNumber})(?: ?[日号]|(?<=\\d)(?= ?(?:-|–|—|~|至|到|、|和) ?\\d{1,2} ?[日号]))`;

/** The most comprehensive first: later patterns skip what an earlier one has matched. */
export const datePatterns: readonly RegExp[] = [
  new RegExp(`(?<![\\d.]|\\d,)${hanYear} ?年(?:度)?(?:[, ]?${hanMonth}(?: ?${hanDay})?)?`, "gu"),
  new RegExp(`(?<![\\d.〇零一二三四五六七八九十])${hanMonth}(?: ?${hanDay})?`, "gu"),
  /(?<![\d.\-/])(?<year>(?:19|20|21)\d\d)(?<separator>[-/.])(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})(?!\d|[-/.]\d)/g,
  /(?<![\d.\-/\p{Script=Latin}])(?<year>(?:19|20|21)\d\d)[-/](?<month>0[1-9]|1[0-2])(?!\d|[-/.][\p{Script=Latin}\d])/gu,
  /(?<![\d.\-/])(?<first>\d{1,2})(?<separator>[-/])(?<second>\d{1,2})\k<separator>(?<year>(?:19|20)\d\d)(?!\d|[-/]\d)/g,
  new RegExp(
    `(?<![\\d.$£€¥]|\\d,)\\b${day},?[\\s-]?(?:day )?(?:of )?${month}(?:,?[\\s-]?(?:of )?${year})?`,
    "g",
  ),
  new RegExp(
    `\\b${month}${gap}(?:the )?${day}(?!\\d|[,.]\\d)(?:(?:,\\s?|\\s)(?:of )?${year})?`,
    "g",
  ),
  new RegExp(`\\b${month},?\\s?(?:of )?${year}`, "g"),
  new RegExp(`\\b${month}(?![A-Za-z])`, "g"),
];

const dayPeriod = "(?<half>上午|下午|晚上|晚间|凌晨|早上|清晨|中午|傍晚|夜间)";
export const timePatterns: readonly RegExp[] = [
  /(?<![\d:.])(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:])(?: ?(?<half>[ap]\.?m\b\.?))?/gi,
  /(?<![\d:.])(?<hour>1[0-2]|[1-9]) ?(?<half>[ap]\.?m\b\.?)/gi,
  new RegExp(
    `${dayPeriod} ?(?<hour>${smallNumber}) ?[点时](?:(?<minute>\\d{1,2}|[一二三四五六七八九十]{1,3})分|(?<halfPast>半)|整|许)?`,
    "gu",
  ),
  /(?<![\d.:])(?<hour>[01]?\d|2[0-4]) ?[点时](?:(?<minute>\d{1,2}) ?分|(?<halfPast>半)|整|许)/gu,
  /(?<=\d ?[日号] ?(?:大?约 ?)?)(?<hour>[01]?\d|2[0-4]) ?[点时]/gu,
];

/** Words that show that a "May" or "March" after them is a month. */
export const monthLead =
  /(?:\b(?:in|of|since|from|until|till|by|during|early|late|mid|last|next|this|to|through|between|and|before|after)|[-–—(])\s?$/i;

/** "Sept." → "9"; undefined if it is not an English month. */
export function monthNumber(name: string): string | undefined {
  const index = monthAbbreviations.indexOf(name.slice(0, 3).toLowerCase());
  return index < 0 ? undefined : String(index + 1);
}
