// Reads news articles from files: one per line, JSON records, saved pages, or single files of any format.

import { statSync } from "node:fs";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import type { RawArticleRow } from "../../schemas/crud/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { FileLimits } from "../../schemas/file-limits.ts";
import { rowId } from "../engine/fingerprint.ts";
import { parseJson } from "../engine/lines.ts";
import { readOrdinary } from "../engine/ordinary-file.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { languageOf } from "../text/language.ts";
import { hasArticlePerLine, linesOf } from "./article-lines.ts";
import { type ArticleRecord, badRecord, readArticleRecord } from "./article-records.ts";
import { domainAndLanguageOf } from "./domain-of-path.ts";
import { decode } from "./files/decode-text.ts";
import { limitsOf, nextFile, readFiles } from "./files/read-file.ts";
import { filesUnder } from "./files/list-files.ts";
import { articleOfReply } from "./web/pages.ts";

export interface ArticleOptions {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Articles in other languages are left out; if absent, all articles are read. */
  readonly languages?: readonly Language[];
  readonly licence: string | null;
  /** Default limits if absent. */
  readonly limits?: FileLimits;
}

type ArticleOrFailure = ArticleRecord | InputFailure;

/** Maximum size of a file that holds one article, in bytes. */
const maxArticleBytes = 20 * 1024 * 1024;
/** Maximum size of a JSON array in bytes: it is parsed in one piece; a file of JSON lines may have any size. */
const maxArrayBytes = 256 * 1024 * 1024;

/**
 * All articles in these files, in order, each with the given path (or the address its record names) as its
 * provenance and the folder as its domain. Whatever cannot be read is a separate failure, with its file and line.
 */
export async function* readArticles(
  options: ArticleOptions,
): AsyncGenerator<RawArticleRow | InputFailure> {
  const copyCounts = new Map<string, number>();
  const paths = filesUnder(options.paths, "seeds");
  const singleFiles = readFiles(
    paths.filter(path => !(endingOf(path) in readers)),
    limitsOf(options.limits),
  );
  try {
    for (const path of paths) {
      for await (const article of articlesOf(path, singleFiles)) {
        if (article instanceof InputFailure) yield article;
        else if (options.languages?.includes(languageOf(article.text)) ?? true)
          yield toRow(article, path, options.licence, copyCounts);
      }
    }
  } finally {
    await singleFiles.return(undefined);
  }
}

/** Gives each copy of a text a row of its own: a later stage finds and counts them. */
function toRow(
  { text, headline, published, source, url, annotation }: ArticleRecord,
  path: string,
  licence: string | null,
  copyCounts: Map<string, number>,
): RawArticleRow {
  const id = rowId("raw", text, headline, published, annotation?.id ?? null);
  const copies = copyCounts.get(id) ?? 0;
  copyCounts.set(id, copies + 1);
  const row = {
    domain: domainAndLanguageOf(path, text).domain,
    text,
    headline,
    published,
    source,
    annotation,
    provenance: { source: url ?? path, licence },
  };
  return { id: copies === 0 ? id : rowId("raw", id, copies), ...row };
}

const endingOf = (path: string) => extname(path).toLowerCase();

/** Readers of files that may hold many articles, and of pages, whose metadata is read too; any other file is one article. */
const readers: Readonly<
  Record<string, (path: string) => Iterable<ArticleOrFailure> | AsyncIterable<ArticleOrFailure>>
> = {
  ".jsonl": jsonLines,
  ".ndjson": jsonLines,
  ".json": jsonFile,
  ".txt": textFile,
  ".text": textFile,
  ".html": savedPage,
  ".htm": savedPage,
};

/** `singleFiles` yields the texts of the other files, in the order in which they are needed here. */
async function* articlesOf(
  path: string,
  singleFiles: ReturnType<typeof readFiles>,
): AsyncGenerator<ArticleOrFailure> {
  const readArticlesIn = readers[endingOf(path)];
  if (!readArticlesIn) {
    const file = await nextFile(singleFiles);
    return yield "code" in file
      ? new InputFailure(path, file.code, file.detail)
      : { ...noMetadata, text: file.text };
  }
  try {
    yield* readArticlesIn(path);
  } catch (error) {
    yield new InputFailure(
      path,
      "unreadable-file",
      `${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The other fields of an article when only its text is known. */
const noMetadata = { headline: null, published: null, source: null, url: null, annotation: null };

/** The article on a page saved from the web; its date may be in the path, as on the site. */
function* savedPage(path: string): Generator<ArticleOrFailure> {
  if (statSync(path).size > maxArticleBytes) return yield tooLarge(path);
  const page = articleOfReply({
    url: pathToFileURL(`/${path}`).href,
    contentType: "",
    bytes: readOrdinary(path),
  });
  if ("code" in page)
    return yield new InputFailure(path, page.code, `${path}: ${page.detail.replace(/^\S+: /, "")}`);
  const { text, headline, published, source } = page;
  // The page's own address is of no use for a saved copy.
  yield { ...noMetadata, text, headline, published, source };
}

const tooLarge = (path: string) =>
  new InputFailure(
    path,
    "file-too-large",
    `${path}: one article of more than ${maxArticleBytes / 1024 / 1024} MB; if it contains several articles, put one on each line.`,
  );

async function* textFile(path: string): AsyncGenerator<ArticleOrFailure> {
  const lines = await linesOf(path);
  if ("code" in lines) return yield new InputFailure(path, lines.code, lines.detail);
  if (hasArticlePerLine(lines)) {
    for (const { text } of lines) if (text.trim() !== "") yield { text, ...noMetadata };
    return;
  }
  if (statSync(path).size > maxArticleBytes) return yield tooLarge(path);
  const text = [...lines]
    .map(line => line.text)
    .join("\n")
    .trim();
  yield text === ""
    ? new InputFailure(path, "empty-file", `${path}: contains no text.`)
    : { text, ...noMetadata };
}

async function* jsonLines(path: string): AsyncGenerator<ArticleOrFailure> {
  const lines = await linesOf(path);
  if ("code" in lines) return yield new InputFailure(path, lines.code, lines.detail);
  for (const { number, text } of lines)
    if (text.trim() !== "") yield recordAt(path, number, parseJson(text), "line");
}

/** An array of records, a single record, or one record per line. */
async function* jsonFile(path: string): AsyncGenerator<ArticleOrFailure> {
  const text = statSync(path).size > maxArrayBytes ? undefined : decode(readOrdinary(path));
  const value = text === undefined ? undefined : parseJson(text.replace(/^\uFEFF/, ""));
  if (value === undefined) return yield* jsonLines(path);
  for (const [index, record] of (Array.isArray(value) ? value : [value]).entries())
    yield recordAt(path, index + 1, record, "record");
}

function recordAt(
  path: string,
  number: number,
  value: unknown,
  unit: "line" | "record",
): ArticleOrFailure {
  const result = value === undefined ? { error: "it is not JSON" } : readArticleRecord(value);
  return "error" in result ? badRecord(path, number, result.error, unit) : result;
}
