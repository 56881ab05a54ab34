// Cuts documents into pieces that one request can read: the whole document, or a section with the topics of the rest.

import type { FragmentRow } from "../../schemas/cofe/records.ts";
import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import { groupBy } from "../engine/grouping.ts";
import { fitsTokens } from "../items/part-borders.ts";
import { type Part, partsOf } from "../items/parts.ts";

export interface Section {
  /** Empty if it is the whole document. */
  readonly scope: Span[];
  /** Topics of the rest of the document; "" if there is none. */
  readonly rest: string;
  /** A fragment's id, which depends only on its text. */
  readonly id?: string;
}

/** Maximum number of characters for the topics of the rest. */
const maxOutline = 400;
/** How many characters from the start of a part represent it if it has no heading. */
const openingLength = { zh: 24, en: 60 };

/**
 * The document if it has at most `maxTokens` (o200k), otherwise its sections: whole sentences within that limit, cut at
 * headings and paragraphs so that an edit changes only the sections around it.
 */
export function sectionsOf(document: DocumentRow, maxTokens: number): Section[] {
  const { id, text, language } = document;
  if (fitsTokens(text, maxTokens)) return [{ scope: [], rest: "" }];
  const parts = partsOf(document, { least: Math.floor(maxTokens / 3), most: maxTokens });
  const topics = parts.map(part => topicsOf(part, text, openingLength[language]));
  return parts.map(({ start, end }, index) => ({
    scope: [{ documentId: id, start, end }],
    rest: outline(topics.toSpliced(index, 1).flat()),
  }));
}

/** Finds a document's fragments, in order, each with the topics of the others. A repeated text counts only where it first occurs. */
export function fragmentsIn(
  fragments: readonly FragmentRow[],
): (document: Pick<DocumentRow, "id">) => Section[] {
  const seenIds = new Set<string>();
  const distinctFragments = fragments.filter(({ id }) => !seenIds.has(id) && seenIds.add(id));
  const byDocument = groupBy(distinctFragments, ({ documentId }) => documentId);
  return ({ id }) => toSections((byDocument.get(id) ?? []).toSorted((a, b) => a.start - b.start));
}

function toSections(fragments: readonly FragmentRow[]): Section[] {
  const topics = fragments.map(({ section, text, language }) =>
    section === null ? beginningOf(text, openingLength[language]) : section,
  );
  return fragments.map(({ id, documentId, start, end }, index) => ({
    id,
    scope: [{ documentId, start, end }],
    rest: outline(
      topics.filter((topic, otherIndex) => otherIndex !== index && topic !== topics[index]),
    ),
  }));
}

/** A part's headings, or its beginning. */
const topicsOf = ({ headings, start, end }: Part, text: string, length: number): string[] =>
  headings.length > 0 ? [...headings] : [beginningOf(text.slice(start, end), length)];

function beginningOf(text: string, length: number): string {
  const [first = ""] = text.trim().split("\n");
  return first.length > length ? `${[...first].slice(0, length).join("")}…` : first;
}

/** The topics in one line; if they are too long, drops every second one until they fit. */
function outline(topics: readonly string[]): string {
  const outlineText = [...new Set(topics)].join(" · ");
  return outlineText.length <= maxOutline
    ? outlineText
    : outline(
        topics.length > 1
          ? topics.filter((_, index) => index % 2 === 0)
          : topics.map(topic => topic.slice(0, maxOutline)),
      );
}
