// Factual questions on table rows and labelled lines: the label is asked for, the value is the answer.

import { findValues } from "../../text/values.ts";
import { isGenericLabel } from "./line-labels.ts";
import { taggedWords } from "../tail/names-in-text.ts";
import { isPluralEn } from "../questions/label-phrases.en.ts";
import { lowerInSentence } from "../questions/running-text.ts";
import type { Candidate } from "./candidate.ts";
import type { FragmentLine } from "./fragment-reading.ts";
import { personOf, points, type Subject } from "./named-subject.ts";
import { canAsk, isYear, readTables, tellsSomething } from "./table-reading.ts";
import { askCell, tellCell } from "./table-wording.ts";

const worthOf = (value: string, language: "zh" | "en"): number => (findValues(value, language).length > 0 ? 5 : 2);

/** One cell of a row, named by its row and its column. */
export function factualRows(lines: readonly FragmentLine[], { language }: Subject): Candidate[] {
  return readTables(lines, language).flatMap(rows =>
    rows.flatMap(row =>
      row.cells
        .filter(cell => (isYear(cell.header) || canAsk(cell.header, language)) && tellsSomething(cell) && row.cells.filter(({ header }) => header === cell.header).length === 1)
        .map(cell => ({
          question: askCell(row, cell, language),
          answer: tellCell(row, cell, language),
          sentences: [row.number],
          secrets: [cell.value],
          worth: worthOf(cell.value, language),
        })),
    ),
  );
}

// What a heading cannot own: "Basic information" has no age, its patient has.
const VAGUE_SECTION = /information|details|overview|summary|general|background|basic|header|信息|概况|概述|资料|基本|情况$|^其他/i;

const WHO_LABEL = /(?:人|者|员|长|师|医生)$/;
/** A body, of which one asks which it is. */
const BODY_LABEL = /(?:法院|检察院|公诉机关|机关|公司|单位|医院|学校|部门|机构)$/;
const WHO_LABEL_EN =
  /\b(?:judge|clerk|juror|prosecutor|officer|lawyer|attorney|counsel|secretary|chair(?:man|woman|person)?|president|director|manager|physician|doctor|surgeon|nurse|defendant|plaintiff|victim|author|owner|editor|teacher|head)$/i;
/** A label that is a date or a span by itself names nothing. */
const NO_LABEL =
  /^第[一二三四五六七八九十\d]+[步条项章节]|^step \d|^(?:dated?|time|period|时间段|期间|时段|日期|notes?|see|source|tel|email|fax|网址|电话|传真|附件|注|上一篇|下一篇|打印.*|责任编辑|来源)$|\d|^(?:counter)?signed|^(?:seen|printed|reviewed|approved|checked|signature)\b|\b(?:taken|read|given|done) (?:on|at)\b|\b(?:records?|summary|orders?|system|examination|rounds?|discussion)$|(?:记录|医嘱单?|系统|查体|检查|讨论|小结)$|^[(（]|['’]s?\s?signature$/i;
const longestValue = { zh: 26, en: 70 };

const asLabel = (label: string): string => lowerInSentence(/^[A-Z][a-z]+(?: [A-Z][a-z]+)*$/.test(label) ? label.charAt(0) + label.slice(1).toLowerCase() : label);
const smallFirst = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label).replace(/^the /, "");

const PERSONAL = {
  en: /^(?:full )?(?:age|sex|gender|birth ?date|date of birth|birthplace|place of birth|address|residence|occupation|ethnicity|nationality|marital status|religion|height|weight|blood type|chief complaint|allerg\w+)$/i,
  zh: /^(?:年龄|性别|出生日期|出生年月|出生地|住址|住所|家庭住址|现住址|职业|民族|国籍|婚姻状况|婚姻|籍贯|身高|体重|血型|主诉|文化程度|学历)$/,
};

interface Labelled {
  readonly section: string | null;
  readonly language: "zh" | "en";
  /** Whose it is, of a person's own data. */
  readonly person: string | undefined;
}

/** Only a label that says nothing alone is asked for with its heading. */
function askLabel(label: string, value: string, { section, language, person }: Labelled): string {
  const under = isGenericLabel(label) && section !== null && section.length <= (language === "zh" ? 16 : 40) ? section.replace(/[:：]$/, "") : "";
  if (person !== undefined)
    return language === "zh"
      ? `${person}的${label}是${/日期|年月|时间/.test(label) ? "什么时候" : /\d/.test(value) && value.length <= 8 ? "多少" : "什么"}？`
      : `What is the ${smallFirst(asLabel(label))} of ${person}?`;
  if (language === "zh") {
    const called = under === "" ? label : `“${under}”部分中的${label}`;
    if (/(?:日期|时间)$/.test(label)) return `${called}是什么时候？`;
    if (WHO_LABEL.test(label)) return `${called}是谁？`;
    if (BODY_LABEL.test(label)) return `${called}是哪一家？`.replace(/(检察院|法院|机关|部门|机构)是哪一家/, "$1是哪个");
    return findValues(value, "zh").length > 0 && value.length <= 12 ? `${called}是多少？` : `${called}是什么？`;
  }
  const noun = smallFirst(asLabel(label));
  if (WHO_LABEL_EN.test(label)) return `Who is the ${noun}${under === "" ? "" : ` given under “${under}”`}?`;
  return `What ${isPluralEn(noun) ? "are" : "is"} the ${noun}${under === "" ? "" : ` given under “${under}”`}?`;
}

/** A noun at its end, and nothing that is told of it: 急转弯很危险 is a clause. */
const isNoun = (label: string, language: "zh" | "en"): boolean =>
  language === "en" || (/^(?:n|vn|j|eng|x|l|m)/.test(taggedWords(label).at(-1)?.tag ?? "") && !/[很要了不]/.test(label));

/** A label that says nothing alone is asked for under its heading only. */
const stands = ({ section }: FragmentLine, label: string): boolean => !isGenericLabel(label) || (section !== null && !VAGUE_SECTION.test(section));

/** "Harpenden: Oldcastle Books": a list of sources or links names places and publishers, which are labels of nothing. */
const isSource = ({ section, text }: FragmentLine): boolean =>
  /^(?:references|bibliography|sources|notes|citations|further reading|see also|external links|参考文献|参考资料|注释|外部链接)$/i.test(section ?? "") ||
  /ISBN|ISSN|https?:|\bpp?\. ?\d|\bRetrieved\b|\bed\.|^\^/.test(text);

/** "Allgeier: Allgeier empowers organizations", "Eastman: …": a name before a headline is no label; what tells figures, or a person's data, is. */
const isHeadline = (label: string, value: string, language: "zh" | "en"): boolean =>
  language === "en" &&
  (value.toLowerCase().startsWith(label.toLowerCase()) ||
    (!/^[A-Z][a-z]*(?: [a-z]+)+$/.test(label) && findValues(value, "en").length === 0 && !WHO_LABEL_EN.test(label) && !PERSONAL.en.test(label)));

/** The line as a sentence of its own. */
function tellLabel(label: string, value: string, language: "zh" | "en"): string {
  const bare = value.replace(/[。.]$/, "");
  if (language === "zh") return `${label}为${bare}。`;
  const noun = smallFirst(asLabel(label));
  return `The ${noun} ${isPluralEn(noun) ? "are" : "is"} ${bare}.`;
}

/** A line "label: value", where no other line of the fragment has the same label. */
export function factualLabels(lines: readonly FragmentLine[], subject: Subject): Candidate[] {
  const { language } = subject;
  const labelled = lines.filter(({ kind, cells, marker }) => cells.length === 1 && (kind === "labelled" || (kind === "item" && marker === "-")));
  return labelled.flatMap(line => {
    const [cell] = line.cells;
    if (
      cell === undefined ||
      isSource(line) ||
      isHeadline(cell.header, cell.value, language) ||
      !canAsk(cell.header, language) ||
      points(cell.header, language) ||
      !isNoun(cell.header, language) ||
      !stands(line, cell.header) ||
      !tellsSomething(cell)
    )
      return [];
    // "被告人：柳某，女，……" names its man first.
    const value = language === "zh" && WHO_LABEL.test(cell.header) ? (cell.value.split(/[，,]/)[0] ?? "") : cell.value;
    const isLong = value.length > longestValue[language] || (WHO_LABEL.test(cell.header) && value.length > 8);
    if (isLong || NO_LABEL.test(cell.header) || /[:：]|[.。].+/.test(value.replace(/(?<=\d)\.(?=\d)|\b(?:Dr|Mr|Mrs|Ms|[A-Z])\. /g, "")) || points(value, language)) return [];
    const person = PERSONAL[language].test(cell.header) ? personOf(subject) : undefined;
    if (person === undefined && PERSONAL[language].test(cell.header)) return [];
    if (labelled.filter(({ cells }) => cells[0]?.header === cell.header).length > 1) return [];
    const question = askLabel(cell.header, value, { section: line.section, language, person });
    const valued = findValues(value, language).length > 0;
    return [
      {
        question,
        answer: tellLabel(cell.header, cell.value, language),
        sentences: [line.number],
        secrets: [value],
        worth: (valued ? 3.5 : 1.5) - (isGenericLabel(cell.header) ? 2 : 0) - (person === undefined ? 0 : 1),
      },
    ];
  });
}
