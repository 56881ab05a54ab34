// The open task: shows it, passes the person's answers to saving, and moves to the next one.

/** @import { Api, OpenedTask, Verdict } from "./api.js" */
/** @import { Saver, State } from "./saving.js" */
/** @import { Speaker } from "./speaker.js" */
/** @import { TaskList } from "./task-list.js" */
/** @import { Watch } from "./watch.js" */
/** @import { Values } from "./form-rules.js" */
/** @import { Problem, Words } from "../form.ts" */
/** @typedef {{ api: Api, saver: Saver, list: TaskList, watch: Watch, speaker: Speaker, annotator: string, placeKey: string, onProgress: () => void }} Means */
import { Aside } from "./aside.js";
import { byId, element } from "./elements.js";
import { complaint, Form } from "./form.js";
import { lacking } from "./form-rules.js";
import { keep } from "./storage.js";
import { TaskView } from "./task-view.js";
import { words } from "./words.js";

/** Milliseconds without typing before a text is sent. */
const quiet = 400;
const retryAfter = 2500;

export class Desk {
  /** @type {Means} */
  #means;
  /** @type {TaskView} */
  #view;
  /** @type {Form | null} */
  #form = null;
  /** @type {OpenedTask | null} */
  #opened = null;
  /** @type {Values} */
  #values = {};
  #complete = false;
  #requested = "";

  /** @param {Means} means */
  constructor(means) {
    this.#means = means;
    this.#view = new TaskView(byId("material", HTMLElement), means.speaker);
    byId("submit", HTMLButtonElement).addEventListener("click", () => void this.submit());
    byId("form", HTMLElement).addEventListener("focusout", () => means.saver.hurry());
  }

  get #id() {
    return this.#opened?.task.id ?? "";
  }

  /** Null while none is visible. */
  get form() {
    return document.body.classList.contains("is-done") ? null : this.#form;
  }

  /** Opens a task; while the server does not answer, retries until another task is requested. @param {string | undefined} id */
  async open(id) {
    if (id === undefined) return;
    const { api, annotator, list, placeKey } = this.#means;
    this.#requested = id;
    this.#means.saver.hurry();
    keep(placeKey, id);
    document.body.classList.remove("list-open");
    try {
      const opened = await api.task(id, annotator);
      if (this.#requested !== id) return;
      this.#show(opened);
      list.select(id);
    } catch {
      if (this.#requested !== id) return;
      this.#notice(words.cannotOpen);
      setTimeout(() => this.#requested === id && void this.open(id), retryAfter);
    }
  }

  /** @param {OpenedTask} opened */
  #show(opened) {
    const { list, saver } = this.#means;
    const { task, typeLabel, documents, fields, verdict } = opened;
    this.#opened = opened;
    saver.opened(task.id, verdict?.revision ?? 0);
    this.#view.show({
      task,
      typeLabel,
      documents,
      fields,
      place: list.placeOf(task.id),
      all: list.counts.all,
    });
    document.body.classList.remove("is-done");
    this.#fill(saver.pending(task.id) ?? verdict);
    this.#offerAside();
  }

  /** Shows the form with the given values. @param {State | Verdict | null} saved */
  #fill(saved) {
    if (!this.#opened) return;
    const { task, fields } = this.#opened;
    this.#values = { ...saved?.values };
    this.#complete = saved?.complete ?? false;
    this.#means.watch.begin(saved?.seconds ?? 0);
    this.#form = new Form({
      host: byId("fields", HTMLElement),
      fields,
      values: this.#values,
      labels: task.content.candidates.map(({ label }) => label),
      speaker: this.#means.speaker,
      onChange: (values, isText) => this.#change(values, isText),
    });
    this.#notice(this.#complete ? words.submitted : null);
    this.#form.begin(false);
  }

  /** @param {Values} values @param {boolean} isText */
  #change(values, isText) {
    this.#notice(this.#complete ? words.reopened : null);
    this.#complete = false;
    this.#values = values;
    this.#means.list.setState(this.#id, "begun");
    this.#means.onProgress();
    this.#means.saver.later(this.#id, this.#state(false), isText ? quiet : 0);
  }

  /** @param {boolean} complete @returns {State} */
  #state(complete) {
    return { values: this.#values, complete, seconds: this.#means.watch.seconds };
  }

  /** Marks the task as finished, and opens the next open one. */
  async submit() {
    const { list, saver } = this.#means;
    if (!this.#opened || !this.form) return;
    const id = this.#id;
    const problems = lacking(this.#opened.fields, this.#values);
    if (problems.length > 0) return this.complain(id, problems);
    if (!this.#complete) {
      const outcome = await saver.save(id, this.#state(true));
      if (outcome !== "saved" && outcome !== "away") return;
      list.setState(id, "complete");
      this.#means.onProgress();
      if (this.#id === id) this.#complete = true;
    }
    if (this.#id !== id || this.#requested !== id) return;
    const next = list.nextOpen(id);
    if (next === undefined) this.#finish();
    else await this.open(next);
  }

  /** Shows problems that the server found in a verdict sent as complete. @param {string} id @param {readonly Problem[]} problems */
  complain(id, problems) {
    this.#means.list.setState(id, "begun");
    this.#means.onProgress();
    if (id !== this.#id || !this.#form) return this.#notice(words.wasNotWhole);
    const [other] = this.#form.complain(problems);
    this.#notice(other ? complaint(other) : words.notWhole);
    if (other) byId("notice", HTMLElement).scrollIntoView({ block: "nearest" });
  }

  /** Another tab of the same person was faster: its verdict is shown, ours is set aside. @param {string} id @param {{ theirs: Verdict, mine: State }} conflict */
  disagree(id, { theirs, mine }) {
    new Aside(this.#means.placeKey, id).put(mine);
    this.#means.list.setState(id, theirs.complete ? "complete" : "begun");
    this.#means.onProgress();
    if (id !== this.#id) return;
    this.#fill(theirs);
    this.#offerAside();
  }

  #offerAside() {
    const aside = new Aside(this.#means.placeKey, this.#id);
    const mine = aside.take();
    const banner = byId("conflict", HTMLElement);
    banner.hidden = mine === null;
    if (!mine) return;
    const button = (/** @type {Words} */ label, /** @type {() => void} */ act) => {
      const made = this.#means.speaker.say(element("button", { type: "button" }), label);
      made.addEventListener("click", () => {
        aside.drop();
        banner.hidden = true;
        act();
      });
      return made;
    };
    const use = () => {
      this.#fill({ ...mine, complete: false });
      this.#change(mine.values, false);
    };
    banner.replaceChildren(
      this.#means.speaker.say(element("p", {}), words.conflict),
      button(words.useMine, use),
      button(words.dropMine, () => {}),
    );
  }

  /** @param {1 | -1} step */
  async step(step) {
    await this.open(this.#means.list.neighbour(this.#requested, step));
  }

  async nextOpen() {
    await this.open(this.#means.list.nextOpen(this.#requested));
  }

  nextReference() {
    this.#view.nextReference();
  }

  /** @param {Words | null} message */
  #notice(message) {
    const node = byId("notice", HTMLElement);
    node.hidden = message === null;
    if (message) this.#means.speaker.say(node, message);
    this.#means.speaker.say(
      byId("submit", HTMLButtonElement),
      message === words.reopened || message === words.submitted ? words.submitAgain : words.submit,
    );
  }

  #finish() {
    document.body.classList.add("is-done");
    byId("finished", HTMLElement).focus();
  }
}
