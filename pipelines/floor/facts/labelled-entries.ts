// The labelled elements of a whole document: each with its value, what stands above it, and the sentences that state it.

import { readLine, type Line, type Pair } from "./labelled-lines.ts";
import { cleanLabel, dropBullet, isGenericLabel } from "./line-labels.ts";

export interface NumberedText {
  readonly number: number;
  readonly text: string;
}

export interface Entry {
  readonly label: string;
  /** A unit, mostly: what the label has in brackets. */
  readonly note: string;
  /** The value by sentences: one for a value in the label's line, more where a paragraph follows. */
  readonly parts: NumberedText[];
  /** Labels and headings it stands under, nearest first. */
  readonly context: readonly string[];
  /** `line`: label and value in one line; `body`: the value follows a label; `section`: it follows a heading. */
  readonly form: "line" | "body" | "section";
}

interface Open {
  readonly label: string;
  /** Headings 1 to 6; a label that stands alone is below all headings. */
  readonly level: number;
  readonly body: NumberedText[];
  closed: boolean;
}

const labelLevel = 9;
const entryOf = (open: Open, context: readonly string[]): Entry => ({
  label: open.label,
  note: "",
  parts: open.body,
  context,
  form: open.level === labelLevel ? "body" : "section",
});

/** One walk over the lines, with a stack of headings and labels that are still open. */
interface Walk {
  readonly entries: Entry[];
  readonly stack: Open[];
}

const contextOf = (walk: Walk): string[] => walk.stack.map(open => open.label).reverse();

const closeTo = (walk: Walk, level: number): void => {
  while ((walk.stack.at(-1)?.level ?? 0) >= level) {
    const last = walk.stack.pop();
    if (last !== undefined && last.body.length > 0) walk.entries.push(entryOf(last, contextOf(walk)));
  }
};

const open = (walk: Walk, label: string, level: number): void => {
  closeTo(walk, level);
  walk.stack.push({ label, level, body: [], closed: false });
};

/** Text after a labelled value goes on with it where the line was too long to be one sentence. */
const goesOn = (entry: Entry, line: NumberedText): boolean => {
  const last = entry.parts.at(-1);
  if (entry.form !== "line" || last === undefined || last.number !== line.number - 1 || !/[。.!?！？]$/.test(last.text)) return false;
  return entry.parts.length > 1 || last.text.length + line.text.length > (/\p{Script=Han}/u.test(line.text) ? 50 : 130);
};

const addText = (walk: Walk, line: NumberedText): void => {
  const [entry, last] = [walk.entries.at(-1), walk.stack.at(-1)];
  if (entry !== undefined && (last === undefined || last.closed) && goesOn(entry, line)) entry.parts.push(line);
  else if (last !== undefined && !last.closed) last.body.push({ number: line.number, text: dropBullet(line.text) });
};

const addPair = (walk: Walk, pair: Pair, number: number): void => {
  const last = walk.stack.at(-1);
  // A paragraph that began under a label is over; a label without one is a heading of the pairs that follow.
  if (last !== undefined && last.level === labelLevel && last.body.length > 0) closeTo(walk, labelLevel);
  else if (last !== undefined) last.closed = true;
  walk.entries.push({ label: pair.label, note: pair.note, parts: [{ number, text: pair.value }], context: contextOf(walk), form: "line" });
};

const isTitleOfGroup = (pair: Pair): boolean => /^(?:event|stage|step|phase|item|事件|阶段|步骤|环节)$/i.test(pair.label) && pair.value.length <= 60;

const addLine = (walk: Walk, read: Line, line: NumberedText): void => {
  if (read.kind === "heading") open(walk, read.title, read.level);
  if (read.kind === "text") addText(walk, line);
  if (read.kind !== "pairs") return;
  for (const pair of read.pairs) {
    if (pair.value === "") open(walk, pair.label, labelLevel);
    else if (isTitleOfGroup(pair)) open(walk, cleanLabel(pair.value), labelLevel);
    else addPair(walk, pair, line.number);
  }
};

const isTableRule = (text: string | undefined): boolean => text !== undefined && /^\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?)?\s*$/.test(text);

/** The labelled elements of a document given as lines or sentences, in their order. */
export const collectEntries = (lines: readonly NumberedText[]): Entry[] => {
  const walk: Walk = { entries: [], stack: [] };
  // The row above a table's rule names its columns; it states nothing.
  const stating = lines.filter((_, index) => !isTableRule(lines[index + 1]?.text));
  for (const line of stating) addLine(walk, readLine(line.text), line);
  closeTo(walk, 1);
  return walk.entries;
};

const trailingNoise = /\s*(?:information|details|section|信息|情况|资料|基本情况|基本信息)$/i;

/** The whole value; sentences are joined as their language does. */
export const valueOf = (entry: Entry): string => entry.parts.map(part => part.text.trim()).join(/\p{Script=Han}/u.test(entry.parts[0]?.text ?? "") ? "" : " ");

/** "Defendant" + "Name" → "Defendant Name", and "Defendant" alone where the label is generic. */
export const qualifiedLabels = (entry: Entry): string[] => {
  const above = entry.context.map(label => label.replace(trailingNoise, "")).filter(label => label !== "" && label.length <= 60);
  const nearest = above[0];
  const alone = nearest !== undefined && isGenericLabel(entry.label) ? [nearest] : [];
  return [...above.map(label => (/\p{Script=Han}/u.test(label) ? label + entry.label : `${label} ${entry.label}`)), ...alone];
};
