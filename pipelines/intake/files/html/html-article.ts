// Finds the whole article on a page: what Readability finds, plus everything around and between its parts except menus and the like.

import { Readability } from "@mozilla/readability";
import { type HtmlNode, parsePage } from "./html.ts";

/** The part of an element that is used here; the library provides no types for it. */
interface PageElement extends HtmlNode {
  readonly parentElement: PageElement | null;
  readonly children: Iterable<PageElement>;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  append(element: PageElement): void;
  remove(): void;
}

const elementsIn = (page: Pick<PageElement, "querySelectorAll">, selector = "*"): PageElement[] =>
  Array.from(page.querySelectorAll(selector));

export interface Article {
  readonly title: string | null;
  readonly root: PageElement;
}

/** The attribute that numbers elements, by which Readability's copies of them are recognized. */
const numberAttribute = "data-ragwright-number";

const asideElement = /^(?:NAV|ASIDE|FOOTER|FORM)$/;
const asideRole = /^(?:navigation|complementary|contentinfo|search|banner)$/;
/** Names that pages give to the parts around an article, as whole words, so that "discomfort" does not match. */
const asideName =
  /(?:^|[\s_-])(?:comments?|disqus|share|sharing|social|related|recommend(?:ed|ations?)|sidebar|breadcrumbs?|menu|nav|navbar|navigation|footer|cookies?|promo|sponsors?|advert\w*|pagination|pager|newsletter|toc)(?:[\s_-]|$)/i;
const noteName = /(?:^|[\s_-])(?:foot|end)notes?(?:[\s_-]|$)/i;
/** Maximum share of a part's text in links; a part with more is a menu. */
const maxLinkedShare = 0.5;

const lengthOf = (element: PageElement): number =>
  (element.textContent ?? "").replace(/\s+/g, " ").trim().length;

const namesOf = (element: PageElement): string =>
  `${element.getAttribute("class") ?? ""} ${element.getAttribute("id") ?? ""}`;

function isMenu(element: PageElement): boolean {
  // A link whose text is an address counts as text, as in a list of sources.
  const linkLengths = elementsIn(element, "a[href]")
    .filter(link => !/:\/\//.test(link.textContent ?? ""))
    .map(lengthOf);
  return linkLengths.reduce((sum, length) => sum + length, 0) > lengthOf(element) * maxLinkedShare;
}

function isAside(element: PageElement): boolean {
  if (/^H[1-6]$/.test(element.nodeName)) return false;
  if (asideElement.test(element.nodeName) || asideRole.test(element.getAttribute("role") ?? ""))
    return true;
  return asideName.test(namesOf(element)) || isMenu(element);
}

/** Removes the lists of links from a page of contents; the rest of it is text. */
export function removeMenus(page: Pick<PageElement, "querySelectorAll">): void {
  for (const list of elementsIn(page, "ul, ol, dl, nav, table")) if (isMenu(list)) list.remove();
}

/** The elements from the page's root down to this one. */
function pathOf(element: PageElement): PageElement[] {
  const path: PageElement[] = [];
  for (let ancestor: PageElement | null = element; ancestor; ancestor = ancestor.parentElement)
    path.unshift(ancestor);
  return path;
}

/** The smallest element that contains all of these. */
function commonAncestor(elements: readonly PageElement[]): PageElement | undefined {
  const [first = [], ...others] = elements.map(pathOf);
  const commonPath = others.reduce((sharedPath, path) => {
    const difference = sharedPath.findIndex((part, index) => part !== path[index]);
    return difference < 0 ? sharedPath : sharedPath.slice(0, difference);
  }, first);
  return commonPath.at(-1);
}

/** Removes menus and the like that contain no part of the article. */
function removeAsides(element: PageElement, keptElements: ReadonlySet<PageElement>): void {
  for (const child of Array.from(element.children)) {
    if (keptElements.has(child)) removeAsides(child, keptElements);
    else if (isAside(child)) child.remove();
  }
}

/** Notes that a page puts below its article. */
const notesAfter = ({ parentElement }: PageElement): PageElement[] =>
  Array.from(parentElement?.children ?? []).filter(part => noteName.test(namesOf(part)));

/** The article; undefined if none is found. Readability alone drops whole sections with few commas, or with a list of links. */
export function findArticle(html: string): Article | undefined {
  const markedPage = parsePage(html);
  for (const [number, element] of elementsIn(markedPage).entries())
    element.setAttribute(numberAttribute, String(number));
  const result = new Readability(markedPage).parse();
  if (!result?.content) return undefined;
  const elements = elementsIn(parsePage(html));
  const parts = elementsIn(parsePage(result.content), `[${numberAttribute}]`).flatMap(
    element => elements[Number(element.getAttribute(numberAttribute))] ?? [],
  );
  const root = commonAncestor(parts);
  if (root === undefined) return undefined;
  removeAsides(root, new Set(parts.flatMap(pathOf)));
  for (const note of notesAfter(root)) root.append(note);
  return { title: result.title?.replace(/\s+/g, " ").trim() || null, root };
}
