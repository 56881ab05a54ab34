// Section: the items that failed, with the step where each failed and why; filters use CSS only, since the page runs no script.

import { Cause, stepOf } from "../../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../../schemas/evaluation/result.ts";
import { Language } from "../../../schemas/items/item-types.ts";
import { truncate, type Html, html, withLanguage, section } from "../html.ts";
import { languageName, typeNameOrId } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { table } from "../tables.ts";
import type { FailedItem, FailedItems } from "./failed-items-data.ts";
import { type FailedItemsWords, failedItemsWords } from "./failed-items-words.ts";
import type { PageLanguage } from "../page-language.ts";
import { leftOutNote } from "./results.ts";

const maxShown = { question: 160, answer: 1200, items: 1000 };

/** One way to filter the items; each choice has a CSS class, which the items that match it have too. */
interface ItemFilter {
  readonly name: string;
  readonly choices: readonly {
    readonly label: string;
    readonly isMatch: (item: FailedItem) => boolean;
  }[];
}

const filtersOf = (
  items: readonly FailedItem[],
  { filters, causes, language: pageLanguage }: FailedItemsWords,
): ItemFilter[] =>
  [
    {
      name: filters.why,
      choices: Cause.options.map(cause => ({
        label: causes[cause],
        isMatch: ({ diagnosis }: FailedItem) => diagnosis.causes.includes(cause),
      })),
    },
    {
      name: filters.language,
      choices: Language.options.map(language => ({
        label: languageName(language, pageLanguage),
        isMatch: ({ diagnosis }: FailedItem) => diagnosis.language === language,
      })),
    },
    {
      name: filters.type,
      choices: [...new Set(items.map(({ truth }) => truth.type))].sort().map(type => ({
        label: typeNameOrId(type, pageLanguage),
        isMatch: ({ truth }: FailedItem) => truth.type === type,
      })),
    },
  ].map(filter => ({
    ...filter,
    choices: filter.choices.filter(({ isMatch }) => items.some(isMatch)),
  }));

/** The CSS class of a choice: for the first filter of the first evaluation, `all` is f0-0-all and the second choice is f0-0-1. */
const classOf = (listIndex: number, filterIndex: number, choiceIndex: number | "all") =>
  `f${listIndex}-${filterIndex}-${choiceIndex}`;

function filterForm(
  listIndex: number,
  filters: readonly ItemFilter[],
  items: readonly FailedItem[],
  words: FailedItemsWords,
): Html {
  const hideRules = filters.flatMap(({ choices }, filterIndex) =>
    choices.map((_, choiceIndex) => {
      const cssClass = classOf(listIndex, filterIndex, choiceIndex);
      return `#failed-${listIndex}:has(#${cssClass}:checked) .failed:not(.${cssClass}) { display: none; }`;
    }),
  );
  const rows = filters.map(({ name, choices }, filterIndex) => {
    const radioButton = (choiceIndex: number | "all", label: string, matchCount: number) => {
      const cssClass = classOf(listIndex, filterIndex, choiceIndex);
      return html`<label><input type="radio" name="f${listIndex}-${filterIndex}" id="${cssClass}"${choiceIndex === "all" ? html` checked` : ""}> ${words.choice(label, matchCount)}</label> `;
    };
    return html`<fieldset><legend>${name}</legend>${radioButton("all", words.all, items.length)}${choices.map(({ label, isMatch }, choiceIndex) => radioButton(choiceIndex, label, items.filter(isMatch).length))}</fieldset>`;
  });
  return html`<style>${{ html: hideRules.join("\n") }}</style><div class="chooser">${rows}</div>`;
}

function itemDetails(
  { diagnosis, truth, answer, retrieved }: FailedItem,
  cssClasses: readonly string[],
  names: ReadonlyMap<string, string>,
  words: FailedItemsWords,
): Html {
  const { causes, lostIn, why } = diagnosis;
  const [firstCause] = causes;
  const passages = (retrieved ?? []).map(({ documentId, text }) => {
    const name = documentId === null ? "" : (names.get(documentId) ?? documentId);
    return html`<li>${name === "" ? "" : html`<b>${withLanguage(name)}</b>${words.colon}`}${withLanguage(text)}</li>`;
  });
  return html`<details class="failed ${cssClasses.join(" ")}"><summary><span class="key ${lostIn ?? ""}"></span>${words.failure(lostIn ? words.steps[lostIn] : "", firstCause ? words.causes[firstCause] : "")} · ${withLanguage(truncate(truth.question, maxShown.question))}</summary>
<p class="small soft">${typeNameOrId(truth.type, words.language)} · <code>${truth.id}</code></p><ul class="why">${why.map(reason => html`<li>${withLanguage(reason)}</li>`)}</ul>
<p class="small soft">${words.question}</p><p class="question">${withLanguage(truncate(truth.question, maxShown.answer))}</p>
<p class="small soft">${words.expected}</p><p class="answer">${withLanguage(truncate(truth.answer, maxShown.answer))}</p><p class="small soft">${words.got}</p><p class="answer got">${answer === null ? words.noAnswer : withLanguage(truncate(answer, maxShown.answer))}</p>
<p class="small soft">${words.retrieved}</p>${retrieved === null ? html`<p>${words.notReported}</p>` : passages.length === 0 ? html`<p>${words.nothing}</p>` : html`<ol class="small">${passages}</ol>`}</details>\n`;
}

const causesTable = ({ causes }: FailureOverview, words: FailedItemsWords): Html =>
  table(
    words.headings,
    causes.map(({ cause, n, first }) => [
      html`<span class="system">${words.causes[cause]}</span>`,
      words.steps[stepOf(cause)],
      n,
      first,
    ]),
  );

function evaluationPart(
  { name, items }: FailedItems,
  listIndex: number,
  names: ReadonlyMap<string, string>,
  overview: FailureOverview,
  words: FailedItemsWords,
): Html {
  const shownItems = items.slice(0, maxShown.items);
  const filters = filtersOf(shownItems, words);
  const classesOf = (item: FailedItem) =>
    filters.flatMap(({ choices }, filterIndex) =>
      choices.flatMap(({ isMatch }, choiceIndex) =>
        isMatch(item) ? [classOf(listIndex, filterIndex, choiceIndex)] : [],
      ),
    );
  return html`<h3>${words.failed(name, overview)}</h3>
${causesTable(overview, words)}${overview.cuts ? html`<p class="short">${words.cuts(overview.cuts)}</p>` : ""}
<div id="failed-${listIndex}">${filterForm(listIndex, filters, shownItems, words)}${shownItems.map(item => itemDetails(item, classesOf(item), names, words))}</div>${leftOutNote(items.length, shownItems.length, words.items, words.language)}`;
}

/** Empty if no evaluation diagnosed its answers, or no item failed. */
export function failedItemsSection(
  { failedItems, evaluations, documents }: RunData,
  language: PageLanguage,
): Html {
  const words = failedItemsWords[language];
  const names = new Map(documents.map(({ id, name }) => [id, name]));
  const evaluationParts = failedItems.flatMap((failed, listIndex) => {
    const overview = evaluations.results
      .find(({ name }) => name === failed.name)
      ?.result.systems.find(({ failures }) => failures !== null)?.failures;
    return overview && failed.items.length > 0
      ? [evaluationPart(failed, listIndex, names, overview, words)]
      : [];
  });
  if (evaluationParts.length === 0) return html``;
  return section(
    "failed",
    html`<p class="soft">${words.lead}</p>
${evaluationParts}`,
  );
}
