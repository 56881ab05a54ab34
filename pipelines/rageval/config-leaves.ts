// Derives the leaves of one config from a schema: keeps or drops optional ones, and turns a list of records into one set of leaves per record.

import { isElementOf, recordLeaf } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Agreement, Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { drawParts } from "../text/draw-parts.ts";
import { type Draw, shuffle } from "../text/random.ts";
import { partsOf } from "./value-agreements.ts";
import { countOf, markAbsent, isOptional } from "./config-state.ts";

interface DrawOptions {
  readonly subScenario: string | null;
  readonly draw: Draw;
}

/**
 * The schema of one config. About a third of the optional leaves that code fills are dropped; those that the
 * model fills stay optional, except lists of records, whose number is always drawn here. Doing this twice changes
 * nothing more.
 */
export function drawLeaves(
  schema: ScenarioSchema,
  { subScenario, draw }: DrawOptions,
): ScenarioSchema {
  const isDropped = (leaf: Leaf) =>
    isOptional(leaf) && (leaf.fill === "rule" || leaf.fields !== undefined) && draw(3) === 0;
  const drawCount = drawCounter(schema, draw);
  return expand(schema, leaf => {
    if (isDropped(leaf)) return markAbsent(leaf);
    if (leaf.fields === undefined)
      return leaf.fill === "rule" && isOptional(leaf)
        ? { ...leaf, optional: undefined, count: countOf(leaf) }
        : leaf;
    const [list] = shuffle(draw, leaf.optionListsBy?.[subScenario ?? ""] ?? []);
    if (list !== undefined) return { count: list.length, records: list.map(drawRecord(draw)) };
    const count = drawCount(leaf);
    const records =
      (subScenario === null ? undefined : leaf.optionRecordsBy?.[subScenario]) ??
      leaf.optionRecords ??
      [];
    return { count, records: shuffle(draw, records).map(drawRecord(draw)) };
  });
}

type RecordValues = Readonly<Record<string, string>>;

const drawRecord =
  (draw: Draw) =>
  (record: RecordValues): RecordValues =>
    Object.fromEntries(
      Object.entries(record).map(([field, option]) => [field, drawParts(option, draw)]),
    );

/** Returns a function that draws the number of records of a list; lists that share a number get that of the first one drawn. */
function drawCounter({ agreements }: ScenarioSchema, draw: Draw): (list: Leaf) => number {
  const countByKey = new Map<string, number>();
  return list => {
    const agreement = agreements.find(
      ({ operation, of }) => operation === "count" && of.includes(list.path),
    );
    const key = agreement?.result ?? list.path;
    const { minimum, maximum } = countOf(list);
    const count = countByKey.get(key) ?? minimum + draw(maximum - minimum + 1);
    countByKey.set(key, count);
    return count;
  };
}

/** The schema of an existing config: as many records as it contains, at least one if the list is mandatory. */
export const leavesOfValues = (
  schema: ScenarioSchema,
  values: readonly Pick<ConfigValue, "path">[],
): ScenarioSchema =>
  expand(schema, leaf => {
    if (leaf.fields === undefined) return leaf;
    const numbers = values
      .filter(({ path }) => isElementOf(leaf.path, path))
      .map(({ path }) => Number(path.slice(leaf.path.length + 1).split("/")[0]));
    return numbers.length === 0 && isOptional(leaf)
      ? markAbsent(leaf)
      : { count: Math.max(1, ...numbers), records: [] };
  });

/** The schema with these leaves marked as omitted. */
export const withoutLeaves = (
  schema: ScenarioSchema,
  omitted: readonly Leaf[],
): ScenarioSchema => ({
  ...schema,
  leaves: schema.leaves.map(leaf => (omitted.includes(leaf) ? markAbsent(leaf) : leaf)),
});

interface RecordList {
  readonly count: number;
  /** The given values, record by record. */
  readonly records: readonly RecordValues[];
}

/** Replaces each list of records with the leaves of its records, and each agreement on their fields with one per record. */
function expand(schema: ScenarioSchema, decide: (leaf: Leaf) => Leaf | RecordList): ScenarioSchema {
  const counts: Counts = new Map();
  const leaves = schema.leaves.flatMap(leaf => {
    const decision = decide(leaf);
    if ("path" in decision) return [decision];
    for (const { path } of leaf.fields ?? []) counts.set(`${leaf.path}/${path}`, decision.count);
    return Array.from({ length: decision.count }, (_, index) =>
      recordLeaves(leaf, index + 1, decision.records[index] ?? {}, schema),
    ).flat();
  });
  const agreements = schema.agreements.flatMap(agreement => agreementsByRecord(agreement, counts));
  return {
    ...schema,
    leaves: leaves.map(leaf => addDateOrder(leaf, agreements, leaves)),
    agreements,
  };
}

function recordLeaves(
  list: Leaf,
  number: number,
  record: RecordValues,
  { language }: ScenarioSchema,
): Leaf[] {
  const dateField = list.fields?.find(({ type }) => type === "date");
  return (list.fields ?? []).map(field => {
    const option = record[field.path];
    const previous = number === 1 ? list.after?.path : `${list.path}/${number - 1}/${field.path}`;
    return {
      ...recordLeaf(list, field, number, language),
      ...(option === undefined ? {} : { options: [option], optionsBy: undefined }),
      ...(field === dateField && list.after && previous !== undefined
        ? { after: { ...list.after, path: previous } }
        : {}),
    };
  });
}

/** Number of records, by the paths of their fields. */
type Counts = Map<string, number>;

const listPathOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
const pathInRecord = (path: string, number: number) =>
  path.replace(/[^/]+$/, field => `${number}/${field}`);

/** Turns an agreement on a field of every record into one agreement per record. */
function agreementsByRecord(agreement: Agreement, counts: Counts): Agreement[] {
  const { result } = agreement;
  const isInSameList = (path: string) =>
    counts.has(path) && listPathOf(path) === listPathOf(result);
  if (!counts.has(result)) return [agreement];
  return Array.from({ length: counts.get(result) ?? 0 }, (_, index) => ({
    ...agreement,
    result: pathInRecord(result, index + 1),
    of: agreement.of
      .filter(path => path !== result || index > 0)
      .map(path => {
        if (path === result) return pathInRecord(path, index);
        return isInSameList(path) ? pathInRecord(path, index + 1) : path;
      }),
  })).filter(({ of }) => of.length > 0);
}

const defaultAfter = { minimumDays: 0, maximumDays: 60 };

/** Places a date that must not precede another drawn date after that one; the model's dates are fitted to drawn ones. */
function addDateOrder(leaf: Leaf, agreements: readonly Agreement[], leaves: Leaf[]): Leaf {
  if (leaf.type !== "date" || leaf.fill !== "rule" || leaf.after !== undefined) return leaf;
  const order = agreements.find(
    ({ result, operation }) => result === leaf.path && operation === "order",
  );
  const predecessor =
    order && partsOf({ leaves }, order).findLast(({ fill }) => fill === "rule")?.path;
  return predecessor === undefined
    ? leaf
    : { ...leaf, after: { ...defaultAfter, path: predecessor } };
}
