// Brings what a person wrote into the form's own values: an option in words, in full width or as "4.0" counts as itself.

import type { Values } from "../../../schemas/annotation.ts";
import type { ChoiceField, Field, Option } from "../form.ts";

/** Width, case and white space tell no two options apart. */
const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .replace(/ ?\/ ?/g, "/")
    .trim();

/** All that counts as an option, the words in both languages side by side too, with its value before them or without. */
function spellingsOf({ value, words: { zh, en } }: Option): string[] {
  const named = [zh, en, `${zh}/${en}`, `${en}/${zh}`];
  return [
    ...named,
    ...named.flatMap(name => [`${value} ${name}`, `${value} - ${name}`, `${value}: ${name}`]),
  ].map(folded);
}

/** A spreadsheet writes 4 as 4.0. */
const whole = (text: string): string => text.replace(/^(-?\d+)\.0+$/, "$1");

/** The option's value; what is not an option's stays as it was written. */
function settle({ options }: ChoiceField, written: string): string {
  const sought = whole(folded(written));
  const found =
    options.find(({ value }) => folded(value) === sought) ??
    options.find(option => spellingsOf(option).includes(sought));
  return found?.value ?? written.trim();
}

/** The values of a form with each choice as its options have it. Texts, and what no field is named after, stay. */
export function settleValues(fields: readonly Field[], values: Values): Values {
  const choices = new Map(
    fields.flatMap(field => (field.kind === "choice" ? [[field.name, field] as const] : [])),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const choice = choices.get(name);
      return [name, choice && value.trim() !== "" ? settle(choice, value) : value];
    }),
  );
}
