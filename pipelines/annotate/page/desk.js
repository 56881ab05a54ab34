// The open task: shows it, hands the person's answers to the saver, and opens the next one.

/** @import { Api, OpenedTask, Verdict } from "./api.js" */
/** @import { Saver, State } from "./saving.js" */
/** @import { Translator } from "./translator.js" */
/** @import { TaskList } from "./task-list.js" */
/** @import { Stopwatch } from "./stopwatch.js" */
/** @import { Values } from "./form-rules.js" */
/** @import { FormProblem, BilingualText } from "../form.ts" */
/** @typedef {{ api: Api, saver: Saver, list: TaskList, watch: Stopwatch, translator: Translator, annotator: string, placeKey: string, onProgress: () => void }} Dependencies */
import { byId, element } from "./elements.js";
import { problemWords, Form } from "./form.js";
import { findIncomplete } from "./form-rules.js";
import { keyOf, readStoredJson, removeStored, store } from "./storage.js";
import { TaskView } from "./task-view.js";
import { words } from "./words.js";

/** Milliseconds without typing before a text is sent. */
const typingPause = 400;
/** Milliseconds between two attempts to open a task. */
const retryDelay = 2500;

export class Desk {
  /** @type {Dependencies} */
  #dependencies;
  /** @type {TaskView} */
  #view;
  /** @type {Form | null} */
  #form = null;
  /** @type {OpenedTask | null} */
  #openTask = null;
  /** @type {Values} */
  #values = {};
  #isComplete = false;
  #requestedId = "";

  /** @param {Dependencies} dependencies */
  constructor(dependencies) {
    this.#dependencies = dependencies;
    this.#view = new TaskView(byId("material", HTMLElement), dependencies.translator);
    byId("submit", HTMLButtonElement).addEventListener("click", () => void this.submit());
    byId("form", HTMLElement).addEventListener("focusout", () => dependencies.saver.saveAllNow());
  }

  get #id() {
    return this.#openTask?.task.id ?? "";
  }

  /** The form; null while none is visible. */
  get form() {
    return document.body.classList.contains("is-done") ? null : this.#form;
  }

  /** Opens a task; while the server does not answer, retries until another task is requested. @param {string | undefined} id */
  async open(id) {
    if (id === undefined) return;
    const { api, annotator, list, placeKey } = this.#dependencies;
    this.#requestedId = id;
    this.#dependencies.saver.saveAllNow();
    store(placeKey, id);
    document.body.classList.remove("list-open");
    try {
      const opened = await api.task(id, annotator);
      if (this.#requestedId !== id) return;
      this.#show(opened);
      list.select(id);
    } catch {
      if (this.#requestedId !== id) return;
      this.#showNotice(words.cannotOpen);
      setTimeout(() => this.#requestedId === id && void this.open(id), retryDelay);
    }
  }

  /** @param {OpenedTask} opened */
  #show(opened) {
    const { list, saver } = this.#dependencies;
    const { task, typeLabel, documents, fields, verdict } = opened;
    this.#openTask = opened;
    saver.recordRevision(task.id, verdict?.revision ?? 0);
    this.#view.show({
      task,
      typeLabel,
      documents,
      fields,
      position: list.positionOf(task.id),
      all: list.counts.all,
    });
    document.body.classList.remove("is-done");
    this.#showForm(saver.pending(task.id) ?? verdict);
    this.#offerOwnVerdict();
  }

  /** @param {State | Verdict | null} saved */
  #showForm(saved) {
    if (!this.#openTask) return;
    const { task, fields } = this.#openTask;
    this.#values = { ...saved?.values };
    this.#isComplete = saved?.complete ?? false;
    this.#dependencies.watch.begin(saved?.seconds ?? 0);
    this.#form = new Form({
      host: byId("fields", HTMLElement),
      fields,
      values: this.#values,
      labels: task.content.candidates.map(({ label }) => label),
      translator: this.#dependencies.translator,
      onChange: (values, isText) => this.#recordChange(values, isText),
    });
    this.#showNotice(this.#isComplete ? words.submitted : null);
    this.#form.focusFirst(false);
  }

  /** @param {Values} values @param {boolean} isText */
  #recordChange(values, isText) {
    this.#showNotice(this.#isComplete ? words.reopened : null);
    this.#isComplete = false;
    this.#values = values;
    this.#dependencies.list.setState(this.#id, "begun");
    this.#dependencies.onProgress();
    this.#dependencies.saver.saveLater(
      this.#id,
      this.#currentState(false),
      isText ? typingPause : 0,
    );
  }

  /** @param {boolean} isComplete @returns {State} */
  #currentState(isComplete) {
    return {
      values: this.#values,
      complete: isComplete,
      seconds: this.#dependencies.watch.seconds,
    };
  }

  /** Submits the task if nothing is missing, and opens the next unfinished one. */
  async submit() {
    const { list, saver } = this.#dependencies;
    if (!this.#openTask || !this.form) return;
    const id = this.#id;
    const problems = findIncomplete(this.#openTask.fields, this.#values);
    if (problems.length > 0) return this.showProblems(id, problems);
    if (!this.#isComplete) {
      const outcome = await saver.save(id, this.#currentState(true));
      if (outcome !== "saved" && outcome !== "away") return;
      list.setState(id, "complete");
      this.#dependencies.onProgress();
      if (this.#id === id) this.#isComplete = true;
    }
    if (this.#id !== id || this.#requestedId !== id) return;
    const next = list.nextOpen(id);
    if (next === undefined) this.#finish();
    else await this.open(next);
  }

  /** Shows problems that the server found in a verdict sent as complete. @param {string} id @param {readonly FormProblem[]} problems */
  showProblems(id, problems) {
    this.#dependencies.list.setState(id, "begun");
    this.#dependencies.onProgress();
    if (id !== this.#id || !this.#form) return this.#showNotice(words.wasIncomplete);
    const [unplaced] = this.#form.showProblems(problems);
    this.#showNotice(unplaced ? problemWords(unplaced) : words.incomplete);
    if (unplaced) byId("notice", HTMLElement).scrollIntoView({ block: "nearest" });
  }

  /** Shows the verdict that the same person saved in another tab, and stores the one from this tab. @param {string} id @param {{ theirs: Verdict, mine: State }} conflict */
  showConflict(id, { theirs, mine }) {
    store(this.#keyOfOwnVerdict(id), JSON.stringify(mine));
    this.#dependencies.list.setState(id, theirs.complete ? "complete" : "begun");
    this.#dependencies.onProgress();
    if (id !== this.#id) return;
    this.#showForm(theirs);
    this.#offerOwnVerdict();
  }

  /** The storage key of this tab's verdict, which is kept after another tab's superseded it. @param {string} id */
  #keyOfOwnVerdict(id) {
    return keyOf("aside", this.#dependencies.placeKey, id);
  }

  #offerOwnVerdict() {
    const key = this.#keyOfOwnVerdict(this.#id);
    const mine = /** @type {State | null} */ (readStoredJson(key));
    const banner = byId("conflict", HTMLElement);
    banner.hidden = mine === null;
    if (!mine) return;
    const createButton = (
      /** @type {BilingualText} */ label,
      /** @type {() => void} */ onClick,
    ) => {
      const button = this.#dependencies.translator.show(
        element("button", { type: "button" }),
        label,
      );
      button.addEventListener("click", () => {
        removeStored(key);
        banner.hidden = true;
        onClick();
      });
      return button;
    };
    const useMine = () => {
      this.#showForm({ ...mine, complete: false });
      this.#recordChange(mine.values, false);
    };
    banner.replaceChildren(
      this.#dependencies.translator.show(element("p", {}), words.conflict),
      createButton(words.useMine, useMine),
      createButton(words.dropMine, () => {}),
    );
  }

  /** @param {1 | -1} step */
  async step(step) {
    await this.open(this.#dependencies.list.neighbour(this.#requestedId, step));
  }

  async openNextUnfinished() {
    await this.open(this.#dependencies.list.nextOpen(this.#requestedId));
  }

  nextReference() {
    this.#view.nextReference();
  }

  /** @param {BilingualText | null} message */
  #showNotice(message) {
    const node = byId("notice", HTMLElement);
    node.hidden = message === null;
    if (message) this.#dependencies.translator.show(node, message);
    this.#dependencies.translator.show(
      byId("submit", HTMLButtonElement),
      message === words.reopened || message === words.submitted ? words.submitAgain : words.submit,
    );
  }

  #finish() {
    document.body.classList.add("is-done");
    byId("finished", HTMLElement).focus();
  }
}
