// How the end of one line and the beginning of the next become running text.

/** Characters that are written without spaces between them: Han signs, kana, and their punctuation. */
export const isHan = (sign: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(sign);

const lastSign = (text: string) => /.$/u.exec(text)?.[0] ?? "";
const firstSign = (text: string) => /^./u.exec(text)?.[0] ?? "";
const sentenceEnd = /[.!?。！？;；:：…][”’"'»）)\]]*\d{0,2}$/;

/** The text breaks off where a sentence may. */
export const endsSentence = (text: string): boolean => sentenceEnd.test(text.trimEnd());

/** Words of a document, with and without hyphens, to tell a broken word from a compound. */
export type Words = ReadonlySet<string>;

/** Every whole word of these lines; the broken ones at their ends are left out. */
export function wordsOf(lines: Iterable<string>): Words {
  const words = new Set<string>();
  for (const line of lines) {
    for (const word of line.replace(/\p{L}+[-‐\u00ad]$/u, "").match(/\p{L}+(?:[-‐]\p{L}+)*/gu) ??
      [])
      words.add(word.toLowerCase().replace(/‐/g, "-"));
  }
  return words;
}

const broken = /(\p{L}+)([-‐\u00ad])$/u;

/** Puts `next` behind `text`: words apart, Han signs together, a word broken by a hyphen repaired. `mark` goes in front of what came from `next`. */
export function continued(text: string, next: string, words: Words, mark = ""): string {
  const [, head, hyphen] = broken.exec(text) ?? [];
  const tail = /^\p{Ll}+(?:[-‐]\p{L}+)*/u.exec(next)?.[0];
  if (head !== undefined && hyphen !== undefined && tail !== undefined)
    return repairsTo(head, hyphen, tail, words)
      ? text.slice(0, -1) + mark + next
      : text + mark + next;
  // A hyphen before a capital or a number belongs to the word.
  if (/[\p{L}\d][-‐]$/u.test(text) && /^[\p{L}\d]/u.test(next)) return text + mark + next;
  const [before, after] = [lastSign(text), firstSign(next)];
  return text + (isHan(before) || isHan(after) ? "" : " ") + mark + next;
}

function repairsTo(head: string, hyphen: string, tail: string, words: Words): boolean {
  if (hyphen === "\u00ad") return true;
  const [whole, compound] = [`${head}${tail}`.toLowerCase(), `${head}-${tail}`.toLowerCase()];
  if (words.has(whole) || words.has(whole.replace(/-.*/, ""))) return true;
  // One letter before a hyphen is no syllable: x-axis.
  if (words.has(compound) || head.length === 1) return false;
  // A word that stands alone on both sides is more likely a compound than a broken one.
  return !(
    head.length > 3 &&
    tail.length > 3 &&
    words.has(head.toLowerCase()) &&
    words.has(tail.toLowerCase())
  );
}

/** Soft hyphens that stand inside a line mean nothing once it is text. */
export const withoutSoftHyphens = (text: string): string => text.replace(/\u00ad/g, "");
