// One or two errors planted into a true text: a value, a place or a direction swapped for a wrong one of its kind.

import { hallucinationPrompt } from "../../../schemas/crud/prompts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import { findValues, type Value } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { say } from "../wording.ts";
import { unitWritten } from "./counted-units.ts";
import { wrongDay, wrongNumber } from "./wrong-values.ts";
import { oppositesOf, placesOf } from "./wrong-words.ts";

type Language = "zh" | "en";

interface Swap {
  readonly right: string;
  readonly wrong: string;
  readonly kind: "value" | "date" | "place" | "direction";
  readonly start: number;
}

interface Source {
  readonly continuation: string;
  readonly whole: string;
  readonly language: Language;
}

/** A number that belongs to a name, a score or a range says no amount of its own. */
const NO_AMOUNT = {
  before: /(?:第|[比:：\-~至到/×]|\bNo\.?|(?<!\p{L})\p{Lu}[\p{L}\d]*) ?$/u,
  after: /^ ?(?:[比:：\-~至到/×]|[A-Za-z]\d)/,
};

const isQuoted = (text: string, at: number): boolean => {
  const before = text.slice(0, at);
  const count = (sign: string): number => before.split(sign).length - 1;
  return count("“") > count("”") || count("《") > count("》") || count('"') % 2 === 1;
};

const standsOnce = (text: string, words: string): boolean => text.split(words).length === 2;

function valueSwap(source: Source, value: Value, draw: Draw): Swap[] {
  const { continuation, whole, language } = source;
  const { start, end, kind, text } = value;
  if (
    !/\d/.test(text) ||
    isQuoted(continuation, start) ||
    NO_AMOUNT.before.test(continuation.slice(0, start)) ||
    NO_AMOUNT.after.test(continuation.slice(end))
  )
    return [];
  if (kind === "date") {
    const wrong = wrongDay(text, { article: whole, language }, draw);
    return wrong === undefined || !standsOnce(continuation, text)
      ? []
      : [{ right: text, wrong, kind: "date", start }];
  }
  const tail = kind === "number" ? unitWritten(continuation, end, language) : "";
  if (
    kind === "ordinal" ||
    tail === undefined ||
    isSpan(text) ||
    value.canonical.replace(/\D/g, "").length < 2
  )
    return [];
  const right = text + tail;
  if (kind === "percent" && isShareOfWhole(source, value)) return [];
  const wrong = wrongNumber(right, whole, draw);
  return wrong === undefined || !standsOnce(continuation, right)
    ? []
    : [{ right, wrong, kind: "value", start }];
}

/** Shares that make up a hundred together give a wrong one away. */
function isShareOfWhole({ continuation, language }: Source, { start }: Value): boolean {
  const from =
    Math.max(...["。", "！", "？", ". "].map(sign => continuation.lastIndexOf(sign, start))) + 1;
  const sentence = /^.*?(?:[。！？]|\.\s|$)/su.exec(continuation.slice(from))?.[0] ?? "";
  const shares = findValues(sentence, language).filter(({ kind }) => kind === "percent");
  const sum = shares.reduce((total, { canonical }) => total + Number.parseFloat(canonical), 0);
  return shares.length > 1 && Math.abs(sum - 100) <= 1;
}

/** "17年" may be a year, "28日" a day of the month and "24小时" the whole day. */
const isSpan = (text: string): boolean =>
  /^\d+ ?日$|^\d{2,} ?(?:年|years?)$|^24 ?(?:小时|[Hh]ours?|-hour)/.test(text.trim());

function wordSwaps({ continuation, whole, language }: Source, draw: Draw): Swap[] {
  const found = [
    ...placesOf(continuation, whole, language, draw).map(swap => ({
      ...swap,
      kind: "place" as const,
    })),
    ...oppositesOf(continuation, language).map(swap => ({ ...swap, kind: "direction" as const })),
  ];
  return found
    .map(swap => ({ ...swap, start: continuation.indexOf(swap.right) }))
    .filter(
      ({ right, start }) => standsOnce(continuation, right) && !isQuoted(continuation, start),
    );
}

/** One or two that do not touch, of different kinds where there are some. */
function chosen(candidates: readonly Swap[], draw: Draw): Swap[] {
  const [first, ...others] = shuffle(draw, candidates);
  if (first === undefined) return [];
  const apart = others.filter(
    other => Math.abs(other.start - first.start) > Math.max(first.right.length, other.right.length),
  );
  const second =
    draw(2) === 0 ? undefined : (apart.find(({ kind }) => kind !== first.kind) ?? apart[0]);
  return [first, ...(second === undefined ? [] : [second])].sort((a, b) => a.start - b.start);
}

export const plantedErrors = answers(
  hallucinationPrompt,
  ({ published, beginning, continuation, rest }, { language, draw }) => {
    // The day of publication is a day like any: none planted may lie after it.
    const source = {
      continuation,
      whole: `${beginning}${continuation}${rest}\n${published ?? ""}`,
      language,
    };
    const candidates = [
      ...findValues(continuation, language).flatMap(value => valueSwap(source, value, draw)),
      ...wordSwaps(source, draw),
    ];
    const swaps = chosen(candidates, draw);
    return swaps.length === 0
      ? undefined
      : {
          declined: null,
          swaps: swaps.map(({ right, wrong }) => ({
            right,
            wrong,
            reason: say("planted", language, { right }),
          })),
        };
  },
);
