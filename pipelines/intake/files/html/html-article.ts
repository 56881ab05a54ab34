// Finds the whole article on a page: what Readability finds, plus everything around and between its parts except menus and the like.

import { Readability } from "@mozilla/readability";
import { type HtmlNode, parsePage } from "./html.ts";

/** The part of an element that is used here; the library does not type it. */
interface PageElement extends HtmlNode {
  readonly parentElement: PageElement | null;
  readonly children: Iterable<PageElement>;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  append(element: PageElement): void;
  remove(): void;
}

const allIn = (page: Pick<PageElement, "querySelectorAll">, selector = "*"): PageElement[] =>
  Array.from(page.querySelectorAll(selector));

export interface Article {
  readonly title: string | null;
  readonly root: PageElement;
}

const mark = "data-ragwright-number";

const aside = /^(?:NAV|ASIDE|FOOTER|FORM)$/;
const asideRole = /^(?:navigation|complementary|contentinfo|search|banner)$/;
/** Names that pages give to the parts around an article; whole words, so that "discomfort" does not match. */
const asideName =
  /(?:^|[\s_-])(?:comments?|disqus|share|sharing|social|related|recommend(?:ed|ations?)|sidebar|breadcrumbs?|menu|nav|navbar|navigation|footer|cookies?|promo|sponsors?|advert\w*|pagination|pager|newsletter|toc)(?:[\s_-]|$)/i;
const noteName = /(?:^|[\s_-])(?:foot|end)notes?(?:[\s_-]|$)/i;
/** Share of its text in links above which a part is a menu. */
const maxLinked = 0.5;

const lengthOf = (element: PageElement): number =>
  (element.textContent ?? "").replace(/\s+/g, " ").trim().length;

const namesOf = (element: PageElement): string =>
  `${element.getAttribute("class") ?? ""} ${element.getAttribute("id") ?? ""}`;

function isMenu(element: PageElement): boolean {
  // An address that is written out counts as text, as in a list of sources.
  const linked = allIn(element, "a[href]")
    .filter(link => !/:\/\//.test(link.textContent ?? ""))
    .map(lengthOf);
  return linked.reduce((sum, length) => sum + length, 0) > lengthOf(element) * maxLinked;
}

function isAside(element: PageElement): boolean {
  if (/^H[1-6]$/.test(element.nodeName)) return false;
  if (aside.test(element.nodeName) || asideRole.test(element.getAttribute("role") ?? ""))
    return true;
  return asideName.test(namesOf(element)) || isMenu(element);
}

/** Removes the lists of links from a page of contents; the rest of it is text. */
export function withoutMenus(page: Pick<PageElement, "querySelectorAll">): void {
  for (const list of allIn(page, "ul, ol, dl, nav, table")) if (isMenu(list)) list.remove();
}

/** From the page's root down to the element. */
function pathOf(element: PageElement): PageElement[] {
  const path: PageElement[] = [];
  for (let at: PageElement | null = element; at; at = at.parentElement) path.unshift(at);
  return path;
}

/** The smallest element that contains all of them. */
function around(elements: readonly PageElement[]): PageElement | undefined {
  const [first = [], ...others] = elements.map(pathOf);
  const common = others.reduce((shared, path) => {
    const differs = shared.findIndex((part, index) => part !== path[index]);
    return differs < 0 ? shared : shared.slice(0, differs);
  }, first);
  return common.at(-1);
}

/** Removes elements that are not part of the article and contain no part of it. */
function prune(element: PageElement, kept: ReadonlySet<PageElement>): void {
  for (const child of Array.from(element.children)) {
    if (kept.has(child)) prune(child, kept);
    else if (isAside(child)) child.remove();
  }
}

/** Notes that a page puts below its article. */
const notesAfter = ({ parentElement }: PageElement): PageElement[] =>
  Array.from(parentElement?.children ?? []).filter(part => noteName.test(namesOf(part)));

/** The article; undefined if none is found. Readability alone drops whole sections with few commas, or with a list of links. */
export function findArticle(html: string): Article | undefined {
  const marked = parsePage(html);
  for (const [number, element] of allIn(marked).entries())
    element.setAttribute(mark, String(number));
  const found = new Readability(marked).parse();
  if (!found?.content) return undefined;
  const elements = allIn(parsePage(html));
  const parts = allIn(parsePage(found.content), `[${mark}]`).flatMap(
    element => elements[Number(element.getAttribute(mark))] ?? [],
  );
  const root = around(parts);
  if (root === undefined) return undefined;
  prune(root, new Set(parts.flatMap(pathOf)));
  for (const note of notesAfter(root)) root.append(note);
  return { title: found.title?.replace(/\s+/g, " ").trim() || null, root };
}
