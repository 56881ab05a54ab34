// Changes of a prepared subject from document to document: dates move along, other values are drawn from their options.

import type { z } from "zod";
import type { VariablesOf } from "../../../schemas/define.ts";
import { leafAt, placeholdersOf, withoutElement } from "../../../schemas/rageval/paths.ts";
import { familyPrompt } from "../../../schemas/rageval/families/prompts.ts";
import type { Leaf, ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { daysIn, fits, type PathValue } from "../../text/clashes.ts";
import { shuffle } from "../../text/random.ts";
import { dayInWords, daysOf, isoOf, writeDate } from "../../text/written-values.ts";
import { type AnswerContext, answers, preparedSchema } from "../answerer.ts";
import { say } from "../wording.ts";

type Variables = VariablesOf<typeof familyPrompt>;
type Changeable = Variables["changes"][number];
type Reply = z.input<typeof familyPrompt.reply>;
type Later = Reply["documents"][number];

interface Drawing {
  readonly schema: ScenarioSchema;
  readonly draw: AnswerContext["draw"];
  /** Current values, by path. */
  readonly told: Map<string, string>;
  /** Every value a leaf has had, so that none recurs while there are others. */
  readonly used: Map<string, Set<string>>;
}

/** Number of dated changes in a later document. */
const CHANGES = 2;
/** Days by which a near-twin's day and all its dates follow its original's. */
const TWIN = { after: 15, within: 60 };

/** A date moved by a number of days, at the precision of its leaf. */
function moved({ schema }: Drawing, path: string, value: string, days: number): string | undefined {
  const at = daysIn(value);
  return at && writeDate(at.first + days, schema.language, leafAt(schema, path)?.precision);
}

/** An option the leaf has not had, or else one it does not have now; undefined if none fits the rest. */
function otherOption({ path, options }: Changeable, drawing: Drawing): string | undefined {
  const { schema, told, used } = drawing;
  const others = [...told].map(([other, value]) => ({ path: other, value }));
  const rest = others.filter(other => other.path !== path);
  const fitting = options.filter(
    value => value !== told.get(path) && fits(schema, rest, { path, value }),
  );
  return fitting.find(value => !used.get(path)?.has(value)) ?? fitting[0];
}

/** Another value of a leaf: dates move with the document that states them. */
function otherValue(leaf: Changeable, days: number, drawing: Drawing): string | undefined {
  const value = drawing.told.get(leaf.path) ?? "";
  return leaf.type === "date" ? moved(drawing, leaf.path, value, days) : otherOption(leaf, drawing);
}

function note({ told, used }: Drawing, path: string, value: string): void {
  told.set(path, value);
  used.set(path, new Set([...(used.get(path) ?? []), value]));
}

/** One later document: all leaves stated anew, and a number of changes on days in between. */
function laterDocument(
  { apart, changes, anew, notRestated }: Variables,
  day: number,
  drawing: Drawing,
): Later {
  const { draw } = drawing;
  const gap = apart.minimum + draw(apart.maximum - apart.minimum + 1);
  const changed: Later["changes"] = [];
  const change = (leaf: Changeable, from: string | null) => {
    // A value stated anew may be the same as before.
    const old = from === null ? drawing.told.get(leaf.path) : undefined;
    const value = otherValue(leaf, gap, drawing) ?? old;
    if (value === undefined) return;
    note(drawing, leaf.path, value);
    changed.push({ path: leaf.path, value, from, because: "" });
  };
  for (const leaf of anew) change(leaf, null);
  const own = changed.length;
  for (const leaf of shuffle(draw, changes))
    if (changed.length < own + CHANGES) change(leaf, isoOf(day + 1 + draw(gap - 1)));
  return {
    day: isoOf(day + gap),
    changes: changed,
    notRestated: notRestated.map(({ path }) => path),
    refers: [],
  };
}

const isAmong = (leaves: readonly Changeable[], path: string): boolean =>
  leaves.some(leaf => leaf.path === path);

/** With three documents, the last copies the first one's value of a leaf that the second changed. */
function staleCopy({ changes }: Variables, documents: readonly Later[]): Reply["stale"] {
  const last = documents.at(-1);
  const isFree = (path: string) => !last?.changes.some(change => change.path === path);
  const change = documents
    .slice(0, -1)
    .flatMap(document => document.changes)
    .find(({ path }) => isAmong(changes, path) && isFree(path));
  if (!change?.from) return null;
  const { path, value, from } = change;
  return { document: documents.length + 1, path, holds: value, from, shownBy: [path], harm: "" };
}

/** A sentence that the last document takes a value from the first, so that it cannot be read as a change back. */
function takenOver(
  { kinds, day, changes }: Variables,
  { path }: NonNullable<Reply["stale"]>,
  language: "zh" | "en",
): string {
  const label = changes.find(leaf => leaf.path === path)?.label ?? path;
  const [kind = ""] = kinds;
  return say("taken-over", language, { label, day: dayInWords(day, language), kind });
}

/** Whether no other leaf is made from this one, and none is conditional on it. */
const isLone = (
  { path, pattern }: Leaf,
  { leaves, subject, agreements }: ScenarioSchema,
): boolean =>
  pattern === undefined &&
  withoutElement(path) === path &&
  !placeholdersOf(subject).includes(path) &&
  !agreements.some(
    ({ result, operation, of }) => operation !== "order" && [result, ...of].includes(path),
  ) &&
  !leaves.some(
    leaf => leaf.onlyIf?.path === path || placeholdersOf(leaf.pattern ?? "").includes(path),
  );

/** A constant value that the last document states differently, with nothing to decide between the two; always a date. */
function dispute({ set, changes, anew }: Variables, drawing: Drawing): PathValue | undefined {
  const { schema, draw } = drawing;
  const { shared = [], notRestated = [], date = "" } = schema.family ?? {};
  const own = [...changes, ...anew].map(({ path }) => path);
  const known = new Set([...own, ...shared, ...notRestated, date, schema.subScenario]);
  const dated = shuffle(draw, set).filter(({ path, type }) => type === "date" && !known.has(path));
  for (const { path, value: old } of dated) {
    const leaf = leafAt(schema, path);
    const value =
      leaf && !leaf.many && isLone(leaf, schema) ? someDaysOff(leaf, old, drawing) : undefined;
    const rest = set.filter(other => other.path !== path);
    if (value !== undefined && fits(schema, rest, { path, value })) return { path, value };
  }
  return undefined;
}

/** A date moved within its order and period: earlier if it follows no other, later if it is the last. */
function someDaysOff(leaf: Leaf, value: string, drawing: Drawing): string | undefined {
  const { leaves } = drawing.schema;
  const isFirst = leaf.after === undefined;
  if (!isFirst && leaves.some(({ after }) => after?.path === leaf.path)) return undefined;
  const days = 3 + drawing.draw(20);
  const other = moved(drawing, leaf.path, value, isFirst ? -days : days);
  const at = daysIn(other ?? "");
  const { from = "", to = "9999" } = leaf.period ?? {};
  return at && isoOf(at.first) >= from && isoOf(at.last) <= to ? other : undefined;
}

/** A near-twin with a similar name and different values: all changeable leaves and half of those stated anew. */
function nearTwin({ set, twin, dated, changes, anew }: Variables, drawing: Drawing): Reply["twin"] {
  if (twin === null) return null;
  const { draw } = drawing;
  const days = TWIN.after + draw(TWIN.within);
  const first = new Map(set.map(({ path, value }) => [path, value]));
  const base = { ...drawing, told: first };
  const names = twin.naming.map(({ path, options }) => ({ path, value: options[0] ?? "" }));
  const own = { path: dated, value: moved(drawing, dated, first.get(dated) ?? "", days) ?? "" };
  const half = shuffle(draw, anew).slice(0, Math.ceil(anew.length / 2));
  const values = [...changes, ...half].flatMap(leaf => {
    const value = otherValue(leaf, days, base);
    if (value === undefined || value === first.get(leaf.path)) return [];
    first.set(leaf.path, value);
    return [{ path: leaf.path, value }];
  });
  return { values: [...names, own, ...values] };
}

export const familyAnswer = answers(familyPrompt, (variables, context) => {
  const schema = preparedSchema(context, variables.domain);
  if (!schema?.family) return undefined;
  const told = new Map(variables.set.map(({ path, value }) => [path, value]));
  const used = new Map([...told].map(([path, value]) => [path, new Set([value])]));
  const drawing: Drawing = { schema, draw: context.draw, told, used };
  const documents: Later[] = [];
  const later = variables.kinds.length - 1;
  while (documents.length < later) {
    const day = daysOf(documents.at(-1)?.day ?? variables.day)?.first ?? 0;
    // The last document leaves one changed value alone, so that it may copy the old one.
    const changed = documents.length === later - 1 ? documents.flatMap(each => each.changes) : [];
    const left = shuffle(
      context.draw,
      changed.filter(({ path }) => isAmong(variables.changes, path)),
    )[0]?.path;
    const changes = variables.changes.filter(({ path }) => path !== left);
    documents.push(laterDocument({ ...variables, changes }, day, drawing));
  }
  const stale = staleCopy(variables, documents);
  if (stale) documents.at(-1)?.refers.push(takenOver(variables, stale, schema.language));
  const disputed = stale === null ? dispute(variables, drawing) : undefined;
  return {
    documents,
    stale,
    disputed: disputed ? { ...disputed, document: documents.length + 1 } : null,
    twin: nearTwin(variables, drawing),
  };
});
