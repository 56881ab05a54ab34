// Collects declared relations: sums and agreements of a schema, and derivations of items whose result a document states.

import type { ItemRow } from "../../schemas/items/records.ts";
import type { FactRow, SchemaRow } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { groupBy } from "../engine/grouping.ts";
import { decimalsOf } from "../text/decimal.ts";
import type { Change } from "./fact-changes.ts";
import { type Corpus, type Fact, leafPath, type DocumentWithDetails } from "./twin-corpus.ts";
import {
  amountOf,
  mayBeSameDetail,
  findDetails,
  type StatedDetail,
} from "../text/changeable-details.ts";

export interface Relation {
  readonly operation: string;
  readonly operands: readonly Fact[];
  readonly result: Fact;
}

const operations: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: values => values.reduce((total, value) => total + value, 0),
  difference: ([a = 0, b = 0]) => Math.abs(a - b),
  product: values => values.reduce((product, value) => product * value, 1),
  ratio: ([a = 0, b = 0]) => a / b,
  percent: ([a = 0, b = 0]) => (a / b) * 100,
  "percent-change": ([a = 0, b = 0]) => ((b - a) / a) * 100,
};

const recordOf = (path: string): string => /\/\d+(?=\/|$)/.exec(path)?.[0] ?? "";

interface Agreement {
  readonly operation: string;
  readonly of: readonly string[];
  readonly result: string;
}

const agreementsOf = ({ leaves, agreements }: ScenarioSchema): Agreement[] => [
  ...agreements,
  ...leaves.flatMap(({ path, after }) =>
    after ? [{ operation: "order", of: [after.path], result: path }] : [],
  ),
];

function factOf(
  corpus: Corpus,
  { row, details }: DocumentWithDetails,
  { value, spans }: FactRow,
): Fact | undefined {
  const [soughtDetail] = findDetails(value);
  const foundDetail = details.find(
    detail =>
      soughtDetail !== undefined &&
      mayBeSameDetail(detail, soughtDetail) &&
      spans.some(({ start, end }) => start <= detail.start && end >= detail.end),
  );
  return foundDetail && corpus.factAt(row.id, foundDetail);
}

function schemaRelations(
  corpus: Corpus,
  document: DocumentWithDetails,
  schema: ScenarioSchema,
): Relation[] {
  const paths = groupBy(
    document.facts.filter(({ state }) => state === "stated"),
    ({ path }) => leafPath(path),
  );
  return agreementsOf(schema).flatMap(({ operation, of, result }) =>
    (paths.get(result) ?? []).flatMap(row => {
      const operands = of.flatMap(path => {
        const rows = paths.get(path) ?? [];
        const recordRows = rows.filter(one => recordOf(one.path) === recordOf(row.path));
        return recordOf(row.path) !== "" && recordRows.length > 0 ? recordRows : rows;
      });
      const facts = operands.map(candidate => factOf(corpus, document, candidate));
      const resultFact = factOf(corpus, document, row);
      return resultFact && facts.every(fact => fact !== undefined) && facts.length > 0
        ? [{ operation, operands: facts.flatMap(fact => fact ?? []), result: resultFact }]
        : [];
    }),
  );
}

/** Relations from derivations whose values are all stated in one document. */
function itemRelations(corpus: Corpus, { derivations, documentIds }: ItemRow): Relation[] {
  return derivations.flatMap(({ operation, operands, result }) =>
    documentIds.flatMap(id => {
      const document = corpus.documents.get(id);
      const facts = [...operands, result].map(text => {
        const [soughtDetail] = findDetails(text);
        const foundDetail =
          soughtDetail && document?.details.find(one => mayBeSameDetail(one, soughtDetail));
        return foundDetail && corpus.factAt(id, foundDetail);
      });
      const resultFact = facts.at(-1);
      return resultFact && facts.every(fact => fact !== undefined)
        ? [
            {
              operation,
              operands: facts.slice(0, -1).flatMap(fact => fact ?? []),
              result: resultFact,
            },
          ]
        : [];
    }),
  );
}

export function declaredRelations(
  corpus: Corpus,
  items: readonly ItemRow[],
  schemas: readonly SchemaRow[],
): Relation[] {
  const schemaOf = new Map(schemas.map(({ id, schema }) => [id, schema]));
  const documentRelations = [...corpus.documents.values()].flatMap(document => {
    const schema = schemaOf.get(document.facts[0]?.schemaId ?? "");
    return schema ? schemaRelations(corpus, document, schema) : [];
  });
  return [...documentRelations, ...items.flatMap(item => itemRelations(corpus, item))];
}

/**
 * The change with all its consequences; undefined if one of them cannot be expressed. A value computed
 * from others is not changed on its own, and one that cannot be recomputed must not change.
 */
export function withDependents(
  change: Change,
  relations: readonly Relation[],
): Change[] | undefined {
  if (
    relations.some(
      ({ result, operation }) => result.key === change.fact.key && operation !== "order",
    )
  )
    return undefined;
  const changes = new Map([[change.fact.key, change]]);
  for (const doneRelations = new Set<Relation>(); ; ) {
    const next = relations.find(
      relation =>
        !doneRelations.has(relation) && relation.operands.some(({ key }) => changes.has(key)),
    );
    if (next === undefined) return [...changes.values()];
    doneRelations.add(next);
    if (next.operation === "order") continue;
    const canonical = recompute(next, changes);
    const knownCanonical = changes.get(next.result.key)?.canonical;
    // Every document of a family declares the relation; two computations of one result must agree.
    if (canonical === undefined || (knownCanonical !== undefined && knownCanonical !== canonical))
      return undefined;
    if (canonical !== next.result.detail.canonical)
      changes.set(next.result.key, { fact: next.result, canonical });
  }
}

/** The new result at the stated precision; undefined if the old one did not match the operation, or it cannot be computed. */
function recompute(
  { operation, operands, result }: Relation,
  changes: ReadonlyMap<string, Change>,
): string | undefined {
  const compute = operations[operation];
  const oldNumbers = operands.map(({ detail }) => amountOf(detail)?.number);
  const newNumbers = operands.map(
    ({ key, detail }) =>
      amountOf({ ...detail, canonical: changes.get(key)?.canonical ?? detail.canonical })?.number,
  );
  if (
    compute === undefined ||
    [...oldNumbers, ...newNumbers].includes(undefined) ||
    result.detail.kind === "date"
  )
    return undefined;
  const [number = "", unit = ""] = result.detail.canonical.split(" ");
  const decimals = decimalsOf(number);
  const [oldResult, newResult] = [oldNumbers, newNumbers].map(values =>
    compute(values.flatMap(value => value ?? [])),
  );
  const scale = (amountOf(result.detail)?.number ?? 0) / Number(number);
  if (
    oldResult === undefined ||
    newResult === undefined ||
    !(Math.abs(oldResult / scale - Number(number)) <= 0.5 * 10 ** -decimals + 1e-9)
  )
    return undefined;
  return `${Number((newResult / scale).toFixed(decimals))} ${unit}`.trim();
}

/** Creates a check of whether a relation contains both values. */
export const declaredTogether =
  (relations: readonly Relation[]) =>
  (operand: StatedDetail, other: StatedDetail): boolean =>
    relations.some(({ operands, result }) => {
      const all = [...operands, result].flatMap(({ places }) => places.map(({ detail }) => detail));
      return all.includes(operand) && all.includes(other);
    });
