// The leaves of one config: optional ones are kept or dropped, and a list of records becomes one set of leaves per record.

import { isElementOf, recordLeaf } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Agreement, Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { drawParts } from "../text/drawn-parts.ts";
import { type Draw, shuffle } from "../text/random.ts";
import { partsOf } from "./agreements.ts";
import { countOf, lacking, mayLack } from "./filling.ts";

interface Casting {
  readonly subScenario: string | null;
  readonly draw: Draw;
}

/**
 * The schema of one config. About a third of the optional leaves that code fills are dropped; those that the
 * model fills stay optional, except lists of records, whose number is always drawn here. Casting a schema twice
 * changes nothing.
 */
export function castLeaves(schema: ScenarioSchema, { subScenario, draw }: Casting): ScenarioSchema {
  const isDropped = (leaf: Leaf) =>
    mayLack(leaf) && (leaf.fill === "rule" || leaf.fields !== undefined) && draw(3) === 0;
  const numberOf = counts(schema, draw);
  return expand(schema, leaf => {
    if (isDropped(leaf)) return lacking(leaf);
    if (leaf.fields === undefined)
      return leaf.fill === "rule" && mayLack(leaf)
        ? { ...leaf, optional: undefined, count: countOf(leaf) }
        : leaf;
    const [whole] = shuffle(draw, leaf.optionListsBy?.[subScenario ?? ""] ?? []);
    if (whole !== undefined) return { count: whole.length, records: whole.map(drawRecord(draw)) };
    const count = numberOf(leaf);
    const own = subScenario === null ? undefined : leaf.optionRecordsBy?.[subScenario];
    return { count, records: shuffle(draw, own ?? leaf.optionRecords ?? []).map(drawRecord(draw)) };
  });
}

type GivenRecord = Readonly<Record<string, string>>;

const drawRecord =
  (draw: Draw) =>
  (record: GivenRecord): GivenRecord =>
    Object.fromEntries(
      Object.entries(record).map(([field, option]) => [field, drawParts(option, draw)]),
    );

/** Draws the number of records of a list; lists that share a number get that of the first one drawn. */
function counts({ agreements }: ScenarioSchema, draw: Draw): (list: Leaf) => number {
  const drawn = new Map<string, number>();
  return list => {
    const common = agreements.find(
      ({ operation, of }) => operation === "count" && of.includes(list.path),
    );
    const key = common?.result ?? list.path;
    const { minimum, maximum } = countOf(list);
    const count = drawn.get(key) ?? minimum + draw(maximum - minimum + 1);
    drawn.set(key, count);
    return count;
  };
}

/** The schema of an existing config: as many records as it states, at least one if the list is mandatory. */
export const leavesTold = (
  schema: ScenarioSchema,
  values: readonly Pick<ConfigValue, "path">[],
): ScenarioSchema =>
  expand(schema, leaf => {
    if (leaf.fields === undefined) return leaf;
    const numbers = values
      .filter(({ path }) => isElementOf(leaf.path, path))
      .map(({ path }) => Number(path.slice(leaf.path.length + 1).split("/")[0]));
    return numbers.length === 0 && mayLack(leaf)
      ? lacking(leaf)
      : { count: Math.max(1, ...numbers), records: [] };
  });

/** The schema with these leaves marked as left out. */
export const without = (schema: ScenarioSchema, gone: readonly Leaf[]): ScenarioSchema => ({
  ...schema,
  leaves: schema.leaves.map(leaf => (gone.includes(leaf) ? lacking(leaf) : leaf)),
});

interface Records {
  readonly count: number;
  /** The given values, record by record. */
  readonly records: readonly GivenRecord[];
}

function expand(schema: ScenarioSchema, decide: (leaf: Leaf) => Leaf | Records): ScenarioSchema {
  const counts: Counts = new Map();
  const leaves = schema.leaves.flatMap(leaf => {
    const decided = decide(leaf);
    if ("path" in decided) return [decided];
    for (const { path } of leaf.fields ?? []) counts.set(`${leaf.path}/${path}`, decided.count);
    return Array.from({ length: decided.count }, (_, at) =>
      recordLeaves(leaf, at + 1, decided.records[at] ?? {}, schema),
    ).flat();
  });
  const agreements = schema.agreements.flatMap(agreement => agreementsByRecord(agreement, counts));
  return {
    ...schema,
    leaves: leaves.map(leaf => inOrder(leaf, agreements, leaves)),
    agreements,
  };
}

function recordLeaves(
  list: Leaf,
  number: number,
  given: GivenRecord,
  { language }: ScenarioSchema,
): Leaf[] {
  const dated = list.fields?.find(({ type }) => type === "date");
  return (list.fields ?? []).map(field => {
    const option = given[field.path];
    const before = number === 1 ? list.after?.path : `${list.path}/${number - 1}/${field.path}`;
    return {
      ...recordLeaf(list, field, number, language),
      ...(option === undefined ? {} : { options: [option], optionsBy: undefined }),
      ...(field === dated && list.after && before !== undefined
        ? { after: { ...list.after, path: before } }
        : {}),
    };
  });
}

/** Number of records, by the paths of their fields. */
type Counts = Map<string, number>;

const listOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
const inRecord = (path: string, number: number) =>
  path.replace(/[^/]+$/, field => `${number}/${field}`);

/** An agreement on a field of every record, as one agreement per record. */
function agreementsByRecord(agreement: Agreement, counts: Counts): Agreement[] {
  const { result } = agreement;
  const isBeside = (path: string) => counts.has(path) && listOf(path) === listOf(result);
  if (!counts.has(result)) return [agreement];
  return Array.from({ length: counts.get(result) ?? 0 }, (_, index) => ({
    ...agreement,
    result: inRecord(result, index + 1),
    of: agreement.of
      .filter(path => path !== result || index > 0)
      .map(path => {
        if (path === result) return inRecord(path, index);
        return isBeside(path) ? inRecord(path, index + 1) : path;
      }),
  })).filter(({ of }) => of.length > 0);
}

const AFTER = { minimumDays: 0, maximumDays: 60 };

/** Makes a date that must not precede another drawn date be drawn after it; the model's dates are fitted to drawn ones. */
function inOrder(leaf: Leaf, agreements: readonly Agreement[], leaves: Leaf[]): Leaf {
  if (leaf.type !== "date" || leaf.fill !== "rule" || leaf.after !== undefined) return leaf;
  const order = agreements.find(
    ({ result, operation }) => result === leaf.path && operation === "order",
  );
  const before = order && partsOf({ leaves }, order).findLast(({ fill }) => fill === "rule")?.path;
  return before === undefined ? leaf : { ...leaf, after: { ...AFTER, path: before } };
}
