// Finds passages in the output of a search tool and in a library's sources: lists, strings, JSON in a string.

import { SimplePassage } from "../../schemas/evaluation/predictions.ts";
import { parseJson } from "../engine/lines.ts";
import { isObject } from "./fields.ts";

/** Fields under which other libraries' objects list passages. */
export const passageListNames = [
  "retrieved",
  "passages",
  "sources",
  "source_documents",
  "sourceDocuments",
  "source_nodes",
  "sourceNodes",
  "documents",
  "docs",
  "chunks",
];
const toolListNames = [
  ...passageListNames,
  "contexts",
  "context",
  "results",
  "matches",
  "hits",
  "items",
];

const hasContent = (passage: SimplePassage): boolean =>
  typeof passage === "string"
    ? passage.trim() !== ""
    : [passage.text, passage.id, passage.documentId, passage.source].some(
        field => field !== null && field !== undefined,
      );

/** The entries that are passages, whatever their field names; null if there are entries but none is a passage. */
export function passagesAmong(entries: readonly unknown[]): SimplePassage[] | null {
  const passages = entries.flatMap(entry => {
    const { data } = SimplePassage.safeParse(entry);
    return data !== undefined && hasContent(data) ? [data] : [];
  });
  return passages.length > 0 || entries.length === 0 ? passages : null;
}

/** The passages in a list, or a string as a single passage; null for anything else. */
export function passagesIn(value: unknown): SimplePassage[] | null {
  if (Array.isArray(value)) return passagesAmong(value);
  return typeof value === "string" && value.trim() !== "" ? [value] : null;
}

/** Passages in a tool's output: a list, an object with one, or a string, which may contain either of these as JSON. Numbers and booleans are not passages. */
export function passagesOfTool(output: unknown): SimplePassage[] {
  if (typeof output === "string") {
    const parsed = parseJson(output);
    return isObject(parsed) || Array.isArray(parsed)
      ? passagesOfTool(parsed)
      : (passagesIn(output) ?? []);
  }
  if (Array.isArray(output)) return passagesAmong(output) ?? [];
  if (!isObject(output)) return [];
  // The SDK's own wrapper around a tool's output: {type: "json" | "text", value}.
  if ("value" in output && typeof output["type"] === "string")
    return passagesOfTool(output["value"]);
  const lists = toolListNames.map(name => output[name]).filter(Array.isArray);
  if (lists.length > 0) return lists.flatMap(list => passagesAmong(list) ?? []);
  return (
    passagesAmong([output])?.filter(passage => typeof passage !== "string" && passage.text) ?? []
  );
}
