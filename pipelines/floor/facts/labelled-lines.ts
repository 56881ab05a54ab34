// Label–value pairs and headings of single lines of plain text or markdown.

import { cleanLabel, dropBullet, dropNumbering, isLabel, trimEdges } from "./line-labels.ts";

export interface Pair {
  /** Without numbering, emphasis and note. */
  readonly label: string;
  /** Verbatim from the line, trimmed; "" when the label stands alone and its value follows. */
  readonly value: string;
  /** What the label has in brackets, mostly a unit: "Revenue (£ million)". */
  readonly note: string;
}

export type Line =
  | { readonly kind: "blank" | "text" }
  /** `level` 1 is the highest. */
  | { readonly kind: "heading"; readonly title: string; readonly level: number }
  | { readonly kind: "pairs"; readonly pairs: readonly Pair[] };

const plain: Line = { kind: "text" };

/** No labelled line is longer; beyond it a line is running text whatever it holds. */
const longestLine = 4000;

const makePair = (rawLabel: string, rawValue: string): Pair => {
  const label = cleanLabel(rawLabel);
  const note = /\s*[（(]([^()（）]{1,40})[）)]$/.exec(label);
  return { label: note === null ? label : label.slice(0, note.index), value: trimEdges(rawValue), note: note?.[1] ?? "" };
};

/** A note that holds a number is the value of a label that stands alone: "Arrest (25 February 2023):". */
const noteAsValue = (pair: Pair): Pair => (pair.value === "" && /\d/.test(pair.note) ? { ...pair, value: pair.note } : pair);

const readTableRow = (line: string): Line => {
  const cells = line
    .split("|")
    .map(trimEdges)
    .filter(cell => cell !== "");
  if (cells.length < 2 || cells.every(cell => /^:?-+:?$/.test(cell))) return { kind: "blank" };
  const [first = "", second = "", third = "", fourth = ""] = cells;
  if (!isLabel(cleanLabel(first))) return plain;
  const twoPairs = cells.length === 4 && !/\d/.test(first + third) && isLabel(cleanLabel(third)) && /\d/.test(second + fourth);
  return { kind: "pairs", pairs: twoPairs ? [makePair(first, second), makePair(third, fourth)] : [makePair(first, second)] };
};

const isTime = (line: string, at: number): boolean => /\d/.test(line[at - 1] ?? "") && /\d/.test(line[at + 1] ?? "");

const colonsOf = (line: string): number[] => [...line.matchAll(/[:：]/g)].map(match => match.index).filter(at => !isTime(line, at) && line.slice(at + 1, at + 3) !== "//");

const spacedHan = /(?:^|[\s，；。|])(\p{Script=Han}\s+\p{Script=Han})$/u;
const hanLabel = /(?:^|[\s，；。|\t*-])([A-Za-z]{0,4}\p{Script=Han}[\p{Script=Han}A-Za-z（）()、/·]{0,11})[\s*]*$/u;
const latinLabel = /(?:\s{2,}|\t|[;|]\s*|[,.]\s+|\*\*)(\*{0,2}[A-Z][\p{L}'’ /()-]{0,34}\*{0,2})$/u;

/** Where, before a further colon of the line, the label of a next pair begins; undefined if that colon is part of a value. */
const nextLabelStart = (whole: string): number | undefined => {
  const segment = whole.slice(-60);
  const found = spacedHan.exec(segment) ?? hanLabel.exec(segment) ?? latinLabel.exec(segment);
  const label = found?.[1];
  if (found === null || label === undefined || !isLabel(cleanLabel(label))) return undefined;
  return cleanLabel(label).split(/\s+/).length <= 4 ? whole.lastIndexOf(label) : undefined;
};

const readColonPairs = (line: string): Pair[] => {
  const [first, ...others] = colonsOf(line);
  if (first === undefined || !isLabel(cleanLabel(line.slice(0, first)).replace(/\s*[（(][^()（）]*[）)]$/, ""))) return [];
  const pairs: Pair[] = [];
  let label = line.slice(0, first);
  let from = first + 1;
  for (const colon of others) {
    const start = nextLabelStart(line.slice(from, colon));
    if (start === undefined) continue;
    pairs.push(makePair(label, line.slice(from, from + start).replace(/[\s,;，；|]+$/, "")));
    label = line.slice(from + start, colon);
    from = colon + 1;
  }
  return [...pairs, makePair(label, line.slice(from))];
};

/** Columns without colons: "Haemoglobin    68 g/L", "审  判  长  湛某某", "审判员 吕某". */
const readColumns = (line: string): Line => {
  const tokens = line.trim().split(/\s+/);
  const singles = tokens.findIndex(token => !/^\p{Script=Han}$/u.test(token));
  if (singles >= 2 && tokens.length === singles + 1) return { kind: "pairs", pairs: [makePair(tokens.slice(0, singles).join(""), tokens[singles] ?? "")] };
  const [office = "", holder = ""] = tokens;
  if (tokens.length === 2 && /^\p{Script=Han}{2,5}$/u.test(office) && /^\p{Script=Han}{2,4}$/u.test(holder)) return { kind: "pairs", pairs: [makePair(office, holder)] };
  const cells = line.trim().split(/\t+| {3,}|\s?\.{4,}\s?|\s?…{2,}\s?/);
  const [label = "", value = ""] = cells;
  return cells.length >= 2 && value !== "" && value.length <= 120 && isLabel(cleanLabel(label)) && !/\d$/.test(label) ? { kind: "pairs", pairs: [makePair(label, value)] } : plain;
};

const capitals = (line: string): boolean => /^[^a-z\p{Script=Han}]+$/u.test(line) && /[A-Z]{3}/.test(line) && line.split(/\s+/).length <= 9 && !/[.;]$/.test(line);
const emphasised = (line: string): boolean => /^(\*\*|__|\*)[^*]+\1\\?$/.test(line);

const headingLevel = (line: string, bare: string): number | undefined => {
  const signs = /^(#{1,6})\s/.exec(bare)?.[1];
  if (signs !== undefined) return signs.length;
  const title = trimEdges(bare);
  if (/^【[^】]+】$/.test(title)) return 2;
  if (emphasised(bare.trim())) return 5;
  const numbered = dropNumbering(title) !== title && isLabel(cleanLabel(title)) && !/[.。]$/.test(title);
  if (numbered) return /^(?:第|[一二三四五六七八九十]|part|section|chapter)/i.test(title) ? 4 : 6;
  return capitals(line.trim()) ? 3 : undefined;
};

/** What one line says about the document's structure. Values are verbatim stretches of the line. */
export const readLine = (line: string): Line => {
  if (line.length > longestLine) return plain;
  const bare = dropBullet(line).trim();
  if (bare === "" || /^[-=_*~\s]+$/.test(bare)) return { kind: "blank" };
  if (/^\||\|.*\|/.test(bare)) return readTableRow(bare);
  const level = headingLevel(line, bare);
  const body = dropNumbering(bare.replace(/^#{1,6}\s+/, ""));
  const bracketed = /^【([^】]{1,20})】\s*(.+)$/.exec(body);
  if (bracketed?.[1] !== undefined) return { kind: "pairs", pairs: [makePair(bracketed[1], bracketed[2] ?? "")] };
  const pairs = readColonPairs(body).map(noteAsValue);
  if (pairs.some(pair => pair.value !== "")) return { kind: "pairs", pairs };
  if (level !== undefined) return { kind: "heading", title: cleanLabel(body), level };
  return pairs.length > 0 ? { kind: "pairs", pairs } : readColumns(line);
};
