// Which stretch of a line is a label, and how a label reads without numbering, markdown signs and inner spaces.

/** Markdown emphasis, table bars, bullets and white space at either end of a stretch. */
const edges = /^[\s*_`|\\>•·●○▪◆■]+|[\s*_`|\\]+$/g;
const bullet = /^\s*(?:>\s*)*(?:[-+*•·●○▪◆■]\s+)?/;
const numbering =
  /^(?:第[一二三四五六七八九十百\d]{1,4}[章节部分条款]{1,2}\s*|[一二三四五六七八九十]{1,3}[、.．]\s*|[（(][一二三四五六七八九十\d]{1,3}[）)]\s*|(?:part|section|chapter)\s+[\divx]{1,5}\s*[.:：—-]?\s+|\d{1,2}(?:\.\d{1,2}){1,3}[.、)）]?\s+|\d{1,2}[.、)）]\s*(?!\d)|[a-h][.)]\s+)/i;

export const trimEdges = (text: string): string => text.replace(edges, "");

/** The line without bullets and quote signs; heading signs stay. */
export const dropBullet = (line: string): string => line.replace(bullet, "");

/** "3.2 Weather conditions" → "Weather conditions"; "（二）审理经过" → "审理经过". */
export const dropNumbering = (text: string): string => {
  const rest = text.replace(numbering, "");
  return /\p{L}/u.test(rest) ? rest : text;
};

/** Chinese labels are often spaced out to align: "姓  名" is "姓名". */
const joinSpacedHan = (text: string): string => text.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, "");

/** The label as a person would say it. */
export const cleanLabel = (raw: string): string => trimEdges(joinSpacedHan(trimEdges(dropNumbering(trimEdges(dropBullet(raw))))).replace(/^【|】$|[:：]+$/g, ""));

const clauseWords = /\b(?:is|are|was|were|has|have|had|that|which|said|says|states|stated|following|follows|includes?|including|because|they|their|his|her|we|you)\b/i;
const hanLetter = /\p{Script=Han}/u;

/** A label is short and is no clause: at most 7 words, or 16 Han characters. */
export const isLabel = (text: string): boolean => {
  if (!/\p{L}/u.test(text) || /[。；！？!?…"“”，,;]/.test(text) || /https?$/i.test(text)) return false;
  if (hanLetter.test(text)) return text.length <= 16;
  return text.length <= 60 && text.split(/\s+/).length <= 7 && !clauseWords.test(text);
};

const generic =
  /^(?:full )?(?:name|date|time|value|amount|content|description|details?|remarks?|notes?|item|title|event|result)$|^(?:姓名|名称|日期|时间|数值|金额|内容|描述|说明|备注|项目|事项|结果|名字)$/i;

/** Labels that say nothing without what stands above them: "Name" under "Defendant". */
export const isGenericLabel = (label: string): boolean => generic.test(label);

const dropped = new Set(["the", "a", "an", "of", "s", "for", "and", "in", "on", "no", "information", "details", "的"]);
const singular = (word: string): string => (word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word);
const oneSpelling = (word: string): string =>
  word
    .replace(/defence/, "defense")
    .replace(/is(e[ds]?|ing|ation)$/, "iz$1")
    .replace(/^judgement/, "judgment");

/** Equal for spellings of one label: "Date of birth", "birth date"; "被告人的姓名", "被告人姓名". */
export const labelKey = (label: string): string => {
  const plain = label
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\(.*?\)/g, " ");
  if (hanLetter.test(plain)) return plain.replace(/[^\p{L}\p{N}]/gu, "").replace(/的/g, "");
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(word => word !== "" && !dropped.has(word));
  return words
    .map(word => oneSpelling(singular(word)))
    .sort()
    .join(" ");
};
