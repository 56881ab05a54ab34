// Finds the titles of the documents that were drawn; a title is put before each fragment of its document.

import { basename } from "node:path";
import type { Artifact } from "../../schemas/define.ts";
import { titlePrompt } from "../../schemas/cofe/prompts.ts";
import { type CofePlanRow, type TitleRow, titles } from "../../schemas/cofe/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { MaterialRow, materials } from "../../schemas/questions/records.ts";
import { defineStage, made } from "../engine/stage.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { topHeading } from "../text/headings.ts";
import { fold } from "../text/fold.ts";
import { languageOf } from "../text/language.ts";
import { words } from "../text/segment.ts";

// Number of characters of a document that are shown; its title is at the top, or nowhere.
const shown = { zh: 500, en: 1200 };
const maxLength = 120;

/** The opening of a text: up to the last line end within the length shown, or to the last space if a line is that long. */
function openingOf(text: string, language: Language): string {
  const whole = text.trim();
  if (whole.length <= shown[language]) return whole;
  const head = whole.slice(0, shown[language]).replace(/[\uD800-\uDBFF]$/, "");
  const end = ["\n", " "]
    .map(sign => head.lastIndexOf(sign))
    .find(place => place > head.length / 2);
  return head.slice(0, end).trimEnd();
}

const messages = {
  zh: {
    blank: "title 不能为空，至少要有文字。",
    form: `title 只写标题本身：一行，不超过${maxLength}个字符，不带 # 或 ** 之类的标记。`,
    language: "title 要用文档的语言（中文），文中原有的外文名称除外。",
    unrelated: "title 与文件名和文档开头都对不上，要以文中的话为据。",
    invented: (values: string) => `文件名和文档开头没有${values}。`,
  },
  en: {
    blank: "The title is empty; it must have words.",
    form: `Give the title alone: one line of at most ${maxLength} characters, without signs such as # or **.`,
    language:
      "Write the title in the document's language, English; only names that stand there in another may stay.",
    unrelated:
      "The title shares no word with the file's name or the opening: take it from what they say.",
    invented: (values: string) => `Neither the file's name nor the opening has ${values}.`,
  },
};

// Boundaries between letters and digits: "q3", "report2023".
const atDigits = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/** Everything wrong with a title, in words for the model. */
export function titleProblem(
  title: string,
  { file, opening, language }: { file: string; opening: string; language: Language },
): string | undefined {
  const say = messages[language];
  const trimmed = title.trim();
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return say.blank;
  const source = `${file}\n${opening}`;
  const stands = fold(source).includes(fold(trimmed));
  const known = new Set(words(source, language));
  const parts = file.replace(/[-_.]/g, " ");
  const invented = stands
    ? []
    : unsupportedValues(trimmed, [parts, parts.replace(atDigits, " "), opening], [], language);
  const problems = [
    trimmed.length > maxLength || /[\n\r\u2028\u2029]|^#|\*\*/.test(trimmed) ? say.form : [],
    !stands && languageOf(trimmed) !== language ? say.language : [],
    !stands && !words(trimmed, language).some(word => known.has(word)) ? say.unrelated : [],
    invented.length > 0 ? say.invented(invented.join(language === "zh" ? "、" : ", ")) : [],
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether a title has enough words to tell one document of a folder from another ("Contents" and "Chapter 1" do not) and is not the symbols that OCR makes of a picture. */
const tellsEnough = (title: string, source: string): boolean =>
  (title.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0) * 5 < title.length &&
  ((title.match(/\p{Script=Han}|(?:(?!\p{Script=Han})\p{L}){2,}/gu)?.length ?? 0) >=
    (/\p{Script=Han}/u.test(title) ? 5 : 2) ||
    fold(source).includes(fold(title)));

/**
 * The title that a document already has. One that was generated, or came as a record, has its name. A file has one if
 * its only top heading gives it, or if its name consists of words from its opening; an unmarked first line may be anything.
 */
function givenTitle(document: DocumentRow): string | undefined {
  const { kind, format, text, language, provenance } = document;
  const name = oneLine(document.name);
  if (kind === "generated" || format === null) return name || undefined;
  const file = basename(provenance.source);
  const opening = openingOf(text, language);
  const [first = ""] = opening.split("\n", 1);
  const isHeading = oneLine(topHeading(text) ?? "") === name;
  const known = new Set(words(opening, language));
  const isSaid =
    isHeading ||
    (![name, `# ${name}`].includes(oneLine(first).replace(/^#+/, "#")) &&
      fold(name) !== fold(file.replace(/\.\w+$/, "")) &&
      words(name, language).every(word => known.has(word)));
  const isSound = titleProblem(name, { file, opening, language }) === undefined;
  return isSaid && isSound && tellsEnough(name, provenance.source) ? name : undefined;
}

/** `over` holds the rows that ask about documents; each document gets one title, from whichever row comes first. */
export const titlesStage = (over: typeof materials | Artifact<typeof CofePlanRow>) =>
  defineStage({
    name: "cofe/titles",
    module: import.meta.filename,
    prompts: [titlePrompt],
    // Only the documents of either are read.
    over: over as typeof materials,
    lookup: { documents },
    writes: titles,
    // All rows of a document make the same request for its title, which is sent once.
    async each(row: MaterialRow | CofePlanRow, { ask, tables }) {
      const documentId = "documentId" in row ? row.documentId : (row.documentIds[0] ?? "");
      const document = tables.documents.get(documentId);
      const { id, language, domain } = document;
      const titled = (title: string): TitleRow => ({ id, language, domain, title });
      const given = givenTitle(document);
      if (given !== undefined) return made([titled(given)]);
      const variables = {
        file: basename(document.provenance.source),
        opening: openingOf(document.text, language),
      };
      const { title } = await ask(titlePrompt, language, variables, {
        check: reply => titleProblem(reply.title, { ...variables, language }),
      });
      return made([titled(oneLine(title))]);
    },
  });
