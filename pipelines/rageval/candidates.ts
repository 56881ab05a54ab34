// Which facts could carry a question of each type: groups chosen because their facts belong together, not by chance.

import type { QuestionType } from "../../schemas/items/records.ts";
import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { FactRow, SchemaRow } from "../../schemas/rageval/records.ts";
import { fold } from "../text/fold.ts";
import { findValues } from "../text/values.ts";

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
const mostInSummary = 10;
const fewestInSummary = 3;

const leafOf = (fact: FactRow) => withoutElement(fact.path);
const prefixOf = (fact: FactRow) => fact.path.split("/").slice(0, -1).join("/");
const inList = (fact: FactRow) => leafOf(fact) !== fact.path;

function groupBy<T>(rows: readonly T[], key: (row: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return [...groups.values()];
}

/** Subjects that another document's subject equals or contains: a question could not tell the two apart. */
export function ambiguousSubjects(facts: readonly FactRow[]): Set<string> {
  const byDocument = new Map(facts.map(({ documentId, subject }) => [documentId, fold(subject)]));
  const entries = [...byDocument];
  const unclear = entries.filter(([id, subject]) => entries.some(([other, name]) => other !== id && name.includes(subject)));
  return new Set(unclear.map(([id]) => id));
}

// A value that the question must name as part of its subject gives itself away.
const inSubject = (fact: FactRow) => fold(fact.subject).includes(fold(fact.value)) || fold(fact.value).includes(fold(fact.subject));

const single = (fact: FactRow) => fact.state === "stated" && !inList(fact) && fact.value.length <= longestValue && !inSubject(fact);

/** A date that has its year: its order among others is decided. */
function fullDate(fact: FactRow): boolean {
  const [value, ...more] = findValues(fact.value, fact.language);
  return fact.type === "date" && value?.kind === "date" && more.length === 0 && /^\d{4}-\d{2}/.test(value.canonical);
}

const unitOf = (fact: FactRow) => fold(fact.value.replace(/[\d.,，．]+/g, ""));

function factual({ facts }: FactGroup): Candidate[] {
  return facts.filter(single).map(fact => ({ facts: [fact], kind: fact.path }));
}

/** Two facts of one document that reckon together (dates, money, numbers in one unit) or tell of one thing. */
function multiHop({ facts }: FactGroup): Candidate[] {
  return groupBy(facts.filter(single), fact => fact.documentId).flatMap(rows => rows.flatMap((first, index) => rows.slice(index + 1).flatMap(second => pair(first, second))));
}

function pair(first: FactRow, second: FactRow): Candidate[] {
  const kind = `${first.path}+${second.path}`;
  const sameThing = prefixOf(first) !== "" && prefixOf(first) === prefixOf(second);
  if (fullDate(first) && fullDate(second)) return [{ facts: [first, second], kind }];
  if (first.type === second.type && (first.type === "money" || first.type === "number")) return sameThing && unitOf(first) === unitOf(second) ? [{ facts: [first, second], kind }] : [];
  // One event's parts belong together; two parts of a section of a record only stand side by side.
  return sameThing && first.path.startsWith("event/") && first.type !== second.type ? [{ facts: [first, second], kind }] : [];
}

/** Everything one document says in one section. */
function summary({ facts, schema }: FactGroup): Candidate[] {
  const sectionOf = new Map(schema?.schema.leaves.map(leaf => [leaf.path, leaf.section]));
  const stated = facts.filter(fact => fact.state === "stated" && !inSubject(fact));
  return groupBy(stated, fact => `${fact.documentId}\n${sectionOf.get(leafOf(fact)) ?? ""}`)
    .filter(rows => rows.length >= fewestInSummary)
    .map(rows => ({ facts: rows.slice(0, mostInSummary), kind: sectionOf.get(leafOf(rows[0] as FactRow)) ?? "" }));
}

// How many neighbours each document is paired with: enough to choose from, without all pairs of a large corpus.
const neighbours = 3;

/** Pairs of documents that state the same leaf with different values. */
function pairsOver(facts: readonly FactRow[]): Candidate[] {
  return groupBy(facts, fact => fact.path).flatMap(rows =>
    rows.flatMap((first, index) =>
      rows
        .slice(index + 1, index + 1 + neighbours)
        .filter(second => second.documentId !== first.documentId && fold(second.value) !== fold(first.value))
        .map(second => ({ facts: [first, second], kind: first.path })),
    ),
  );
}

const integration = ({ facts }: FactGroup) => pairsOver(facts.filter(single));

function comparison({ facts }: FactGroup): Candidate[] {
  const comparable = facts.filter(fact => single(fact) && (fact.type === "number" || fact.type === "money" || fullDate(fact)));
  return pairsOver(comparable).filter(({ facts: [first, second] }) => first && second && (first.type === "date" || unitOf(first) === unitOf(second)));
}

/** The same event in three documents, or two events in each of two documents. */
function timeSequence({ facts }: FactGroup): Candidate[] {
  const dated = facts.filter(fact => single(fact) && fullDate(fact));
  const triples = groupBy(dated, fact => fact.path).flatMap(rows => windows(rows, 3).map(three => ({ facts: three, kind: three[0]?.path ?? "" })));
  const byDocument = groupBy(dated, fact => fact.documentId).filter(rows => rows.length >= 2);
  const fours = windows(byDocument, 2).flatMap(([one = [], other = []]) => windows(one, 2).flatMap((two, index) => crossed(two, windows(other, 2)[index % Math.max(1, other.length - 1)] ?? [])));
  return [...triples, ...fours].filter(({ facts: rows }) => new Set(rows.map(({ value }) => fold(value))).size === rows.length);
}

const crossed = (two: readonly FactRow[], others: readonly FactRow[]): Candidate[] =>
  others.length === 2 ? [{ facts: [...two, ...others], kind: [...two, ...others].map(({ path }) => path).join("+") }] : [];

/** Runs of neighbours, each starting one further. */
function windows<T>(rows: readonly T[], size: number): T[][] {
  return rows.slice(0, Math.max(0, rows.length - size + 1)).map((_, index) => rows.slice(index, index + size));
}

/** What was kept back on purpose; in a user's documents, what others of the kind state and this one does not. */
function unanswerable({ facts }: FactGroup): Candidate[] {
  const elsewhere = new Set(facts.filter(single).map(({ path }) => path));
  const lacking = (fact: FactRow) => fact.state === "withheld" || (fact.state === "missing" && fact.value === "" && elsewhere.has(fact.path));
  return facts.filter(lacking).map(fact => ({ facts: [fact], kind: fact.path }));
}

const builders: Record<QuestionType, (group: FactGroup) => Candidate[]> = {
  factual,
  "multi-hop": multiHop,
  summary,
  integration,
  comparison,
  "time-sequence": timeSequence,
  unanswerable,
};

/** Every candidate of a type over facts whose documents a question can tell apart. */
export function candidatesOf(type: QuestionType, { facts, schema }: FactGroup): Candidate[] {
  const unclear = ambiguousSubjects(facts);
  return builders[type]({ facts: facts.filter(({ documentId }) => !unclear.has(documentId)), schema });
}
