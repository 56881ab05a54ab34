// The files wing: starts from files, read as documents, and from the items that the run generated before the files changed.

import { z } from "zod";
import { documents } from "../../../schemas/items/documents.ts";
import { Settings } from "../../../schemas/settings.ts";
import { cofePipeline } from "../../cofe/pipeline.ts";
import { PipelineError } from "../../engine/errors.ts";
import { readDocuments } from "../../intake/sources.ts";
import { askersOf } from "../models.ts";
import { earlierItemInputs } from "../earlier-items.ts";
import type { Sources } from "../options.ts";
import type { RecipeParts, RunInputs, RunWing } from "./wing.ts";

const CofePlan = z.strictObject({
  wing: z.literal("cofe"),
  settings: Settings,
  /** Number of characters of text in the first run; null if this is the first run. */
  base: z.number().positive().nullable(),
  /** Whether code constructs the questions, so that there are no blind readings. */
  constructed: z.boolean(),
  /** Whether one model both asks and reads. */
  sameReader: z.boolean(),
});
type CofePlan = z.output<typeof CofePlan>;

function filesOf({
  documents: documentPaths,
  seeds,
  questions,
  feeds,
  sitemaps,
  urls,
}: Sources): string[] {
  if ([questions, feeds, sitemaps, urls].some(paths => paths !== undefined))
    throw new PipelineError(
      "wrong-use",
      "The wing cofe accepts only files: --documents (or --seeds) FOLDER.",
      { hint: "Remove the other sources." },
    );
  const paths = [...(documentPaths ?? []), ...(seeds ?? [])];
  if (paths.length > 0) return paths;
  throw new PipelineError("wrong-use", "There is nothing to start from.", {
    hint: "Add --documents with files or folders (PDF, Word, PowerPoint, Excel, HTML, Markdown, CSV, text); try: ragwright run cofe --documents seeds/cofe --model rules",
  });
}

function readInputs({ settings, sources, directory }: RecipeParts): RunInputs<CofePlan> {
  const paths = filesOf(sources);
  const readOptions = {
    paths,
    languages: settings.languages,
    domains: settings.domains,
    licence: settings.licence,
    limits: settings.files,
    identity: "path" as const,
  };
  const { base, prepare, inputs } = earlierItemInputs(directory, paths, settings.method === "ours");
  return {
    prepare,
    plan: { wing: "cofe", settings, base: base ?? null, ...askersOf(settings) },
    inputs: [{ artifact: documents, rows: () => readDocuments(readOptions) }, ...inputs],
  };
}

export const cofe: RunWing<CofePlan> = {
  plan: CofePlan,
  readInputs,
  stages: plan => cofePipeline({ ...plan, base: plan.base ?? undefined }),
};
