// Describes where a range of text is in its file: on which pages, slides, parts, or sheets and rows.

import type { FilePlace } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";

interface TextRange {
  readonly start: number;
  readonly end: number;
}

type NumberedPart = "page" | "slide" | "part" | "row";

const chineseNames = { page: "页", slide: "张幻灯片", part: "部分", row: "行" };
const sheetWords = {
  en: {
    one: (name: string) => `sheet ${name}`,
    many: (first: string, last: string) => `sheets ${first} to ${last}`,
    comma: ", ",
    semicolon: "; ",
  },
  zh: {
    one: (name: string) => `工作表“${name}”`,
    many: (first: string, last: string) => `工作表“${first}”至“${last}”`,
    comma: "",
    semicolon: "；",
  },
};
/** Maximum number of sheets listed with their rows; a longer list would be tedious to read. */
const maxSheetsListed = 3;

/** The places that overlap a range: from the last one that begins at or before its start to the last one that begins inside it. */
function overlapping(
  places: readonly FilePlace[],
  { start, end }: TextRange,
): readonly FilePlace[] {
  const firstIndex = firstIndexAfter(places, start);
  return places
    .slice(Math.max(0, firstIndex - 1), firstIndexAfter(places, end - 1))
    .filter(place => place.start < end);
}

/** Index of the first place that begins after this offset, by binary search: a sheet may have 100,000 rows. */
function firstIndexAfter(places: readonly FilePlace[], offset: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function numberRangeText(
  kind: NumberedPart,
  places: readonly FilePlace[],
  language: Language,
): string | null {
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return null;
  const isSingle = first.number === last.number;
  const numbers = isSingle ? `${first.number}` : `${first.number}–${last.number}`;
  return language === "zh"
    ? `第${numbers}${chineseNames[kind]}`
    : `${kind}${isSingle ? "" : "s"} ${numbers}`;
}

/** Returns a function that describes where a range is ("page 3", "sheet Costs, rows 2–40"), or returns null if the file has no such places. */
export function placeFinder(
  places: readonly FilePlace[],
  language: Language = "en",
): (range: TextRange) => string | null {
  const placesOfKind = (kind: FilePlace["kind"]) => places.filter(place => place.kind === kind);
  const [pages, slides, parts] = [
    placesOfKind("page"),
    placesOfKind("slide"),
    placesOfKind("part"),
  ];
  const [sheets, rows] = [placesOfKind("sheet"), placesOfKind("row")];
  const words = sheetWords[language];
  const nameOf = (sheet: FilePlace | undefined) => sheet?.name ?? String(sheet?.number ?? "");

  const sheetPlace = (range: TextRange): string | null => {
    const sheetsInRange = overlapping(sheets, range);
    if (sheetsInRange.length === 0) return null;
    if (sheetsInRange.length > maxSheetsListed)
      return words.many(nameOf(sheetsInRange[0]), nameOf(sheetsInRange.at(-1)));
    const descriptions = sheetsInRange.map((sheet, index) => {
      const end = Math.min(range.end, sheetsInRange[index + 1]?.start ?? range.end);
      // Text above a sheet's first row is not in a row of the previous sheet.
      const ownRows = overlapping(rows, {
        start: Math.max(range.start, sheet.start),
        end,
      }).filter(row => row.start >= sheet.start);
      return [words.one(nameOf(sheet)), numberRangeText("row", ownRows, language)]
        .filter(part => part !== null)
        .join(words.comma);
    });
    return descriptions.join(words.semicolon);
  };

  return range =>
    sheetPlace(range) ??
    numberRangeText("slide", overlapping(slides, range), language) ??
    numberRangeText("page", overlapping(pages, range), language) ??
    numberRangeText("part", overlapping(parts, range), language) ??
    numberRangeText("row", overlapping(rows, range), language);
}
