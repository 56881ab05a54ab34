// Label lines and table cells planted in documents of our own, with what each question on them must be answered with.

import { fixtureYaml } from "../../support/fixtures.ts";

export interface Planted {
  readonly name: string;
  readonly language: "zh" | "en";
  /** Markdown. */
  readonly source: string;
  /** Label, "label < heading" or "row × column" of what may be asked for, and all that must then be answered. */
  readonly places: Readonly<Record<string, string>>;
  /** The same of what must not be asked for, and why. */
  readonly traps: Readonly<Record<string, string>>;
}

export const planted = fixtureYaml<readonly Planted[]>("planted-places.yaml");
