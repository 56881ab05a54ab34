// The material of a task: question, answer, keypoints, references, drafts, and the documents with their references marked.

/** @import { PersonTask, ShownDocument } from "../../../schemas/annotation.ts" */
/** @import { Field, BilingualText } from "../form.ts" */
/** @import { Translator } from "./translator.js" */
/** @typedef {PersonTask["content"]} Content */
/** @typedef {{ task: PersonTask, typeLabel: BilingualText | null, documents: readonly ShownDocument[], fields: readonly Field[], position: number, all: number }} ShownTask */
import { element } from "./elements.js";
import { textView } from "./text-view.js";
import { textNodes } from "./visible-text.js";
import { positionWords, referenceWords, words } from "./words.js";

export class TaskView {
  /** @type {HTMLElement} */
  #host;
  /** @type {Translator} */
  #translator;
  /** @type {Map<string, HTMLElement>} */
  #boxesByDocument = new Map();
  /** @type {Content["evidence"]} */
  #evidence = [];
  #referenceIndex = -1;

  /** @param {HTMLElement} host @param {Translator} translator */
  constructor(host, translator) {
    this.#host = host;
    this.#translator = translator;
  }

  /** @param {ShownTask} shown */
  show(shown) {
    const {
      task: { content },
      documents,
      fields,
    } = shown;
    this.#evidence = content.evidence;
    this.#referenceIndex = -1;
    this.#boxesByDocument = new Map();
    document.body.classList.toggle("is-ranking", content.candidates.length > 0);
    const listsInForm = new Set(fields.map(({ repeats }) => repeats?.list));
    this.#host.replaceChildren(
      this.#heading(shown),
      ...this.#part(words.question, content.question, "question"),
      ...this.#part(words.response, content.response, "response"),
      ...this.#part(
        content.response === "" ? words.answer : words.referenceAnswer,
        content.answer,
        "answer",
      ),
      ...(listsInForm.has("keypoints") ? [] : this.#keypoints(content.keypoints)),
      ...this.#drafts(content.candidates),
      ...this.#references(documents),
      ...this.#documents(documents),
    );
    this.#host.scrollTop = 0;
    scrollTo(0, 0);
    for (const [id, box] of this.#boxesByDocument) this.#scrollToFirstMark(box, id);
  }

  /** @param {ShownTask} shown */
  #heading({ task, typeLabel, position, all }) {
    const { language, domain } = task.content;
    const badges = [
      ...(typeLabel ? [this.#translator.show(element("span", { class: "badge" }), typeLabel)] : []),
      this.#translator.show(element("span", { class: "badge" }), {
        zh: language === "zh" ? "中文" : "英文",
        en: language === "zh" ? "Chinese" : "English",
      }),
      ...(domain ? [element("bdi", { class: "badge" }, ...textNodes(domain))] : []),
    ];
    return element(
      "div",
      { class: "task-heading" },
      this.#translator.show(element("h2", { tabindex: "-1" }), positionWords({ position, all })),
      ...badges,
    );
  }

  /** @param {BilingualText} title @param {string} name @param {...Node} children */
  #section(title, name, ...children) {
    return element(
      "section",
      { class: `part ${name}` },
      this.#translator.show(element("h3", {}), title),
      ...children,
    );
  }

  /** @param {BilingualText} title @param {string} text @param {string} name */
  #part(title, text, name) {
    return text === "" ? [] : [this.#section(title, name, textView(text, this.#translator))];
  }

  /** @param {readonly string[]} keypoints */
  #keypoints(keypoints) {
    if (keypoints.length === 0) return [];
    const list = element(
      "ol",
      {},
      ...keypoints.map(keypoint => element("li", {}, textView(keypoint, this.#translator))),
    );
    return [this.#section(words.keypoints, "keypoints", list)];
  }

  /** @param {Content["candidates"]} candidates */
  #drafts(candidates) {
    if (candidates.length === 0) return [];
    const columns = candidates.map(({ label, text }) =>
      element(
        "article",
        { class: "draft", tabindex: "0" },
        element("h4", {}, ...textNodes(label)),
        textView(text, this.#translator),
      ),
    );
    return [
      this.#section(words.drafts, "drafts", element("div", { class: "draft-columns" }, ...columns)),
    ];
  }

  /** @param {readonly ShownDocument[]} documents */
  #references(documents) {
    if (this.#evidence.length === 0) return [];
    const shownIds = new Set(documents.map(({ id }) => id));
    const entries = this.#evidence.map(({ number, span, text }, index) => {
      const content = [
        element("span", { class: "number" }, String(number)),
        textView(text, this.#translator),
      ];
      if (!shownIds.has(span.documentId))
        return element(
          "li",
          {},
          element("div", { class: "reference" }, ...content),
          this.#translator.show(element("small", {}), words.notShown),
        );
      const button = element(
        "button",
        { type: "button", class: "reference", "data-reference": String(number) },
        ...content,
      );
      this.#translator.show(button, referenceWords(number), "title");
      button.addEventListener("click", () => this.#jumpTo(index));
      return element("li", {}, button);
    });
    return [
      this.#section(words.references, "references", element("ol", { class: "plain" }, ...entries)),
    ];
  }

  /** @param {readonly ShownDocument[]} documents */
  #documents(documents) {
    if (documents.length === 0) return [];
    const articles = documents.map(({ id, language, name, text }) => {
      const places = this.#evidence
        .filter(({ span }) => span.documentId === id)
        .map(({ number, span }) => ({ number, start: span.start, end: span.end }));
      const box = element(
        "div",
        {
          class: "document-text",
          tabindex: "0",
          role: "region",
          lang: language === "zh" ? "zh-CN" : "en",
        },
        textView(text, this.#translator, places),
      );
      box.setAttribute("aria-label", name);
      this.#boxesByDocument.set(id, box);
      return element(
        "article",
        { class: "document" },
        element("h4", {}, element("bdi", {}, ...textNodes(name || id))),
        box,
      );
    });
    return [this.#section(words.documents, "documents", ...articles)];
  }

  /** @param {HTMLElement} box @param {string} documentId */
  #scrollToFirstMark(box, documentId) {
    const reference = this.#evidence
      .filter(({ span }) => span.documentId === documentId)
      .sort((a, b) => a.span.start - b.span.start)[0];
    const mark = reference && box.querySelector(`mark[data-references~="${reference.number}"]`);
    if (mark) scrollToMark(box, mark);
  }

  /** Jumps to the next reference whose document is shown, wrapping around at the end. */
  nextReference() {
    for (let step = 1; step <= this.#evidence.length; step++) {
      const index = (this.#referenceIndex + step) % this.#evidence.length;
      if (this.#boxesByDocument.has(this.#evidence[index]?.span.documentId ?? ""))
        return this.#jumpTo(index);
    }
  }

  /** @param {number} index of the evidence */
  #jumpTo(index) {
    const reference = this.#evidence[index];
    const box = reference && this.#boxesByDocument.get(reference.span.documentId);
    if (!reference || !box) return;
    this.#referenceIndex = index;
    for (const node of this.#host.querySelectorAll(".current")) node.classList.remove("current");
    const marks = box.querySelectorAll(`mark[data-references~="${reference.number}"]`);
    for (const mark of marks) mark.classList.add("current");
    this.#host.querySelector(`[data-reference="${reference.number}"]`)?.classList.add("current");
    box.scrollIntoView({ block: "nearest" });
    if (marks[0]) scrollToMark(box, marks[0]);
  }
}

/** Scrolls only the box, until a mark is in its upper third. @param {HTMLElement} box @param {Element} mark */
function scrollToMark(box, mark) {
  box.scrollTop +=
    mark.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 4;
}
