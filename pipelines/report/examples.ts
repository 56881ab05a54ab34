// Section: items as they are, their references marked in their documents.

import type { ItemRow } from "../../schemas/items/records.ts";
import { hasGivenAnswer, isReverse } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { ExampleDraft } from "./examples-drafts.ts";
import { cut, type Html, html, section } from "./html.ts";
import { anchorOf, itemAnchor, markText } from "./marked-text.ts";
import { languageLabels, typeLabels } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { count } from "./tables.ts";

function shownDocument(item: ItemRow, document: DocumentRow): Html {
  const evidence = item.evidence.filter(({ span }) => span.documentId === document.id);
  const links = evidence.map(
    ({ number }) => html`<a href="#${anchorOf(item.id, number)}">reference ${number}</a>`,
  );
  return html`<figure><figcaption><span lang="${document.language}">${document.name}</span>${document.published ? ` · ${document.published}` : ""} · ${count(document.text.length)} characters ${links.length > 0 ? html`· ${links}` : "· says nothing of it"}</figcaption>
<div class="text" lang="${document.language}" tabindex="0">${markText(document.text, evidence, item.id)}</div></figure>`;
}

/** Of the many articles found for a reverse task only those that say something of its reference. */
function shownDocuments(item: ItemRow, texts: RunData["texts"]): Html {
  const documents = item.documentIds.flatMap(id => texts.get(id) ?? []);
  if (!isReverse(item.type))
    return html`${documents.map(document => shownDocument(item, document))}`;
  const said = documents.filter(({ id }) =>
    item.evidence.some(({ span }) => span.documentId === id),
  );
  const others = documents.filter(document => !said.includes(document));
  const rest =
    others.length > 0
      ? html`<p class="small soft">Found for it, but of no use: ${others.map(({ name, language }, index) => html`${index > 0 ? ", " : ""}<span lang="${language}">${cut(name, 60)}</span>`)}.</p>`
      : "";
  return html`${said.map(document => shownDocument(item, document))}${rest}`;
}

const derivation = ({ operation, operands, result }: ItemRow["derivations"][number]): Html =>
  html`<p class="small soft">Computed: ${operation} of ${operands.join(" and ")} = ${result}</p>`;

function keypoint(item: ItemRow, { claim, kind, spans }: ItemRow["keypoints"][number]): Html {
  const told = isReverse(item.type) ? (spans.length > 0 ? "in the corpus" : "not found") : kind;
  return html`<li><span class="kind">${told}</span><span lang="${item.language}">${claim}</span></li>\n`;
}

/** Coarse terms, then the spans of each information point together. */
const keywordsLine = ({ language, keywords }: ItemRow): Html =>
  keywords
    ? html`<p class="small soft">Keywords: <b lang="${language}">${keywords.coarse.join(" · ")}</b>${keywords.fine.map(list => html` [<span lang="${language}">${list.map(({ text }) => text).join(" · ")}</span>]`)}</p>`
    : html``;

const mark = (
  { wrong, right, reason }: ExampleDraft["marks"][number],
  { language }: ItemRow,
): Html =>
  html`<li lang="${language}"><del>${wrong}</del> → ${right === "" ? html`<span lang="en">(struck out)</span>` : html`<ins>${right}</ins>`}${reason === "" ? "" : html` <span class="soft">${reason}</span>`}</li>\n`;

function shownDraft(item: ItemRow, { thoughts, marks, origin }: ExampleDraft): Html {
  const told = thoughts.filter(([, text]) => text !== "");
  const steps = told.map(
    ([name, text]) =>
      html`<li>${name === "" ? "" : html`<b>${name}</b>: `}<span lang="${item.language}">${text}</span></li>\n`,
  );
  const errors = marks.map(each => mark(each, item));
  return html`${steps.length > 0 ? html`<details><summary>Thoughts</summary><ol class="small">${steps}</ol></details>` : ""}${
    errors.length > 0
      ? html`<p class="small soft">Errors, ${origin === "annotated" ? "marked by people" : "planted"}:</p><ul class="small">${errors}</ul>`
      : ""
  }`;
}

const shownHeldOut = ({ name, text, language, published }: DocumentRow): Html =>
  html`<details><summary>The held-out article: <span lang="${language}">${cut(name, 60)}</span>${published ? ` · ${published}` : ""}, not in the corpus</summary><div class="text" lang="${language}" tabindex="0">${text}</div></details>`;

/** Marks of proposer and readers, and how many documents it speaks for. */
function measured({ measures }: ItemRow): Html {
  if (!measures) return html``;
  const marks = [measures.proposed, measures.read, measures.alone].filter(mark => mark !== null);
  return html`${marks.length > 0 ? html`<span>worth ${marks.join(", ")}</span>` : ""}${
    measures.weight === null ? "" : html`<span>speaks for ${measures.weight}</span>`
  }`;
}

/** What is known of the answer by construction: the day it is asked for, and how a system goes wrong. */
function known({ language, asOf, members, wrongAnswers = [], twinOf }: ItemRow): Html {
  const told = [
    asOf === undefined ? "" : `As of ${asOf}.`,
    members === undefined ? "" : `Made up of ${count(members.length)} documents.`,
    twinOf === undefined ? "" : `Twin of ${twinOf}.`,
  ].filter(part => part !== "");
  const wrong = wrongAnswers.map(
    ({ trap, answer }) =>
      html`<li><span class="kind">${trap}</span><span lang="${language}">${answer}</span></li>\n`,
  );
  return html`${told.length > 0 ? html`<p class="small soft">${told.join(" ")}</p>` : ""}${
    wrong.length > 0
      ? html`<p class="small soft">Wrong answers that its documents invite:</p><ul class="keypoints small">${wrong}</ul>`
      : ""
  }`;
}

function shownItem(item: ItemRow, { splits, texts, drafts, heldOut }: RunData): Html {
  const { language, type, domain } = item;
  const draft = drafts.get(item.id);
  return html`<article class="item" id="${itemAnchor(item.id)}">
<div class="tags"><span>${typeLabels[type]}</span><span>${domain}</span><span>${languageLabels[language]}</span><span>${splits.get(item.id) ?? "no split"}</span>${measured(item)}<span>${item.id}</span></div>
<p class="question${hasGivenAnswer(type) ? " input" : ""}" lang="${language}">${item.question}</p>
<div class="answer" lang="${language}">${item.answer}</div>
${item.derivations.map(derivation)}${known(item)}
<ul class="keypoints">${item.keypoints.map(each => keypoint(item, each))}</ul>
${keywordsLine(item)}
${draft ? shownDraft(item, draft) : ""}${item.heldOutIds.flatMap(id => heldOut.texts.get(id) ?? []).map(shownHeldOut)}
${shownDocuments(item, texts)}</article>`;
}

export function examplesSection(data: RunData): Html {
  if (data.examples.length === 0) return html``;
  return section(
    "examples",
    html`<p class="soft">Two of every type in each language: question, answer, keypoints, keywords (for the whole in bold, then each information point in brackets), and the documents with the references marked where they stand.</p>
${data.examples.map(item => shownItem(item, data))}`,
  );
}
