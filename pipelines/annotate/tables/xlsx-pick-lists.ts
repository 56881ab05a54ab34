// Adds pick lists to columns of an XLSX, as data validations in the sheet's XML: the XLSX writer does not support them.

import type writeExcelFile from "write-excel-file/node";
import {
  getCellAddress,
  getClosingTagMarkup,
  getOpeningTagMarkup,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
} from "write-excel-file/utility";

/** The writer's type for extra features of a workbook, which it does not export by name. */
type Feature = NonNullable<NonNullable<Parameters<typeof writeExcelFile>[1]>["features"]>[number];

export interface PickList {
  /** Index of the column, from 0. */
  readonly column: number;
  /** Range of the list's options: `guide!$B$12:$B$17`. */
  readonly source: string;
  /** Shown when a cell is selected. */
  readonly title: string;
  readonly prompt: string;
}

// Excel treats a file with a longer title or prompt as corrupt.
const maxTitleLength = 32;
const maxPromptLength = 255;

const truncate = (text: string, size: number): string =>
  text.length <= size ? text : `${text.slice(0, size - 1)}…`.replace(/[\uD800-\uDBFF]…$/, "…");

function markupOf({ column, source, title, prompt }: PickList, rows: number): string {
  const attributes = {
    type: "list",
    allowBlank: 1,
    showInputMessage: 1,
    // The import accepts more spellings than the list has, and reports any value that it does not understand.
    showErrorMessage: 0,
    promptTitle: truncate(title, maxTitleLength),
    prompt: truncate(prompt, maxPromptLength),
    sqref: `${getCellAddress(1, column)}:${getCellAddress(rows, column)}`,
  };
  return `${getOpeningTagMarkup("dataValidation", attributes)}<formula1>${source}</formula1>${getClosingTagMarkup("dataValidation")}`;
}

/** Adds the lists to the named sheet, for `rows` rows below its header. */
export function addPickLists({
  sheet,
  rows,
  lists,
}: {
  readonly sheet: string;
  readonly rows: number;
  readonly lists: readonly PickList[];
}): Feature {
  const element = `${getOpeningTagMarkup("dataValidations", { count: lists.length })}${lists.map(list => markupOf(list, rows)).join("")}${getClosingTagMarkup("dataValidations")}`;
  const transform = (xml: string, options: { readonly sheet?: string }) =>
    options.sheet === sheet && lists.length > 0 && rows > 0
      ? insertElementMarkupAccordingToOrderOfSiblings(
          xml,
          element,
          getOrderOfSiblings("xl/worksheets/sheet{id}.xml", "worksheet") ?? [],
          "worksheet",
        )
      : xml;
  return { files: { transform: { "xl/worksheets/sheet{id}.xml": { transform } } } };
}
