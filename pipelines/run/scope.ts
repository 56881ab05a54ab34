// Scope of a planned run: its groups and documents, and the expected items by type.

import type { ItemType } from "../../schemas/items/item-types.ts";
import type { PlanRatios } from "../../schemas/plan-ratios.ts";
import type { Settings } from "../../schemas/settings.ts";
import { type Wing, wings } from "../../schemas/wings.ts";
import { PipelineError } from "../engine/errors.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Input, InputFailure } from "../engine/pipeline.ts";
import { apportion } from "../items/quotas.ts";
import { usageFinder } from "../questions/document-draw.ts";
import { targetTokens } from "../rageval/document-length.ts";
import { languageOf } from "../text/language.ts";
import {
  canForecast,
  type QuestionForecast,
  forecastQuestions,
  repeatByWeight,
  emptyForecast,
  sortingRequests,
  placeholderDocuments,
} from "./question-forecast.ts";
import type { Scope } from "./call-forecast.ts";
import { type Recipe, recipeOf } from "./recipe.ts";
import { unsortedSeeds } from "./wings/rageval.ts";
import type { Sources } from "./options.ts";
import {
  type DocumentGroup,
  groupsOf,
  readTexts,
  sampleFiles,
  type InputText,
} from "./workload.ts";

export interface RunScope extends Scope {
  readonly wanted: number;
  /** Number of items that these documents can yield, according to the ratios. */
  readonly maxItems: number;
  /** Unreadable files; for a large folder, those in the sample. */
  readonly unread: readonly InputFailure[];
}

interface ScopeParts {
  readonly wing: Wing;
  readonly settings: Settings;
  readonly sources: Sources;
  readonly directory: string;
  readonly ratios: PlanRatios;
}

const nothingReadError = () =>
  new PipelineError(
    "bad-input",
    "There is nothing to base an estimate on: no document could be read.",
    {
      hint: "Check the paths, --language and --domain. The content of feeds and sitemaps is known only once it is fetched: run with --until articles first, then plan with --documents.",
    },
  );

/** The input that contains texts; a run that starts from schemas alone has none. */
const textInputOf = ({ inputs }: Recipe): Input | undefined =>
  inputs.find(({ artifact }) =>
    ["rageval/seeds", "items/documents", "crud/raw-articles", "crud/articles"].includes(
      artifact.name,
    ),
  );

async function schemaGroups({ inputs }: Recipe): Promise<DocumentGroup[]> {
  const groups: DocumentGroup[] = [];
  const schemaInput = inputs.find(({ artifact }) => artifact.name === "rageval/schemas");
  for await (const row of schemaInput?.rows() ?? [])
    groups.push({
      ...(row as Pick<DocumentGroup, "domain" | "language">),
      documents: 0,
      tokens: 0,
    });
  return groups;
}

/** Groups of documents still to be written, which count like existing ones; their length follows from the setting and the seeds. */
function groupsToWrite(
  groups: readonly DocumentGroup[],
  seeds: readonly InputText[],
  { settings, ratios }: ScopeParts,
): DocumentGroup[] {
  const documents = settings.documentsPerSchema;
  const distinct = new Map(groups.map(group => [`${group.domain}\n${group.language}`, group]));
  return [...distinct.values()].map(({ domain, language }) => {
    const ownSeeds = seeds.filter(
      seed => seed.domain === domain && (seed.language ?? languageOf(seed.text)) === language,
    );
    const texts = settings.schemas.length > 0 ? [] : ownSeeds.map(({ text }) => text);
    const tokensEach = targetTokens(settings.length, texts, false) ?? ratios.written ?? 0;
    return { domain, language, documents, tokens: documents * tokensEach };
  });
}

/** Existing documents, documents still to be written, and the requests about both. */
interface Workload {
  readonly groups: readonly DocumentGroup[];
  readonly questionForecast: QuestionForecast;
  /** Number of the user's own questions. */
  readonly questions: number | undefined;
  readonly unreadableFiles: readonly InputFailure[];
}

/** The recipe of a run on these sources, or on a sample of their files; `weightOf` says how many files a sampled one represents. */
function sampledRecipe({ wing, settings, sources, directory }: ScopeParts) {
  const { seeds, documents, feeds: _feeds, sitemaps: _sitemaps, urls: _urls, ...rest } = sources;
  const hasTexts = seeds !== undefined || documents !== undefined;
  if (!hasTexts && settings.schemas.length === 0) throw nothingReadError();
  const sample = sampleFiles(
    [...(seeds ?? []), ...(documents ?? [])],
    documents ? "documents" : "seeds",
  );
  if (hasTexts && sample.paths.length === 0) throw nothingReadError();
  const sampledSources = {
    ...rest,
    ...(documents ? { documents: sample.paths } : seeds ? { seeds: sample.paths } : {}),
  };
  const recipe = recipeOf(wing, {
    settings,
    sources: sampledSources,
    directory,
    isSample: sample.isSample,
  });
  return { recipe, weightOf: sample.weightOf };
}

async function workloadOf(parts: ScopeParts): Promise<Workload> {
  const { wing, settings, sources } = parts;
  const { recipe, weightOf } = sampledRecipe(parts);
  const input = textInputOf(recipe);
  const { texts, unreadableFiles } = input
    ? await readTexts(input)
    : { texts: [], unreadableFiles: [] };
  const questionInput = recipe.inputs.find(
    ({ artifact }) => artifact.name === "items/own-questions",
  );
  let questions = 0;
  for await (const _ of questionInput?.rows() ?? []) questions++;
  const existingGroups = groupsOf(texts, weightOf);
  const writesDocuments = recipe.plan.wing === "rageval" && recipe.plan.start === "seeds";
  const sorting = sortingRequests(wing === "rageval" ? unsortedSeeds(sources, settings) : []);
  const groups = writesDocuments
    ? groupsToWrite([...existingGroups, ...(await schemaGroups(recipe))], texts, parts)
    : existingGroups;
  if (!canForecast(recipe.plan) || questionInput || settings.method === "paper")
    return {
      groups,
      questionForecast: { ...emptyForecast, sorting },
      questions: questionInput && questions,
      unreadableFiles,
    };
  const rows = writesDocuments
    ? placeholderDocuments(groups)
    : repeatByWeight(
        texts as DocumentRow[],
        ({ provenance }) => weightOf(provenance.source).files,
        usageFinder(recipe.plan.wing === "rageval" ? recipe.plan.weights : undefined),
      );
  return {
    groups,
    questionForecast: { ...forecastQuestions(rows, recipe.plan), sorting },
    questions: undefined,
    unreadableFiles,
  };
}

/** Reads the run's input, or a sample of it if it is large. Fetches nothing, calls no model, and writes nothing. */
export async function scopeOf(parts: ScopeParts): Promise<RunScope> {
  const { wing, settings, ratios } = parts;
  const { groups, questionForecast, questions, unreadableFiles } = await workloadOf(parts);
  const [documents, tokens] = groups.reduce(
    ([count, sum], group) => [count + group.documents, sum + group.tokens],
    [0, 0],
  );
  if (documents === 0) throw nothingReadError();
  const yieldRatios = ratios.bears ?? { perDocument: Number.POSITIVE_INFINITY, tokensPerItem: 1 };
  const maxItems = Math.max(
    1,
    Math.floor(Math.min(documents * yieldRatios.perDocument, tokens / yieldRatios.tokensPerItem)),
  );
  const wanted = questions ?? settings.items;
  const types = Object.entries(
    questions === undefined ? wings[wing].mix[settings.method].parse(settings.mix) : { factual: 1 },
  ) as [ItemType, number][];
  const targets = apportion(
    questions ?? Math.min(wanted, maxItems),
    types.map(([, weight]) => weight),
  );
  const items = new Map(types.map(([type], index) => [type, targets[index] ?? 0] as const));
  return {
    groups,
    items,
    wanted,
    maxItems: questions ?? maxItems,
    documentsPerItem: ratios.drawn,
    questionForecast,
    foundArticles: settings.crud.found,
    systems: 1,
    passageTokens: 0,
    unread: unreadableFiles,
  };
}
