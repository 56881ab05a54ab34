// Draws the fields of a form: choices as rows of buttons, drafts as a grid, texts as boxes.

/** @import { Field, ChoiceField, TextField, Words } from "../form.ts" */
/** @import { Speaker } from "./speaker.js" */
/** @typedef {{ field: Field, host: HTMLFieldSetElement, problem: HTMLElement, inputs: HTMLInputElement[], area: HTMLTextAreaElement | null, hiddenSigns: HTMLElement | null }} FieldView */
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
 * @param {Speaker} speaker
 * @returns {FieldView}
 */
export function fieldView(field, speaker) {
  const legend = element("legend", {}, speaker.say(element("span", {}), field.words));
  const problem = element("p", { class: "problem", id: `problem-${field.name}`, hidden: true });
  const host = element(
    "fieldset",
    { class: `field ${field.kind}`, "data-field": field.name, "aria-describedby": problem.id },
    legend,
  );
  if (field.about !== undefined) {
    const about = textView(field.about, speaker);
    about.classList.add("about");
    host.append(about);
  }
  const view = {
    field,
    host,
    problem,
    inputs: /** @type {HTMLInputElement[]} */ ([]),
    area: /** @type {HTMLTextAreaElement | null} */ (null),
    hiddenSigns: /** @type {HTMLElement | null} */ (null),
  };
  if (field.kind === "choice") host.append(optionGroup(field, speaker, view.inputs));
  else host.append(...textBox(field, speaker, view));
  host.append(problem);
  return view;
}

/** The digit that chooses an option: its value on a scale, otherwise its position. @param {ChoiceField} field @param {number} index */
export function digitOf({ options }, index) {
  const isScale = options.every(({ value }) => /^\d$/.test(value));
  return isScale ? (options[index]?.value ?? "") : String(index + 1);
}

/** @param {ChoiceField} field @param {Speaker} speaker @param {HTMLInputElement[]} inputs */
function optionGroup(field, speaker, inputs) {
  const isLong = field.options.some(({ words }) => words.en.length > 16 || words.zh.length > 8);
  const group = element("div", { class: isLong ? "options long" : "options" });
  for (const [index, { value, words }] of field.options.entries()) {
    const input = element("input", { type: "radio", name: field.name, value });
    const digit = digitOf(field, index);
    const label = speaker.say(element("span", {}), words);
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

/** @param {TextField} field @param {Speaker} speaker @param {FieldView} view */
function textBox(field, speaker, view) {
  view.area = element("textarea", {
    name: field.name,
    rows: field.when ? "4" : "2",
    dir: "auto",
    maxlength: String(maxTextLength),
    spellcheck: "false",
  });
  speaker.say(view.area, field.words, "aria-label");
  if (initialTextOf(field) !== field.initial) speaker.say(view.area, words.tooLong, "placeholder");
  view.hiddenSigns = element("p", { class: "hidden-signs", hidden: true });
  return [view.area, view.hiddenSigns];
}

/**
 * A grid with drafts as columns and criteria as rows.
 * @param {readonly FieldView[]} views all fields that repeat over candidates
 * @param {readonly string[]} labels
 * @param {Speaker} speaker
 */
export function draftGrid(views, labels, speaker) {
  const grid = element("div", { class: "grid" });
  const stems = [...new Set(views.map(({ field }) => field.repeats?.stem ?? ""))];
  for (const stem of stems) {
    const row = views.filter(({ field }) => field.repeats?.stem === stem);
    const title = speaker.say(
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

/** Common prefix of the names of a row's fields: "Clarity" for "Clarity: A" and "Clarity: B". @param {readonly Words[]} names @returns {Words} */
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
