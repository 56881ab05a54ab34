// Recipe of a run: where the user starts, which inputs are read, and which stages follow.

import type { Settings, Wing } from "../../schemas/settings.ts";
import { ownQuestions } from "../../schemas/items/records.ts";
import { distractors, documents } from "../../schemas/items/documents.ts";
import { schemas, type SchemaRow, seeds } from "../../schemas/rageval/records.ts";
import { PipelineError } from "../engine/errors.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Input, lookupsOf } from "../engine/pipeline.ts";
import type { Stage } from "../engine/stage.ts";
import { readQuestions } from "../intake/questions.ts";
import { filesUnder } from "../intake/files/list-files.ts";
import { isLaidOut } from "../intake/file-place.ts";
import { readDocuments, readSeeds } from "../intake/sources.ts";
import { unrelatedDocuments } from "./baseline-corpus.ts";
import type { Sources } from "./options.ts";
import { madeBefore } from "./earlier-items.ts";
import { askersOf } from "./models.ts";
import { readSchemas } from "./package-files.ts";
import type { RunInputs, RecipeParts } from "./reading.ts";
import { cofeRecipe } from "./recipe-cofe.ts";
import { crudRecipe } from "./recipe-crud.ts";
import { stagesOf } from "./stage-plan.ts";
import { readWeighed, readWeights, type Weights } from "./weights.ts";

export interface Recipe extends RunInputs {
  /** Stages that `stagesOf` makes from the plan, with the program's changes. */
  readonly stages: readonly Stage[];
}

const readings: Readonly<Record<Wing, (parts: RecipeParts) => RunInputs>> = {
  rageval: ragevalRecipe,
  crud: crudRecipe,
  cofe: cofeRecipe,
};

export function recipeOf(wing: Wing, parts: RecipeParts): Recipe {
  const { plan, inputs, ...reading } = readings[wing](parts);
  const stages = stagesOf(plan);
  return {
    ...reading,
    plan,
    inputs: [...inputs, ...distractorsFor(stages, parts.settings)],
    stages: parts.stages?.(stages) ?? stages,
  };
}

/** Distractors as an input, if any are named. Throws PipelineError("wrong-use") for a run that counts no keywords over them. */
function distractorsFor(stages: readonly Stage[], settings: Settings): Input[] {
  const { distractorsFrom: from } = settings;
  if (from.length === 0) return [];
  if (stages.some(stage => lookupsOf(stage).includes(distractors)))
    return [{ artifact: distractors, rows: () => unrelatedDocuments({ from, settings }) }];
  throw new PipelineError("wrong-use", "This run counts no keywords over distractors.", {
    hint: "Remove --distractors-from (in the settings file: distractors); `ragwright baseline` takes it for any run.",
  });
}

const schemaRows = (settings: Settings): SchemaRow[] =>
  readSchemas(settings).map(schema => {
    const { domain, language } = schema;
    return {
      id: rowId("schema", "given", domain, language),
      language,
      domain,
      schema,
      changes: [],
    };
  });

function startOf(
  { seeds: seedPaths, documents: documentPaths, questions }: Sources,
  { schemas: named }: Settings,
): "seeds" | "documents" | "questions" {
  if (questions && !documentPaths)
    throw new PipelineError("wrong-use", "--questions needs the documents they are about.", {
      hint: "Add --documents with a folder or JSONL file.",
    });
  if (questions) return "questions";
  if (documentPaths && seedPaths)
    throw new PipelineError("wrong-use", "--seeds and --documents exclude each other.", {
      hint: "Give only --documents: questions are asked about them as they are.",
    });
  if (documentPaths) return "documents";
  if (seedPaths || named.length > 0) return "seeds";
  throw new PipelineError("wrong-use", "There is nothing to start from.", {
    hint: "Add --seeds FOLDER, --documents FOLDER or --schemas NAME; try: ragwright run rageval --schemas finance --model rules",
  });
}

/** Seeds to make schemas from that are not in a folder of a kind and a language. */
export const unsortedSeeds = (
  { seeds: paths, documents: instead }: Sources,
  { schemas: named }: Pick<Settings, "schemas">,
): string[] =>
  instead || named.length > 0
    ? []
    : filesUnder(paths ?? [], "seeds").filter(path => !isLaidOut(path));

/** The weights that the settings name; undefined if none are. */
function weightsFor(start: string, { weights, method }: Settings): Weights | undefined {
  if (weights === null) return undefined;
  if (start === "documents" && method === "ours") return readWeights(weights);
  throw new PipelineError(
    "wrong-use",
    "--weights is for your own documents that items are drawn from.",
    {
      hint: "Give it with --documents, without --questions and --method paper, or remove it (in the settings file: weights).",
    },
  );
}

function ragevalRecipe({ settings, sources, sampled, directory }: RecipeParts): RunInputs {
  const start = startOf(sources, settings);
  const unsorted = unsortedSeeds(sources, settings).length > 0;
  const reading = {
    languages: settings.languages,
    domains: settings.domains,
    unsorted,
    licence: settings.licence,
    limits: settings.files,
  };
  const inputs: Input[] = [];
  const { seeds: seedPaths, documents: documentPaths, questions } = sources;
  if (settings.schemas.length > 0)
    inputs.push({ artifact: schemas, rows: () => schemaRows(settings) });
  if (start === "seeds" && (seedPaths || settings.drafts))
    inputs.push({ artifact: seeds, rows: () => readSeeds({ ...reading, paths: seedPaths ?? [] }) });
  const weights = weightsFor(start, settings);
  if (documentPaths) {
    const from = { ...reading, paths: documentPaths };
    const rows = () => (weights && !sampled ? readWeighed(from, weights) : readDocuments(from));
    inputs.push({ artifact: documents, rows });
  }
  const own =
    documentPaths &&
    madeBefore(directory, documentPaths, start === "documents" && settings.method === "ours");
  inputs.push(...(own?.inputs ?? []));
  if (questions) inputs.push({ artifact: ownQuestions, rows: () => readQuestions(questions) });
  // Line numbers are only for messages and must not change the stage.
  const uses = weights && {
    weights: weights.list.map(({ document, weight }) => ({ document, weight })),
  };
  const found = unsorted ? { unsorted } : {};
  return {
    ...(own && { prepare: own.prepare }),
    plan: {
      wing: "rageval",
      settings,
      start,
      ...askersOf(settings),
      ...found,
      ...uses,
      ...(own?.base !== undefined && { base: own.base }),
    },
    inputs,
  };
}
