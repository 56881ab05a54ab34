// Recipe of a CoFE-RAG run: files as documents, what the run made from them before they changed, and the plan of its stages.

import { documents } from "../../schemas/items/documents.ts";
import { PipelineError } from "../engine/errors.ts";
import { readDocuments } from "../intake/sources.ts";
import { askersOf } from "./models.ts";
import { madeBefore } from "./earlier-items.ts";
import type { Sources } from "./options.ts";
import type { RunInputs, RecipeParts } from "./reading.ts";

function filesOf({ documents: typed, seeds, questions, feeds, sitemaps, urls }: Sources): string[] {
  if ([questions, feeds, sitemaps, urls].some(given => given !== undefined))
    throw new PipelineError(
      "wrong-use",
      "The wing cofe takes only files: --documents (or --seeds) FOLDER.",
      { hint: "Remove the other sources." },
    );
  const paths = [...(typed ?? []), ...(seeds ?? [])];
  if (paths.length > 0) return paths;
  throw new PipelineError("wrong-use", "There is nothing to start from.", {
    hint: "Add --documents with files or folders (PDF, Word, PowerPoint, Excel, HTML, Markdown, CSV, text); try: ragwright run cofe --documents seeds/cofe --model rules",
  });
}

export function cofeRecipe({ settings, sources, directory }: RecipeParts): RunInputs {
  const paths = filesOf(sources);
  const reading = {
    paths,
    languages: settings.languages,
    domains: settings.domains,
    licence: settings.licence,
    limits: settings.files,
    identity: "path" as const,
  };
  const { base, prepare, inputs } = madeBefore(directory, paths, settings.method === "ours");
  return {
    prepare,
    plan: { wing: "cofe", settings, base: base ?? null, ...askersOf(settings) },
    inputs: [{ artifact: documents, rows: () => readDocuments(reading) }, ...inputs],
  };
}
