// Finds label lines and table cells that can be asked about: each with its whole value and an unambiguous name.

import type { Language } from "../../../schemas/items/item-types.ts";
import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import type { NamedPlace } from "../../text/place-questions.ts";
import { type Cell, readLines, type StatedLine } from "../../text/stated-lines.ts";

const maxLength = { value: { zh: 40, en: 100 }, name: { zh: 24, en: 60 } };
/** Maximum number of words in an English keyword. */
const maxWords = 18;

/** A footnote mark, or a superscript digit that is not an exponent of ten or of a unit. */
const noteMark =
  /[*†‡§]|\[\w{1,3}\]|[（(][a-z\d][)）]$|(?<![\p{L}]|[×x·]\s?10)[⁰¹²³⁴-⁹]+$|\p{L}[⁰¹⁴-⁹]$/u;
const noContent =
  /^(?:n\/?a|n\.a\.|none|nil|null|unknown|tb[ad]|pending|yes|no|same|ditto|[-–—−/_.…×√✓xX]+|无|暂无|不详|未知|同上|是|否|有|待.{0,3})$|_{2,}|\.{3}|…|[[\]{}<>〔〕【】]|lorem ipsum|(?:to be|待)(?: ?(?:determined|confirmed|filled|announced)|填|定|补)/i;
const pointer =
  /\b(?:above|below|ditto|see|following|follows|attached|overleaf|aforementioned|as (?:before|stated))\b|https?:|www\.|[同如见详参][上下前附]|上述|下述|以下|详见|参见|见附/i;
/** Signs that the value continues in a line or column out of view. */
const cutOff =
  /[,;:，；、：(（\-–—/&]$|\b(?:and|or|of|the|an?|to|in|on|at|by|for|with|from|than|if|per|that|which|is|are)$|[和或及与的在为]$/i;
const sentencesPattern =
  /[。！？；;].|[!?]\s|(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nos|Hon|Jr|Sr|Inc|Ltd|Co|Corp|vs|approx|\p{L}))\.\s/u;

const isBalanced = (text: string): boolean =>
  ["()", "（）", "“”", "《》", "「」"].every(
    ([open = "", close = ""]) => text.split(open).length === text.split(close).length,
  );
const quoteMark = /[“”"|\n\uFFFD]|[âÃ][\u0080-\u00BF]/;

const isShort = (
  text: string,
  maxLengths: Readonly<Record<Language, number>>,
  language: Language,
): boolean => text.length <= maxLengths[language] && text.split(/\s+/).length <= maxWords;

/** Whether a value is complete, says something, and depends on nothing elsewhere. */
const isCompleteValue = (value: string, language: Language): boolean =>
  /[\p{L}\p{N}]/u.test(value) &&
  isShort(value, maxLength.value, language) &&
  isBalanced(value) &&
  ![quoteMark, noteMark, noContent, pointer, cutOff, sentencesPattern, /[:：]\s|：/].some(pattern =>
    pattern.test(value),
  );

const notAName =
  /^(?:notes?|remarks?|no\.?|id|sources?|see|example|e\.g\.|tel|fax|email|nb|warning|caution|tip|column ?\d*|unnamed.*|备注|说明|注|序号|编号|来源|例|附件|列\d+|链接)$|^(?:sub-?|grand )?totals?\b|^(?:sum|overall|all|others?)$|^(?:合计|总计|小计|其他|其它|总和)/i;

/** Signs that a name is part of its neighbour, or has a note. */
const dependentName = /\bof which\b|\bthereof\b|其中|[（(][a-z\d][)）]|\bnotes? \d|附注/i;

const notWords = /[。；;!?！？]|[,，]$|https?|lorem ipsum|[[\]{}<>]/i;

/** Whether a question can quote these words to name a label, row or column: not a number, a clause, a total or a note. */
const canName = (name: string, language: Language): boolean =>
  (/\p{L}{2}/u.test(name) || /^(?:19|20)\d\d年?$/.test(name)) &&
  /^[\p{L}\p{N}$€£%]/u.test(name) &&
  !/^\d+[.)、．]/.test(name) &&
  isShort(name, maxLength.name, language) &&
  isBalanced(name) &&
  ![quoteMark, noteMark, notAName, dependentName, notWords, pointer].some(pattern =>
    pattern.test(name),
  );

export interface AskablePlace {
  readonly place: NamedPlace;
  /** The whole value, with its unit. */
  readonly answer: string;
  readonly sentence: number;
}

interface Source {
  readonly title: string;
  readonly language: "zh" | "en";
}

const isLabelled = (line: StatedLine | undefined): boolean => line?.kind === "labelled";
/** Whether the next line shows that this one is complete. */
const isBoundary = (line: StatedLine | undefined): boolean =>
  line?.kind === "labelled" || line?.kind === "heading" || line?.kind === "opening";
const clauseWord = /\b(?:is|are|was|were|has|have|had|that|which|because|they|we|you|said|says)\b/i;
/** Labels that mean nothing without a heading. */
const genericLabel =
  /^(?:full )?(?:name|date|time|value|amount|content|description|details?|item|title|event|result)$|^(?:姓名|名称|日期|时间|数值|金额|内容|描述|项目|事项|结果|名字)$/i;
/** Whether the label is just a name before a headline: "EY: EY redefines …". */
const isNameBeforeHeadline = (value: string, label: string): boolean =>
  value.toLowerCase().includes(label.toLowerCase().split(" ")[0] ?? label);

/** Lines with a label that can be asked about: among other label lines, and followed by another or by a heading. */
const labelPlaces = (lines: readonly StatedLine[], { title, language }: Source): AskablePlace[] =>
  lines.flatMap((line, index) => {
    const [cell] = line.cells;
    const [previous, next] = [lines[index - 1], lines[index + 1]];
    const isInBlock = isLabelled(previous) || isLabelled(next);
    if (!isLabelled(line) || cell === undefined || !isBoundary(next) || !isInBlock) return [];
    const { header: label, value } = cell;
    const isNamed = canName(label, language) && !clauseWord.test(label) && !/[\d.]$/.test(label);
    if (!isNamed || !isCompleteValue(value.replace(/[.。]$/, ""), language)) return [];
    const heading = line.under !== null && canName(line.under, language) ? line.under : null;
    if (isNameBeforeHeadline(value, label) || (heading === null && genericLabel.test(label)))
      return [];
    return [
      {
        place: { kind: "label", title, under: heading, label },
        answer: value,
        sentence: line.number,
      },
    ];
  });

interface Table {
  readonly rows: readonly StatedLine[];
  /** The line directly above, if the fragment has one. */
  readonly lineAbove: StatedLine | undefined;
}

/** Consecutive rows under the same first header. */
function tablesIn(lines: readonly StatedLine[]): Table[] {
  const tables: { rows: StatedLine[]; lineAbove: StatedLine | undefined }[] = [];
  lines.forEach((line, index) => {
    if (line.kind !== "row") return;
    const [lastTable, previous] = [tables.at(-1), lines[index - 1]];
    if (
      lastTable &&
      previous?.kind === "row" &&
      previous.cells[0]?.header === line.cells[0]?.header
    )
      lastTable.rows.push(line);
    else tables.push({ rows: [line], lineAbove: previous });
  });
  return tables.filter(({ rows }) => rows.length > 1);
}

const isNumberOnly = (value: string): boolean => /^[\d.,()+\-−–\s]+$/.test(value);
/** A scale or currency in a caption or in the first header: it may or may not apply to each cell. */
const unitWord =
  /\b(?:thousand|million|billion)s?\b|\b(?:in|of) (?:[A-Z]{3}\b|US|euros?|dollars?|pounds?|per ?cent)|\bunits?:|单位|[万亿]元|[$€£¥%‰]/i;

const unitIn = (header: string): string | undefined =>
  /[（(]([^()（）]+)[)）]$/.exec(header)?.[1] ??
  /,\s*(in [^,]+|[%‰$€£])$/i.exec(header)?.[1] ??
  /\s([%‰])$/.exec(header)?.[1];

/** A number with the unit from its header; undefined if the unit may be elsewhere or out of view. */
function valueWithUnit(
  { header, value }: Cell,
  { rows, lineAbove }: Table,
  lines: readonly StatedLine[],
): string | undefined {
  const headerUnit = unitIn(header);
  if (headerUnit !== undefined && !value.includes(headerUnit))
    return /^[%‰]$/.test(headerUnit) ? `${value}${headerUnit}` : `${value} (${headerUnit})`;
  if (headerUnit !== undefined || !isNumberOnly(value)) return value;
  const isUnitElsewhere =
    unitWord.test(rows[0]?.cells[0]?.header ?? "") ||
    lines.some(({ kind, text }) => kind !== "row" && unitWord.test(text));
  return lineAbove === undefined || isUnitElsewhere ? undefined : value;
}

const shapeOf = (value: string): "number" | "words" =>
  /^[^\p{L}]*\d/u.test(value) ? "number" : "words";

/** Columns with cells of one kind in at least two rows: otherwise the header may itself be a value. */
function columnsOf({ rows }: Table): string[] {
  const headers = new Set(rows.flatMap(({ cells }) => cells.slice(1).map(({ header }) => header)));
  return [...headers].filter(header => {
    const shapes = rows.flatMap(({ cells }) =>
      cells
        .filter(cell => cell.header === header && /[\p{L}\p{N}]/u.test(cell.value))
        .map(({ value }) => shapeOf(value)),
    );
    return shapes.length > 1 && new Set(shapes).size === 1;
  });
}

function cellsOf(table: Table, lines: readonly StatedLine[], { title, language }: Source) {
  const columns = columnsOf(table).filter(column => canName(column, language));
  return table.rows.flatMap(({ cells: [first, ...cells], number }): AskablePlace[] => {
    const row = first?.value ?? "";
    const isUniqueRow =
      table.rows.filter(({ cells: [other] }) => other?.value === row).length === 1;
    const isNamed = isUniqueRow && canName(row, language) && shapeOf(row) === "words";
    if (!isNamed || cells.some(({ header }) => header === "")) return [];
    return cells.flatMap(cell => {
      const { header: column, value } = cell;
      const isUniqueColumn = cells.filter(({ header }) => header === column).length === 1;
      const answer = valueWithUnit(cell, table, lines);
      if (
        !columns.includes(column) ||
        !isUniqueColumn ||
        !isCompleteValue(value, language) ||
        !answer
      )
        return [];
      return [{ place: { kind: "cell", title, row, column }, answer, sentence: number }];
    });
  });
}

/** All places in these sentences that can be asked about. */
export function placesIn(sentences: readonly NumberedSentence[], source: Source): AskablePlace[] {
  if (/[“”]/.test(source.title)) return [];
  const lines = readLines(sentences);
  const cells = tablesIn(lines).flatMap(table => cellsOf(table, lines, source));
  return [...labelPlaces(lines, source), ...cells];
}
