// The news wing: starts from articles in files and on the web, or from documents as they are.

import { join } from "node:path";
import { z } from "zod";
import { olderSplitRows } from "../../../schemas/crud/older-split.ts";
import {
  type ArticleRow,
  articles,
  type RawArticleRow,
  rawArticles,
} from "../../../schemas/crud/records.ts";
import type { DocumentRow } from "../../../schemas/items/documents.ts";
import { Settings } from "../../../schemas/settings.ts";
import { crudPipeline } from "../../crud/pipeline.ts";
import { PipelineError } from "../../engine/errors.ts";
import { type Input, InputFailure } from "../../engine/pipeline.ts";
import { readArticles } from "../../intake/articles.ts";
import { readDocuments } from "../../intake/sources.ts";
import { languageOf } from "../../text/language.ts";
import { readOlderSplit } from "../older-split.ts";
import { userAgent } from "../../engine/package-root.ts";
import type { Sources } from "../options.ts";
import type { RecipeParts, RunInputs, RunWing } from "./wing.ts";

const CrudPlan = z.strictObject({
  wing: z.literal("crud"),
  settings: Settings,
  /** From articles to be cleaned, or from documents as they are. */
  start: z.enum(["articles", "documents"]),
  /** Texts that an older split was built from: megabytes if it was large. */
  usedTexts: z.array(z.string()).readonly(),
});
type CrudPlan = z.output<typeof CrudPlan>;

/** Whether an article's language and domain were requested; other articles are skipped. */
const isWanted = (
  { languages, domains }: Settings,
  { text, domain }: { text: string; domain: string },
) =>
  languages.includes(languageOf(text)) &&
  (domains?.some(name => name.toLowerCase() === domain.toLowerCase()) ?? true);

/** Articles from files, then from the web; fetched pages are kept in the run and not fetched again. */
async function* readAllArticles({
  settings,
  sources,
  directory,
}: RecipeParts): AsyncGenerator<RawArticleRow | InputFailure> {
  const { licence, crud } = settings;
  for await (const row of readArticles({
    paths: sources.seeds ?? [],
    licence,
    limits: settings.files,
  }))
    if (row instanceof InputFailure || isWanted(settings, row)) yield row;
  const { feeds = [], sitemaps = [], urls = [] } = sources;
  if (feeds.length + sitemaps.length + urls.length === 0) return;
  // Most runs fetch nothing: the code that does is loaded only if needed.
  const [{ openWeb }, { readNews }] = await Promise.all([
    import("../../intake/web/web.ts"),
    import("../../intake/web/read-news.ts"),
  ]);
  const web = openWeb({
    userAgent: userAgent(),
    allowHosts: crud.allowHosts,
    pause: crud.pause * 1000,
    cache: join(directory, "fetched"),
  });
  try {
    for await (const row of readNews({ feeds, sitemaps, urls, web, licence, since: crud.since }))
      if (row instanceof InputFailure || isWanted(settings, row)) yield row;
  } finally {
    await web.close();
  }
}

/** Converts a document as it is: nothing is cut from it. */
const toArticle = ({
  id,
  language,
  domain,
  name,
  published,
  text,
  provenance,
}: DocumentRow): ArticleRow => ({
  id,
  rawId: id,
  language,
  domain,
  headline: name,
  published,
  source: null,
  text,
  cut: { header: "", footer: "", signOff: "" },
  private: [],
  annotation: null,
  provenance,
});

async function* readAsArticles(
  settings: Settings,
  paths: readonly string[],
): AsyncGenerator<ArticleRow | InputFailure> {
  const { languages, domains, licence, files: limits } = settings;
  for await (const row of readDocuments({ paths, languages, domains, licence, limits }))
    yield row instanceof InputFailure ? row : toArticle(row);
}

function startOf({
  documents,
  seeds,
  feeds,
  sitemaps,
  urls,
  questions,
}: Sources): "articles" | "documents" {
  const hasArticles = [seeds, feeds, sitemaps, urls].some(paths => paths !== undefined);
  if (questions)
    throw new PipelineError("wrong-use", "--questions is for ragwright run rageval.", {
      hint: "Remove it.",
    });
  if (documents && hasArticles)
    throw new PipelineError(
      "wrong-use",
      "--documents cannot be used together with --seeds, --feeds, --sitemaps or --urls.",
      { hint: "Articles are cleaned and filtered by length; documents are taken as they are." },
    );
  if (documents) return "documents";
  if (hasArticles) return "articles";
  throw new PipelineError("wrong-use", "There is nothing to start from.", {
    hint: "Add --seeds with news articles, --feeds, --sitemaps, --urls or --documents; try: ragwright run crud --seeds seeds/crud --model rules",
  });
}

function readInputs(parts: RecipeParts): RunInputs<CrudPlan> {
  const { settings, sources } = parts;
  const start = startOf(sources);
  const olderSplit =
    parts.olderDirectory === undefined
      ? { usedTexts: [], rows: [] }
      : readOlderSplit(parts.olderDirectory);
  const input: Input =
    start === "documents"
      ? { artifact: articles, rows: () => readAsArticles(settings, sources.documents ?? []) }
      : { artifact: rawArticles, rows: () => readAllArticles(parts) };
  return {
    plan: { wing: "crud", settings, start, usedTexts: olderSplit.usedTexts },
    inputs: [
      input,
      ...(parts.olderDirectory === undefined
        ? []
        : [{ artifact: olderSplitRows, rows: () => olderSplit.rows }]),
    ],
  };
}

export const crud: RunWing<CrudPlan> = {
  plan: CrudPlan,
  readInputs,
  stages: crudPipeline,
};
