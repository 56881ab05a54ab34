// The form of a task: holds the values, moves from field to field, marks problems.

/** @import { Field, FormProblem, BilingualText } from "../form.ts" */
/** @import { FieldView } from "./field-view.js" */
/** @import { Values } from "./form-rules.js" */
/** @import { Translator } from "./translator.js" */
import { digitOf, draftGrid, fieldView, initialTextOf } from "./field-view.js";
import { isShown } from "./form-rules.js";
import { hiddenNamesIn } from "./visible-text.js";
import { words } from "./words.js";

export class Form {
  /** @type {FieldView[]} */
  #views;
  /** @type {Values} */
  #values;
  /** @type {Translator} */
  #translator;
  /** @type {(values: Values, isText: boolean) => void} */
  #onChange;
  #activeIndex = 0;

  /**
   * @param {object} settings
   * @param {HTMLElement} settings.host is emptied
   * @param {readonly Field[]} settings.fields
   * @param {Values} settings.values
   * @param {readonly string[]} settings.labels of the drafts
   * @param {Translator} settings.translator
   * @param {(values: Values, isText: boolean) => void} settings.onChange
   */
  constructor({ host, fields, values, labels, translator, onChange }) {
    this.#values = { ...values };
    this.#translator = translator;
    this.#onChange = onChange;
    this.#views = fields.map(field => fieldView(field, translator));
    const gridViews = this.#views.filter(({ field }) => field.repeats?.list === "candidates");
    host.replaceChildren();
    for (const view of this.#views) {
      if (!gridViews.includes(view)) host.append(view.host);
      else if (view === gridViews[0]) host.append(draftGrid(gridViews, labels, translator));
      this.#listen(view);
    }
    this.#update();
  }

  /** @param {FieldView} view */
  #listen({ field, host, inputs, area }) {
    host.addEventListener("focusin", () => this.#activate(field.name));
    for (const input of inputs)
      input.addEventListener("change", () => this.#set(field.name, input.value, false));
    area?.addEventListener("input", () => this.#set(field.name, area.value, true));
  }

  /** @param {string} name @param {string} value @param {boolean} isText */
  #set(name, value, isText) {
    this.#values = { ...this.#values, [name]: value };
    this.#update();
    this.#onChange(this.#values, isText);
  }

  #update() {
    for (const { field, host, inputs, area, hiddenCharacters } of this.#views) {
      const value = this.#values[field.name];
      host.hidden = !isShown(field, this.#values);
      for (const input of inputs) input.checked = input.value === value;
      if (!area || field.kind !== "text") continue;
      const text = value ?? initialTextOf(field);
      if (area.value !== text) area.value = text;
      this.#showHiddenCharacters(hiddenCharacters, hiddenNamesIn(text));
    }
  }

  /** @param {HTMLElement | null} node @param {string[]} names */
  #showHiddenCharacters(node, names) {
    if (!node) return;
    node.hidden = names.length === 0;
    if (names.length > 0)
      this.#translator.show(node, {
        zh: `${words.hiddenCharacters.zh}${names.join("、")}`,
        en: `${words.hiddenCharacters.en} ${names.join(", ")}`,
      });
  }

  get #visibleViews() {
    return this.#views.filter(({ field }) => isShown(field, this.#values));
  }

  /** @param {string} name */
  #activate(name) {
    this.#activeIndex = Math.max(
      0,
      this.#views.findIndex(({ field }) => field.name === name),
    );
    for (const [index, { host }] of this.#views.entries())
      host.classList.toggle("active", index === this.#activeIndex);
  }

  /** @param {FieldView | undefined} view @param {boolean} [scroll] */
  #focus(view, scroll = true) {
    if (!view) return;
    this.#activate(view.field.name);
    const target = view.area ?? view.inputs.find(({ checked }) => checked) ?? view.inputs[0];
    target?.focus({ preventScroll: true });
    if (scroll) view.host.scrollIntoView({ block: "nearest" });
  }

  /** Goes to the first choice without a value, or to the first field if all choices have one. @param {boolean} scroll */
  focusFirst(scroll) {
    const unanswered = this.#visibleViews.find(
      ({ field }) => field.kind === "choice" && !this.#values[field.name],
    );
    this.#focus(unanswered ?? this.#visibleViews[0], scroll);
  }

  /** @param {1 | -1} step */
  move(step) {
    const visibleViews = this.#visibleViews;
    const activeIndex = visibleViews.findIndex(view => view === this.#views[this.#activeIndex]);
    this.#focus(visibleViews[Math.min(visibleViews.length - 1, Math.max(0, activeIndex + step))]);
  }

  /** Chooses an option of the active field, and moves on if the field had no value before and the next choice has none either. @param {string} digit */
  choose(digit) {
    const view = this.#views[this.#activeIndex];
    const { field } = view ?? {};
    if (!view || field?.kind !== "choice") return;
    const option = field.options.find((_, index) => digitOf(field, index) === digit);
    if (!option) return;
    const wasEmpty = !this.#values[field.name];
    this.#set(field.name, option.value, false);
    const next = this.#views[this.#activeIndex + 1];
    const shouldAdvance =
      wasEmpty && next?.field.kind === "choice" && !this.#values[next.field.name];
    this.#focus(shouldAdvance ? next : view);
  }

  /** Empties the active choice. */
  clear() {
    const { field } = this.#views[this.#activeIndex] ?? {};
    if (field?.kind === "choice" && this.#values[field.name]) this.#set(field.name, "", false);
  }

  /** Focuses the edited text or the remark, if it is visible. @param {"edit" | "note"} kind */
  focusText(kind) {
    const texts = this.#visibleViews.filter(({ area }) => area !== null);
    this.#focus(
      texts.find(
        ({ field }) => field.kind === "text" && (field.when === null) === (kind === "note"),
      ),
    );
  }

  /** Leaves a text field for the last choice before it; a choice stays active. */
  leaveText() {
    const visibleViews = this.#visibleViews;
    const index = visibleViews.findIndex(view => view === this.#views[this.#activeIndex]);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.#focus(visibleViews.slice(0, index + 1).findLast(({ area }) => area === null));
  }

  /** Shows problems next to their fields and goes to the first; returns problems that belong to no field. @param {readonly FormProblem[]} problems */
  showProblems(problems) {
    for (const { field, host, problem } of this.#views) {
      const ownProblem = problems.find(({ field: name }) => name === field.name);
      host.classList.toggle("wrong", ownProblem !== undefined);
      problem.hidden = ownProblem === undefined;
      if (ownProblem) this.#translator.show(problem, problemWords(ownProblem));
    }
    this.#focus(
      this.#views.find(({ field }) => problems.some(({ field: name }) => name === field.name)),
    );
    return problems.filter(
      ({ field: name }) => !this.#views.some(({ field }) => field.name === name),
    );
  }
}

/** @param {FormProblem} problem @returns {BilingualText} */
export function problemWords({ kind, detail, words: ownWords }) {
  if (kind === "missing") return words.missing;
  return kind === "unchanged" ? words.unchanged : (ownWords ?? { zh: detail, en: detail });
}
