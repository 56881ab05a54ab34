// Reads the unit after a plain number, and checks whether two units may mean the same.

/** Units with the same meaning; the first word after the number is compared. */
const synonyms = [
  "bpm beats beat 次/分 次/min 次",
  "breaths breath 次/分 次/min 次",
  "°c ℃ °f degrees degree 度 摄氏度 c",
  "岁 周岁 years year 年",
  "人 名 位 people persons person employees staff members 个人",
  "kg 公斤 千克 kilograms kilogram kgs",
  "吨 t tons ton tonnes tonne metric",
  "mmhg 毫米汞柱 millimetres",
  "km 公里 千米 kilometres kilometers",
  "次 times time",
  "小时 hours hour hrs",
  "天 日 days day",
  "个月 月 months month",
  "mwh 兆瓦时",
  "kwh 千瓦时 度",
  "kw 千瓦 kilowatts kilowatt",
  "mw 兆瓦 megawatts megawatt",
  "kcal 千卡 大卡",
  "件 起 items cases case pieces",
  "平方米 ㎡ m2 m² square sqm 平米",
].map(group => new Set(group.split(" ")));

const unitPattern =
  /\s?(?:°\s?[CF]|℃|[A-Za-z]+(?:²|2)?(?:\/[A-Za-z]+)?|\p{Script=Han}{1,4}(?:\/\p{Script=Han}{1,2})?)/uy;

/** The word after a number, in lower case; empty if punctuation, a line end or nothing follows. */
export function unitAfter(text: string, offset: number): string {
  unitPattern.lastIndex = offset;
  return (unitPattern.exec(text)?.[0] ?? "").trim().toLowerCase();
}

/** Numbers with at least this many digits do not match by chance. */
const minDigits = 3;

/**
 * Whether two numbers with these words after them may be the same: one has no word, one word begins with the other, or they
 * mean the same. For a long number the digits suffice, unless both words are known units and differ (100,000 MWh,
 * 100,000 hours).
 */
export function mayBeSameUnit(first: string, second: string, number: string): boolean {
  if (second === "" || first === "" || first.startsWith(second) || second.startsWith(first))
    return true;
  const groups = [groupsOf(first), groupsOf(second)] as const;
  if (groups[0].some(group => groups[1].includes(group))) return true;
  return groups.some(({ length }) => length === 0) && number.replace(/\D/g, "").length >= minDigits;
}

const groupsOf = (unit: string): ReadonlySet<string>[] =>
  synonyms.filter(group => isInGroup(group, unit));
const isInGroup = (group: ReadonlySet<string>, unit: string): boolean =>
  group.has(unit) || [...group].some(name => /\p{Script=Han}/u.test(name) && unit.startsWith(name));
