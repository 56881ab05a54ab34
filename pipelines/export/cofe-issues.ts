// What is wrong with a foreign CoFE-RAG example: each fault that changes what its keywords measure.

import {
  CofeExample,
  type CofeRecord,
  cofeFields,
  typeOfCofeName,
} from "../../schemas/formats/cofe.ts";

export interface CofeIssue {
  /** The line it stands in, or which of the examples it is; from 1. */
  readonly line: number;
  readonly kind:
    | "missing-field"
    | "wrong-form"
    | "unknown-type"
    /** No coarse keyword, or no fine list: there is nothing to find. */
    | "no-keywords"
    /** An information point without spans counts as found in the published code. */
    | "empty-list"
    | "empty-element"
    /** An information point given twice counts twice. */
    | "repeated-list"
    | "repeated-element"
    | "repeated-coarse";
  readonly detail: string;
}

type Found = Omit<CofeIssue, "line">;

/** Where, from 1, something stands that stood before, and where it did. */
function repeats(keys: readonly string[]): { readonly again: number; readonly before: number }[] {
  const first = new Map<string, number>();
  return keys.flatMap((key, index) => {
    const before = first.get(key);
    if (before !== undefined) return [{ again: index + 1, before }];
    first.set(key, index + 1);
    return [];
  });
}

function formIssues(example: CofeRecord): Found[] {
  const missing = cofeFields
    .filter(field => example[field] === undefined)
    .map((field): Found => ({ kind: "missing-field", detail: field }));
  const wrong = CofeExample.safeParse(example).error?.issues ?? [];
  // One a field: a list of thousands of numbers is one fault.
  const first = cofeFields.flatMap(field =>
    example[field] === undefined ? [] : (wrong.find(({ path }) => path[0] === field) ?? []),
  );
  return [
    ...missing,
    ...first.map(
      ({ path, message }): Found => ({
        kind: "wrong-form",
        detail: `${path.join(".")}: ${message}`,
      }),
    ),
  ];
}

function typeIssues({ query_type: type }: CofeRecord): Found[] {
  return typeof type === "string" && typeOfCofeName(type) === undefined
    ? [{ kind: "unknown-type", detail: type }]
    : [];
}

const blankIssues = (list: readonly string[], name: string): Found[] =>
  list.some(text => text.trim() === "") ? [{ kind: "empty-element", detail: name }] : [];

function coarseIssues({ coarse_keywords: given }: CofeRecord): Found[] {
  const coarse = CofeExample.shape.coarse_keywords.safeParse(given).data;
  if (coarse === undefined) return [];
  if (coarse.length === 0) return [{ kind: "no-keywords", detail: "coarse_keywords" }];
  const again = repeats(coarse).map(
    (place): Found => ({
      kind: "repeated-coarse",
      detail: `coarse_keywords ${place.again} repeats ${place.before}`,
    }),
  );
  return [...blankIssues(coarse, "coarse_keywords"), ...again];
}

function listIssues(list: readonly string[], name: string): Found[] {
  if (list.length === 0) return [{ kind: "empty-list", detail: name }];
  return [
    ...blankIssues(list, name),
    ...repeats(list).map(
      (place): Found => ({
        kind: "repeated-element",
        detail: `${name}: element ${place.again} repeats ${place.before}`,
      }),
    ),
  ];
}

function fineIssues({ fine_keywords: given }: CofeRecord): Found[] {
  const fine = CofeExample.shape.fine_keywords.safeParse(given).data;
  if (fine === undefined) return [];
  if (fine.length === 0) return [{ kind: "no-keywords", detail: "fine_keywords" }];
  // The order within a list says nothing, for all of it must be found; empty lists are told as such.
  const keys = fine.map((list, index) =>
    JSON.stringify(list.length === 0 ? index : [...list].sort()),
  );
  const again = repeats(keys).map(
    (place): Found => ({
      kind: "repeated-list",
      detail: `fine_keywords ${place.again} repeats ${place.before}`,
    }),
  );
  return [
    ...fine.flatMap((list, index) => listIssues(list, `fine_keywords ${index + 1}`)),
    ...again,
  ];
}

/** All that is wrong with an example; `line` is where it stands. */
export function issuesOf(line: number, example: CofeRecord): CofeIssue[] {
  const found = [
    ...formIssues(example),
    ...typeIssues(example),
    ...coarseIssues(example),
    ...fineIssues(example),
  ];
  return found.map(issue => ({ line, ...issue }));
}
