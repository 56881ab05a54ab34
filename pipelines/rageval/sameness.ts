// What two values of a fact are compared by, in whatever format they are written.

import type { FactRow } from "../../schemas/rageval/records.ts";
import { fold } from "../text/fold.ts";
import { findValues } from "../text/values.ts";

/** Equal for one value in two formats. */
export function sameness({ value, language }: Pick<FactRow, "value" | "language">): string {
  const values = findValues(value, language);
  // Folding drops the decimal point: numbers are told apart by what they say.
  const words = values.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`,
    value,
  );
  return [fold(words), ...values.map(({ kind, canonical }) => `${kind} ${canonical}`)].join("\n");
}
