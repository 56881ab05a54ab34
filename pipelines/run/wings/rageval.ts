// The RAGEval wing: starts from seeds or schemas, from documents, or from the user's own questions.

import { z } from "zod";
import { ownQuestions } from "../../../schemas/items/records.ts";
import { documents } from "../../../schemas/items/documents.ts";
import { schemas, type SchemaRow, seeds } from "../../../schemas/rageval/records.ts";
import { Settings } from "../../../schemas/settings.ts";
import { PipelineError } from "../../engine/errors.ts";
import { rowId } from "../../engine/fingerprint.ts";
import type { Input } from "../../engine/pipeline.ts";
import { hasLanguageFolder } from "../../intake/domain-of-path.ts";
import { filesUnder } from "../../intake/files/list-files.ts";
import { readQuestions } from "../../intake/own-questions.ts";
import { readDocuments, readSeeds } from "../../intake/sources.ts";
import { ragevalPipeline } from "../../rageval/pipeline.ts";
import { earlierItemInputs } from "../earlier-items.ts";
import { askersOf } from "../models.ts";
import type { Sources } from "../options.ts";
import { readNames, readSchemas, readStatutes } from "../package-files.ts";
import { readWeightedDocuments, readWeights, type Weights } from "../document-weights.ts";
import type { RecipeParts, RunInputs, RunWing } from "./wing.ts";

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

const RagevalPlan = z.strictObject({
  wing: z.literal("rageval"),
  settings: Settings,
  /** Where the user starts: from seeds, from their own documents, or from questions about these. */
  start: z.enum(["seeds", "documents", "questions"]),
  /** Set if seeds are not in folders by kind, so that their kinds must be found. */
  unsorted: z.literal(true).optional(),
  /** Whether code constructs the questions, so that there are no blind readings. */
  constructed: z.boolean(),
  /** Whether one model both asks and reads. */
  sameReader: z.boolean(),
  /** Weights of documents, each under one of the document's names; absent if all are equal. */
  weights: z.array(z.strictObject({ document: z.string(), weight: z.number() })).optional(),
  /** Number of characters of the user's own documents in the first run; absent if this is the first run. */
  base: z.number().positive().optional(),
});
type RagevalPlan = z.output<typeof RagevalPlan>;
type RagevalInputs = RunInputs<RagevalPlan>;

function startOf(
  { seeds: seedPaths, documents: documentPaths, questions }: Sources,
  { schemas: schemaNames }: Settings,
): "seeds" | "documents" | "questions" {
  if (questions && !documentPaths)
    throw new PipelineError("wrong-use", "--questions needs the documents they are about.", {
      hint: "Add --documents with a folder or JSONL file.",
    });
  if (questions) return "questions";
  if (documentPaths && seedPaths)
    throw new PipelineError("wrong-use", "--seeds and --documents cannot be used together.", {
      hint: "Give only --documents: questions are asked about them as they are.",
    });
  if (documentPaths) return "documents";
  if (seedPaths || schemaNames.length > 0) return "seeds";
  throw new PipelineError("wrong-use", "There is nothing to start from.", {
    hint: "Add --seeds FOLDER, --documents FOLDER or --schemas NAME; try: ragwright run rageval --schemas finance --model rules",
  });
}

/** Unsorted seeds (not in a folder of a kind and a language), from which schemas are made. */
export const unsortedSeeds = (
  { seeds: paths, documents: documentPaths }: Sources,
  { schemas: schemaNames }: Pick<Settings, "schemas">,
): string[] =>
  documentPaths || schemaNames.length > 0
    ? []
    : filesUnder(paths ?? [], "seeds").filter(path => !hasLanguageFolder(path));

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

function readInputs({ settings, sources, isSample, directory }: RecipeParts): RagevalInputs {
  const start = startOf(sources, settings);
  const unsorted = unsortedSeeds(sources, settings).length > 0;
  const readOptions = {
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
  if (start === "seeds" && (seedPaths || settings.drafts)) {
    const seedOptions = { ...readOptions, paths: seedPaths ?? [] };
    inputs.push({ artifact: seeds, rows: () => readSeeds(seedOptions) });
  }
  const weights = weightsFor(start, settings);
  if (documentPaths) {
    const documentOptions = { ...readOptions, paths: documentPaths };
    const rows = () =>
      weights && !isSample
        ? readWeightedDocuments(documentOptions, weights)
        : readDocuments(documentOptions);
    inputs.push({ artifact: documents, rows });
  }
  const hasMaterials = start === "documents" && settings.method === "ours";
  const earlier = documentPaths && earlierItemInputs(directory, documentPaths, hasMaterials);
  inputs.push(...(earlier?.inputs ?? []));
  if (questions) inputs.push({ artifact: ownQuestions, rows: () => readQuestions(questions) });
  // Line numbers are only for messages and must not change the stage.
  const weightsInPlan = weights && {
    weights: weights.list.map(({ document, weight }) => ({ document, weight })),
  };
  return {
    ...(earlier && { prepare: earlier.prepare }),
    plan: {
      wing: "rageval",
      settings,
      start,
      ...askersOf(settings),
      ...(unsorted && { unsorted }),
      ...weightsInPlan,
      ...(earlier?.base !== undefined && { base: earlier.base }),
    },
    inputs,
  };
}

/** Names and statutes come from the current project, overriding the package's: on another machine they may differ, and so may the stages' settings. */
export const rageval: RunWing<RagevalPlan> = {
  plan: RagevalPlan,
  readInputs,
  stages: plan => ragevalPipeline({ ...plan, names: readNames(), statutes: readStatutes() }),
};
