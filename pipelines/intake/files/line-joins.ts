// Joins the end of one line and the beginning of the next into running text.

/** Whether a character is written without spaces around it: Han characters, kana, and their punctuation. */
export const isUnspaced = (character: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(
    character,
  );

const lastCharacter = (text: string) => /.$/u.exec(text)?.[0] ?? "";
const firstCharacter = (text: string) => /^./u.exec(text)?.[0] ?? "";
const sentenceEnd = /[.!?。！？;；:：…][”’"'»）)\]]*\d{0,2}$/;

/** Whether the text ends where a sentence may. */
export const endsSentence = (text: string): boolean => sentenceEnd.test(text.trimEnd());

/** Words of a document, with and without hyphens, to distinguish a broken word from a compound. */
export type Words = ReadonlySet<string>;

/** All whole words in these lines; those broken at line ends are left out. */
export function wordsOf(lines: Iterable<string>): Words {
  const words = new Set<string>();
  for (const line of lines) {
    for (const word of line.replace(/\p{L}+[-‐\u00ad]$/u, "").match(/\p{L}+(?:[-‐]\p{L}+)*/gu) ??
      [])
      words.add(word.toLowerCase().replace(/‐/g, "-"));
  }
  return words;
}

const brokenWord = /(\p{L}+)([-‐\u00ad])$/u;

/** Appends `next` to `text`, with a space between words, none between Han characters, and broken words repaired. `mark` is put in front of `next`. */
export function appendLine(text: string, next: string, words: Words, mark = ""): string {
  const [, head, hyphen] = brokenWord.exec(text) ?? [];
  const tail = /^\p{Ll}+(?:[-‐]\p{L}+)*/u.exec(next)?.[0];
  if (head !== undefined && hyphen !== undefined && tail !== undefined)
    return isBrokenWord(head, hyphen, tail, words)
      ? text.slice(0, -1) + mark + next
      : text + mark + next;
  // A hyphen before a capital or a number belongs to the word.
  if (/[\p{L}\d][-‐]$/u.test(text) && /^[\p{L}\d]/u.test(next)) return text + mark + next;
  const [lastOfText, firstOfNext] = [lastCharacter(text), firstCharacter(next)];
  return text + (isUnspaced(lastOfText) || isUnspaced(firstOfNext) ? "" : " ") + mark + next;
}

/** Whether a line end broke a word, so that the hyphen is not part of it. */
function isBrokenWord(head: string, hyphen: string, tail: string, words: Words): boolean {
  if (hyphen === "\u00ad") return true;
  const [joinedWord, compound] = [`${head}${tail}`.toLowerCase(), `${head}-${tail}`.toLowerCase()];
  if (words.has(joinedWord) || words.has(joinedWord.replace(/-.*/, ""))) return true;
  // A single letter before a hyphen is not a syllable: x-axis.
  if (words.has(compound) || head.length === 1) return false;
  // If both parts occur as words, it is more likely a compound than a broken word.
  return !(
    head.length > 3 &&
    tail.length > 3 &&
    words.has(head.toLowerCase()) &&
    words.has(tail.toLowerCase())
  );
}

/** The text without soft hyphens, which have no meaning inside a line. */
export const removeSoftHyphens = (text: string): string => text.replace(/\u00ad/g, "");
