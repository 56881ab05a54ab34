// Small bars drawn inline; each says its numbers in words too.

import { type Html, html } from "./html.ts";

const width = 200;
const height = 12;

export interface Part {
  /** One of the page's colours: good, lost, kept, plain. */
  readonly kind: "good" | "lost" | "kept" | "plain";
  readonly label: string;
  readonly value: number;
}

/** Parts of a whole side by side; `whole` is the bar's full width, by default the sum of the parts. */
export function bar(parts: readonly Part[], whole = parts.reduce((sum, { value }) => sum + value, 0)): Html {
  const scale = whole > 0 ? width / whole : 0;
  let from = 0;
  const drawn = parts.map(({ kind, value }) => {
    const x = from;
    from += value * scale;
    return html`<rect class="${kind}" x="${x.toFixed(2)}" y="0" width="${(value * scale).toFixed(2)}" height="${height}"/>`;
  });
  const label = parts.map(({ label, value }) => `${label} ${value}`).join(", ");
  return html`<svg class="bar" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}"><title>${label}</title><rect class="ground" width="${width}" height="${height}"/>${drawn}</svg>`;
}
