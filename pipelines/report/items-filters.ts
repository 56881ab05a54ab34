// Filters and pages for a long list of items, by CSS alone, since the page runs no script.

import { type Html, html } from "./html.ts";

export interface Filter {
  readonly name: string;
  readonly choices: readonly {
    readonly label: string;
    readonly cssClass: string;
    readonly n: number;
  }[];
}

const pageClass = (page: number): string => `ip${page}`;

/** CSS classes of the entry at an index: one for its page, then its own. */
export const classesAt = (index: number, pageSize: number, ownClasses: readonly string[]): string =>
  [pageClass(Math.floor(index / pageSize)), ...ownClasses].join(" ");

/** Matches once a choice has been made; then all matching items are listed, without pages. */
const anyChoice = `:has(option:not([value=""]):checked)`;

/**
 * The rules that hide entries. A browser searches everything below a `:has` whenever a choice changes, so `:has` is used only
 * on the few elements with the choices, which come before the entries, and never on an element that contains both.
 */
function styleRules(id: string, filters: readonly Filter[], pageCount: number): string {
  const hideRule = "{ display: none; }";
  const choiceRules = filters.flatMap(({ choices }) =>
    choices.map(
      ({ cssClass }) =>
        `#${id}-filters:has(option[value="${cssClass}"]:checked) ~ .entries > .entry:not(.${cssClass}) ${hideRule}`,
    ),
  );
  const pageRules = Array.from({ length: pageCount }, (_, page) => {
    const cssClass = pageClass(page);
    return `#${id}-filters:not(${anyChoice}) ~ .pager:has(#${id}-${cssClass}:checked) ~ .entries > .entry:not(.${cssClass}) ${hideRule}`;
  });
  return [...choiceRules, ...pageRules, `#${id}-filters${anyChoice} ~ .pager ${hideRule}`].join(
    "\n",
  );
}

interface FilterWords {
  /** Label of the option that filters nothing. */
  readonly all: string;
  readonly choice: (label: string, n: number) => string;
}

const select = ({ name, choices }: Filter, words: FilterWords): Html =>
  html`<label>${name} <select><option value="">${words.all}</option>${choices.map(({ label, cssClass, n }) => html`<option value="${cssClass}">${words.choice(label, n)}</option>`)}</select></label> `;

const pageButton = (id: string, page: number): Html =>
  html`<label><input type="radio" name="${id}-page" id="${id}-${pageClass(page)}"${page === 0 ? html` checked` : ""}><span>${page + 1}</span></label> `;

/** The filters, the page buttons and the entries; each entry must have the class `entry` and those of `classesAt`. */
export function filteredList({
  id,
  filters,
  pages,
  words,
  entries,
}: {
  id: string;
  filters: readonly Filter[];
  pages: number;
  words: FilterWords;
  entries: readonly Html[];
}): Html {
  const pager =
    pages > 1
      ? html`<div class="pager">${Array.from({ length: pages }, (_, page) => pageButton(id, page))}</div>`
      : "";
  return html`<style>${{ html: styleRules(id, filters, pages) }}</style><div id="${id}" class="filtered"><div class="filters" id="${id}-filters">${filters.filter(({ choices }) => choices.length > 1).map(filter => select(filter, words))}</div>${pager}
<div class="entries">${entries}</div></div>`;
}
