// Reads what office files have in common: relationships between parts, and the title.

import { posix } from "node:path";
import { malformedProblem, type OfficeArchive } from "./office-archive.ts";
import { attribute, childrenNamed, firstChild, rootOfPart, textOf } from "./office-xml.ts";

export interface Relation {
  /** The last segment of its type: "slide", "notesSlide", "worksheet". */
  readonly type: string;
  /** A path in the archive. */
  readonly target: string;
}

/** The relationships of a part by id; empty if it has none. */
export function relationsOf(archive: OfficeArchive, part: string): ReadonlyMap<string, Relation> {
  const relationsPart = posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);
  return new Map(
    childrenNamed(rootOfPart(archive, relationsPart), "Relationship").map(node => {
      const target = attribute(node, "Target") ?? "";
      const path = target.startsWith("/")
        ? posix.normalize(target).slice(1)
        : posix.join(posix.dirname(part), target);
      return [
        attribute(node, "Id") ?? "",
        { type: posix.basename(attribute(node, "Type") ?? ""), target: path },
      ] as const;
    }),
  );
}

/** The first related part of a type. */
export const relatedPart = (
  archive: OfficeArchive,
  part: string,
  type: string,
): string | undefined =>
  [...relationsOf(archive, part).values()].find(
    relation => relation.type === type && archive.has(relation.target),
  )?.target;

/** The main part of a file: its path and its XML. Throws FileProblem("malformed") if it is missing. */
export function mainPart(
  archive: OfficeArchive,
  { usualPath, what }: { readonly usualPath: string; readonly what: string },
): { part: string; xml: string } {
  const part = relatedPart(archive, "", "officeDocument") ?? usualPath;
  const xml = archive.get(part);
  if (xml === undefined) throw malformedProblem(`the ${what} inside (${usualPath}) is missing`);
  return { part, xml };
}

/** Titles that programs fill in, and file names. */
const placeholderTitles = [
  /^(?:microsoft )?(?:word|powerpoint|excel)?[\s-]*(?:document|presentation|workbook|文档|文件|演示文稿|簡報|工作簿)?\s*\d*$/i,
  /^(?:untitled|title|无标题|未命名|标题)\b/i,
  /^(?:slide|sheet|book|幻灯片|工作簿|新建.*文档)\s*\d*$/i,
  /^(?:microsoft (?:word|powerpoint|excel) - )/i,
  /\.(?:docx?|pptx?|xlsx?|pdf|dotx?|potx?|rtf|od[tsp])$/i,
];

/** The text as a title if a person seems to have written it, otherwise null. */
export function authoredTitle(text: string): string | null {
  const title = text.replace(/\s+/g, " ").trim();
  return title === "" ||
    title.length > 200 ||
    placeholderTitles.some(pattern => pattern.test(title))
    ? null
    : title;
}

/** The title in the file's properties if a person seems to have written it, otherwise null. */
export const propertiesTitle = (archive: OfficeArchive): string | null =>
  authoredTitle(textOf(firstChild(rootOfPart(archive, "docProps/core.xml"), "title")));
