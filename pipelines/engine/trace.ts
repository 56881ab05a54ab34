// Traces one row back through the journals to what it was made from: seeds, documents, prompts and calls.

import type { TraceNode } from "../../schemas/output/other-commands.ts";
import { wholeInput } from "./outcome-journal.ts";
import { PipelineError } from "./errors.ts";
import { splitWhere } from "./finished-artifact.ts";
import {
  type Lineage,
  type UncheckedValue,
  type RowOrigin,
  openLineage,
  type RowKey,
} from "./lineage.ts";
import { type Call, readCalls } from "./read-run.ts";

export type { TraceNode };

/**
 * The tree of ancestors of a row of any artifact, identified by its id or a prefix of it. Throws PipelineError("wrong-use") if
 * no row id, or more than one, begins with it.
 */
export function trace(directory: string, id: string): TraceNode {
  const lineage = openLineage(directory);
  const tree = buildNode(lineage, findRow(lineage, id), new Set());
  const keys = new Set<string>();
  visit(tree, node => node.calls.forEach(({ key }) => keys.add(key)));
  const calls = new Map<string, Call>();
  for (const call of readCalls(directory))
    if (keys.has(call.key) && !calls.has(call.key)) calls.set(call.key, call);
  return addCallNames(tree, calls);
}

function visit(node: TraceNode, onNode: (node: TraceNode) => void): void {
  onNode(node);
  for (const parent of node.parents) visit(parent, onNode);
}

const addCallNames = (node: TraceNode, calls: ReadonlyMap<string, Call>): TraceNode => ({
  ...node,
  calls: node.calls.map(({ key }) => ({
    key,
    prompt: calls.get(key)?.prompt ?? null,
    model: calls.get(key)?.model ?? null,
  })),
  parents: node.parents.map(parent => addCallNames(parent, calls)),
});

/** Finds the row with this id, latest artifact first; otherwise the only one whose id begins with it (`x/split` belongs to `x` and does not count). */
function findRow({ artifacts, rows }: Lineage, id: string): RowKey {
  const latestFirst = [...artifacts].reverse();
  const exact = latestFirst.find(artifact => rows(artifact).has(id));
  if (exact) return { artifact: exact, id };
  const matches = latestFirst.flatMap(artifact =>
    [...rows(artifact).keys()]
      .filter(key => id !== "" && key.startsWith(id))
      .map(key => ({ artifact, id: key })),
  );
  const [first, ...others] = matches.sort((a, b) => a.id.length - b.id.length);
  if (first && others.every(other => other.id.startsWith(`${first.id}/`))) return first;
  const hint = "Copy a whole id from items/items.jsonl or another artifact of the run.";
  if (!first) throw new PipelineError("wrong-use", `No row of the run has the id ${id}.`, { hint });
  throw new PipelineError(
    "wrong-use",
    `${matches.length} rows begin with ${id}: ${matches
      .slice(0, 3)
      .map(row => row.id)
      .join(", ")} …`,
    { hint },
  );
}

const keyOf = ({ artifact, id }: RowKey) => `${artifact}\n${id}`;

function buildNode(lineage: Lineage, row: RowKey, shownKeys: Set<string>): TraceNode {
  const value = lineage.rows(row.artifact).get(row.id) ?? {};
  const origin = lineage.originOf(row);
  const isRepeated = shownKeys.has(keyOf(row));
  shownKeys.add(keyOf(row));
  const calls = (origin?.outcomeLine.calls ?? []).map(key => ({ key, prompt: null, model: null }));
  const node = {
    ...row,
    summary: summarize(value),
    stage: origin?.stage ?? null,
    calls: isRepeated ? [] : calls,
    again: isRepeated,
  };
  return {
    ...node,
    parents: isRepeated || !origin ? [] : buildParents(lineage, { row, value, origin }, shownKeys),
  };
}

interface RowWithOrigin {
  readonly row: RowKey;
  readonly value: UncheckedValue;
  readonly origin: RowOrigin;
}

/** Builds the nodes of a row's parents; one that is already an ancestor of an earlier parent is not repeated. */
function buildParents(lineage: Lineage, child: RowWithOrigin, shownKeys: Set<string>): TraceNode[] {
  const parents: TraceNode[] = [];
  const ancestors = new Set<string>();
  const add = (rows: readonly RowKey[]) => {
    for (const row of rows) {
      if (ancestors.has(keyOf(row))) continue;
      const parent = buildNode(lineage, row, shownKeys);
      visit(parent, node => ancestors.add(keyOf(node)));
      parents.push(parent);
    }
  };
  const isWholeStage = child.origin.outcomeLine.input === wholeInput;
  add(isWholeStage ? namedParents(lineage, child) : inputAndReads(lineage, child));
  // A stage that processes all rows at once reads for all of them: only its reads about the rows found so far were for this row.
  if (isWholeStage)
    add(readsOf(lineage, child, value => [...ancestors].some(name => name.endsWith(`\n${value}`))));
  return parents;
}

function inputAndReads(lineage: Lineage, child: RowWithOrigin): RowKey[] {
  const { inputArtifact, outcomeLine } = child.origin;
  return inputArtifact === null
    ? []
    : [{ artifact: inputArtifact, id: outcomeLine.input }, ...readsOf(lineage, child, () => true)];
}

/** The rows that were looked up by a key or a field's value; a read of a whole artifact adds none. */
function readsOf(
  { rows }: Lineage,
  { origin, value }: RowWithOrigin,
  isRelevant: (value: string) => boolean,
): RowKey[] {
  return origin.outcomeLine.reads.flatMap(([artifact, kind, key]): RowKey[] => {
    const [field, soughtValue] = kind === "where" ? splitWhere(key) : ["id", key];
    if (kind === "rows" || !isRelevant(soughtValue)) return [];
    if (kind === "get") return rows(artifact).has(key) ? [{ artifact, id: key }] : [];
    const rowsFound = [...rows(artifact)].filter(
      ([, other]) => String(other[field]) === soughtValue && haveSameLanguage(other, value),
    );
    return rowsFound.map(([id]) => ({ artifact, id }));
  });
}

/** Stages that look up rows by domain use only those in the language of the row they process. */
const haveSameLanguage = (a: UncheckedValue, b: UncheckedValue) =>
  a["language"] === undefined || b["language"] === undefined || a["language"] === b["language"];

/** For a stage that processed all rows at once: the rows that share an id with this one, then those it names, latest first, since earlier ones are their ancestors. */
function namedParents({ artifacts, rows }: Lineage, { value, origin }: RowWithOrigin): RowKey[] {
  const singleIds = Object.entries(value).filter(
    ([field, id]) => field.endsWith("Id") && typeof id === "string",
  );
  const over = origin.inputArtifact ?? "";
  const sharingRows = [...rows(over)]
    .filter(([, other]) => singleIds.some(([field, id]) => other[field] === id))
    .map(([id]) => ({ artifact: over, id }));
  const namedIds = Object.entries(value).flatMap(([field, ids]) =>
    /Ids?$/.test(field) ? [ids].flat().filter(id => typeof id === "string") : [],
  );
  const rowsFound = [...artifacts]
    .reverse()
    .flatMap(artifact =>
      namedIds.filter(id => rows(artifact).has(id)).map(id => ({ artifact, id })),
    );
  return [...sharingRows, ...rowsFound];
}

const summaryFields = ["claim", "answer", "name", "value", "subject", "text"];
const maxSummaryLength = 140;

/** Whether a row was accepted, or how many candidates it accepted; undefined for rows without such a field. */
function acceptedIn({ accepted }: UncheckedValue): string | undefined {
  if (Array.isArray(accepted)) return `${accepted.length} accepted`;
  if (typeof accepted !== "boolean") return undefined;
  return accepted ? "accepted" : "not accepted";
}

function summarize(value: UncheckedValue): string {
  const { question, label, provenance } = value;
  const questionText =
    typeof question === "object" && question !== null && "question" in question
      ? question.question
      : question;
  const source =
    typeof provenance === "object" && provenance !== null && "source" in provenance
      ? String(provenance.source)
      : "";
  const content = [questionText, ...summaryFields.map(field => value[field])].find(
    text => typeof text === "string" && text !== "",
  );
  const group = [value["domain"], value["language"]]
    .filter(text => typeof text === "string")
    .join(" ");
  const day = typeof value["asOf"] === "string" ? `as of ${value["asOf"]}` : "";
  const parts = [
    label,
    source === "generated" ? "" : source,
    day,
    acceptedIn(value) ?? content ?? group,
  ];
  const line = parts
    .filter(part => typeof part === "string" && part !== "")
    .join(" · ")
    .replace(/\s+/g, " ");
  return line.length > maxSummaryLength ? `${line.slice(0, maxSummaryLength)}…` : line;
}
