// Applies edits to texts and maps offsets to their new positions.

import type { Span } from "../../schemas/items/documents.ts";
import { groupBy } from "../engine/grouping.ts";
import type { DocumentEdit } from "./fact-changes.ts";
import type { Edit } from "./rewrite-value.ts";

/** A text with its edits applied; edits must not overlap. */
export function editText(text: string, edits: readonly Edit[]): string {
  let end = 0;
  const parts = sortEdits(edits).map(edit => {
    const part = text.slice(end, edit.start) + edit.text;
    end = edit.end;
    return part;
  });
  return parts.join("") + text.slice(end);
}

const sortEdits = (edits: readonly Edit[]): Edit[] => [...edits].sort((a, b) => a.start - b.start);

export interface Shift {
  /** The new position of an offset outside all edits. */
  offset(documentId: string, offset: number): number;
  span(span: Span): Span;
}

/** Maps offsets of the documents to their positions after the edits. An offset within an edit has no new position: passing one is a bug in the caller, and throws. */
export function shiftBy(edits: readonly DocumentEdit[]): Shift {
  const byDocument = groupBy(edits, ({ documentId }) => documentId);
  const offset = (documentId: string, position: number): number =>
    (byDocument.get(documentId) ?? []).reduce((shifted, { start, end, text }) => {
      if (position > start && position < end)
        throw new Error(`offset ${position} of ${documentId} lies within an edit`);
      return position >= end ? shifted + text.length - (end - start) : shifted;
    }, position);
  return {
    offset,
    span: ({ documentId, start, end }) => ({
      documentId,
      start: offset(documentId, start),
      end: offset(documentId, end),
    }),
  };
}
