// Derives the schema of a scenario from its seeds: a draft from the first seeds, then rounds over the rest.

import type { ReplyOf } from "../../schemas/define.ts";
import {
  type DraftField,
  type DraftLeaf,
  type DraftSchema,
  schemaPrompt,
  schemaRefinementPrompt,
} from "../../schemas/rageval/prompts.ts";
import {
  type SeedGroupRow,
  type SeedRow,
  schemas,
  seedGroups,
  type seeds,
} from "../../schemas/rageval/records.ts";
import { type Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { draftProblem } from "./draft-problem.ts";

type SeedText = Pick<SeedRow, "text">;

/** Maximum number of seeds in a request: three show what a scenario's documents share; more would cost input tokens in every round. */
const maxSeeds = 3;

/** Seeds in batches: the first for the draft, then one per round, until all have been shown or the rounds are used up. */
export function seedBatches(rows: readonly SeedText[], rounds: number): SeedText[][] {
  const batches: SeedText[][] = [];
  for (let start = 0; start < rows.length; start += maxSeeds)
    batches.push(rows.slice(start, start + maxSeeds));
  return batches.slice(0, rounds + 1);
}

const numberSeeds = (rows: readonly SeedText[]) =>
  rows.map(({ text }, index) => ({ number: index + 1, text }));

/** Keeps the first of several ways to compute one result, which may disagree; several lists may share one count. */
function keepFirstComputations(agreements: DraftSchema["agreements"]): DraftSchema["agreements"] {
  const operations = new Map<string, string>();
  return agreements.filter(({ result, operation }) => {
    if (operation === "order") return true;
    const first = operations.get(result);
    operations.set(result, first ?? operation);
    return first === undefined || (first === "count" && operation === "count");
  });
}

/** Completes a draft into a full schema: code computes the results of agreements, whoever was to fill them. */
export function completeSchema(
  { domain, language }: SeedGroupRow,
  draft: DraftSchema,
): ScenarioSchema {
  const { leaves } = draft;
  const agreements = keepFirstComputations(draft.agreements);
  const computedPaths = new Set(
    agreements.flatMap(({ result, operation }) => (operation === "order" ? [] : [result])),
  );
  const paths = new Set(leaves.map(({ path }) => path));
  return ScenarioSchema.parse({
    ...draft,
    domain,
    language,
    leaves: leaves.map(leaf => completeLeaf(leaf, paths, computedPaths)),
    agreements: agreements.map(({ bands, ...agreement }) => ({
      ...agreement,
      ...(bands.length > 0 ? { bands } : {}),
    })),
  });
}

/** Types of names left to the model, since no list of names fits every kind of document: a bakery does not service lifts. */
const modelNamedTypes: readonly Leaf["type"][] = ["organisation", "place"];

/** Completes a draft's leaf or field, leaving out its empty properties. */
const completeField = <Draft extends DraftField>(
  { options, unit, range, pattern, ...draft }: Draft,
  isComputed: boolean,
) => ({
  ...draft,
  fill: isComputed
    ? ("rule" as const)
    : modelNamedTypes.includes(draft.type)
      ? "model"
      : draft.fill,
  ...(options.length > 0 ? { options } : {}),
  ...(unit === null ? {} : { unit }),
  ...(range === null ? {} : { range }),
  ...(pattern === null ? {} : { pattern }),
});

function completeLeaf(
  { after, aliases, fields, count, many, optional, ...draft }: DraftLeaf,
  paths: ReadonlySet<string>,
  computedPaths: ReadonlySet<string>,
): Leaf {
  const isList = fields.length > 0;
  return {
    ...completeField(draft, computedPaths.has(draft.path)),
    many: many || isList,
    ...(isList
      ? {
          fields: fields.map(field =>
            completeField(field, computedPaths.has(`${draft.path}/${field.path}`)),
          ),
        }
      : {}),
    ...(count === null ? {} : { count }),
    ...(optional ? { optional } : {}),
    ...(after === null || !paths.has(after)
      ? {}
      : { after: { path: after, minimumDays: 0, maximumDays: 60 } }),
    ...(aliases.length > 0 ? { aliases: [...new Set(aliases)] } : {}),
  };
}

interface SchemaOptions {
  readonly rounds: number;
  readonly seeds: typeof seeds;
}

export const schemasStage = ({ rounds, seeds }: SchemaOptions) =>
  defineStage({
    name: "rageval/schemas",
    module: import.meta.filename,
    prompts: [schemaPrompt, schemaRefinementPrompt],
    settings: { rounds },
    over: seedGroups,
    lookup: { seeds },
    writes: schemas,
    async each(group, { ask, tables }) {
      const { domain, language } = group;
      const [firstBatch = [], ...laterBatches] = seedBatches(
        group.seedIds.map(id => textOf(tables.seeds.get(id))),
        rounds,
      );
      let draft = await ask(
        schemaPrompt,
        language,
        { domain, seeds: numberSeeds(firstBatch) },
        { check: reply => draftProblem(reply, language) },
      );
      const changes: string[] = [];
      for (const batch of laterBatches) {
        const variables = {
          domain,
          schema: JSON.stringify(draft, null, 1),
          seeds: numberSeeds(batch),
        };
        const reply: ReplyOf<typeof schemaRefinementPrompt> = await ask(
          schemaRefinementPrompt,
          language,
          variables,
          { check: reply => draftProblem(reply.schema, language) },
        );
        if (reply.changes.length === 0) break;
        draft = reply.schema;
        changes.push(...reply.changes);
      }
      const schema = completeSchema(group, draft);
      return made([{ id: rowId("schema", group.id), language, domain, schema, changes }]);
    },
  });

/** Maximum length of a seed in a request, in UTF-16 units: a long document shows its form in its first pages. */
const maxSeedLength = 12_000;
// Never splits a surrogate pair.
const textOf = ({ text }: SeedText): SeedText => ({
  text: text.slice(0, maxSeedLength).replace(/[\uD800-\uDBFF]$/, ""),
});
