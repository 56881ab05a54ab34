// Questions about how many records a document lists, and their amounts, if the document states the number itself.

import { isElementOf } from "../../../schemas/rageval/paths.ts";
import type { Agreement, Leaf } from "../../../schemas/rageval/schema.ts";
import { groupBy } from "../../engine/grouping.ts";
import { type Askable, type AskableFact, factClause } from "./askable-facts.ts";
import { type Construction, countDerivation } from "./construction.ts";
import { countedList } from "./phrase.ts";
import { fillPhrase } from "../wording.ts";

/** Minimum number of records in a list. */
const minRecords = 3;

/** Each question rests on the sentences of all records; there is none if a record may be stated elsewhere or not at all. */
export function recordLists({ records, stated, schema, language }: Askable): Construction[] {
  const lists = schema.leaves.filter(({ fields }) => fields !== undefined);
  return lists.flatMap(list =>
    schema.agreements
      .flatMap(agreement => summedField(list, agreement) ?? [])
      .flatMap(field => {
        const amounts = records.filter(
          ({ fact: { path } }) => isElementOf(list.path, path) && path.endsWith(`/${field.path}`),
        );
        return [...groupBy(amounts, ({ fact }) => fact.document).values()]
          .filter(askedFacts => isCompleteList(askedFacts, list, { stated, schema }))
          .map(askedFacts => listQuestion(askedFacts, [list.label, field.label], language));
      }),
  );
}

/** The field of this list whose values are added up. */
const summedField = ({ path, fields = [] }: Leaf, { operation, of }: Agreement) =>
  operation === "sum" && of.length === 1
    ? fields.find(field => of[0] === `${path}/${field.path}`)
    : undefined;

/** Whether there are as many records as the document says, each in a sentence of its own. */
function isCompleteList(
  askedFacts: readonly AskableFact[],
  { path }: Leaf,
  { stated, schema }: Pick<Askable, "stated" | "schema">,
): boolean {
  const countAgreement = schema.agreements.find(
    ({ operation, of }) => operation === "count" && of.join() === path,
  );
  const statedCount = stated.find(
    ({ fact }) =>
      fact.path === countAgreement?.result && fact.document === askedFacts[0]?.fact.document,
  );
  return (
    askedFacts.length >= minRecords &&
    Number.parseFloat(statedCount?.value ?? "") === askedFacts.length &&
    new Set(askedFacts.map(({ sentence }) => sentence)).size === askedFacts.length
  );
}

function listQuestion(
  facts: readonly AskableFact[],
  [name, amount]: readonly [string, string],
  language: "zh" | "en",
): Construction {
  const source = facts[0]?.source ?? "";
  const claims = facts.map(askedFact => factClause(askedFact, language, false));
  return {
    facts,
    question: fillPhrase("records?", language, { source, name, amount }),
    answer: countedList(claims, language),
    derivations: [countDerivation(facts.map(({ value }) => value))],
  };
}
