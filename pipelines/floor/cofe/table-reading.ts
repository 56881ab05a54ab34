// Tables of a fragment: rows under the same headers, each named by a cell that no other row of them has.

import { findValues } from "../../text/values.ts";
import { points } from "./named-subject.ts";
import type { Cell, FragmentLine } from "./fragment-reading.ts";

type Language = "zh" | "en";

export interface NamedRow {
  readonly number: number;
  /** The cell that names it. */
  readonly name: Cell;
  readonly cells: readonly Cell[];
  readonly section: string | null;
}

/** Rows of one table in a fragment beyond this many are not compared. */
const mostRows = 60;

const headersOf = ({ cells }: FragmentLine): string => cells.map(({ header }) => header).join("\n");

/** Neighbouring rows that share their first header and most of the others: an empty cell leaves its header out. */
function sameTable(a: FragmentLine, b: FragmentLine): boolean {
  const [own, other] = [new Set(headersOf(a).split("\n")), headersOf(b).split("\n")];
  return b.number - a.number <= 2 && other.filter(header => own.has(header)).length * 2 > Math.min(own.size, other.length);
}

function groupRows(lines: readonly FragmentLine[]): FragmentLine[][] {
  const tables: FragmentLine[][] = [];
  for (const line of lines.filter(({ kind }) => kind === "row")) {
    const last = tables.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && sameTable(before, line) && last.length < mostRows) last.push(line);
    else tables.push([line]);
  }
  return tables;
}

/** Words that can be a name: no bare number, no sentence. */
const canName = ({ header, value }: Cell, language: Language): boolean =>
  /\p{L}{2}/u.test(value) &&
  !/lorem ipsum/i.test(value) &&
  value.length <= (language === "zh" ? 24 : 50) &&
  !/[.。;；:：|!?？]/.test(value.replace(/\.$/, "")) &&
  !points(value, language) &&
  findValues(value, language).every(({ text }) => text.length < value.length / 2) &&
  !/^(?:date|日期|时间|email|phone|电话|备注|notes?|remarks?)$/i.test(header);

/** A total has no name of its own. */
const isSum = (name: string): boolean => /^(?:sub-?total|total|grand total|other|others|合计|总计|小计|其他|其它|n\/?a|none|yes|no|无|是|否|-+)$/i.test(name.trim());

/** The tables whose rows can be told apart; a column names them if no two of its cells are alike. */
export function readTables(lines: readonly FragmentLine[], language: Language): NamedRow[][] {
  return groupRows(lines).flatMap(rows => {
    const columns = [...new Set((rows[0]?.cells ?? []).slice(0, 3).map(({ header }) => header))];
    const naming = columns.find(column => {
      const cells = rows.flatMap(({ cells }) => cells.find(({ header }) => header === column) ?? []);
      const named = cells.filter(cell => canName(cell, language));
      return named.length * 2 > rows.length && new Set(cells.map(({ value }) => value)).size === cells.length;
    });
    if (naming === undefined) return [];
    const named = rows.flatMap(({ number, cells, section }) => {
      const name = cells.find(cell => cell.header === naming && canName(cell, language) && !isSum(cell.value));
      return name === undefined ? [] : [{ number, name, cells: cells.filter(cell => cell !== name && cell.header !== "" && cell.header !== name.header), section }];
    });
    return named.length > 0 ? [named] : [];
  });
}

export const isYear = (header: string): boolean =>
  /^(?:FY|H[12]|Q[1-4])?\s?'?(?:19|20)\d\d(?:\s?(?:年度?|H[12]|Q[1-4]|上半年|下半年))?$|^(?:Q[1-4]|H[12]) ?(?:FY)?(?:\d{2}|(?:19|20)\d\d)$|^(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s?[–-]\s?(?:January|February|March|April|May|June|July|August|September|October|November|December))?|\d{1,2}月)(?: \d{4})?$/i.test(
    header.trim(),
  );

/** A header that can stand in a question: words, and few. */
export const canAsk = (header: string, language: Language): boolean =>
  /\p{L}{2}/u.test(header) &&
  header.length <= (language === "zh" ? 20 : 45) &&
  !/[.。;；!?？]/.test(header) &&
  !/^(?:notes?|remarks?|备注|no\.?|序号|编号|id|column ?\d*|unnamed.*|列\d+)$/i.test(header.trim());

/** A cell of figures or of a few words, which tells something. */
export const tellsSomething = ({ value }: Cell): boolean =>
  !/lorem ipsum/i.test(value) && /[\p{L}\p{N}]/u.test(value) && value.length <= 160 && !/^(?:n\/?a|none|yes|no|tbd|-+|无|是|否|—|√|×|\/)$/i.test(value.trim());
