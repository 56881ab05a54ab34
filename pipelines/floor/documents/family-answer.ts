// Changes a prepared subject from document to document: dates move with the documents, other values are drawn from their options.

import type { z } from "zod";
import type { VariablesOf } from "../../../schemas/define.ts";
import { leafAt, placeholdersOf, withoutElement } from "../../../schemas/rageval/paths.ts";
import { familyPrompt } from "../../../schemas/rageval/families/prompts.ts";
import type { Leaf, ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { firstDateRangeIn, addsNoClash, type PathValue } from "../../text/clashes.ts";
import { shuffle } from "../../text/random.ts";
import { dayInWords, dayRangeOf, isoDateOf, writeDate } from "../../text/write-values.ts";
import { type AnswerContext, answererFor, preparedSchema } from "../answerer.ts";
import { fillPhrase } from "../wording.ts";

type Variables = VariablesOf<typeof familyPrompt>;
type Changeable = Variables["changes"][number];
type Reply = z.input<typeof familyPrompt.reply>;
type LaterDocument = Reply["documents"][number];

interface DrawContext {
  readonly schema: ScenarioSchema;
  readonly draw: AnswerContext["draw"];
  /** Current values, by path. */
  readonly values: Map<string, string>;
  /** Every value a leaf has had, so that none recurs while there are others. */
  readonly pastValues: Map<string, Set<string>>;
}

/** Number of dated changes in a later document. */
const datedChanges = 2;
/** Days by which a near-twin's own date and all dates in it are later than the original's. */
const twinGap = { minDays: 15, maxExtraDays: 60 };

/** A date moved by a number of days, at the precision of its leaf. */
function moveDate({ schema }: DrawContext, path: string, value: string, days: number) {
  const day = firstDateRangeIn(value);
  return day && writeDate(day.first + days, schema.language, leafAt(schema, path)?.precision);
}

/** An option that the leaf has never had or, failing that, does not have now; undefined if none fits the other values. */
function otherOption({ path, options }: Changeable, drawing: DrawContext): string | undefined {
  const { schema, values, pastValues } = drawing;
  const currentValues = [...values].map(([other, value]) => ({ path: other, value }));
  const otherValues = currentValues.filter(other => other.path !== path);
  const fitting = options.filter(
    value => value !== values.get(path) && addsNoClash(schema, otherValues, { path, value }),
  );
  return fitting.find(value => !pastValues.get(path)?.has(value)) ?? fitting[0];
}

/** Another value of a leaf: dates move with the document that states them. */
function otherValue(leaf: Changeable, days: number, drawing: DrawContext): string | undefined {
  const value = drawing.values.get(leaf.path) ?? "";
  return leaf.type === "date"
    ? moveDate(drawing, leaf.path, value, days)
    : otherOption(leaf, drawing);
}

function recordValue({ values, pastValues }: DrawContext, path: string, value: string): void {
  values.set(path, value);
  pastValues.set(path, new Set([...(pastValues.get(path) ?? []), value]));
}

/** One later document: states again the leaves that must be, and adds changes on days since the last document. */
function laterDocument(
  { apart, changes, anew, notRestated }: Variables,
  day: number,
  drawing: DrawContext,
): LaterDocument {
  const { draw } = drawing;
  const gap = apart.minimum + draw(apart.maximum - apart.minimum + 1);
  const newValues: LaterDocument["changes"] = [];
  const changeLeaf = (leaf: Changeable, from: string | null) => {
    // A value that is stated again may be the same as before.
    const old = from === null ? drawing.values.get(leaf.path) : undefined;
    const value = otherValue(leaf, gap, drawing) ?? old;
    if (value === undefined) return;
    recordValue(drawing, leaf.path, value);
    newValues.push({ path: leaf.path, value, from, because: "" });
  };
  for (const leaf of anew) changeLeaf(leaf, null);
  const restatedCount = newValues.length;
  for (const leaf of shuffle(draw, changes))
    if (newValues.length < restatedCount + datedChanges)
      changeLeaf(leaf, isoDateOf(day + 1 + draw(gap - 1)));
  return {
    day: isoDateOf(day + gap),
    changes: newValues,
    notRestated: notRestated.map(({ path }) => path),
    refers: [],
  };
}

const hasLeaf = (leaves: readonly Changeable[], path: string) =>
  leaves.some(leaf => leaf.path === path);

/** With three documents, the last copies the first one's value of a leaf that the second changed. */
function staleCopy({ changes }: Variables, documents: readonly LaterDocument[]): Reply["stale"] {
  const last = documents.at(-1);
  const isFree = (path: string) => !last?.changes.some(change => change.path === path);
  const change = documents
    .slice(0, -1)
    .flatMap(document => document.changes)
    .find(({ path }) => hasLeaf(changes, path) && isFree(path));
  if (!change?.from) return null;
  const { path, value, from } = change;
  return { document: documents.length + 1, path, holds: value, from, shownBy: [path], harm: "" };
}

/** A sentence saying that the last document takes a value from the first, so that it cannot be read as a change back. */
function takenOverSentence(
  { kinds, day, changes }: Variables,
  { path }: NonNullable<Reply["stale"]>,
  language: "zh" | "en",
): string {
  const label = changes.find(leaf => leaf.path === path)?.label ?? path;
  const [kind = ""] = kinds;
  return fillPhrase("taken-over", language, { label, day: dayInWords(day, language), kind });
}

/** Whether no other leaf is made from this one or conditional on it. */
const isIndependent = (
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
function findDispute(
  { set, changes, anew }: Variables,
  drawing: DrawContext,
): PathValue | undefined {
  const { schema, draw } = drawing;
  const { shared = [], notRestated = [], date = "" } = schema.family ?? {};
  const changingPaths = [...changes, ...anew].map(({ path }) => path);
  const fixedPaths = [...shared, ...notRestated, date, schema.subScenario];
  const excludedPaths = new Set([...changingPaths, ...fixedPaths]);
  const dateValues = shuffle(draw, set).filter(
    ({ path, type }) => type === "date" && !excludedPaths.has(path),
  );
  for (const { path, value: old } of dateValues) {
    const leaf = leafAt(schema, path);
    const value =
      leaf && !leaf.many && isIndependent(leaf, schema) ? shiftDate(leaf, old, drawing) : undefined;
    const otherValues = set.filter(other => other.path !== path);
    if (value !== undefined && addsNoClash(schema, otherValues, { path, value }))
      return { path, value };
  }
  return undefined;
}

/** A date moved within its order and period: earlier if it follows no other, later if it is the last. */
function shiftDate(leaf: Leaf, value: string, drawing: DrawContext): string | undefined {
  const { leaves } = drawing.schema;
  const isFirst = leaf.after === undefined;
  if (!isFirst && leaves.some(({ after }) => after?.path === leaf.path)) return undefined;
  const days = 3 + drawing.draw(20);
  const shiftedDate = moveDate(drawing, leaf.path, value, isFirst ? -days : days);
  const range = firstDateRangeIn(shiftedDate ?? "");
  const { from = "", to = "9999" } = leaf.period ?? {};
  return range && isoDateOf(range.first) >= from && isoDateOf(range.last) <= to
    ? shiftedDate
    : undefined;
}

/** A near-twin with a similar name and different values: all changeable leaves, and half of those that are stated again. */
function nearTwin(
  { set, twin, dated, changes, anew }: Variables,
  drawing: DrawContext,
): Reply["twin"] {
  if (twin === null) return null;
  const { draw } = drawing;
  const days = twinGap.minDays + draw(twinGap.maxExtraDays);
  const twinValues = new Map(set.map(({ path, value }) => [path, value]));
  const twinDrawing = { ...drawing, values: twinValues };
  const names = twin.naming.map(({ path, options }) => ({ path, value: options[0] ?? "" }));
  const ownDate = {
    path: dated,
    value: moveDate(drawing, dated, twinValues.get(dated) ?? "", days) ?? "",
  };
  const changedHalf = shuffle(draw, anew).slice(0, Math.ceil(anew.length / 2));
  const values = [...changes, ...changedHalf].flatMap(leaf => {
    const value = otherValue(leaf, days, twinDrawing);
    if (value === undefined || value === twinValues.get(leaf.path)) return [];
    twinValues.set(leaf.path, value);
    return [{ path: leaf.path, value }];
  });
  return { values: [...names, ownDate, ...values] };
}

export const familyAnswerer = answererFor(familyPrompt, (variables, context) => {
  const schema = preparedSchema(context, variables.domain);
  if (!schema?.family) return undefined;
  const values = new Map(variables.set.map(({ path, value }) => [path, value]));
  const pastValues = new Map([...values].map(([path, value]) => [path, new Set([value])]));
  const drawing: DrawContext = { schema, draw: context.draw, values, pastValues };
  const documents: LaterDocument[] = [];
  const laterCount = variables.kinds.length - 1;
  while (documents.length < laterCount) {
    const day = dayRangeOf(documents.at(-1)?.day ?? variables.day)?.first ?? 0;
    // The last document leaves one changed value alone, so that it can copy the old one.
    const earlierChanges =
      documents.length === laterCount - 1 ? documents.flatMap(document => document.changes) : [];
    const keptPath = shuffle(
      context.draw,
      earlierChanges.filter(({ path }) => hasLeaf(variables.changes, path)),
    )[0]?.path;
    const changes = variables.changes.filter(({ path }) => path !== keptPath);
    documents.push(laterDocument({ ...variables, changes }, day, drawing));
  }
  const stale = staleCopy(variables, documents);
  if (stale) documents.at(-1)?.refers.push(takenOverSentence(variables, stale, schema.language));
  const dispute = stale === null ? findDispute(variables, drawing) : undefined;
  return {
    documents,
    stale,
    disputed: dispute ? { ...dispute, document: documents.length + 1 } : null,
    twin: nearTwin(variables, drawing),
  };
});
