// The retrieval corpus in CRUD-RAG's format: one article per line, preceded by its date.

import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { displayPath } from "../engine/display-path.ts";

// Every character that Python's splitlines treats as a line end.
const lineBreaks = /[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+/;

const joinLines = (text: string): string =>
  text
    .split(lineBreaks)
    .map(line => line.trim())
    .filter(line => line !== "")
    .join("  ");

/** Description of a line, for the manifest. */
export const lineFormat =
  "YYYY-MM-DD，正文：text, in every language; no date if none is known; line breaks, with the white space around them, become two spaces; lines are counted from 0";

/** Writes an article on one line, without a newline: `YYYY-MM-DD，正文：…`. */
export const toCorpusLine = ({
  published,
  text,
}: Pick<DocumentRow, "published" | "text">): string =>
  `${published ?? ""}，正文：${joinLines(text)}`;

/** An article contained in a record of the dataset. */
export interface ShownArticle extends Pick<DocumentRow, "published"> {
  readonly line: string;
}

interface CorpusCard {
  /** Number of the line, from 0. */
  readonly line: number;
  readonly source: string;
  readonly licence: string | null;
}

/** Data collected about the corpus while it is written. */
export interface Corpus {
  readonly cards: Map<string, CorpusCard>;
  /** The requested documents. */
  readonly shownArticles: Map<string, ShownArticle>;
}

/** Yields the lines of corpus.txt, with one document in memory at a time; fills `corpus`. */
export function* corpusLines(
  run: OpenRun,
  requestedIds: ReadonlySet<string>,
  corpus: Corpus,
): Generator<string> {
  for (const document of run.rows(documents)) {
    const line = toCorpusLine(document);
    const { source, licence } = document.provenance;
    corpus.cards.set(document.id, {
      line: corpus.cards.size,
      source: displayPath(source),
      licence,
    });
    if (requestedIds.has(document.id))
      corpus.shownArticles.set(document.id, { line, published: document.published });
    yield `${line}\n`;
  }
}
