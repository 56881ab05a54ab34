// Which facts could carry a question of each type: groups chosen because their facts belong together, not by chance.

import type { PublishedType } from "../../schemas/items/item-types.ts";
import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { FactRow, SchemaRow } from "../../schemas/rageval/records.ts";
import { compareTexts, groupBy } from "../engine/grouping.ts";
import { fold } from "../text/fold.ts";
import {
  inOneUnit,
  isDecided,
  type Measure,
  measureOf,
  reckonTogether,
  sameness,
} from "./fact-measures.ts";

/** Facts that may carry one question; `kind` names the sort of question, so that sorts can be spread. */
export interface Candidate {
  readonly facts: readonly FactRow[];
  readonly kind: string;
}

/** The facts of one domain in one language, and their schema. */
export interface FactGroup {
  readonly facts: readonly FactRow[];
  readonly schema: SchemaRow | undefined;
}

// A longer value makes a question about a paragraph, which the summary type is for.
const longestValue = 120;
const [fewestInSummary, mostInSummary] = [3, 10];

const prefixOf = (fact: FactRow) => fact.path.split("/").slice(0, -1).join("/");

/** Documents whose subject another document's subject equals or contains: a question could not tell the two apart. */
export function ambiguousSubjects(
  facts: readonly Pick<FactRow, "documentId" | "subject">[],
): Set<string> {
  const names = new Map(facts.map(({ documentId, subject }) => [documentId, fold(subject)]));
  const named = groupBy(names, ([, name]) => name);
  const unclear = new Set(
    [...named.keys()].filter(name => name === "" || (named.get(name)?.length ?? 0) > 1),
  );
  // Every stretch of a name that is as long as some subject is looked up: far fewer steps than each name against each.
  const lengths = [...new Set([...named.keys()].map(({ length }) => length))];
  for (const name of named.keys())
    for (const length of lengths)
      for (let start = 0; length < name.length && start + length <= name.length; start++)
        if (named.has(name.slice(start, start + length)))
          unclear.add(name.slice(start, start + length));
  return new Set([...names].flatMap(([id, name]) => (unclear.has(name) ? id : [])));
}

// A value that the question must name as part of its subject gives itself away.
const inSubject = (fact: FactRow) =>
  fold(fact.subject).includes(fold(fact.value)) || fold(fact.value).includes(fold(fact.subject));

const single = (fact: FactRow) =>
  fact.state === "stated" &&
  fact.path === withoutElement(fact.path) &&
  fact.value.length <= longestValue &&
  !inSubject(fact);

/** Facts whose label another leaf of the document bears too: asked for by it, they have two right answers. */
function labelTwins(facts: readonly FactRow[]): Set<string> {
  const keyOf = ({ documentId, label }: FactRow) => `${documentId}\n${fold(label)}`;
  const told = facts.filter(({ value, state }) => value !== "" && state !== "withheld");
  const groups = groupBy(told, keyOf);
  const isTwin = (fact: FactRow) =>
    groups.get(keyOf(fact))?.some(({ path }) => withoutElement(path) !== withoutElement(fact.path));
  return new Set(facts.filter(isTwin).map(({ id }) => id));
}

const factual = ({ facts }: FactGroup) =>
  facts.filter(single).map(fact => ({ facts: [fact], kind: fact.path }));

interface Measured {
  readonly fact: FactRow;
  readonly measure: Measure | undefined;
}

const measured = (facts: readonly FactRow[]): Measured[] =>
  facts.filter(single).map(fact => ({ fact, measure: measureOf(fact) }));

/** Two facts of one document that reckon together (dates, money, numbers in one unit) or tell of one thing. */
function multiHop({ facts }: FactGroup): Candidate[] {
  const byDocument = groupBy(measured(facts), ({ fact }) => fact.documentId);
  return [...byDocument.values()].flatMap(rows => {
    const isClear = (one: Measured, other: Measured) =>
      !one.measure?.dated || other.measure?.dated === true || isOnlyOn(one, rows);
    return rows.flatMap((first, index) =>
      rows
        .slice(index + 1)
        .filter(second => isClear(first, second) && isClear(second, first) && belong(first, second))
        .map(({ fact }) => ({
          facts: [first.fact, fact],
          kind: `${first.fact.path}+${fact.path}`,
        })),
    );
  });
}

/** "The event of August 2021" is one only if the document dates no other thing to that time. */
const isOnlyOn = (one: Measured, rows: readonly Measured[]) =>
  rows.every(other => other === one || !other.measure?.dated || areDecided(one, other));

const areDecided = ({ measure: first }: Measured, { measure: second }: Measured): boolean =>
  !!first && !!second && isDecided(first, second);

function belong(
  { fact: first, measure }: Measured,
  { fact: second, measure: other }: Measured,
): boolean {
  const sameThing = prefixOf(first) !== "" && prefixOf(first) === prefixOf(second);
  if (measure?.dated && other?.dated) return isDecided(measure, other);
  if (first.type === second.type && (first.type === "money" || first.type === "number"))
    return (
      !!measure && !!other && reckonTogether(first, second, sameThing) && inOneUnit(measure, other)
    );
  // One event's parts belong together; two parts of a section of a record only stand side by side.
  return sameThing && first.path.startsWith("event/") && first.type !== second.type;
}

/** Everything one document says in one section; of a longer one a summary would leave some out, and which is nobody's to say. */
function summary({ facts, schema }: FactGroup): Candidate[] {
  const sectionOf = new Map(schema?.schema.leaves.map(leaf => [leaf.path, leaf.section]));
  const section = (fact: FactRow) =>
    sectionOf.get(fact.path) ?? sectionOf.get(withoutElement(fact.path)) ?? "";
  const stated = facts.filter(fact => fact.state === "stated" && !inSubject(fact));
  return [...groupBy(stated, fact => `${fact.documentId}\n${section(fact)}`).values()]
    .filter(rows => rows.length >= fewestInSummary && rows.length <= mostInSummary)
    .map(rows => ({ facts: rows, kind: rows[0] ? section(rows[0]) : "" }));
}

// How many neighbours each document is paired with: enough to choose from, without all pairs of a large corpus.
const neighbours = 3;

/** Pairs of documents that state the same leaf with different values. */
function pairsOver(
  rows: readonly Measured[],
  differ: (first: Measured, second: Measured) => boolean,
): Candidate[] {
  return [...groupBy(rows, ({ fact }) => fact.path).values()].flatMap(mine =>
    mine.flatMap((first, index) =>
      mine
        .slice(index + 1, index + 1 + neighbours)
        .filter(second => differ(first, second))
        .map(second => ({ facts: [first.fact, second.fact], kind: first.fact.path })),
    ),
  );
}

const integration = ({ facts }: FactGroup) =>
  pairsOver(
    measured(facts),
    ({ fact: first }, { fact: second }) => sameness(first) !== sameness(second),
  );

// "Last period: at 49" is a number under the label of a time: neither earlier nor larger is the word for it.
const timeAsNumber = ({ type, label }: FactRow) =>
  type === "number" && /时间$|日期$|\b(?:time|date|menstruation)$/i.test(label);

const comparison = ({ facts }: FactGroup) =>
  pairsOver(measured(facts.filter(fact => !timeAsNumber(fact))), areDecided);

/** The same event in three documents, or two events in each of two documents. */
function timeSequence({ facts }: FactGroup): Candidate[] {
  const dated = measured(facts).filter(({ measure }) => measure?.dated);
  const byPath = groupBy(dated, ({ fact }) => fact.path);
  const triples = [...byPath.values()].flatMap(rows => windows(rows, 3));
  const groups = groupBy(dated, ({ fact }) => fact.documentId);
  const byDocument = [...groups.values()].filter(rows => rows.length >= 2);
  const fours = windows(byDocument, 2).flatMap(([one = [], other = []]) =>
    windows(one, 2).map((two, index) => [
      ...two,
      ...(windows(other, 2)[index % (other.length - 1)] ?? []),
    ]),
  );
  const kindOf = (rows: readonly Measured[]) =>
    rows.length === 3 ? (rows[0]?.fact.path ?? "") : rows.map(({ fact }) => fact.path).join("+");
  return [...triples, ...fours]
    .filter(inOrder)
    .map(rows => ({ facts: rows.map(({ fact }) => fact), kind: kindOf(rows) }));
}

/** No two of the dates leave open which comes first. */
const inOrder = (rows: readonly Measured[]) =>
  rows.every((first, at) => rows.slice(at + 1).every(second => areDecided(first, second)));

/** Runs of neighbours, each starting one further. */
function windows<T>(rows: readonly T[], size: number): T[][] {
  const count = Math.max(0, rows.length - size + 1);
  return Array.from({ length: count }, (_, start) => rows.slice(start, start + size));
}

// Of a man nobody asks it: what presupposes another patient is no gap in his record.
const ofWomen =
  /menstru|menarche|menopaus|dysmenorrh|pregnan|obstetric|月经|初潮|绝经|痛经|妊娠|孕|产次/i;

/** What was kept back on purpose; in a user's documents, what others of the kind state and this one does not. */
function unanswerable({ facts }: FactGroup): Candidate[] {
  const elsewhere = new Set(facts.filter(single).map(({ path }) => path));
  const lacking = (fact: FactRow) =>
    fact.state === "withheld" ||
    (fact.state === "missing" && fact.value === "" && elsewhere.has(fact.path));
  const saysMale = ({ path, value }: FactRow) =>
    /(?:^|[/-])(?:sex|gender)$/.test(path) && /^(?:male|男性?)$/i.test(value.trim());
  const male = new Set(facts.filter(saysMale).map(({ documentId }) => documentId));
  return facts
    .filter(fact => lacking(fact) && !(male.has(fact.documentId) && ofWomen.test(fact.label)))
    .map(fact => ({ facts: [fact], kind: fact.path }));
}

const builders: Record<PublishedType, (group: FactGroup) => Candidate[]> = {
  factual,
  "multi-hop": multiHop,
  summary,
  integration,
  comparison,
  "time-sequence": timeSequence,
  unanswerable,
};

/** By document, then as the schema orders the leaves: what is paired with what must not depend on the order of arrival. */
function inFixedOrder(facts: readonly FactRow[], schema: SchemaRow | undefined): FactRow[] {
  const order = new Map(schema?.schema.leaves.map(({ path }, index) => [path, index]));
  const rows = facts.map(fact => ({
    fact,
    place: order.get(withoutElement(fact.path)) ?? order.get(fact.path) ?? order.size,
    element: Number(/\d+$/.exec(fact.path)?.[0] ?? 0),
  }));
  rows.sort(
    (a, b) =>
      compareTexts(a.fact.documentId, b.fact.documentId) ||
      a.place - b.place ||
      a.element - b.element ||
      compareTexts(a.fact.path, b.fact.path) ||
      compareTexts(a.fact.id, b.fact.id),
  );
  return rows.map(({ fact }) => fact);
}

/** Every candidate of a type over facts whose documents a question can tell apart, in the same order for any order of the facts. */
export function candidatesOf(type: PublishedType, { facts, schema }: FactGroup): Candidate[] {
  const unclear = ambiguousSubjects(facts);
  const clear = facts.filter(({ documentId }) => !unclear.has(documentId));
  const twins = type === "summary" ? new Set<string>() : labelTwins(clear);
  const rows = clear.filter(({ id }) => !twins.has(id));
  return builders[type]({ facts: inFixedOrder(rows, schema), schema });
}
