// Section: example items in full, with their references marked in their documents.

import type { ItemRow } from "../../schemas/items/records.ts";
import { hasGivenAnswer, isReverse } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { PageLanguage } from "./page-language.ts";
import type { ExampleDraft } from "./example-drafts.ts";
import { type ExamplesWords, examplesWords } from "./examples-words.ts";
import { truncate, type Html, html, section } from "./html.ts";
import { referenceAnchor, itemAnchor, markText } from "./marked-text.ts";
import { languageName, typeName } from "./names.ts";
import type { RunData } from "./run-data.ts";

function documentFigure(item: ItemRow, document: DocumentRow, words: ExamplesWords): Html {
  const evidence = item.evidence.filter(({ span }) => span.documentId === document.id);
  const links = evidence.map(
    ({ number }) =>
      html`<a href="#${referenceAnchor(item.id, number)}">${words.reference(number)}</a>`,
  );
  return html`<figure><figcaption><span lang="${document.language}">${document.name}</span>${document.published ? ` · ${document.published}` : ""} · ${words.characters(document.text.length)} ${links.length > 0 ? html`· ${links}` : `· ${words.silent}`}</figcaption>
<div class="text" lang="${document.language}" tabindex="0">${markText(document.text, evidence, item.id, words.language)}</div></figure>`;
}

/** An item's documents; a reverse task has many, so those without evidence are only named. */
function documentFigures(item: ItemRow, texts: RunData["texts"], words: ExamplesWords): Html {
  const documents = item.documentIds.flatMap(id => texts.get(id) ?? []);
  if (!isReverse(item.type))
    return html`${documents.map(document => documentFigure(item, document, words))}`;
  const supporting = documents.filter(({ id }) =>
    item.evidence.some(({ span }) => span.documentId === id),
  );
  const others = documents.filter(document => !supporting.includes(document));
  const names = others.map(
    document => html`<span lang="${document.language}">${truncate(document.name, 60)}</span>`,
  );
  const othersLine =
    names.length > 0 ? html`<p class="small soft">${words.notUseful(names)}</p>` : "";
  return html`${supporting.map(document => documentFigure(item, document, words))}${othersLine}`;
}

function keypointEntry(
  item: ItemRow,
  { claim, kind, spans }: ItemRow["keypoints"][number],
  words: ExamplesWords,
): Html {
  const presence = spans.length > 0 ? words.inCorpus : words.notFound;
  const label = isReverse(item.type) ? presence : words.keypoint(kind);
  return html`<li><span class="kind">${label}</span><span lang="${item.language}">${claim}</span></li>\n`;
}

/** The coarse terms, then the spans of each information point. */
function keywordsLine({ language, keywords }: ItemRow, words: ExamplesWords): Html {
  if (!keywords) return html``;
  const coarse = html`<b lang="${language}">${keywords.coarse.join(" · ")}</b>`;
  const fine = keywords.fine.map(
    spans => html`<span lang="${language}">${spans.map(({ text }) => text).join(" · ")}</span>`,
  );
  return html`<p class="small soft">${words.keywords(coarse, fine)}</p>`;
}

function errorEntry(
  error: ExampleDraft["errors"][number],
  { language }: ItemRow,
  words: ExamplesWords,
): Html {
  const { wrong, right } = error;
  const reason = "kind" in error ? words.error(error.kind) : error.reason;
  return html`<li lang="${language}"><del>${wrong}</del> → ${right === "" ? html`<span lang="${words.language}">${words.struck}</span>` : html`<ins>${right}</ins>`}${reason === "" ? "" : html` <span class="soft">${reason}</span>`}</li>\n`;
}

function draftDetails(
  item: ItemRow,
  { thoughts, errors: marks, origin }: ExampleDraft,
  words: ExamplesWords,
): Html {
  const nonEmptyThoughts = thoughts.filter(([, text]) => text !== "");
  const steps = nonEmptyThoughts.map(
    ([step, text]) =>
      html`<li>${step === null ? "" : html`<b>${words.steps[step]}</b>${words.colon}`}<span lang="${item.language}">${text}</span></li>\n`,
  );
  const errors = marks.map(error => errorEntry(error, item, words));
  return html`${steps.length > 0 ? html`<details><summary>${words.thoughts}</summary><ol class="small">${steps}</ol></details>` : ""}${
    errors.length > 0
      ? html`<p class="small soft">${words.errors[origin ?? "planted"]}</p><ul class="small">${errors}</ul>`
      : ""
  }`;
}

function heldOutDetails(
  { name, text, language, published }: DocumentRow,
  words: ExamplesWords,
): Html {
  const title = html`<span lang="${language}">${truncate(name, 60)}</span>${published ? ` · ${published}` : ""}`;
  return html`<details><summary>${words.heldOut(title)}</summary><div class="text" lang="${language}" tabindex="0">${text}</div></details>`;
}

/** Ratings by the proposer and the readers, and the number of documents that the item represents. */
function measureTags({ measures }: ItemRow, words: ExamplesWords): Html {
  if (!measures) return html``;
  const ratings = [measures.proposed, measures.read, measures.alone].filter(
    rating => rating !== null,
  );
  return html`${ratings.length > 0 ? html`<span>${words.worth(ratings)}</span>` : ""}${
    measures.weight === null ? "" : html`<span>${words.weight(measures.weight)}</span>`
  }`;
}

/** What is known about the answer by construction: the day it refers to, the documents it is based on, and likely wrong answers. */
function knownFacts(
  { language, asOf, members, wrongAnswers = [], twinOf }: ItemRow,
  words: ExamplesWords,
): Html {
  const facts = [
    asOf === undefined ? "" : words.asOf(asOf),
    members === undefined ? "" : words.members(members.length),
    twinOf === undefined ? "" : words.twinOf(twinOf),
  ].filter(part => part !== "");
  const wrongEntries = wrongAnswers.map(
    ({ trap, answer }) =>
      html`<li><span class="kind">${words.trap(trap)}</span><span lang="${language}">${answer}</span></li>\n`,
  );
  return html`${facts.length > 0 ? html`<p class="small soft">${words.joinFacts(facts)}</p>` : ""}${
    wrongEntries.length > 0
      ? html`<p class="small soft">${words.wrong}</p><ul class="keypoints small">${wrongEntries}</ul>`
      : ""
  }`;
}

function itemArticle(
  item: ItemRow,
  { splits, texts, drafts, heldOut }: RunData,
  words: ExamplesWords,
): Html {
  const { language, type, domain } = item;
  const draft = drafts.get(item.id);
  return html`<article class="item" id="${itemAnchor(item.id)}">
<div class="tags"><span>${typeName(type, words.language)}</span><span>${domain}</span><span>${languageName(language, words.language)}</span><span>${splits.get(item.id) ?? words.noSplit}</span>${measureTags(item, words)}<span>${item.id}</span></div>
<p class="question${hasGivenAnswer(type) ? " input" : ""}" lang="${language}">${item.question}</p>
<div class="answer" lang="${language}">${item.answer}</div>
${item.derivations.map(derivation => html`<p class="small soft">${words.computed(derivation)}</p>`)}${knownFacts(item, words)}
<ul class="keypoints">${item.keypoints.map(keypoint => keypointEntry(item, keypoint, words))}</ul>
${keywordsLine(item, words)}
${draft ? draftDetails(item, draft, words) : ""}${item.heldOutIds.flatMap(id => heldOut.texts.get(id) ?? []).map(document => heldOutDetails(document, words))}
${documentFigures(item, texts, words)}</article>`;
}

export function examplesSection(data: RunData, language: PageLanguage): Html {
  if (data.examples.length === 0) return html``;
  const words = examplesWords[language];
  return section(
    "examples",
    html`<p class="soft">${words.lead}</p>
${data.examples.map(item => itemArticle(item, data, words))}`,
  );
}
