// Reads a fragment line by line: headings, table rows, list items, labelled lines and running text, each under its heading.

import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { dropNumbering, isLabel } from "./line-labels.ts";

export interface Cell {
  readonly header: string;
  readonly value: string;
}

export interface FragmentLine {
  readonly number: number;
  readonly kind: "heading" | "row" | "item" | "labelled" | "prose";
  /** Without markdown signs; a list item without its marker. */
  readonly text: string;
  /** "1", "-"; empty for what is no list item. */
  readonly marker: string;
  /** Of a table row; of a labelled line the one pair it states. */
  readonly cells: readonly Cell[];
  /** The nearest heading above it, without its numbering. */
  readonly section: string | null;
  /** It begins and ends as a sentence does, and so does what stands before it. */
  readonly whole: boolean;
}

/** No line longer than this is read, and of a fragment no more lines: nothing a person would ask about. */
const longestLine = 900;
const mostLines = 300;

const HEADING = /^#{1,6}\s+/;
const ITEM =
  /^(?:[-*•·●○▪◦–]\s+|[（(]?(\d{1,2})(?:[)）、]|[.．](?!\d))\s*|([①-⑳])\s*|[（(]?([一二三四五六七八九十]{1,3})[)）、]\s*|第([一二三四五六七八九十])步[:：，,]?\s*|(?:[Ss]tep|步骤)\s*([\d一二三四五六七八九十]{1,2})\s*[:：.]?\s*)/;
const DIGITS = "一二三四五六七八九十";
const END = /[.!?。！？…][”"’'」』）)\]]*$/;

const plainText = (text: string): string =>
  text
    .replace(/\*\*|__|`/g, "")
    .replace(/\*([^*\s][^*]*)\*/g, "$1")
    .replace(/^\*(?=\S)|(?<=\S)\*$|\\$/g, "")
    .replace(/\[\d{1,3}\]/g, "")
    .trim();

/** The place in a numbered list that a marker shows, "-" for a bullet. */
function markerOf(match: RegExpExecArray): string {
  const [, plain, circled, han, step, word] = match;
  if (circled !== undefined) return String(circled.charCodeAt(0) - "①".charCodeAt(0) + 1);
  const shown = plain ?? han ?? step ?? word;
  if (shown === undefined) return "-";
  return /^\d/.test(shown) ? String(Number(shown)) : String(shown.startsWith("十") ? 10 + DIGITS.indexOf(shown.charAt(1)) + (shown.length > 1 ? 1 : 0) : DIGITS.indexOf(shown) + 1);
}

const pairOf = (text: string): Cell | undefined => {
  const [, label = "", value = ""] = /^([^:：|]{1,60}?)\s*(?:：|:(?!(?<=\d:)\d))\s*(\S.*)$/u.exec(text) ?? [];
  return value === "" || value.startsWith("//") ? undefined : { header: label.trim(), value: value.trim() };
};

/** "Region: North | Revenue: 120"; none where most cells stand without a header. */
function cellsOf(text: string): Cell[] {
  if (!text.includes(" | ")) return [];
  const cells = text.split(" | ").map(cell => pairOf(cell.trim()) ?? { header: "", value: cell.trim() });
  return cells.filter(({ header }) => header !== "").length * 2 >= cells.length ? cells : [];
}

type Bare = Omit<FragmentLine, "section" | "whole" | "number">;

function readLine(source: string): Bare {
  const raw = source.length > longestLine ? "" : plainText(source);
  const bare = { marker: "", cells: [] };
  if (HEADING.test(raw)) return { ...bare, kind: "heading", text: raw.replace(HEADING, "").trim() };
  const cells = cellsOf(raw);
  if (cells.length > 0) return { ...bare, kind: "row", text: raw, cells };
  const item = ITEM.exec(raw);
  const body = item === null ? raw : raw.slice(item[0].length).trim();
  const pair = pairOf(body);
  const labelled = pair !== undefined && isLabel(pair.header) ? [pair] : [];
  if (item !== null) return { kind: "item", text: body, marker: markerOf(item), cells: labelled };
  return labelled.length > 0 ? { ...bare, kind: "labelled", text: raw, cells: labelled } : { ...bare, kind: "prose", text: raw };
}

// A line that breaks off goes on in the next one: neither is a sentence.
const opens = (text: string): boolean => /^["“‘(（《「]?[\p{Lu}\p{N}\p{Script=Han}]/u.test(text);
const ends = ({ kind, text }: Bare): boolean => kind !== "prose" || END.test(text) || /[:：]$/.test(text);

/** The lines in order; `section` is what the fragment as a whole stands under. */
export function readFragment(sentences: readonly NumberedSentence[], section: string | null): FragmentLine[] {
  let under = section === null ? null : dropNumbering(plainText(section.replace(HEADING, "")));
  let before: Bare | undefined;
  return sentences.slice(0, mostLines).map(({ number, text }) => {
    const line = readLine(text);
    if (line.kind === "heading") under = dropNumbering(line.text);
    const whole = line.kind !== "prose" || (opens(line.text) && END.test(line.text) && (before === undefined || ends(before)));
    before = line;
    return { ...line, number, section: under, whole };
  });
}
