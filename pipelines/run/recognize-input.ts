// Recognizes a user's input: which wing makes a benchmark from it, and which of that wing's sources it is.

import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { DragonballQuery } from "../../schemas/formats/dragonball.ts";
import { OwnQuestion } from "../../schemas/formats/own-questions.ts";
import type { Wing } from "../../schemas/wings.ts";
import { PipelineError } from "../engine/errors.ts";
import { readArticleRecord } from "../intake/article-records.ts";
import { firstRecord, hasDocumentPerLine } from "../intake/document-lines.ts";
import { hasLanguageFolder } from "../intake/domain-of-path.ts";
import { isFeed } from "../intake/files/sniff-format.ts";
import { filesUnder } from "../intake/files/list-files.ts";
import type { Sources } from "./options.ts";
import { resolvePackaged } from "./package-files.ts";

/** Kind of input at a path or address. */
type InputKind = "seeds" | "pages" | "documents" | "files" | "news" | "feeds" | "questions";

export interface RecognizedInput {
  readonly wing: Wing;
  readonly sources: Sources;
  /** What it was recognized as, and the equivalent command. */
  readonly told: string;
}

const isAddress = (path: string) => /^https?:\/\//.test(path);
const feedEndings = [".xml", ".rss", ".atom"];
const textEndings = [".txt", ".text"];
/** Extensions of seed files, which are texts; other files in such a folder are documents, and so are pages without seeds. */
const seedEndings = [...textEndings, ".md"];
const pageEndings = [".html", ".htm"];

function kindOfLines(path: string): InputKind {
  const record = firstRecord(path);
  if (OwnQuestion.safeParse(record).success || DragonballQuery.safeParse(record).success)
    return "questions";
  const article = readArticleRecord(record);
  if ("text" in article && article.published !== null) return "news";
  return hasDocumentPerLine(path) ? "documents" : "files";
}

function kindOf(path: string): InputKind {
  const ending = extname(path).toLowerCase();
  if (feedEndings.includes(ending) && isFeed(readFileSync(path, "utf8"))) return "feeds";
  if ([".jsonl", ".ndjson"].includes(ending)) return kindOfLines(path);
  if (hasLanguageFolder(path) && seedEndings.includes(ending)) return "seeds";
  if (hasLanguageFolder(path) && pageEndings.includes(ending)) return "pages";
  return textEndings.includes(ending) ? "documents" : "files";
}

/** Kinds that may be given together; the first entry that accepts all of them makes the benchmark. */
const inputAlternatives: readonly {
  readonly wing: Wing;
  readonly acceptedKinds: readonly InputKind[];
  /** The kind that must be present; the others are optional. */
  readonly requiredKind?: InputKind;
  readonly description: string;
  readonly sourcesOf: (
    paths: readonly string[],
    pathsOfKind: (kind: InputKind) => string[],
  ) => Sources;
}[] = [
  {
    wing: "rageval",
    acceptedKinds: ["seeds", "pages"],
    requiredKind: "seeds",
    description:
      "seed documents, in a folder for each kind and language: similar documents are written, and questions asked about them (run rageval --seeds)",
    sourcesOf: seeds => ({ seeds }),
  },
  {
    wing: "crud",
    acceptedKinds: ["news", "feeds"],
    description:
      "news: summaries, continuations, corrections and questions about articles (run crud)",
    sourcesOf: (_, pathsOfKind) => ({
      ...(pathsOfKind("news").length > 0 && { seeds: pathsOfKind("news") }),
      ...(pathsOfKind("feeds").length > 0 && { feeds: pathsOfKind("feeds") }),
    }),
  },
  {
    wing: "rageval",
    acceptedKinds: ["questions", "documents", "files", "seeds", "pages"],
    requiredKind: "questions",
    description:
      "your own questions: what they lack is filled in from your documents (run rageval --documents --questions)",
    sourcesOf: (paths, pathsOfKind) => ({
      questions: pathsOfKind("questions"),
      documents: paths.filter(path => !pathsOfKind("questions").includes(path)),
    }),
  },
  {
    wing: "rageval",
    acceptedKinds: ["documents"],
    description:
      "plain-text documents: each is read whole, and questions are asked about it (run rageval --documents)",
    sourcesOf: documents => ({ documents }),
  },
  {
    wing: "cofe",
    acceptedKinds: ["files", "documents", "seeds", "pages"],
    description:
      "files: they are read in fragments, and questions are asked about these (run cofe --documents)",
    sourcesOf: documents => ({ documents }),
  },
];

const missingPathError = (path: string) =>
  new PipelineError("bad-input", `There is nothing at ${path}.`, {
    hint: "Give seed documents, a folder of files, news (JSONL, or the address of a feed), or questions with their documents: ragwright make PATH…",
  });

/** Examples that ship with the package are found by name. Throws PipelineError("bad-input") for missing paths, ("wrong-use") for kinds that no wing accepts together. */
export function recognizeInput(givenPaths: readonly string[]): RecognizedInput {
  const paths = givenPaths.map(resolvePackaged);
  const kindsByPath = new Map<string, ReadonlySet<InputKind>>(
    paths.map(path => {
      if (isAddress(path)) return [path, new Set<InputKind>(["feeds"])];
      if (!existsSync(path)) throw missingPathError(path);
      return [path, new Set(filesUnder([path]).map(kindOf))];
    }),
  );
  const kinds = new Set([...kindsByPath.values()].flatMap(pathKinds => [...pathKinds]));
  const pathsOfKind = (kind: InputKind) => paths.filter(path => kindsByPath.get(path)?.has(kind));
  const isMatching = ({ acceptedKinds, requiredKind }: (typeof inputAlternatives)[number]) =>
    [...kinds].every(kind => acceptedKinds.includes(kind)) &&
    (requiredKind === undefined || kinds.has(requiredKind));
  const alternative = kinds.size === 0 ? undefined : inputAlternatives.find(isMatching);
  if (!alternative)
    throw new PipelineError(
      "wrong-use",
      kinds.size === 0
        ? `There are no files in ${paths.join(", ")}.`
        : `${[...kinds].join(" and ")} cannot be made into one benchmark.`,
      { hint: "Run make once for each kind, with separate directories: --out." },
    );
  const sources = alternative.sourcesOf(paths, pathsOfKind);
  if (sources.questions && sources.documents?.length === 0)
    throw new PipelineError(
      "wrong-use",
      "There are questions, but no documents that answer them.",
      {
        hint: `Give the documents too: ragwright make ${paths.join(" ")} DOCUMENTS`,
      },
    );
  return { wing: alternative.wing, sources, told: alternative.description };
}
