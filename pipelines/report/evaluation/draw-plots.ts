// Draws plots as SVG in the page's own colors when the report is written; their numbers are also given as text.

import type { PlotOptions } from "@observablehq/plot";
import { type Html, html } from "../html.ts";
import { type Plot, plotLibrary, plotsInstallCommand } from "./plot-library.ts";

/** Width in units of the drawing: about the pixels available on a narrow screen, so that its text stays legible there. */
const frameWidth = 340;

const dashes = ["none", "6 3", "2 3", "8 3 2 3", "10 4", "4 2"] as const;

/** Color and dashes of a series' line; they repeat after six series. */
export const seriesStyle = (index: number) => ({
  stroke: `var(--series-${(index % dashes.length) + 1})`,
  strokeDasharray: dashes[index % dashes.length] ?? "none",
});

export const maxSeries = dashes.length;

const wideCharacter = /\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/u;

/** A name shortened to fit a drawing, with invisible characters replaced. */
export function shortName(name: string, maxWidth = 44): string {
  let remainingWidth = maxWidth;
  let shortened = "";
  for (const character of name.replace(/\s+/g, " ").replace(/\p{C}/gu, "\ufffd")) {
    remainingWidth -= wideCharacter.test(character) ? 2 : 1;
    if (remainingWidth < 0) return `${shortened}…`;
    shortened += character;
  }
  return shortened;
}

/** A range that holds all values with some margin; a range of shares stays between 0 and 1. */
export function rangeOf(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1];
  const [min, max] = values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
  const margin = Math.max((max - min) * 0.08, Math.abs(max) * 0.02, 0.01);
  return [
    min >= 0 ? Math.max(0, min - margin) : min - margin,
    min >= 0 && max <= 1 ? Math.min(1, max + margin) : max + margin,
  ];
}

export interface Drawing {
  /** What the plot shows, with its numbers, for readers who cannot see it. */
  readonly textAlternative: string;
  readonly height: number;
  /** Options for Observable Plot, without the document and the size. */
  readonly options: (plot: Plot) => PlotOptions;
}

/** Whether the library that draws plots is loaded. */
export const canDrawPlots = (): boolean => plotLibrary() !== null;

/** A note, once per page, that plots are left out; empty if they are drawn. `noteFor` makes it from the command that installs the library. */
export const plotsLeftOut = (noteFor: (command: string) => string): Html =>
  canDrawPlots() ? html`` : html`<p class="short">${noteFor(plotsInstallCommand)}</p>`;

/** The plot as SVG in the page; empty if the library is not installed. */
export function drawPlot({ textAlternative: description, height, options }: Drawing): Html {
  const library = plotLibrary();
  if (library === null) return html``;
  const { document } = library.parseHTML("<!doctype html><html><body></body></html>");
  const plot = library.Plot.plot({
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
  plot.querySelector("style")?.remove();
  return {
    html: plot.outerHTML.replace(
      "<svg",
      () => html`<svg role="img" aria-label="${description}"`.html,
    ),
  };
}

/** The part of an element that is used here, where the browser's types are not available. */
interface PlotElement {
  readonly outerHTML: string;
  querySelector(selector: string): { remove(): void } | null;
}

/** Names of the series, each with its line; empty if no plots are drawn. */
export function legend(names: readonly string[]): Html {
  if (!canDrawPlots()) return html``;
  const swatch = (index: number) => {
    const { stroke, strokeDasharray } = seriesStyle(index);
    return html`<svg class="swatch" viewBox="0 0 28 8" aria-hidden="true"><line x1="0" y1="4" x2="28" y2="4" stroke="${stroke}" stroke-width="2.5" stroke-dasharray="${strokeDasharray}"/></svg>`;
  };
  return html`<div class="legend">${names.map((name, index) => html`<span>${swatch(index)}${name}</span>`)}</div>`;
}

/** A plot with its title; empty if nothing is drawn. */
export const figure = (title: string, plot: Html): Html =>
  plot.html === "" ? html`` : html`<figure><figcaption>${title}</figcaption>${plot}</figure>`;
