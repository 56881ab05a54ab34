// Questions about a place in a document, named by its words: the label of a line, or the row and column of a table.

import { fold } from "./fold.ts";
import type { StatedLine } from "./stated-lines.ts";

type Language = "zh" | "en";

export type NamedPlace =
  | {
      readonly kind: "label";
      readonly title: string;
      /** The heading above its block. */
      readonly under: string | null;
      readonly label: string;
    }
  | {
      readonly kind: "cell";
      readonly title: string;
      readonly row: string;
      readonly column: string;
    };

/** The question that asks for the content of a place. */
export function questionAbout(place: NamedPlace, language: Language): string {
  if (language === "zh")
    return place.kind === "label"
      ? `根据“${place.title}”，${place.under === null ? "" : `“${place.under}”之下，`}“${place.label}：”后面写的是什么？`
      : `根据“${place.title}”，表中“${place.row}”一行“${place.column}”一栏写的是什么？`;
  return place.kind === "label"
    ? `According to “${place.title}”, what is stated after “${place.label}:”${place.under === null ? "" : ` under “${place.under}”`}?`
    : `According to “${place.title}”, what does the table give for “${place.row}” under “${place.column}”?`;
}

const questions = {
  label: {
    zh: /^根据“([^”]+)”，(?:“([^”]+)”之下，)?“([^”]+)：”后面写的是什么？$/,
    en: /^According to “([^”]+)”, what is stated after “([^”]+):”(?: under “([^”]+)”)?\?$/,
  },
  cell: {
    zh: /^根据“([^”]+)”，表中“([^”]+)”一行“([^”]+)”一栏写的是什么？$/,
    en: /^According to “([^”]+)”, what does the table give for “([^”]+)” under “([^”]+)”\?$/,
  },
} as const;

/** The place that such a question names; undefined for any other question. */
export function placeInQuestion(question: string, language: Language): NamedPlace | undefined {
  const [, title, first, second] = questions.label[language].exec(question) ?? [];
  const [label, under = null] = language === "zh" ? [second, first] : [first, second];
  if (title !== undefined && label !== undefined) return { kind: "label", title, under, label };
  const [, cellTitle, row, column] = questions.cell[language].exec(question) ?? [];
  return cellTitle === undefined || row === undefined || column === undefined
    ? undefined
    : { kind: "cell", title: cellTitle, row, column };
}

const isSameText = (first: string, second: string): boolean => fold(first) === fold(second);

/** The lines of a document at a place: if there are several, the question has several answers. */
export function linesAt(place: NamedPlace, lines: readonly StatedLine[]): StatedLine[] {
  if (place.kind === "cell")
    return lines.filter(
      ({ cells }) =>
        cells.some(({ value }) => isSameText(value, place.row)) &&
        cells.some(({ header }) => isSameText(header, place.column)),
    );
  const { label, under } = place;
  return lines.filter(line => {
    const lineLabel =
      line.kind === "opening"
        ? line.text
        : line.kind === "labelled"
          ? line.cells[0]?.header
          : undefined;
    return (
      lineLabel !== undefined &&
      isSameText(lineLabel, label) &&
      (under === null ||
        [line.under, line.section].some(heading => heading !== null && isSameText(heading, under)))
    );
  });
}
