// Which questions repeat one another: those that read alike and are put to the same documents.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";

export interface Repeatable {
  readonly question: string;
  readonly documentIds: readonly string[];
  readonly language: Language;
  /** The higher, the rather it stays; null by construction: what reads alike then differs by its facts. */
  readonly mark: number | null;
}

/** Questions of one document share a third of their words at most; beyond this share two are one. */
const alike = 0.6;

interface Known {
  readonly place: number;
  readonly folded: string;
  readonly words: ReadonlySet<string>;
}

/**
 * The places of questions that repeat a better one, or an earlier one of the same mark, each with the place of that
 * one. Alike in different documents they are different questions, unless they are the same to the letter.
 */
export function repeatedQuestions(questions: readonly Repeatable[]): Map<number, number> {
  const repeated = new Map<number, number>();
  const texts = new Map<string, Known>();
  const byDocument = new Map<string, Known[]>();
  const bestFirst = [...questions.entries()].sort(
    ([a, x], [b, y]) => (y.mark ?? 0) - (x.mark ?? 0) || a - b,
  );
  for (const [place, { question, documentIds, language, mark }] of bestFirst) {
    const own = { place, folded: fold(question), words: new Set(contentWords(question, language)) };
    const near = mark === null ? [] : documentIds.flatMap(id => byDocument.get(id) ?? []);
    const same =
      texts.get(own.folded) ?? near.find(({ words }) => shared(words, own.words) > alike);
    if (same !== undefined) {
      repeated.set(place, same.place);
      continue;
    }
    texts.set(own.folded, own);
    for (const id of documentIds) byDocument.set(id, [...(byDocument.get(id) ?? []), own]);
  }
  return repeated;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter(word => b.has(word)).length;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}
