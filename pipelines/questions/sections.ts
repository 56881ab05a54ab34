// Cuts documents into what one request reads: the whole document, or a section with the topics of the rest.

import type { FragmentRow } from "../../schemas/cofe/records.ts";
import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import { groupBy } from "../engine/grouping.ts";
import { fits } from "../items/part-borders.ts";
import { type Part, partsOf } from "../items/parts.ts";

export interface Section {
  /** Empty if it is the whole document. */
  readonly scope: Span[];
  /** Topics of the rest of the document; "" if there is none. */
  readonly rest: string;
  /** A fragment's id, which depends on its text alone. */
  readonly id?: string;
}

/** The most characters for the topics of the rest. */
const maxRest = 400;
/** Characters from the start of a part that represent it if it has no heading. */
const opening = { zh: 24, en: 60 };

/**
 * The document if it has at most `most` tokens (o200k), otherwise its sections: whole sentences within `most`, cut at
 * headings and paragraphs so that an edit changes only the sections around it.
 */
export function sectionsOf(document: DocumentRow, most: number): Section[] {
  const { id, text, language } = document;
  if (fits(text, most)) return [{ scope: [], rest: "" }];
  const parts = partsOf(document, { least: Math.floor(most / 3), most });
  const topics = parts.map(part => topicsOf(part, text, opening[language]));
  return parts.map(({ start, end }, at) => ({
    scope: [{ documentId: id, start, end }],
    rest: outline(topics.toSpliced(at, 1).flat()),
  }));
}

/** Finds a document's fragments, in order, each with the topics of the others. A repeated text is read where it first occurs. */
export function fragmentsIn(
  fragments: readonly FragmentRow[],
): (document: Pick<DocumentRow, "id">) => Section[] {
  const seen = new Set<string>();
  const distinct = fragments.filter(({ id }) => !seen.has(id) && seen.add(id));
  const byDocument = groupBy(distinct, ({ documentId }) => documentId);
  return ({ id }) => toSections((byDocument.get(id) ?? []).toSorted((a, b) => a.start - b.start));
}

function toSections(fragments: readonly FragmentRow[]): Section[] {
  const topics = fragments.map(({ section, text, language }) =>
    section === null ? beginningOf(text, opening[language]) : section,
  );
  return fragments.map(({ id, documentId, start, end }, at) => ({
    id,
    scope: [{ documentId, start, end }],
    rest: outline(topics.filter((topic, other) => other !== at && topic !== topics[at])),
  }));
}

/** A part's headings, or its beginning. */
const topicsOf = ({ headings, start, end }: Part, text: string, length: number): string[] =>
  headings.length > 0 ? [...headings] : [beginningOf(text.slice(start, end), length)];

function beginningOf(text: string, length: number): string {
  const [first = ""] = text.trim().split("\n");
  return first.length > length ? `${[...first].slice(0, length).join("")}…` : first;
}

/** The topics in one line; if they are too long, every second one is left out until they fit. */
function outline(topics: readonly string[]): string {
  const joined = [...new Set(topics)].join(" · ");
  return joined.length <= maxRest
    ? joined
    : outline(
        topics.length > 1
          ? topics.filter((_, at) => at % 2 === 0)
          : topics.map(topic => topic.slice(0, maxRest)),
      );
}
