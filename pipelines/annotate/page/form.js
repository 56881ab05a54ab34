// The form of a task: holds the values, moves from field to field, marks problems.

/** @import { Field, Problem, Words } from "../form.ts" */
/** @import { FieldView } from "./field-view.js" */
/** @import { Values } from "./form-rules.js" */
/** @import { Speaker } from "./speaker.js" */
import { digitOf, draftGrid, fieldView, firstText } from "./field-view.js";
import { isShown } from "./form-rules.js";
import { hiddenIn } from "./visible-text.js";
import { words } from "./words.js";

export class Form {
  /** @type {FieldView[]} */
  #views;
  /** @type {Values} */
  #values;
  /** @type {Speaker} */
  #speaker;
  /** @type {(values: Values, isText: boolean) => void} */
  #onChange;
  #active = 0;

  /**
   * @param {object} settings
   * @param {HTMLElement} settings.host is emptied
   * @param {readonly Field[]} settings.fields
   * @param {Values} settings.values
   * @param {readonly string[]} settings.labels of the drafts
   * @param {Speaker} settings.speaker
   * @param {(values: Values, isText: boolean) => void} settings.onChange
   */
  constructor({ host, fields, values, labels, speaker, onChange }) {
    this.#values = { ...values };
    this.#speaker = speaker;
    this.#onChange = onChange;
    this.#views = fields.map(field => fieldView(field, speaker));
    const inGrid = this.#views.filter(({ field }) => field.repeats?.list === "candidates");
    host.replaceChildren();
    for (const view of this.#views) {
      if (!inGrid.includes(view)) host.append(view.host);
      else if (view === inGrid[0]) host.append(draftGrid(inGrid, labels, speaker));
      this.#listen(view);
    }
    this.#draw();
  }

  /** @param {FieldView} view */
  #listen({ field, host, inputs, area }) {
    host.addEventListener("focusin", () => this.#mark(field.name));
    for (const input of inputs)
      input.addEventListener("change", () => this.#set(field.name, input.value, false));
    area?.addEventListener("input", () => this.#set(field.name, area.value, true));
  }

  /** @param {string} name @param {string} value @param {boolean} isText */
  #set(name, value, isText) {
    this.#values = { ...this.#values, [name]: value };
    this.#draw();
    this.#onChange(this.#values, isText);
  }

  /** Updates every field from the values. */
  #draw() {
    for (const { field, host, inputs, area, hiddenSigns } of this.#views) {
      const value = this.#values[field.name];
      host.hidden = !isShown(field, this.#values);
      for (const input of inputs) input.checked = input.value === value;
      if (!area || field.kind !== "text") continue;
      const text = value ?? firstText(field);
      if (area.value !== text) area.value = text;
      this.#warn(hiddenSigns, hiddenIn(text));
    }
  }

  /** @param {HTMLElement | null} node @param {string[]} signs */
  #warn(node, signs) {
    if (!node) return;
    node.hidden = signs.length === 0;
    if (signs.length > 0)
      this.#speaker.say(node, {
        zh: `${words.hiddenSigns.zh}${signs.join("、")}`,
        en: `${words.hiddenSigns.en} ${signs.join(", ")}`,
      });
  }

  get #shown() {
    return this.#views.filter(({ field }) => isShown(field, this.#values));
  }

  /** @param {string} name */
  #mark(name) {
    this.#active = Math.max(
      0,
      this.#views.findIndex(({ field }) => field.name === name),
    );
    for (const [index, { host }] of this.#views.entries())
      host.classList.toggle("active", index === this.#active);
  }

  /** @param {FieldView | undefined} view @param {boolean} [scroll] */
  #focus(view, scroll = true) {
    if (!view) return;
    this.#mark(view.field.name);
    const target = view.area ?? view.inputs.find(({ checked }) => checked) ?? view.inputs[0];
    target?.focus({ preventScroll: true });
    if (scroll) view.host.scrollIntoView({ block: "nearest" });
  }

  /** Goes to the first open choice, or to the first field if none is open. @param {boolean} scroll */
  begin(scroll) {
    const open = this.#shown.find(
      ({ field }) => field.kind === "choice" && !this.#values[field.name],
    );
    this.#focus(open ?? this.#shown[0], scroll);
  }

  /** @param {1 | -1} step */
  move(step) {
    const shown = this.#shown;
    const from = shown.findIndex(view => view === this.#views[this.#active]);
    this.#focus(shown[Math.min(shown.length - 1, Math.max(0, from + step))]);
  }

  /** Chooses an option of the active field, and moves on if the next choice is open. @param {string} digit */
  choose(digit) {
    const view = this.#views[this.#active];
    const { field } = view ?? {};
    if (!view || field?.kind !== "choice") return;
    const option = field.options.find((_, index) => digitOf(field, index) === digit);
    if (!option) return;
    const wasOpen = !this.#values[field.name];
    this.#set(field.name, option.value, false);
    const next = this.#views[this.#active + 1];
    const goesOn = wasOpen && next?.field.kind === "choice" && !this.#values[next.field.name];
    this.#focus(goesOn ? next : view);
  }

  /** Empties the active choice. */
  clear() {
    const { field } = this.#views[this.#active] ?? {};
    if (field?.kind === "choice" && this.#values[field.name]) this.#set(field.name, "", false);
  }

  /** Focuses the edited text or the remark, if it is visible. @param {"edit" | "note"} which */
  write(which) {
    const texts = this.#shown.filter(({ area }) => area !== null);
    this.#focus(
      texts.find(
        ({ field }) => field.kind === "text" && (field.when === null) === (which === "note"),
      ),
    );
  }

  /** Leaves a text for the choices: the active one, or the last before the text. */
  leaveText() {
    const shown = this.#shown;
    const index = shown.findIndex(view => view === this.#views[this.#active]);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.#focus(shown.slice(0, index + 1).findLast(({ area }) => area === null));
  }

  /** Shows problems next to their fields and goes to the first; returns problems that belong to no field. @param {readonly Problem[]} problems */
  complain(problems) {
    for (const { field, host, problem } of this.#views) {
      const found = problems.find(({ field: name }) => name === field.name);
      host.classList.toggle("wrong", found !== undefined);
      problem.hidden = found === undefined;
      if (found) this.#speaker.say(problem, complaint(found));
    }
    this.#focus(
      this.#views.find(({ field }) => problems.some(({ field: name }) => name === field.name)),
    );
    return problems.filter(
      ({ field: name }) => !this.#views.some(({ field }) => field.name === name),
    );
  }
}

/** @param {Problem} problem @returns {Words} */
export function complaint({ kind, detail, words: ownWords }) {
  if (kind === "missing") return words.missing;
  return kind === "unchanged" ? words.unchanged : (ownWords ?? { zh: detail, en: detail });
}
