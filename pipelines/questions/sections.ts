// What of a document one request reads: all of it, or a section, with what the rest of it is about.

import type { FragmentRow } from "../../schemas/cofe/records.ts";
import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import { groupBy } from "../engine/grouping.ts";
import { fits } from "../items/part-borders.ts";
import { type Part, partsOf } from "../items/parts.ts";

export interface Section {
  /** Empty where it is the whole document. */
  readonly scope: Span[];
  /** What the rest of the document is about; "" where there is none. */
  readonly rest: string;
  /** Of a fragment: its own, which follows from its text alone. */
  readonly id?: string;
}

/** Characters of what is said of the rest. */
const maxRest = 400;
/** Of a part without a heading so much stands for it. */
const opening = { zh: 24, en: 60 };

/**
 * The document where it has no more than `most` tokens (o200k), else its sections, each of whole sentences and within
 * `most`, cut at headings and paragraphs so that an edit changes those around it and no others.
 */
export function sectionsOf(document: DocumentRow, most: number): Section[] {
  const { id, text, language } = document;
  if (fits(text, most)) return [{ scope: [], rest: "" }];
  const parts = partsOf(document, { least: Math.floor(most / 3), most });
  const said = parts.map(part => topicsOf(part, text, opening[language]));
  return parts.map(({ start, end }, at) => ({
    scope: [{ documentId: id, start, end }],
    rest: outline(said.toSpliced(at, 1).flat()),
  }));
}

/** Finds the fragments of a document, in order, each with what the others are about. The same text twice is read where it first stands. */
export function fragmentsIn(
  fragments: readonly FragmentRow[],
): (document: Pick<DocumentRow, "id">) => Section[] {
  const seen = new Set<string>();
  const distinct = fragments.filter(({ id }) => !seen.has(id) && seen.add(id));
  const byDocument = groupBy(distinct, ({ documentId }) => documentId);
  return ({ id }) => toSections((byDocument.get(id) ?? []).toSorted((a, b) => a.start - b.start));
}

function toSections(fragments: readonly FragmentRow[]): Section[] {
  const said = fragments.map(({ section, text, language }) =>
    section === null ? beginningOf(text, opening[language]) : section,
  );
  return fragments.map(({ id, documentId, start, end }, at) => ({
    id,
    scope: [{ documentId, start, end }],
    rest: outline(said.filter((topic, other) => other !== at && topic !== said[at])),
  }));
}

/** Its headings, or how it begins. */
const topicsOf = ({ headings, start, end }: Part, text: string, length: number): string[] =>
  headings.length > 0 ? [...headings] : [beginningOf(text.slice(start, end), length)];

function beginningOf(text: string, length: number): string {
  const [first = ""] = text.trim().split("\n");
  return first.length > length ? `${[...first].slice(0, length).join("")}…` : first;
}

/** Of too many every second is left out, then every second of those left. */
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
