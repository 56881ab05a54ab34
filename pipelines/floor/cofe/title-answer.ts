// A document's title by rules: its first heading, else a first line that reads as one, else its file's name, else its first words.

import { titlePrompt } from "../../../schemas/cofe/prompts.ts";
import type { Language } from "../../../schemas/items/item-types.ts";
import { splitSentences } from "../../text/sentences.ts";
import { answers } from "../answerer.ts";

/** Characters. */
const longest = 120;
const longestLine = { zh: 60, en: 120 };
/** A title stands among the first lines that say anything. */
const firstLines = 4;

const marks = /^[\s#>*_【】|]+|[\s#*_【】|]+$/gu;
const clean = (line: string): string =>
  line
    .replace(marks, "")
    .replace(/\*\*|__/g, "")
    .replace(/\s+/g, " ")
    .trim();
const says = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) >= 2;

/** Headings that every other document has, and labels of its parts. */
const generic =
  /^(?:(?:table of )?contents?|abstract|summary|executive summary|introduction|overview|preface|foreword|acknowledge?ments?|references|agenda|outline|index|home|menu|untitled.*|document\s*\d*|(?:new )?microsoft .*|presentation\s*\d*|book\s*\d*|workbook\s*\d*|(?:sheet|slide|page|chapter|section|part|appendix|figure|table)\s*[\divxlc.:-]*|confidential|draft|copy|cover|title|目\s*[录錄次]|摘\s*要|前\s*言|引\s*言|序\s*言?|概\s*述|简\s*介|正\s*文|附\s*[录件表]\s*\d*|封\s*面|标\s*题|新建.*|无标题|未命名.*|工作表\s*\d*|幻灯片\s*\d*|第[\d一二三四五六七八九十百]+[页章节部篇]|内部资料|机密|草稿|初稿|首页)$/iu;
/** A part by its number or its label: "2.1 Scope", "Chapter 1 – Scope", "Example: …". */
const isNumbered = (text: string): boolean =>
  /^(?:\d+(?:\.\d+)*[.、）)]?\s|\d+[、）)]|(?:[IVX]+|[A-Z])\.\s|[一二三四五六七八九十]+、|[（(][一二三四五六七八九十\d]+[）)]|第[\d一二三四五六七八九十百]+[章节条部篇])/u.test(
    text,
  ) ||
  /^(?:chapter|part|section|appendix|annex|figure|table|step)\s+[\divxlc]+\b|^(?:example|note|figure|table|box|例|图|表|注|附件|附表|附录)\s*[\d一二三四五六七八九十.-]*\s*[:：]/iu.test(
    text,
  );
/** A day, a page number, an address, a date line: letters, but no title. */
const isFurniture = (text: string): boolean =>
  /^(?:https?:|www\.|\S+@\S+$|page \d|第\s*\d+\s*页)/i.test(text) ||
  /^[\d\s年月日号时分/.:,-]+$/u.test(text) ||
  /^(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December) [\d, ]+$/i.test(text);

const headingsIn = (lines: readonly string[]): string[] =>
  lines
    .filter(line => /^\s{0,3}#{1,6}\s/.test(line))
    .map(clean)
    .filter(line => says(line) && !isFurniture(line) && !isHash(line));

/** A label with a number: "File no.: 30-653". */
const isLabelled = (text: string): boolean => /[:：][\s\p{N}\p{P}\p{S}]+$/u.test(text);

/** Short, no sentence, no row of a table, no item of a list. */
function readsAsTitle(line: string, language: Language): boolean {
  const text = clean(line);
  const isOther = line.includes(" | ") || /^\s*[-–•·*]\s/.test(line) || generic.test(text) || isNumbered(text) || isFurniture(text) || isHash(text) || isLabelled(text);
  const isPiece = /[。！；：;:,，、]$|\b(?:of|to|from|for|and|or|the|an?|in|by|with)$/iu.test(text) || /[.!]$/.test(text) || /^\p{Ll}/u.test(text) || /[。；]/u.test(text);
  return says(text) && !isOther && !isPiece && text.length <= longestLine[language] && text.split(" ").length <= 20;
}

/** An id that a machine gave: a long run of hexadecimal digits, with or without hyphens. */
const isHash = (text: string): boolean => /^(?=.*\d)[0-9a-f]{8}[0-9a-f-]*$/i.test(text);

/** Whether words are the lesser part: a word has vowels, no digits, and is no hexadecimal number. */
function isCode(name: string): boolean {
  const isWord = (part: string) => /^\p{Script=Han}{2,}/u.test(part) || (/^\p{L}{3,}$/u.test(part) && /[aeiouyà-ÿ]/i.test(part) && !/^[0-9a-f]{8,}$/i.test(part));
  const words = (name.match(/[\p{L}\p{N}]+/gu) ?? []).filter(isWord).join("");
  return words.length * 3 < (name.match(/[\p{L}\p{N}]/gu) ?? []).length;
}

/** A file's name in words; undefined for the codes that machines give, and the names that say nothing. */
function nameInWords(file: string): string | undefined {
  const name = file
    .replace(/\.[A-Za-z]\w{0,8}$/, "")
    .replace(/\s*(?:[（(]\d+[）)]|[-_ ]copy|[-—_ ]*副本)$/i, "")
    .replace(/[_+]|%20|(?<!\d)-|-(?!\d)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const isBare = /^(?:scan|img|image|doc|docs|file|document|sample|test|download|export|report|data|output|final|扫描件?|图片|文件|文档|下载)[\s\d-]*$/iu.test(name);
  return isBare || isCode(name) || generic.test(name) ? undefined : name;
}

/** So much of a line as a title may have, up to a word's or a clause's end. */
function shortened(text: string): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
  const end = head.search(/[\s，。；：,;:][^\s，。；：,;:]*$/u);
  return end > 20 ? head.slice(0, end) : head;
}

/** What a first sentence is about, where it opens with that: "Alder Mills is a …", "澄江路桥是…". */
const subject = {
  zh: /^(?!在|为|自|随着|根据|按照|截至|本|该|此|\d)([^，。；：]{2,30}?)(?:（[^）]*）)?(?:是(?!否)|，|于\d|成立于|位于|创立于|始建于)/u,
  en: /^(?!(?:In|On|At|By|From|For|After|Since|During|As|When|If|While|This|These|It|We)\b)(\p{Lu}[^,;:]{2,80}?)(?:,? \([^)]*\))?(?:,\s|\s(?:is|was|are|were|has|have|had|will|shall|provides?|describes?)\s)/u,
};

/** The first words that are there at all, from the text or else the name. */
function firstWords(lines: readonly string[], file: string, language: Language): string {
  const all = lines.map(clean);
  const line = all.find(text => says(text) && !generic.test(text) && !isNumbered(text)) ?? all.find(text => /[\p{L}\p{N}]/u.test(text));
  const sentence = splitSentences(line ?? "", language)[0]?.text.replace(/[。.；;：:]$/u, "");
  return subject[language].exec(sentence ?? "")?.[1] ?? sentence ?? file;
}

function findTitle(file: string, lines: readonly string[], language: Language): string {
  const headings = headingsIn(lines);
  const first = lines.filter(line => says(line) && !/^\s{0,3}#{1,6}\s/.test(line)).slice(0, firstLines);
  return (
    headings.find(heading => !generic.test(heading) && !isNumbered(heading)) ??
    first.map(line => (readsAsTitle(line, language) ? clean(line) : undefined)).find(line => line !== undefined) ??
    nameInWords(file) ??
    headings.find(heading => !generic.test(heading)) ??
    firstWords(lines, file, language)
  );
}

export const titleAnswer = answers(titlePrompt, ({ file, opening }, { language }) => {
  const title = shortened(findTitle(file, opening.split("\n"), language));
  return { title: title.trim() === "" ? file : title };
});
