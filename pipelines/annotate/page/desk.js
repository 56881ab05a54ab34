// The task that lies open: shows it, takes what is said of it, hands that to saving, and goes on to the next.

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

/** Milliseconds without another letter before a text is sent. */
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
  #wanted = "";

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

  /** Null while none is to be seen. */
  get form() {
    return document.body.classList.contains("is-done") ? null : this.#form;
  }

  /** Opens a task; while the server does not answer, tries again until another is wanted. @param {string | undefined} id */
  async open(id) {
    if (id === undefined) return;
    const { api, annotator, list, placeKey } = this.#means;
    this.#wanted = id;
    this.#means.saver.hurry();
    keep(placeKey, id);
    document.body.classList.remove("list-open");
    try {
      const opened = await api.task(id, annotator);
      if (this.#wanted !== id) return;
      this.#show(opened);
      list.select(id);
    } catch {
      if (this.#wanted !== id) return;
      this.#notice(words.cannotOpen);
      setTimeout(() => this.#wanted === id && void this.open(id), retryAfter);
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

  /** The form, with what was said. @param {State | Verdict | null} said */
  #fill(said) {
    if (!this.#opened) return;
    const { task, fields } = this.#opened;
    this.#values = { ...said?.values };
    this.#complete = said?.complete ?? false;
    this.#means.watch.begin(said?.seconds ?? 0);
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

  /** Says that the person has finished with the task, and opens the next open one. */
  async submit() {
    const { list, saver } = this.#means;
    if (!this.#opened || !this.form) return;
    const id = this.#id;
    const lacks = lacking(this.#opened.fields, this.#values);
    if (lacks.length > 0) return this.complain(id, lacks);
    if (!this.#complete) {
      const outcome = await saver.save(id, this.#state(true));
      if (outcome !== "saved" && outcome !== "away") return;
      list.setState(id, "complete");
      this.#means.onProgress();
      if (this.#id === id) this.#complete = true;
    }
    if (this.#id !== id || this.#wanted !== id) return;
    const next = list.nextOpen(id);
    if (next === undefined) this.#finish();
    else await this.open(next);
  }

  /** What the server finds wrong with a verdict that was to be complete. @param {string} id @param {readonly Problem[]} problems */
  complain(id, problems) {
    this.#means.list.setState(id, "begun");
    this.#means.onProgress();
    if (id !== this.#id || !this.#form) return this.#notice(words.wasNotWhole);
    const [other] = this.#form.complain(problems);
    this.#notice(other ? complaint(other) : words.notWhole);
    if (other) byId("notice", HTMLElement).scrollIntoView({ block: "nearest" });
  }

  /** Another tab of the same person was quicker: theirs is shown, ours stays at hand. @param {string} id @param {{ theirs: Verdict, mine: State }} conflict */
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
    const button = (/** @type {Words} */ said, /** @type {() => void} */ act) => {
      const made = this.#means.speaker.say(element("button", { type: "button" }), said);
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
    await this.open(this.#means.list.neighbour(this.#wanted, step));
  }

  async nextOpen() {
    await this.open(this.#means.list.nextOpen(this.#wanted));
  }

  nextReference() {
    this.#view.nextReference();
  }

  /** @param {Words | null} said */
  #notice(said) {
    const node = byId("notice", HTMLElement);
    node.hidden = said === null;
    if (said) this.#means.speaker.say(node, said);
    this.#means.speaker.say(
      byId("submit", HTMLButtonElement),
      said === words.reopened || said === words.submitted ? words.submitAgain : words.submit,
    );
  }

  #finish() {
    document.body.classList.add("is-done");
    byId("finished", HTMLElement).focus();
  }
}
