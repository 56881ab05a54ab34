// Marked errors put right: by the words the mark itself gives, if the article has them; else a clause nothing supports is struck out.

import { correctionPrompt } from "../../../schemas/crud/prompts.ts";
import { fold } from "../../text/fold.ts";
import { shouldBe } from "../../text/uhgeval-marks.ts";
import { findValues } from "../../text/values.ts";
import { answers } from "../answerer.ts";

type Language = "zh" | "en";

interface Marked {
  readonly words: string;
  readonly reason: string;
}

interface Change {
  readonly wrong: string;
  readonly right: string;
  readonly start: number;
  readonly end: number;
}

interface Text {
  readonly continuation: string;
  /** Folded beginning and rest of the article. */
  readonly article: string;
  readonly language: Language;
}

/** Words that are put in may be so much longer than what they replace. */
const LONGER = 8;
/** A struck clause may hold so many characters beside the marked words. */
const BESIDE = 14;
const ABSENT =
  /未(?:提及|提到|明确|说明|涉及|出现|透露|给出|列出|指出)|没有(?:提|明确|说|涉及|出现|列出|给出|在|找到|事实|证据|相关|具体|此)|并没有|无此|无.{0,8}(?:数据|记录|信息|依据)|不存在|缺乏|not (?:said|mentioned|stated|given|supported)|no (?:mention|such|evidence|source)/i;

/** The continuation with every mark put right, or why that cannot be done. */
function correct(text: Text, marks: readonly Marked[]): { corrected: string; changes: Change[] } | string {
  const changes: Change[] = [];
  for (const mark of marks) {
    const change = replaced(mark, text) ?? struckOut(mark, text);
    if (change === undefined) return text.language === "zh" ? `“${mark.words}”应改成什么，标记和报道都没有说清` : `neither mark nor article tells what “${mark.words}” should be`;
    changes.push(change);
  }
  const joined = joinedChanges(changes);
  const said = changes.map(({ right }) => right).filter(right => right !== "");
  if (joined === undefined || new Set(said).size < said.length)
    return text.language === "zh" ? "几处改动互相重叠，或改成同样的文字" : "two changes overlap, or put the same words in";
  const corrected = applied(text.continuation, joined);
  if (fold(corrected).length < 12 || fold(corrected) === fold(text.continuation)) return text.language === "zh" ? "改后没有剩下完整的句子" : "no whole sentence is left";
  return { corrected, changes };
}

function replaced({ words, reason }: Marked, { continuation, article, language }: Text): Change | undefined {
  const right = unquoted(shouldBe(reason));
  const start = onlyPlace(continuation, words);
  if (right === undefined || right === "" || start === undefined || fold(right) === fold(words)) return undefined;
  const fits = right.length <= words.length + LONGER && !/[，。；！？,;!?]|并非|不是|没有/.test(right) && isAlike(words, right, language);
  if (!fits || !isBalanced(right) || !article.includes(fold(right))) return undefined;
  // Within the marks of a title there cannot be another title.
  if (/[《〈]$/.test(continuation.slice(0, start)) && /[《〈]/.test(right)) return undefined;
  const end = start + words.length;
  // "德国外长弗拉德里希" → "施泰因迈尔" would lose the office, "7月23日" → "7月23日的比赛" say it twice.
  const twice =
    fold(continuation.slice(Math.max(0, start - right.length), start)).endsWith(fold(right)) || fold(continuation.slice(end, end + right.length)).startsWith(fold(right));
  return twice ? undefined : { wrong: words, right, start, end };
}

function unquoted(words: string | null): string | undefined {
  const text = words?.trim();
  return text === undefined
    ? undefined
    : (/^(?:“([^“”]+)”|"([^"]+)"|'([^']+)')$/u
        .exec(text)
        ?.slice(1)
        .find(inner => inner !== undefined) ?? text);
}

/** A value for a value of its kind and unit, a text without values for such a one. */
function isAlike(words: string, right: string, language: Language): boolean {
  const [left, next] = [findValues(words, language), findValues(right, language)];
  if (left.length !== next.length || left.some((value, at) => value.kind !== next[at]?.kind)) return false;
  const frame = (text: string, values: typeof left): string => values.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text).trim();
  if (left.length > 0) return frame(words, left) === frame(right, next);
  const last = (text: string): string => text.at(-1) ?? "";
  // A name with its office stays one; a name alone takes a name alone.
  return Math.abs(words.length - right.length) <= 4 || last(words) === last(right);
}

function onlyPlace(text: string, words: string): number | undefined {
  const at = text.indexOf(words);
  return words === "" || at < 0 || text.indexOf(words, at + 1) >= 0 ? undefined : at;
}

/** The last clause of a sentence, where it says little but the marked words and the article nothing of them. */
function struckOut({ words, reason }: Marked, { continuation, article }: Text): Change | undefined {
  const at = onlyPlace(continuation, words);
  if (at === undefined || !ABSENT.test(reason) || article.includes(fold(words))) return undefined;
  const listed = listElement(continuation, at, words);
  if (listed !== undefined) return { wrong: words, right: "", ...listed };
  const start = Math.max(...["，", "；", ", ", "; "].map(sign => continuation.lastIndexOf(sign, at)));
  const rest = /[，；。！？]|[,;.!?](?=\s|$)/.exec(continuation.slice(at + words.length));
  const end = rest === null ? continuation.length : at + words.length + rest.index;
  const isLast = rest === null || /[。！？.!?]/.test(rest[0]);
  const sentence = Math.max(...["。", "！", "？", ". "].map(sign => continuation.lastIndexOf(sign, at)));
  const clause = continuation.slice(start, end);
  // What opens with "that" or an open bracket, or is all there is after a condition, holds the sentence up.
  const leaves = continuation.slice(sentence + 1, start);
  const dangling =
    /(?:如果|虽然|尽管|随着|由于|因为|为了?|不仅|除了?|根据|据|在|当|自|经|通过|对于?)[^，；]*$|(?:表示|指出|认为|说|称|显示|介绍)$|\b(?:Although|While|If|Because|When|As|After|said|says)\b[^,;]*$/.test(
      leaves,
    );
  if (start <= sentence || !isLast || dangling || leaves.trim().length < 10 || clause.length - words.length > BESIDE || !isBalanced(clause)) return undefined;
  return { wrong: words, right: "", start, end };
}

/** "A、B、C": one of several goes with its sign. */
function listElement(text: string, at: number, words: string): { start: number; end: number } | undefined {
  const end = at + words.length;
  if (text[at - 1] === "、" && /[、和及以等，。]/.test(text[end] ?? ""))
    return /[、等，。]/.test(text[end] ?? "") && text.slice(0, at - 1).includes("、") ? { start: at - 1, end } : undefined;
  return text[end] === "、" && text[at - 1] === "、" ? { start: at, end: end + 1 } : undefined;
}

const isBalanced = (text: string): boolean =>
  ["“”", "《》", "（）", "()"].every(pair => [...text].filter(sign => sign === pair[0]).length === [...text].filter(sign => sign === pair[1]).length);

/** In order; one within another goes with it. Undefined where two overlap in part. */
function joinedChanges(changes: readonly Change[]): Change[] | undefined {
  const outer = changes.filter(
    (change, at) => !changes.some((other, place) => place !== at && other.right === "" && covers(other, change) && (place < at || !covers(change, other))),
  );
  const sorted = [...outer].sort((a, b) => a.start - b.start);
  return sorted.some((change, at) => change.start < (sorted[at - 1]?.end ?? 0)) ? undefined : sorted;
}

const covers = (outer: Change, inner: Change): boolean => outer.start <= inner.start && outer.end >= inner.end;

const applied = (text: string, changes: readonly Change[]): string => changes.reduceRight((rest, { start, end, right }) => rest.slice(0, start) + right + rest.slice(end), text);

export const correctionAnswerer = answers(correctionPrompt, ({ beginning, continuation, marks, article }, { language }) => {
  const result = marks.length === 0 ? "no marks" : correct({ continuation, article: fold(beginning + article), language }, marks);
  return typeof result === "string"
    ? { declined: result, corrected: "", corrections: [] }
    : { declined: null, corrected: result.corrected, corrections: result.changes.map(({ wrong, right }) => ({ wrong, right })) };
});
