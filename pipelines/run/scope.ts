// Scope of a planned run: its groups and documents, and the expected items by type.

import type { ItemType } from "../../schemas/items/item-types.ts";
import type { PlanRatios } from "../../schemas/plan-ratios.ts";
import type { Settings } from "../../schemas/settings.ts";
import type { Wing } from "../../schemas/items/item-types.ts";
import { wings } from "../../schemas/wings.ts";
import { PipelineError } from "../engine/errors.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Input, InputFailure } from "../engine/pipeline.ts";
import { apportion } from "../items/quotas.ts";
import { useIn } from "../questions/draw.ts";
import { targetTokens } from "../rageval/document-length.ts";
import { languageOf } from "../text/language.ts";
import {
  canLookAhead,
  type Ahead,
  lookAhead,
  multiplied,
  nothingAhead,
  sortingOf,
  unwritten,
} from "./question-forecast.ts";
import type { Scope } from "./foresee.ts";
import { type Recipe, recipeOf } from "./recipe.ts";
import { unsortedSeeds } from "./wings/rageval.ts";
import type { Sources } from "./options.ts";
import { type Group, groupsOf, readTexts, sampleFiles, type InputText } from "./workload.ts";

export interface RunScope extends Scope {
  readonly wanted: number;
  /** Number of items that these documents can yield, by the ratios. */
  readonly most: number;
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

const nothingRead = () =>
  new PipelineError(
    "bad-input",
    "There is nothing to estimate a run from: no document could be read.",
    {
      hint: "Check the paths, --language and --domain. The content of feeds and sitemaps is known only once it is fetched: run with --until articles first, then plan with --documents.",
    },
  );

/** The input with texts; a run that starts from schemas alone has none. */
const textsOf = ({ inputs }: Recipe): Input | undefined =>
  inputs.find(({ artifact }) =>
    ["rageval/seeds", "items/documents", "crud/raw-articles", "crud/articles"].includes(
      artifact.name,
    ),
  );

async function schemaGroups({ inputs }: Recipe): Promise<Group[]> {
  const groups: Group[] = [];
  const given = inputs.find(({ artifact }) => artifact.name === "rageval/schemas");
  for await (const row of given?.rows() ?? [])
    groups.push({ ...(row as Pick<Group, "domain" | "language">), documents: 0, tokens: 0 });
  return groups;
}

/** Groups of documents still to be written, which count like existing ones; their length follows from the setting and the seeds. */
function written(
  groups: readonly Group[],
  seeds: readonly InputText[],
  { settings, ratios }: ScopeParts,
): Group[] {
  const documents = settings.documentsPerSchema;
  const distinct = new Map(groups.map(group => [`${group.domain}\n${group.language}`, group]));
  return [...distinct.values()].map(({ domain, language }) => {
    const own = seeds.filter(
      seed => seed.domain === domain && (seed.language ?? languageOf(seed.text)) === language,
    );
    const texts = settings.schemas.length > 0 ? [] : own.map(({ text }) => text);
    const each = targetTokens(settings.length, texts, false) ?? ratios.written ?? 0;
    return { domain, language, documents, tokens: documents * each };
  });
}

/** Existing documents, documents still to be written, and the requests about both. */
interface Workload {
  readonly groups: readonly Group[];
  readonly ahead: Ahead;
  /** Number of the user's own questions. */
  readonly questions: number | undefined;
  readonly unread: readonly InputFailure[];
}

async function workloadOf(parts: ScopeParts): Promise<Workload> {
  const { wing, settings, sources, directory } = parts;
  const { seeds, documents, feeds: _feeds, sitemaps: _sitemaps, urls: _urls, ...rest } = sources;
  const hasTexts = seeds !== undefined || documents !== undefined;
  if (!hasTexts && settings.schemas.length === 0) throw nothingRead();
  const sample = sampleFiles(
    [...(seeds ?? []), ...(documents ?? [])],
    documents ? "documents" : "seeds",
  );
  if (hasTexts && sample.paths.length === 0) throw nothingRead();
  const sampled = {
    ...rest,
    ...(documents ? { documents: sample.paths } : seeds ? { seeds: sample.paths } : {}),
  };
  const recipe = recipeOf(wing, { settings, sources: sampled, directory, sampled: sample.sampled });
  const input = textsOf(recipe);
  const { texts, unread } = input ? await readTexts(input) : { texts: [], unread: [] };
  const asked = recipe.inputs.find(({ artifact }) => artifact.name === "items/own-questions");
  let questions = 0;
  for await (const _ of asked?.rows() ?? []) questions++;
  const read = groupsOf(texts, sample.weightOf);
  const writes = recipe.plan.wing === "rageval" && recipe.plan.start === "seeds";
  const sorting = sortingOf(wing === "rageval" ? unsortedSeeds(sources, settings) : []);
  const groups = writes ? written([...read, ...(await schemaGroups(recipe))], texts, parts) : read;
  if (!canLookAhead(recipe.plan) || asked || settings.method === "paper")
    return { groups, ahead: { ...nothingAhead, sorting }, questions: asked && questions, unread };
  const rows = writes
    ? unwritten(groups)
    : multiplied(
        texts as DocumentRow[],
        ({ provenance }) => sample.weightOf(provenance.source).files,
        useIn(recipe.plan.wing === "rageval" ? recipe.plan.weights : undefined),
      );
  return {
    groups,
    ahead: { ...lookAhead(rows, recipe.plan), sorting },
    questions: undefined,
    unread,
  };
}

/** Reads the run's input, or a sample of it if it is large; nothing is fetched, asked or written. */
export async function scopeOf(parts: ScopeParts): Promise<RunScope> {
  const { wing, settings, ratios } = parts;
  const { groups, ahead, questions, unread } = await workloadOf(parts);
  const [documents, tokens] = groups.reduce(
    ([count, sum], group) => [count + group.documents, sum + group.tokens],
    [0, 0],
  );
  if (documents === 0) throw nothingRead();
  const bears = ratios.bears ?? { perDocument: Number.POSITIVE_INFINITY, tokensPerItem: 1 };
  const most = Math.max(
    1,
    Math.floor(Math.min(documents * bears.perDocument, tokens / bears.tokensPerItem)),
  );
  const wanted = questions ?? settings.items;
  const types = Object.entries(
    questions === undefined ? wings[wing].mix[settings.method].parse(settings.mix) : { factual: 1 },
  ) as [ItemType, number][];
  const targets = apportion(
    questions ?? Math.min(wanted, most),
    types.map(([, weight]) => weight),
  );
  const items = new Map(types.map(([type], index) => [type, targets[index] ?? 0] as const));
  return {
    groups,
    items,
    wanted,
    most: questions ?? most,
    drawn: ratios.drawn,
    ahead,
    found: settings.crud.found,
    systems: 1,
    read: 0,
    unread,
  };
}
