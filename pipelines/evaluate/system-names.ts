// Names of systems whose answers are to the questions of others: a ranking by these is compared with one by ours.

import type { TruthRow } from "../../schemas/evaluation/truth.ts";

const prefix = "others/";

/** A system as it is called on items of this set. */
export const systemOn = (set: TruthRow["set"], system: string): string =>
  set === "others" ? `${prefix}${system}` : system;

/** Whether the row's system was asked the questions of others. */
export const isOther = ({ system }: { readonly system: string }): boolean =>
  system.startsWith(prefix);

/** The system, whichever set it was asked. */
export const ownName = (system: string): string =>
  system.startsWith(prefix) ? system.slice(prefix.length) : system;
