// Section: the items that failed, with the step that lost each and why; filters use CSS only, since the page runs no script.

import { Cause, stepOf } from "../../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../../schemas/evaluation/result.ts";
import { Language } from "../../../schemas/items/item-types.ts";
import { cut, type Html, html, spoken, section } from "../html.ts";
import { languageName, typeNameOrId } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { table } from "../tables.ts";
import type { FailedItem, FailedItems } from "./failed-items-read.ts";
import { type FailedItemsWords, failedItemsWords } from "./failed-items-words.ts";
import type { PageLanguage } from "./page-language.ts";
import { leftOut } from "./results.ts";

const max = { question: 160, answer: 1200, items: 1000 };

/** One way to filter the items; each choice has a mark, a CSS class of the items that it keeps. */
interface Filter {
  readonly name: string;
  readonly choices: readonly {
    readonly label: string;
    readonly has: (item: FailedItem) => boolean;
  }[];
}

const filtersOf = (
  items: readonly FailedItem[],
  { filters, causes, language: spokenIn }: FailedItemsWords,
): Filter[] =>
  [
    {
      name: filters.why,
      choices: Cause.options.map(cause => ({
        label: causes[cause],
        has: ({ diagnosis }: FailedItem) => diagnosis.causes.includes(cause),
      })),
    },
    {
      name: filters.language,
      choices: Language.options.map(language => ({
        label: languageName(language, spokenIn),
        has: ({ diagnosis }: FailedItem) => diagnosis.language === language,
      })),
    },
    {
      name: filters.type,
      choices: [...new Set(items.map(({ truth }) => truth.type))].sort().map(type => ({
        label: typeNameOrId(type, spokenIn),
        has: ({ truth }: FailedItem) => truth.type === type,
      })),
    },
  ].map(filter => ({ ...filter, choices: filter.choices.filter(({ has }) => items.some(has)) }));

/** The mark of a choice: `all` of the first filter of the first evaluation is f0-0-all, its second choice is f0-0-1. */
const markOf = (list: number, filter: number, choice: number | "all") =>
  `f${list}-${filter}-${choice}`;

function chooser(
  list: number,
  filters: readonly Filter[],
  items: readonly FailedItem[],
  words: FailedItemsWords,
): Html {
  const rules = filters.flatMap(({ choices }, filter) =>
    choices.map((_, choice) => {
      const mark = markOf(list, filter, choice);
      return `#failed-${list}:has(#${mark}:checked) .failed:not(.${mark}) { display: none; }`;
    }),
  );
  const rows = filters.map(({ name, choices }, filter) => {
    const radio = (choice: number | "all", label: string, n: number) => {
      const mark = markOf(list, filter, choice);
      return html`<label><input type="radio" name="f${list}-${filter}" id="${mark}"${choice === "all" ? html` checked` : ""}> ${words.choice(label, n)}</label> `;
    };
    return html`<fieldset><legend>${name}</legend>${radio("all", words.all, items.length)}${choices.map(({ label, has }, choice) => radio(choice, label, items.filter(has).length))}</fieldset>`;
  });
  return html`<style>${{ html: rules.join("\n") }}</style><div class="chooser">${rows}</div>`;
}

function shownItem(
  { diagnosis, truth, answer, retrieved }: FailedItem,
  marks: readonly string[],
  names: ReadonlyMap<string, string>,
  words: FailedItemsWords,
): Html {
  const { causes, lostIn, why } = diagnosis;
  const [first] = causes;
  const passages = (retrieved ?? []).map(({ documentId, text }) => {
    const name = documentId === null ? "" : (names.get(documentId) ?? documentId);
    return html`<li>${name === "" ? "" : html`<b>${spoken(name)}</b>${words.colon}`}${spoken(text)}</li>`;
  });
  return html`<details class="failed ${marks.join(" ")}"><summary><span class="key ${lostIn ?? ""}"></span>${words.failure(lostIn ? words.steps[lostIn] : "", first ? words.causes[first] : "")} · ${spoken(cut(truth.question, max.question))}</summary>
<p class="small soft">${typeNameOrId(truth.type, words.language)} · <code>${truth.id}</code></p><ul class="why">${why.map(reason => html`<li>${spoken(reason)}</li>`)}</ul>
<p class="small soft">${words.question}</p><p class="question">${spoken(cut(truth.question, max.answer))}</p>
<p class="small soft">${words.expected}</p><p class="answer">${spoken(cut(truth.answer, max.answer))}</p><p class="small soft">${words.got}</p><p class="answer got">${answer === null ? words.noAnswer : spoken(cut(answer, max.answer))}</p>
<p class="small soft">${words.retrieved}</p>${retrieved === null ? html`<p>${words.notTold}</p>` : passages.length === 0 ? html`<p>${words.nothing}</p>` : html`<ol class="small">${passages}</ol>`}</details>\n`;
}

const causesTable = ({ causes }: FailureOverview, words: FailedItemsWords): Html =>
  table(
    words.head,
    causes.map(({ cause, n, first }) => [
      html`<span class="system">${words.causes[cause]}</span>`,
      words.steps[stepOf(cause)],
      n,
      first,
    ]),
  );

function shownList(
  { name, items }: FailedItems,
  list: number,
  names: ReadonlyMap<string, string>,
  overview: FailureOverview,
  words: FailedItemsWords,
): Html {
  const shown = items.slice(0, max.items);
  const filters = filtersOf(shown, words);
  const marksOf = (item: FailedItem) =>
    filters.flatMap(({ choices }, filter) =>
      choices.flatMap(({ has }, choice) => (has(item) ? [markOf(list, filter, choice)] : [])),
    );
  return html`<h3>${words.failed(name, overview)}</h3>
${causesTable(overview, words)}${overview.cuts ? html`<p class="short">${words.cuts(overview.cuts)}</p>` : ""}
<div id="failed-${list}">${chooser(list, filters, shown, words)}${shown.map(item => shownItem(item, marksOf(item), names, words))}</div>${leftOut(items.length, shown.length, words.items, words.language)}`;
}

/** Empty if no evaluation diagnosed its answers, or no item failed. */
export function failedItemsSection(
  { failedItems, evaluations, documents }: RunData,
  language: PageLanguage,
): Html {
  const words = failedItemsWords[language];
  const names = new Map(documents.map(({ id, name }) => [id, name]));
  const shown = failedItems.flatMap((failed, list) => {
    const overview = evaluations.results
      .find(({ name }) => name === failed.name)
      ?.result.systems.find(({ failures }) => failures !== null)?.failures;
    return overview && failed.items.length > 0
      ? [shownList(failed, list, names, overview, words)]
      : [];
  });
  if (shown.length === 0) return html``;
  return section(
    "failed",
    html`<p class="soft">${words.lead}</p>
${shown}`,
  );
}
