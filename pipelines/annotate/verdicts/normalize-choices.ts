// Normalizes what a person wrote to the form's values: an option's text, full-width characters or "4.0" count as the option.

import type { Values } from "../../../schemas/annotation.ts";
import type { ChoiceField, Field, Option } from "../form.ts";

/** Removes differences in width, case and white space; no two options differ in these alone. */
const foldText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .replace(/ ?\/ ?/g, "/")
    .trim();

/** All spellings of an option: its text in one language or both, with or without its value before it. */
function spellingsOf({ value, words: { zh, en } }: Option): string[] {
  const labels = [zh, en, `${zh}/${en}`, `${en}/${zh}`];
  return [
    ...labels,
    ...labels.flatMap(label => [`${value} ${label}`, `${value} - ${label}`, `${value}: ${label}`]),
  ].map(foldText);
}

/** Removes zero decimals: a spreadsheet writes 4 as 4.0. */
export const withoutDecimals = (text: string): string => text.replace(/^(-?\d+)\.0+$/, "$1");

/** The value of the option spelled this way; any other text stays as written. */
function toOptionValue({ options }: ChoiceField, written: string): string {
  const spelling = withoutDecimals(foldText(written));
  const match =
    options.find(({ value }) => foldText(value) === spelling) ??
    options.find(option => spellingsOf(option).includes(spelling));
  return match?.value ?? written.trim();
}

/** The values of a form with each choice normalized to its option. Texts and unknown fields stay as they are. */
export function normalizeChoices(fields: readonly Field[], values: Values): Values {
  const choices = new Map(
    fields.flatMap(field => (field.kind === "choice" ? [[field.name, field] as const] : [])),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const choice = choices.get(name);
      return [name, choice && value.trim() !== "" ? toOptionValue(choice, value) : value];
    }),
  );
}
