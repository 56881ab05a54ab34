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
import { topHeading } from "../text/top-heading.ts";
import { fold } from "../text/fold.ts";
import { languageOf } from "../text/language.ts";
import { searchTokens } from "../text/segment.ts";

/** Number of characters of a document that a model sees: if there is a title, it is near the top. */
const openingLength = { zh: 500, en: 1200 };
const maxTitleLength = 120;

/** The opening of a text: up to the last line end within that length, or to the last space if a line is longer. */
function openingOf(text: string, language: Language): string {
  const trimmed = text.trim();
  if (trimmed.length <= openingLength[language]) return trimmed;
  const head = trimmed.slice(0, openingLength[language]).replace(/[\uD800-\uDBFF]$/, "");
  const end = ["\n", " "]
    .map(separator => head.lastIndexOf(separator))
    .find(offset => offset > head.length / 2);
  return head.slice(0, end).trimEnd();
}

const messages = {
  zh: {
    blank: "title 不能为空，也不能只有空格或标点。",
    form: `title 只写标题本身：一行，不超过${maxTitleLength}个字符，不带 # 或 ** 之类的标记。`,
    language: "title 要用文档的语言（中文），文中原有的外文名称除外。",
    unrelated: "title 与文件名和文档开头都对不上，要以文中的话为据。",
    invented: (values: string) => `文件名和文档开头没有${values}。`,
  },
  en: {
    blank: "The title is empty; it must contain words.",
    form: `Give the title alone: one line of at most ${maxTitleLength} characters, without markup such as # or **.`,
    language:
      "Write the title in the document's language, English; only names that the document gives in another language may stay as they are.",
    unrelated:
      "The title shares no word with the file's name or the opening: base it on what they say.",
    invented: (values: string) => `Neither the file's name nor the opening contains ${values}.`,
  },
};

/** A boundary between letters and digits, as in "q3" and "report2023". */
const digitBoundary = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/** Everything wrong with a title, worded for the model. */
export function titleProblem(
  title: string,
  { file, opening, language }: { file: string; opening: string; language: Language },
): string | undefined {
  const message = messages[language];
  const trimmed = title.trim();
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return message.blank;
  const source = `${file}\n${opening}`;
  const isVerbatim = fold(source).includes(fold(trimmed));
  const sourceWords = new Set(searchTokens(source, language));
  const fileWords = file.replace(/[-_.]/g, " ");
  const inventedValues = isVerbatim
    ? []
    : unsupportedValues(
        trimmed,
        [fileWords, fileWords.replace(digitBoundary, " "), opening],
        [],
        language,
      );
  const problems = [
    trimmed.length > maxTitleLength || /[\n\r\u2028\u2029]|^#|\*\*/.test(trimmed)
      ? message.form
      : [],
    !isVerbatim && languageOf(trimmed) !== language ? message.language : [],
    !isVerbatim && !searchTokens(trimmed, language).some(word => sourceWords.has(word))
      ? message.unrelated
      : [],
    inventedValues.length > 0
      ? message.invented(inventedValues.join(language === "zh" ? "、" : ", "))
      : [],
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether a title has enough words to tell one document of a folder from another ("Contents" and "Chapter 1" do not), and does not consist of symbols that OCR produces from a picture. */
const isDistinctive = (title: string, source: string): boolean =>
  (title.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0) * 5 < title.length &&
  ((title.match(/\p{Script=Han}|(?:(?!\p{Script=Han})\p{L}){2,}/gu)?.length ?? 0) >=
    (/\p{Script=Han}/u.test(title) ? 5 : 2) ||
    fold(source).includes(fold(title)));

/**
 * The title that a document already has. For a document that was generated or came from a record, this is its
 * name. A file has a title if its only top heading is one, or if its name consists of words from its opening; an
 * unmarked first line may be anything.
 */
function givenTitle(document: DocumentRow): string | undefined {
  const { kind, format, text, language, provenance } = document;
  const name = oneLine(document.name);
  if (kind === "generated" || format === null) return name || undefined;
  const file = basename(provenance.source);
  const opening = openingOf(text, language);
  const [firstLine = ""] = opening.split("\n", 1);
  const isHeading = oneLine(topHeading(text) ?? "") === name;
  const openingWords = new Set(searchTokens(opening, language));
  const isStated =
    isHeading ||
    (![name, `# ${name}`].includes(oneLine(firstLine).replace(/^#+/, "#")) &&
      fold(name) !== fold(file.replace(/\.\w+$/, "")) &&
      searchTokens(name, language).every(word => openingWords.has(word)));
  const isValid = titleProblem(name, { file, opening, language }) === undefined;
  return isStated && isValid && isDistinctive(name, provenance.source) ? name : undefined;
}

/** Finds one title for each document in the rows of `over`, which ask about documents. */
export const titlesStage = (over: typeof materials | Artifact<typeof CofePlanRow>) =>
  defineStage({
    name: "cofe/titles",
    module: import.meta.filename,
    prompts: [titlePrompt],
    // From each of the two artifacts, only the rows' documents are read.
    over: over as typeof materials,
    lookup: { documents },
    writes: titles,
    // All rows of a document make the same request for its title, which is sent once.
    async each(row: MaterialRow | CofePlanRow, { ask, tables }) {
      const documentId = "documentId" in row ? row.documentId : (row.documentIds[0] ?? "");
      const document = tables.documents.get(documentId);
      const { id, language, domain } = document;
      const toRow = (title: string): TitleRow => ({ id, language, domain, title });
      const ownTitle = givenTitle(document);
      if (ownTitle !== undefined) return made([toRow(ownTitle)]);
      const variables = {
        file: basename(document.provenance.source),
        opening: openingOf(document.text, language),
      };
      const { title } = await ask(titlePrompt, language, variables, {
        check: reply => titleProblem(reply.title, { ...variables, language }),
      });
      return made([toRow(oneLine(title))]);
    },
  });
