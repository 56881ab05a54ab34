// Reads a server's message from the body of a refusal or from a web page, in any of the common forms.

import { parseJson } from "../../engine/lines.ts";

/** What a server said in a refusal. */
export interface ServerError {
  readonly message: string;
  /** Its error code or type; empty if it gives none. */
  readonly code: string;
  /** The field that it refuses; empty if it names none. */
  readonly field: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

// Formats one error of a validator: `{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}`.
const formatComplaint = (value: unknown) =>
  isFields(value)
    ? `${Array.isArray(value["loc"]) ? value["loc"].map(textOf).join(".") : ""} ${textOf(value["msg"])}`.trim()
    : textOf(value);

const messageOf = (body: Fields): string => {
  const { message, detail, error, msg } = body;
  if (Array.isArray(detail)) return detail.map(formatComplaint).join("; ");
  return [message, detail, error, msg].map(textOf).find(text => text !== "") ?? "";
};

/** Returns an HTML page's title, or else its first words; undefined if the text is not a page. */
export function pageWords(text: string): string | undefined {
  const start = text.slice(0, 20_000);
  if (!/^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(start)) return undefined;
  const title = /<title[^>]*>([^<]+)/i.exec(start)?.[1];
  const words =
    title ??
    start
      .replace(/<(?:style|script)\b[\s\S]*?<\/(?:style|script)>/gi, " ")
      .replace(/<[^>]*>/g, " ");
  return words.replace(/\s+/g, " ").trim().slice(0, 100);
}

/** Reads `{"error": {…}}`, `{"error": "…"}`, `{"message": "…"}`, `{"detail": …}`, a page, or plain text. */
export function parseServerError(text: string): ServerError {
  const body = parseJson(text);
  const errorBody = isFields(body)
    ? body
    : Array.isArray(body) && isFields(body[0])
      ? body[0]
      : undefined;
  if (!errorBody)
    return { message: pageWords(text) ?? text.trim().slice(0, 4000), code: "", field: "" };
  const errorFields = isFields(errorBody["error"]) ? errorBody["error"] : errorBody;
  // A server that forwards requests puts the upstream server's message here.
  const upstream = isFields(errorFields["metadata"]) ? textOf(errorFields["metadata"]["raw"]) : "";
  const message = [messageOf(errorFields), upstream].filter(part => part !== "").join(": ");
  return {
    message: message === "" ? text.slice(0, 4000) : message.slice(0, 4000),
    code: [errorFields["code"], errorFields["type"]].map(textOf).join(" ").trim(),
    field: textOf(errorFields["param"]),
  };
}
