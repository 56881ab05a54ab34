// Makes HTML from templates that escape every value, since corpus texts are untrusted.

import type { SectionId } from "./section-names.ts";

/** Markup that is safe to insert, as made by `html`. */
export interface Html {
  readonly html: string;
  /** Id of the section, if this is the body of one. */
  readonly section?: SectionId;
}

export type Child = Html | string | number | null | undefined | readonly Child[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for use between tags and in quoted attributes. Characters that HTML does not allow become �. */
export const escapeHtml = (text: string): string =>
  text
    .replace(/[&<>"']/g, character => entities[character] ?? character)
    .replace(/[^\P{Cc}\t\n\r]/gu, "\ufffd");

function render(child: Child): string {
  if (child === null || child === undefined) return "";
  if (typeof child === "string") return escapeHtml(child);
  if (typeof child === "number") return String(child);
  return "html" in child ? child.html : child.map(render).join("");
}

/** A tagged template: its own text is markup, its values are escaped as text unless they are `Html`. */
export const html = (strings: TemplateStringsArray, ...values: Child[]): Html => ({
  html: strings.reduce((page, part, index) => page + render(values[index - 1]) + part),
});

/** The parts as markup, with a separator between them, which is escaped like any text. */
export const joinParts = (parts: readonly Child[], separator: string): Html =>
  html`${parts.map((part, index) => [index > 0 ? separator : "", part])}`;

/** The body of a section; the page adds its heading. */
export const section = (id: SectionId, body: Html): Html => ({ ...body, section: id });

/** The `lang` attribute for a text. */
const languageTag = (text: string): "zh" | "en" => (/\p{Script=Han}/u.test(text) ? "zh" : "en");

/** Text of the run, tagged with its language so that the browser picks the right fonts. */
export const withLanguage = (text: string): Html =>
  html`<span lang="${languageTag(text)}">${text}</span>`;

/** The beginning of a text, on one line. */
export const truncate = (text: string, maxLength: number): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
};
