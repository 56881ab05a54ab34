// Draws the fields of a form: choices as rows of buttons, drafts as a grid, texts as boxes.

/** @import { Field, ChoiceField, TextField, BilingualText } from "../form.ts" */
/** @import { Translator } from "./translator.js" */
/** @typedef {{ field: Field, host: HTMLFieldSetElement, problem: HTMLElement, inputs: HTMLInputElement[], area: HTMLTextAreaElement | null, hiddenCharacters: HTMLElement | null }} FieldView */
import { element } from "./elements.js";
import { textView } from "./text-view.js";
import { textNodes } from "./visible-text.js";
import { words } from "./words.js";

/** Maximum text length in UTF-16 units: the server accepts no more, and a longer text makes the box slow. */
const maxTextLength = 30_000;

/** Initial text of a text field; empty if it is too long to edit here. @param {TextField} field */
export const initialTextOf = ({ initial }) => (initial.length > maxTextLength ? "" : initial);

/**
 * @param {Field} field
 * @param {Translator} translator
 * @returns {FieldView}
 */
export function fieldView(field, translator) {
  const legend = element("legend", {}, translator.show(element("span", {}), field.words));
  const problem = element("p", { class: "problem", id: `problem-${field.name}`, hidden: true });
  const host = element(
    "fieldset",
    { class: `field ${field.kind}`, "data-field": field.name, "aria-describedby": problem.id },
    legend,
  );
  if (field.about !== undefined) {
    const about = textView(field.about, translator);
    about.classList.add("about");
    host.append(about);
  }
  const view = {
    field,
    host,
    problem,
    inputs: /** @type {HTMLInputElement[]} */ ([]),
    area: /** @type {HTMLTextAreaElement | null} */ (null),
    hiddenCharacters: /** @type {HTMLElement | null} */ (null),
  };
  if (field.kind === "choice") host.append(optionGroup(field, translator, view.inputs));
  else host.append(...textBox(field, translator, view));
  host.append(problem);
  return view;
}

/** The digit that chooses an option: its value on a scale, otherwise its position. @param {ChoiceField} field @param {number} index */
export function digitOf({ options }, index) {
  const isScale = options.every(({ value }) => /^\d$/.test(value));
  return isScale ? (options[index]?.value ?? "") : String(index + 1);
}

/** @param {ChoiceField} field @param {Translator} translator @param {HTMLInputElement[]} inputs */
function optionGroup(field, translator, inputs) {
  const isLong = field.options.some(({ words }) => words.en.length > 16 || words.zh.length > 8);
  const group = element("div", { class: isLong ? "options long" : "options" });
  for (const [index, { value, words }] of field.options.entries()) {
    const input = element("input", { type: "radio", name: field.name, value });
    const digit = digitOf(field, index);
    const label = translator.show(element("span", {}), words);
    const key = element("kbd", { "aria-hidden": "true" }, digit);
    const isDigitOnly = words.zh.trim() === digit || words.en.trim() === digit;
    group.append(
      element(
        "label",
        { class: "option" },
        input,
        element("span", { class: "face" }, ...(isDigitOnly ? [label] : [key, label])),
      ),
    );
    inputs.push(input);
  }
  return group;
}

/** @param {TextField} field @param {Translator} translator @param {FieldView} view */
function textBox(field, translator, view) {
  view.area = element("textarea", {
    name: field.name,
    rows: field.when ? "4" : "2",
    dir: "auto",
    maxlength: String(maxTextLength),
    spellcheck: "false",
  });
  translator.show(view.area, field.words, "aria-label");
  if (initialTextOf(field) !== field.initial)
    translator.show(view.area, words.tooLong, "placeholder");
  view.hiddenCharacters = element("p", { class: "hidden-signs", hidden: true });
  return [view.area, view.hiddenCharacters];
}

/**
 * A grid with drafts as columns and criteria as rows.
 * @param {readonly FieldView[]} views all fields that repeat over candidates
 * @param {readonly string[]} labels
 * @param {Translator} translator
 */
export function draftGrid(views, labels, translator) {
  const grid = element("div", { class: "grid" });
  const stems = [...new Set(views.map(({ field }) => field.repeats?.stem ?? ""))];
  for (const stem of stems) {
    const row = views.filter(({ field }) => field.repeats?.stem === stem);
    const title = translator.show(
      element("span", { class: "criterion", "aria-hidden": "true" }),
      commonWords(row.map(({ field }) => field.words)),
    );
    for (const [index, { host }] of row.entries())
      host.prepend(
        element(
          "div",
          { class: "column", "aria-hidden": "true" },
          ...textNodes(labels[index] ?? ""),
        ),
      );
    grid.append(title, element("div", { class: "grid-row" }, ...row.map(({ host }) => host)));
  }
  return grid;
}

/** Common prefix of the names of a row's fields: "Clarity" for "Clarity: A" and "Clarity: B". @param {readonly BilingualText[]} names @returns {BilingualText} */
const commonWords = names => ({
  zh: commonPrefix(names.map(({ zh }) => zh)),
  en: commonPrefix(names.map(({ en }) => en)),
});

/** @param {readonly string[]} texts */
function commonPrefix([first = "", ...others]) {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return first
    .slice(0, length)
    .replace(/\s*[:：·(（–].*$/su, "")
    .trim();
}
