// The list of tasks: renders only the rows in view, so that ten thousand tasks open at once.

/** @import { TaskLine, TaskState } from "./api.js" */
/** @import { Speaker } from "./speaker.js" */
/** @typedef {"all" | "open" | "done"} Filter */
import { byId, element } from "./elements.js";
import { plainly } from "./visible-text.js";
import { words } from "./words.js";

/** In pixels, as in the style sheet. */
const rowHeight = 60;
/** Extra rows above and below the visible ones. */
const extraRows = 6;

export class TaskList {
  /** @type {readonly TaskLine[]} */
  #tasks;
  /** @type {Map<string, TaskState>} */
  #states;
  /** @type {Map<string, number>} */
  #places;
  /** @type {readonly TaskLine[]} */
  #fitting = [];
  /** @type {Filter} */
  #filter = "all";
  #query = "";
  #current = "";
  /** The row that the keyboard is on. */
  #cursor = 0;
  #box = byId("list-box", HTMLElement);
  #room = byId("list-room", HTMLElement);
  #empty = byId("list-empty", HTMLElement);
  /** @type {Speaker} */
  #speaker;
  /** @type {(id: string) => void} */
  #onOpen;

  /** @param {{ tasks: readonly TaskLine[], states: Record<string, TaskState>, speaker: Speaker, onOpen: (id: string) => void }} settings */
  constructor({ tasks, states, speaker, onOpen }) {
    this.#tasks = tasks;
    this.#states = new Map(Object.entries(states));
    this.#places = new Map(tasks.map(({ id }, index) => [id, index]));
    this.#speaker = speaker;
    this.#onOpen = onOpen;
    this.#box.addEventListener("scroll", () => this.#draw());
    this.#box.addEventListener("keydown", event => this.#key(event));
    new ResizeObserver(() => this.#draw()).observe(this.#box);
    const search = byId("search", HTMLInputElement);
    search.addEventListener("input", () => this.#choose(this.#filter, search.value));
    search.addEventListener(
      "keydown",
      event => event.key === "Enter" && !event.isComposing && this.#openFirst(),
    );
    for (const button of document.querySelectorAll("[data-filter]")) {
      button.addEventListener("click", () =>
        this.#choose(/** @type {Filter} */ (button.getAttribute("data-filter")), this.#query),
      );
    }
    this.#choose("all", "");
  }

  get counts() {
    let done = 0;
    for (const { id } of this.#tasks) if (this.#states.get(id) === "complete") done++;
    return { done, all: this.#tasks.length };
  }

  /** Position in the batch, from 1. @param {string} id */
  placeOf(id) {
    return (this.#places.get(id) ?? -1) + 1;
  }

  /** The next or previous task in the filtered list. @param {string} id @param {1 | -1} step */
  neighbour(id, step) {
    const fitting = this.#fitting.findIndex(task => task.id === id);
    return fitting < 0
      ? this.#tasks[this.placeOf(id) - 1 + step]?.id
      : this.#fitting[fitting + step]?.id;
  }

  /** The next task that is not complete, after this one and then from the start; undefined when all are. @param {string} id */
  nextOpen(id) {
    const from = this.placeOf(id);
    return [...this.#tasks.slice(from), ...this.#tasks.slice(0, from)].find(
      task => this.#states.get(task.id) !== "complete",
    )?.id;
  }

  /** @param {string} id @param {TaskState} state */
  setState(id, state) {
    if (this.#states.get(id) === state) return;
    this.#states.set(id, state);
    this.#choose(this.#filter, this.#query);
  }

  /** Marks the open task and scrolls its row into view. @param {string} id */
  select(id) {
    this.#current = id;
    const index = this.#fitting.findIndex(task => task.id === id);
    if (index >= 0) this.#toRow(index);
    else this.#draw();
  }

  /** @param {Filter} filter @param {string} query */
  #choose(filter, query) {
    this.#filter = filter;
    this.#query = query;
    const needle = query.trim().toLowerCase();
    this.#fitting = this.#tasks.filter(({ id, opening }) => {
      const done = this.#states.get(id) === "complete";
      return (
        (filter === "all" || (filter === "done") === done) &&
        (needle === "" || opening.toLowerCase().includes(needle))
      );
    });
    for (const button of document.querySelectorAll("[data-filter]"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-filter") === filter));
    this.#empty.hidden = this.#fitting.length > 0;
    // Old rows further down would keep the old scroll height.
    this.#room.replaceChildren();
    this.#room.style.height = `${this.#fitting.length * rowHeight}px`;
    this.#cursor = Math.max(
      0,
      this.#fitting.findIndex(task => task.id === this.#current),
    );
    this.#draw();
  }

  #draw() {
    const first = Math.max(0, Math.floor(this.#box.scrollTop / rowHeight) - extraRows);
    const count = Math.ceil(this.#box.clientHeight / rowHeight) + 2 * extraRows;
    const rows = this.#fitting
      .slice(first, first + count)
      .map((task, index) => this.#row(task, first + index));
    this.#room.replaceChildren(...rows);
    const active = this.#fitting[this.#cursor];
    if (active && document.getElementById(`row-${active.id}`))
      this.#box.setAttribute("aria-activedescendant", `row-${active.id}`);
    else this.#box.removeAttribute("aria-activedescendant");
  }

  /** @param {TaskLine} task @param {number} index */
  #row({ id, opening, language }, index) {
    const state = this.#states.get(id) ?? "open";
    const mark = element("span", { class: `mark ${state}`, role: "img" });
    this.#speaker.say(
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
        "aria-setsize": String(this.#fitting.length),
      },
      mark,
      element("span", { class: "place" }, String(this.placeOf(id))),
      element(
        "span",
        { class: "opening", dir: "auto", lang: language === "zh" ? "zh-CN" : "en" },
        plainly(opening),
      ),
    );
    row.classList.toggle("cursor", index === this.#cursor);
    row.style.transform = `translateY(${index * rowHeight}px)`;
    row.addEventListener("click", () => this.#onOpen(id));
    return row;
  }

  #openFirst() {
    const first = this.#fitting[0];
    if (first) this.#onOpen(first.id);
  }

  /** @param {number} index */
  #toRow(index) {
    this.#cursor = Math.min(this.#fitting.length - 1, Math.max(0, index));
    const top = this.#cursor * rowHeight;
    const { scrollTop, clientHeight } = this.#box;
    if (top < scrollTop) this.#box.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight)
      this.#box.scrollTop = top + rowHeight - clientHeight;
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const page = Math.max(1, Math.floor(this.#box.clientHeight / rowHeight) - 1);
    const steps = new Map([
      ["ArrowDown", 1],
      ["ArrowUp", -1],
      ["PageDown", page],
      ["PageUp", -page],
      ["Home", -Infinity],
      ["End", Infinity],
    ]);
    const step = steps.get(event.key);
    const task = this.#fitting[this.#cursor];
    if (step !== undefined) this.#toRow(this.#cursor + step);
    else if (event.key === "Enter" && task) this.#onOpen(task.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
