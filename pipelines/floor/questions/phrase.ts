// Sentences and lists of words.

/** First letter up, and no second full stop after a value that brings its own ("Ltd."). */
export const asSentence = (text: string): string =>
  upperFirst(text)
    .replace(/\.\.$/, ".")
    .replace(/[。.；;]。$/, "。")
    .replace(/\.\?$/, ".?");

/** "iRobot" and "pH" keep their small first letter. */
export const upperFirst = (text: string): string =>
  /^[a-z][A-Z]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** A name's or an acronym's capital stays. */
export const lowerFirst = (text: string): string =>
  /^[A-Z](?:[a-z' ]|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** "a, b and c"; “甲、乙和丙”. */
export function listOf(parts: readonly string[], language: "zh" | "en"): string {
  const [comma, and] = language === "zh" ? ["、", "和"] : [", ", " and "];
  return parts.length < 2
    ? parts.join("")
    : `${parts.slice(0, -1).join(comma)}${and}${parts.at(-1)}`;
}

/** How many claims there are, and each of them, parted so that each stands for itself. */
export function countedList(claims: readonly string[], language: "zh" | "en"): string {
  const { length } = claims;
  if (language === "zh") return `${[`一共${length}个`, ...claims].join("；")}。`;
  return asSentence(`There ${length === 1 ? "is" : "are"} ${length} in all; ${claims.join("; ")}.`);
}
