// The list of tasks: renders only the rows in view, so that even ten thousand tasks open instantly.

/** @import { TaskSummary, TaskState } from "./api.js" */
/** @import { Translator } from "./translator.js" */
/** @typedef {"all" | "open" | "done"} Filter */
import { byId, element } from "./elements.js";
import { withBracketedNames } from "./visible-text.js";
import { words } from "./words.js";

/** In pixels; the same as in the style sheet. */
const rowHeight = 60;
/** Extra rows above and below the visible ones. */
const extraRows = 6;

export class TaskList {
  /** @type {readonly TaskSummary[]} */
  #tasks;
  /** @type {Map<string, TaskState>} */
  #states;
  /** @type {Map<string, number>} */
  #indexes;
  /** @type {readonly TaskSummary[]} */
  #matches = [];
  /** @type {Filter} */
  #filter = "all";
  #query = "";
  #current = "";
  /** Index of the row that the keyboard selects. */
  #cursor = 0;
  #box = byId("list-box", HTMLElement);
  #content = byId("list-room", HTMLElement);
  #emptyNote = byId("list-empty", HTMLElement);
  /** @type {Translator} */
  #translator;
  /** @type {(id: string) => void} */
  #onOpen;

  /** @param {{ tasks: readonly TaskSummary[], states: Record<string, TaskState>, translator: Translator, onOpen: (id: string) => void }} settings */
  constructor({ tasks, states, translator, onOpen }) {
    this.#tasks = tasks;
    this.#states = new Map(Object.entries(states));
    this.#indexes = new Map(tasks.map(({ id }, index) => [id, index]));
    this.#translator = translator;
    this.#onOpen = onOpen;
    this.#box.addEventListener("scroll", () => this.#draw());
    this.#box.addEventListener("keydown", event => this.#onKey(event));
    new ResizeObserver(() => this.#draw()).observe(this.#box);
    const search = byId("search", HTMLInputElement);
    search.addEventListener("input", () => this.#applyFilter(this.#filter, search.value));
    search.addEventListener("keydown", event => {
      const [firstMatch] = this.#matches;
      if (event.key === "Enter" && !event.isComposing && firstMatch) this.#onOpen(firstMatch.id);
    });
    for (const button of document.querySelectorAll("[data-filter]")) {
      button.addEventListener("click", () =>
        this.#applyFilter(/** @type {Filter} */ (button.getAttribute("data-filter")), this.#query),
      );
    }
    this.#applyFilter("all", "");
  }

  get counts() {
    let done = 0;
    for (const { id } of this.#tasks) if (this.#states.get(id) === "complete") done++;
    return { done, all: this.#tasks.length };
  }

  /** Position in the batch, from 1. @param {string} id */
  positionOf(id) {
    return (this.#indexes.get(id) ?? -1) + 1;
  }

  /** The next or previous task in the filtered list. @param {string} id @param {1 | -1} step */
  neighbour(id, step) {
    const index = this.#matches.findIndex(task => task.id === id);
    return index < 0
      ? this.#tasks[this.positionOf(id) - 1 + step]?.id
      : this.#matches[index + step]?.id;
  }

  /** The next incomplete task, after this one and then from the start; undefined if all are complete. @param {string} id */
  nextOpen(id) {
    const position = this.positionOf(id);
    return [...this.#tasks.slice(position), ...this.#tasks.slice(0, position)].find(
      task => this.#states.get(task.id) !== "complete",
    )?.id;
  }

  /** @param {string} id @param {TaskState} state */
  setState(id, state) {
    if (this.#states.get(id) === state) return;
    this.#states.set(id, state);
    this.#applyFilter(this.#filter, this.#query);
  }

  /** Marks the open task and scrolls its row into view. @param {string} id */
  select(id) {
    this.#current = id;
    const index = this.#matches.findIndex(task => task.id === id);
    if (index >= 0) this.#moveCursor(index);
    else this.#draw();
  }

  /** @param {Filter} filter @param {string} query */
  #applyFilter(filter, query) {
    this.#filter = filter;
    this.#query = query;
    const lowerQuery = query.trim().toLowerCase();
    this.#matches = this.#tasks.filter(({ id, opening }) => {
      const isDone = this.#states.get(id) === "complete";
      return (
        (filter === "all" || (filter === "done") === isDone) &&
        (lowerQuery === "" || opening.toLowerCase().includes(lowerQuery))
      );
    });
    for (const button of document.querySelectorAll("[data-filter]"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-filter") === filter));
    this.#emptyNote.hidden = this.#matches.length > 0;
    // Otherwise old rows further down would keep the old scroll height.
    this.#content.replaceChildren();
    this.#content.style.height = `${this.#matches.length * rowHeight}px`;
    this.#cursor = Math.max(
      0,
      this.#matches.findIndex(task => task.id === this.#current),
    );
    this.#draw();
  }

  #draw() {
    const firstIndex = Math.max(0, Math.floor(this.#box.scrollTop / rowHeight) - extraRows);
    const count = Math.ceil(this.#box.clientHeight / rowHeight) + 2 * extraRows;
    const rows = this.#matches
      .slice(firstIndex, firstIndex + count)
      .map((task, index) => this.#row(task, firstIndex + index));
    this.#content.replaceChildren(...rows);
    const task = this.#matches[this.#cursor];
    if (task && document.getElementById(`row-${task.id}`))
      this.#box.setAttribute("aria-activedescendant", `row-${task.id}`);
    else this.#box.removeAttribute("aria-activedescendant");
  }

  /** @param {TaskSummary} task @param {number} index */
  #row({ id, opening, language }, index) {
    const state = this.#states.get(id) ?? "open";
    const mark = element("span", { class: `mark ${state}`, role: "img" });
    this.#translator.show(
      mark,
      state === "complete" ? words.done : state === "begun" ? words.begun : words.notBegun,
      "aria-label",
    );
    const row = element(
      "div",
      {
        class: "row",
        role: "option",
        id: `row-${id}`,
        "aria-selected": String(id === this.#current),
        "aria-posinset": String(index + 1),
        "aria-setsize": String(this.#matches.length),
      },
      mark,
      element("span", { class: "place" }, String(this.positionOf(id))),
      element(
        "span",
        { class: "opening", dir: "auto", lang: language === "zh" ? "zh-CN" : "en" },
        withBracketedNames(opening),
      ),
    );
    row.classList.toggle("cursor", index === this.#cursor);
    row.style.transform = `translateY(${index * rowHeight}px)`;
    row.addEventListener("click", () => this.#onOpen(id));
    return row;
  }

  /** @param {number} index */
  #moveCursor(index) {
    this.#cursor = Math.min(this.#matches.length - 1, Math.max(0, index));
    const top = this.#cursor * rowHeight;
    const { scrollTop, clientHeight } = this.#box;
    if (top < scrollTop) this.#box.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight)
      this.#box.scrollTop = top + rowHeight - clientHeight;
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const pageRows = Math.max(1, Math.floor(this.#box.clientHeight / rowHeight) - 1);
    const steps = new Map([
      ["ArrowDown", 1],
      ["ArrowUp", -1],
      ["PageDown", pageRows],
      ["PageUp", -pageRows],
      ["Home", -Infinity],
      ["End", Infinity],
    ]);
    const step = steps.get(event.key);
    const task = this.#matches[this.#cursor];
    if (step !== undefined) this.#moveCursor(this.#cursor + step);
    else if (event.key === "Enter" && task) this.#onOpen(task.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
