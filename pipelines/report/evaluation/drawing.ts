// Draws plots as SVG in the page's own colours when the report is written; their numbers are also given as text.

import type { PlotOptions } from "@observablehq/plot";
import { type Html, html } from "../html.ts";
import { type Plot, plotLibrary, plotsInstall } from "./plot-library.ts";

/** Width in units of the drawing: about the pixels available on a narrow screen, so that its letters stay legible there. */
const frameWidth = 340;

const dashes = ["none", "6 3", "2 3", "8 3 2 3", "10 4", "4 2"] as const;

/** Colour and dashes of the line of a series; they repeat after six series. */
export const seriesLook = (place: number) => ({
  stroke: `var(--series-${(place % dashes.length) + 1})`,
  strokeDasharray: dashes[place % dashes.length] ?? "none",
});

export const maxSeries = dashes.length;

const wide = /\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/u;

/** A name shortened to fit a drawing, with invisible characters replaced. */
export function shortName(name: string, most = 44): string {
  let room = most;
  let kept = "";
  for (const sign of name.replace(/\s+/g, " ").replace(/\p{C}/gu, "\ufffd")) {
    room -= wide.test(sign) ? 2 : 1;
    if (room < 0) return `${kept}…`;
    kept += sign;
  }
  return kept;
}

/** A range that holds all values with some margin; a range of shares stays between 0 and 1. */
export function rangeOf(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1];
  const [least, most] = values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
  const room = Math.max((most - least) * 0.08, Math.abs(most) * 0.02, 0.01);
  return [
    least >= 0 ? Math.max(0, least - room) : least - room,
    least >= 0 && most <= 1 ? Math.min(1, most + room) : most + room,
  ];
}

export interface Drawing {
  /** Text alternative: what it shows, with its numbers. */
  readonly said: string;
  readonly height: number;
  /** Options for Observable Plot, without document and size. */
  readonly options: (plot: Plot) => PlotOptions;
}

/** Whether the library for plots is loaded. */
export const hasPlots = (): boolean => plotLibrary() !== null;

/** A note, once per page, that plots are left out; empty if they are drawn. `words` makes it from the command that installs the library. */
export const plotsLeftOut = (words: (line: string) => string): Html =>
  hasPlots() ? html`` : html`<p class="short">${words(plotsInstall)}</p>`;

/** The plot as SVG in the page; empty if the library is not installed. */
export function drawPlot({ said, height, options }: Drawing): Html {
  const library = plotLibrary();
  if (library === null) return html``;
  const { document } = library.parseHTML("<!doctype html><html><body></body></html>");
  const drawn = library.Plot.plot({
    marginTop: 12,
    marginRight: 12,
    marginBottom: 30,
    ...options(library.Plot),
    document,
    className: "plot",
    width: frameWidth,
    height,
  }) as unknown as PlotElement;
  // Plot's own style would set a white background; the page has its own.
  drawn.querySelector("style")?.remove();
  return {
    html: drawn.outerHTML.replace("<svg", () => html`<svg role="img" aria-label="${said}"`.html),
  };
}

/** The part of an element that is used here, where the browser's types are not available. */
interface PlotElement {
  readonly outerHTML: string;
  querySelector(selector: string): { remove(): void } | null;
}

/** Names of the series, each with its line; empty if no plots are drawn. */
export function legend(names: readonly string[]): Html {
  if (!hasPlots()) return html``;
  const line = (place: number) => {
    const { stroke, strokeDasharray } = seriesLook(place);
    return html`<svg class="swatch" viewBox="0 0 28 8" aria-hidden="true"><line x1="0" y1="4" x2="28" y2="4" stroke="${stroke}" stroke-width="2.5" stroke-dasharray="${strokeDasharray}"/></svg>`;
  };
  return html`<div class="legend">${names.map((name, place) => html`<span>${line(place)}${name}</span>`)}</div>`;
}

/** A plot with its title; empty if nothing is drawn. */
export const figure = (title: string, drawn: Html): Html =>
  drawn.html === "" ? html`` : html`<figure><figcaption>${title}</figcaption>${drawn}</figure>`;
