// Section: items as they are, their references marked in their documents.

import type { DocumentRow, ItemRow } from "../../schemas/items/records.ts";
import { type Html, html } from "./html.ts";
import { anchorOf, markText } from "./marked-text.ts";
import { languageLabels, typeLabels } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { count } from "./tables.ts";

function shownDocument(item: ItemRow, document: DocumentRow): Html {
  const evidence = item.evidence.filter(({ span }) => span.documentId === document.id);
  const links = evidence.map(({ number }) => html`<a href="#${anchorOf(item.id, number)}">reference ${number}</a>`);
  return html`<figure><figcaption><span lang="${document.language}">${document.name}</span> · ${count(document.text.length)} characters ${links.length > 0 ? html`· ${links}` : "· says nothing of it"}</figcaption>
<div class="text" lang="${document.language}" tabindex="0">${markText(document.text, evidence, item.id)}</div></figure>`;
}

const derivation = ({ operation, operands, result }: ItemRow["derivations"][number]): Html =>
  html`<p class="small soft">Computed: ${operation} of ${operands.join(" and ")} = ${result}</p>`;

function shownItem(item: ItemRow, { splits, texts }: RunData): Html {
  const { language, type, domain } = item;
  const documents = item.documentIds.flatMap(id => texts.get(id) ?? []);
  return html`<article class="item">
<div class="tags"><span>${typeLabels[type]}</span><span>${domain}</span><span>${languageLabels[language]}</span><span>${splits.get(item.id) ?? "no split"}</span><span>${item.id}</span></div>
<p class="question" lang="${language}">${item.question}</p>
<div class="answer" lang="${language}">${item.answer}</div>
${item.derivations.map(derivation)}
<ul class="keypoints">${item.keypoints.map(({ claim, kind }) => html`<li><span class="kind">${kind}</span><span lang="${language}">${claim}</span></li>\n`)}</ul>
${documents.map(document => shownDocument(item, document))}</article>`;
}

export function examplesSection(data: RunData): Html {
  if (data.examples.length === 0) return html``;
  return html`<section id="examples"><h2>Items to read</h2>
<p class="soft">Two of every type in each language: question, answer, keypoints, and the documents with the references marked where they stand.</p>
${data.examples.map(item => shownItem(item, data))}</section>`;
}
