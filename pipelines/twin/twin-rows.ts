// The rows of a twin: those of the run with edited texts, shifted spans and new answers.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { LabelRow, SplitRow } from "../../schemas/items/finished-items.ts";
import type { ItemRow, QuestionRow } from "../../schemas/items/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import type { CarryOutcome } from "./carry-item.ts";
import type { ChangeSelection } from "./choose-changes.ts";
import { editText, type Shift, shiftBy } from "./edit-text.ts";
import { rewriteValues, spansOf } from "./item-texts.ts";
import type { Change } from "./fact-changes.ts";

/** The rows of a run from which a twin is created. */
export interface RunRows {
  readonly documents: readonly DocumentRow[];
  readonly facts: readonly FactRow[];
  readonly items: readonly ItemRow[];
  readonly questions: readonly QuestionRow[];
  readonly labels: readonly LabelRow[];
  readonly splits: readonly SplitRow[];
}

const twinId = (id: string): string => `${id}-twin`;

/** All spans that a twin shifts. */
export const spansToShift = ({ documents, facts, items, questions, labels }: RunRows): Span[] => [
  ...documents.flatMap(({ id, sections, places }) => [
    ...sections.map(({ start, end }) => ({ documentId: id, start, end })),
    ...places.map(({ start }) => ({ documentId: id, start, end: start })),
  ]),
  ...facts.flatMap(({ spans }) => spans),
  ...items.flatMap(item => [...spansOf(item), ...item.scope]),
  ...questions.flatMap(({ spans, scope }) => [...spans, ...scope]),
  ...labels.flatMap(({ spans }) => spans),
];

/** The rows carried over, in the order of the run. */
export function twinRows(rows: RunRows, { changes, edits, carried }: ChangeSelection): RunRows {
  const shift = shiftBy(edits);
  const editsIn = groupBy(edits, ({ documentId }) => documentId);
  const documents = rows.documents.map(row => ({
    ...row,
    text: editText(row.text, editsIn.get(row.id) ?? []),
    sections: row.sections.map(({ id, start, end }) => ({
      id,
      start: shift.offset(row.id, start),
      end: shift.offset(row.id, end),
    })),
    places: row.places.map(place => ({ ...place, start: shift.offset(row.id, place.start) })),
  }));
  const textOf = new Map(documents.map(({ id, text }) => [id, text]));
  const textAt = ({ documentId, start, end }: Span) =>
    textOf.get(documentId)?.slice(start, end) ?? "";
  const items = rows.items.flatMap(item => twinItem(item, carried.get(item.id), { shift, textAt }));
  const keptIds = new Set(items.map(({ twinOf }) => twinOf));
  const answers = new Map(items.map(({ questionId, answer }) => [questionId, answer]));
  const rowsOfKeptItems = <Row extends { readonly id: string; readonly itemId: string }>(
    itemRows: readonly Row[],
  ) =>
    itemRows
      .filter(({ itemId }) => keptIds.has(itemId))
      .map(row => ({
        ...row,
        id: row.id.replace(row.itemId, twinId(row.itemId)),
        itemId: twinId(row.itemId),
      }));
  return {
    documents,
    items,
    facts: rows.facts.map(fact => twinFact(fact, changes, shift)),
    questions: rows.questions.flatMap(row => {
      const answer = answers.get(row.id);
      const [spans, scope] = [row.spans.map(shift.span), row.scope.map(shift.span)];
      return answer === undefined ? [] : [{ ...row, answer, spans, scope }];
    }),
    labels: rowsOfKeptItems(rows.labels).map(row => ({ ...row, spans: row.spans.map(shift.span) })),
    splits: rowsOfKeptItems(rows.splits),
  };
}

interface EditedTexts {
  readonly shift: Shift;
  readonly textAt: (span: Span) => string;
}

function twinItem(
  item: ItemRow,
  carried: CarryOutcome | undefined,
  { shift, textAt }: EditedTexts,
): ItemRow[] {
  if (carried === undefined || carried.outcome === "not-carried") return [];
  const { keypoints, keywords, ...words } = carried.words;
  const quote = (span: Span) => ({ span: shift.span(span), text: textAt(shift.span(span)) });
  return [
    {
      ...item,
      ...words,
      id: twinId(item.id),
      evidence: item.evidence.map(({ number, span }) => ({ number, ...quote(span) })),
      keypoints: keypoints.map(keypoint => ({
        ...keypoint,
        spans: keypoint.spans.map(shift.span),
      })),
      // Without counts and alternatives, which were found in the original corpus.
      keywords: keywords && {
        coarse: keywords.coarse,
        fine: keywords.fine.map(list => list.map(({ span }) => quote(span))),
      },
      scope: item.scope.map(shift.span),
      twinOf: item.id,
    },
  ];
}

/** A fact with its value as the twin's document states it. */
function twinFact(fact: FactRow, changes: readonly Change[], shift: Shift): FactRow {
  const ownChanges = changes.filter(({ fact: { places } }) =>
    places.some(({ documentId, detail }) =>
      fact.spans.some(
        span =>
          span.documentId === documentId && span.start <= detail.start && span.end >= detail.end,
      ),
    ),
  );
  const names = ownChanges.flatMap(({ fact: { detail } }) =>
    detail.kind === "name" ? [detail.canonical] : [],
  );
  const value =
    rewriteValues(fact.value, ownChanges, { language: fact.language, names }) ?? fact.value;
  return { ...fact, value, spans: fact.spans.map(shift.span) };
}
