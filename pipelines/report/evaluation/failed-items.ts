// Section: the items that failed, with the step that lost each and why; filtered by marks alone, since the page runs nothing.

import { Cause, causeLabels, stepOf } from "../../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../../schemas/evaluation/result.ts";
import { ItemType, Language } from "../../../schemas/items/item-types.ts";
import { cut, type Html, html, spoken, section } from "../html.ts";
import { languageLabels, typeLabels } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { count, table } from "../tables.ts";
import type { FailedItem, FailedItems } from "./failed-items-read.ts";
import { leftOut } from "./results.ts";

const longest = { question: 160, answer: 1200, items: 1000 };

/** One way to choose among the items: each choice has a mark that its items bear. */
interface Filter {
  readonly name: string;
  readonly choices: readonly {
    readonly label: string;
    readonly has: (item: FailedItem) => boolean;
  }[];
}

const typeName = (type: string): string => {
  const known = ItemType.safeParse(type).data;
  return known ? typeLabels[known] : type;
};

const filtersOf = (items: readonly FailedItem[]): Filter[] =>
  [
    {
      name: "Why",
      choices: Cause.options.map(cause => ({
        label: causeLabels[cause],
        has: ({ diagnosis }: FailedItem) => diagnosis.causes.includes(cause),
      })),
    },
    {
      name: "Language",
      choices: Language.options.map(language => ({
        label: languageLabels[language],
        has: ({ diagnosis }: FailedItem) => diagnosis.language === language,
      })),
    },
    {
      name: "Type",
      choices: [...new Set(items.map(({ truth }) => truth.type))].sort().map(type => ({
        label: typeName(type),
        has: ({ truth }: FailedItem) => truth.type === type,
      })),
    },
  ].map(filter => ({ ...filter, choices: filter.choices.filter(({ has }) => items.some(has)) }));

/** `all` of the first filter of the first evaluation is f0-0-all, its second choice f0-0-1. */
const markOf = (list: number, filter: number, choice: number | "all") =>
  `f${list}-${filter}-${choice}`;

function chooser(list: number, filters: readonly Filter[], items: readonly FailedItem[]): Html {
  const rules = filters.flatMap(({ choices }, filter) =>
    choices.map((_, choice) => {
      const mark = markOf(list, filter, choice);
      return `#failed-${list}:has(#${mark}:checked) .failed:not(.${mark}) { display: none; }`;
    }),
  );
  const rows = filters.map(({ name, choices }, filter) => {
    const radio = (choice: number | "all", label: string, n: number) => {
      const mark = markOf(list, filter, choice);
      return html`<label><input type="radio" name="f${list}-${filter}" id="${mark}"${choice === "all" ? html` checked` : ""}> ${label} (${count(n)})</label> `;
    };
    return html`<fieldset><legend>${name}</legend>${radio("all", "all", items.length)}${choices.map(({ label, has }, choice) => radio(choice, label, items.filter(has).length))}</fieldset>`;
  });
  return html`<style>${{ html: rules.join("\n") }}</style><div class="chooser">${rows}</div>`;
}

function shownItem(
  { diagnosis, truth, answer, retrieved }: FailedItem,
  marks: readonly string[],
  names: ReadonlyMap<string, string>,
): Html {
  const { causes, lostIn, why } = diagnosis;
  const [first] = causes;
  const passages = (retrieved ?? []).map(({ documentId, text }) => {
    const name = documentId === null ? "" : (names.get(documentId) ?? documentId);
    return html`<li>${name === "" ? "" : html`<b>${spoken(name)}</b>: `}${spoken(text)}</li>`;
  });
  return html`<details class="failed ${marks.join(" ")}"><summary><span class="key ${lostIn ?? ""}"></span>${lostIn ?? ""}: ${first ? causeLabels[first] : ""} · ${spoken(cut(truth.question, longest.question))}</summary>
<p class="small soft">${typeName(truth.type)} · <code>${truth.id}</code></p><ul class="why">${why.map(reason => html`<li>${spoken(reason)}</li>`)}</ul>
<p class="small soft">Question</p><p class="question">${spoken(cut(truth.question, longest.answer))}</p>
<p class="small soft">Expected</p><p class="answer">${spoken(cut(truth.answer, longest.answer))}</p><p class="small soft">Got</p><p class="answer got">${answer === null ? "no answer" : spoken(cut(answer, longest.answer))}</p>
<p class="small soft">Retrieved</p>${retrieved === null ? html`<p>The system does not tell.</p>` : passages.length === 0 ? html`<p>Nothing.</p>` : html`<ol class="small">${passages}</ol>`}</details>\n`;
}

const causesTable = ({ causes }: FailureOverview): Html =>
  table(
    ["What went wrong", "step", "items", "first of all"],
    causes.map(({ cause, n, first }) => [
      html`<span class="system">${causeLabels[cause]}</span>`,
      stepOf(cause),
      n,
      first,
    ]),
  );

function shownList(
  { name, items }: FailedItems,
  list: number,
  names: ReadonlyMap<string, string>,
  overview: FailureOverview,
): Html {
  const shown = items.slice(0, longest.items);
  const filters = filtersOf(shown);
  const marksOf = (item: FailedItem) =>
    filters.flatMap(({ choices }, filter) =>
      choices.flatMap(({ has }, choice) => (has(item) ? [markOf(list, filter, choice)] : [])),
    );
  return html`<h3>${name}: ${count(overview.failed)} of ${count(overview.items)} items failed</h3>
${causesTable(overview)}${overview.cuts ? html`<p class="short">${count(overview.cuts.n)} of the ${count(overview.cuts.of)} borders that cut evidence come right after “${overview.cuts.after}”.</p>` : ""}
<div id="failed-${list}">${chooser(list, filters, shown)}${shown.map(item => shownItem(item, marksOf(item), names))}</div>${leftOut(items.length, shown.length, "failed items")}`;
}

/** Empty where no evaluation diagnosed its answers, or none failed. */
export function failedItemsSection({ failedItems, evaluations, documents }: RunData): Html {
  const names = new Map(documents.map(({ id, name }) => [id, name]));
  const shown = failedItems.flatMap((failed, list) => {
    const overview = evaluations.results
      .find(({ name }) => name === failed.name)
      ?.result.systems.find(({ failures }) => failures !== null)?.failures;
    return overview && failed.items.length > 0 ? [shownList(failed, list, names, overview)] : [];
  });
  if (shown.length === 0) return html``;
  return section(
    "failed",
    html`<p class="soft">An item failed if its answer lacks or contradicts a keypoint, declines without need or answers what cannot be answered, or states a number that nobody gave it; without a judge by the values and names of the keypoints, found by code. The first cause along the chain is the one to look at. The worst come first; choose among them below.</p>
${shown}`,
  );
}
