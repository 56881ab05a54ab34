// Summarises the schema of a scenario from its seeds: a draft from the first seeds, then rounds over the rest.

import type { ReplyOf } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import { type DraftSchema, schemaPrompt, schemaRefinementPrompt } from "../../schemas/rageval/prompts.ts";
import { type SeedGroupRow, type SeedRow, schemas, seedGroups, seeds } from "../../schemas/rageval/records.ts";
import { placeholdersOf } from "../../schemas/rageval/paths.ts";
import { type Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { draftProblem, isCircular } from "./draft-problem.ts";

export interface SchemaOptions {
  readonly rounds: number;
  /** Schemas of schemas/domains/: what a person prepared for a leaf is kept where the draft has the same path. */
  readonly prepared: readonly ScenarioSchema[];
  /** What it is summarised from: seeds, or a user's own documents. */
  readonly over: "seeds" | "documents";
}

type SeedText = Pick<SeedRow, "text">;

// Three seeds show what a scenario's documents share; more cost input tokens at every round.
const seedsAtOnce = 3;

/** Seeds in lots: the first for the draft, each further one for a round, until all were shown or the rounds are used up. */
export function seedLots(rows: readonly SeedText[], rounds: number): SeedText[][] {
  const lots: SeedText[][] = [];
  for (let start = 0; start < rows.length; start += seedsAtOnce) lots.push(rows.slice(start, start + seedsAtOnce));
  return lots.slice(0, rounds + 1);
}

const numbered = (rows: readonly SeedText[]) => rows.map(({ text }, index) => ({ number: index + 1, text }));

/** A draft as a full schema: what was prepared for the domain lies under it, leaf by leaf. */
export function completeSchema({ domain, language }: SeedGroupRow, draft: DraftSchema, prepared: ScenarioSchema | undefined): ScenarioSchema {
  // Prepared sentences are made for the prepared subject: "How old is {subject}?" fits a patient, not a hospital.
  const fits = prepared?.subject === draft.subject;
  const known = new Map(
    prepared?.leaves.map(({ statements, questions, ...leaf }) => [
      leaf.path,
      fits ? { ...leaf, ...(statements ? { statements } : {}), ...(questions ? { questions } : {}) } : leaf,
    ]),
  );
  const paths = new Set(draft.leaves.map(({ path }) => path));
  const leaves = withoutCircles(draft.leaves.map(leaf => completeLeaf(leaf, preparedLeaf(leaf, known), paths)));
  const contradictions = prepared?.contradictions.filter(({ when, never }) => paths.has(when.path) && paths.has(never.path)) ?? [];
  return ScenarioSchema.parse({ ...draft, domain, language, leaves, contradictions });
}

function completeLeaf({ options, unit, range, after, aliases, ...draft }: DraftSchema["leaves"][number], known: Leaf | undefined, paths: ReadonlySet<string>): Leaf {
  return {
    ...(known ? withoutAbsent(known, paths) : {}),
    ...draft,
    ...(options.length > 0 && !known?.options ? { options } : {}),
    ...(unit === null ? {} : { unit }),
    ...(range === null || known?.range || known?.optionsBy ? {} : { range }),
    ...(after === null || known?.after || !paths.has(after) ? {} : { after: { path: after, minimumDays: 0, maximumDays: 60 } }),
    ...(aliases.length > 0 ? { aliases: [...new Set([...(known?.aliases ?? []), ...aliases])] } : {}),
  };
}

/** Ranges, statements and finders of a money leaf are wrong for a date of the same path. */
function preparedLeaf({ path, type, many }: DraftSchema["leaves"][number], known: ReadonlyMap<string, Leaf>): Leaf | undefined {
  const leaf = known.get(path);
  return leaf?.type === type && leaf.many === many ? leaf : undefined;
}

/** A drafted order of dates and a prepared one may run in a circle; the leaf that closes it loses its order. */
function withoutCircles(leaves: readonly Leaf[]): Leaf[] {
  const before = new Map(leaves.flatMap(({ path, after }) => (after ? [[path, after.path] as const] : [])));
  return leaves.map(leaf => {
    if (!isCircular(leaf.path, before)) return leaf;
    before.delete(leaf.path);
    const { after: _, ...rest } = leaf;
    return rest;
  });
}

/** Drops what names a leaf the draft does not have. */
function withoutAbsent(leaf: Leaf, paths: ReadonlySet<string>): Partial<Leaf> {
  const { after, onlyIf, sumOf, pattern, statements, ...rest } = leaf;
  const named = (text: string) => placeholdersOf(text).every(name => name === "value" || name === "subject" || paths.has(name));
  return {
    ...rest,
    ...(after && paths.has(after.path) ? { after } : {}),
    ...(onlyIf && paths.has(onlyIf.path) ? { onlyIf } : {}),
    ...(sumOf?.every(path => paths.has(path)) ? { sumOf } : {}),
    ...(pattern && named(pattern) ? { pattern } : {}),
    ...(statements ? { statements: statements.filter(named) } : {}),
  };
}

export const schemasStage = ({ rounds, prepared, over }: SchemaOptions) =>
  defineStage({
    name: "rageval/schemas",
    module: import.meta.filename,
    prompts: [schemaPrompt, schemaRefinementPrompt],
    settings: { rounds, prepared, over },
    over: seedGroups,
    lookup: { texts: over === "seeds" ? seeds : documents },
    writes: schemas,
    async each(group, { ask, tables }) {
      const { domain, language } = group;
      const [first = [], ...more] = seedLots(
        group.seedIds.map(id => textOf(tables.texts.get(id))),
        rounds,
      );
      let draft = await ask(schemaPrompt, language, { domain, seeds: numbered(first) }, { check: reply => draftProblem(reply, language) });
      const changes: string[] = [];
      for (const lot of more) {
        const variables = { domain, schema: JSON.stringify(draft, null, 1), seeds: numbered(lot) };
        const reply: ReplyOf<typeof schemaRefinementPrompt> = await ask(schemaRefinementPrompt, language, variables, { check: reply => draftProblem(reply.schema, language) });
        if (reply.changes.length === 0) break;
        draft = reply.schema;
        changes.push(...reply.changes);
      }
      const schema = completeSchema(group, draft, preparedFor(prepared, group));
      return made([{ id: rowId("schema", group.id), language, domain, schema, changes }]);
    },
  });

// A long document shows its form in its first pages.
const longestSeed = 12_000;
// Not between the two halves of a character.
const textOf = ({ text }: SeedText): SeedText => ({ text: text.slice(0, longestSeed).replace(/[\uD800-\uDBFF]$/, "") });

const preparedFor = (prepared: readonly ScenarioSchema[], { domain, language }: SeedGroupRow) =>
  prepared.find(schema => schema.domain.toLowerCase() === domain.toLowerCase() && schema.language === language);
