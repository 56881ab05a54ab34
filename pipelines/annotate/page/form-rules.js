// Finds the fields of a form that are still incomplete, without a request to the server.

/** @import { Field, FormProblem } from "../form.ts" */
/** @typedef {Record<string, string>} Values */

/**
 * Whether a field is visible: choices and remarks always are, an edited text is if the choice requires it.
 * @param {Field} field
 * @param {Values} values
 */
export const isShown = (field, values) =>
  field.kind === "choice" ||
  field.when === null ||
  field.when.oneOf.includes(values[field.when.field] ?? "");

/**
 * @param {Field} field
 * @param {Values} values
 * @returns {FormProblem["kind"] | undefined}
 */
function problemKindOf(field, values) {
  const value = (values[field.name] ?? "").trim();
  if (field.kind === "choice") return value === "" ? "missing" : undefined;
  if (field.when === null || !isShown(field, values)) return undefined;
  if (value === "" && field.name in values) return "missing";
  return value === "" || value === field.initial.trim() ? "unchanged" : undefined;
}

/**
 * Fields that keep a form from being complete, in order.
 * @param {readonly Field[]} fields
 * @param {Values} values
 * @returns {FormProblem[]}
 */
export const findIncomplete = (fields, values) =>
  fields.flatMap(field => {
    const kind = problemKindOf(field, values);
    return kind ? [{ field: field.name, kind, detail: "" }] : [];
  });
