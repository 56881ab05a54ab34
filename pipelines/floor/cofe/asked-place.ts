// What the finders of label lines and cells hand over.

import type { Place } from "../../text/pointed-places.ts";

export interface AskedPlace {
  readonly place: Place;
  /** All that stands there, with the unit that belongs to it. */
  readonly answer: string;
  /** Numbers of the sentences that state it: the line or row, and the caption that has its unit. */
  readonly sentences: readonly number[];
  /** Verbatim stretches of the line or row that a passage needs to state it. */
  readonly terms: readonly string[];
}

export interface Source {
  readonly title: string;
  readonly language: "zh" | "en";
}
