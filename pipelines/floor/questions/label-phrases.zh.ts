// 由字段名造出中文问句里的名词短语：某某的某项、某某何时做某事。

/** 字段名里已有“的”字时，前面不再加“的”：完成收购的日期 → 某公司完成收购的日期。 */
export const itemZh = (label: string, subject: string): string =>
  label.includes("的") ? `${subject}${label}` : `${subject}的${label}`;

const EVENTS =
  /^(?:成立|上市|设立|创立|创办|注册|入院|出院|就诊|立案|宣判|开庭|结案|挂牌|竣工|投产)$/;

/** 成立日期 → 成立；只取本身就能作谓语、主语又一定是文件所述对象的动词。 */
export function eventZh(label: string): string | undefined {
  const stem = label.replace(/的?(?:日期|时间|日)$/, "");
  return stem !== label && EVENTS.test(stem) ? stem : undefined;
}

/** 按日期的精确程度问：哪一天、哪年哪月、哪一年。 */
export const whenZh = (value: string): string =>
  /日|号|\d-\d{1,2}-\d|\d\/\d{1,2}\/\d/.test(value)
    ? "哪一天"
    : /月|\d-\d/.test(value)
      ? "哪年哪月"
      : "哪一年";
