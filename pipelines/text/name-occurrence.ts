// Finds names and choices in a text by their folded form, at word boundaries.

import { tokenize } from "jieba-wasm";
import { isEnglishStopWord, isChineseStopWord } from "./content-words.ts";
import { fold } from "./fold.ts";
import { type NameType, spellingsOf } from "./name-spellings.ts";
import { codePointOffset } from "./code-point-offsets.ts";
import type { Place, PreparedText } from "./sought-fact.ts";

const wordCharacter = /[\p{Script=Latin}\p{N}\p{M}]/u;

/** The places where the name occurs, in the first of its spellings that the text contains. */
export function findName(source: PreparedText, value: string, type: NameType): Place[] {
  for (const spelling of spellingsOf(value, type)) {
    const isLoose = spelling !== value.trim();
    const places = findSpelling(source, spelling).filter(
      place =>
        isAtWordBoundaries(source, place, spelling) &&
        isHanWord(source, place, type) &&
        !(isLoose && isCommonNoun(source, place)),
    );
    if (places.length > 0) return places;
  }
  return [];
}

function findSpelling({ folded }: PreparedText, spelling: string): Place[] {
  const foldedName = fold(spelling);
  const places: Place[] = [];
  if (foldedName === "") return places;
  for (
    let index = folded.text.indexOf(foldedName);
    index >= 0;
    index = folded.text.indexOf(foldedName, index + 1)
  ) {
    places.push({
      start: folded.starts[index] ?? 0,
      end: folded.ends[index + foldedName.length - 1] ?? 0,
    });
  }
  return places;
}

/** Before these words, a company's name without its legal form is a common noun: "创新科技产品". */
const isCommonNoun = ({ text }: PreparedText, { end }: Place): boolean =>
  /^(?:产品|项目|领域|行业|企业|成果|服务|技术|园|产业|人才)/.test(text.slice(end, end + 2));

function isAtWordBoundaries(
  { text }: PreparedText,
  { start, end }: Place,
  spelling: string,
): boolean {
  const writtenName = text.slice(start, end);
  if (wordCharacter.test(text[start] ?? "") && wordCharacter.test(text[start - 1] ?? ""))
    return false;
  if (wordCharacter.test(text[end - 1] ?? "") && wordCharacter.test(text[end] ?? "")) return false;
  // "IT" is not "it".
  if (/^\p{Lu}{1,4}$/u.test(spelling) && isEnglishStopWord(spelling))
    return writtenName === spelling;
  // "罗某" is not "罗某某".
  return !(spelling.endsWith("某") && text[end] === "某");
}

/** How many characters on either side of a word jieba needs to segment it correctly. */
const contextLength = 12;

/**
 * "女" is a word in "性别：女" but not in "子女"; longer names need no such check. A choice or place may be part of a
 * longer word ("教师" in "小学教师"); a person may not ("李明" in "李明华").
 */
function isHanWord({ text }: PreparedText, { start, end }: Place, type: NameType): boolean {
  const writtenName = text.slice(start, end);
  if (!/^\p{Script=Han}{1,2}$/u.test(writtenName)) return true;
  // Options of two characters (实刑, 缓刑) are terms, and "葛某" is unambiguous: jieba's segmentation is no guide to them.
  if (writtenName.length === 2 && (type === "choice" || writtenName.endsWith("某"))) return true;
  const contextStart = Math.max(0, start - contextLength);
  const context = text.slice(contextStart, end + contextLength);
  // jieba counts code points.
  const wordStart = codePointOffset(context, start - contextStart);
  const wordEnd = codePointOffset(context, end - contextStart);
  const tokens = tokenize(
    context,
    type === "person" || wordEnd - wordStart === 1 ? "default" : "search",
    true,
  );
  // Before a name of two characters, jieba takes a word such as 由 for the surname: "由常萍".
  const isAfterStopWord = isChineseStopWord(text[start - 1] ?? "");
  // Likewise it takes a copula after a person for part of the name: "董勇系".
  const hasCopula = type === "person" && /[系是为]/.test(text[end] ?? "");
  // Two tokens that form the name together are accepted too, and "女性" counts as "女".
  const isTokenStart = tokens.some(
    token => token.start === wordStart || (isAfterStopWord && token.start === wordStart - 1),
  );
  return (
    isTokenStart &&
    tokens.some(
      token =>
        token.end === wordEnd ||
        (token.start === wordStart && token.word === `${writtenName}性`) ||
        (hasCopula && token.start <= wordStart && token.end === wordEnd + 1),
    )
  );
}
