// Marks the names of systems that answered other people's questions: their ranking is compared with the one on our questions.

import type { TruthRow } from "../../schemas/evaluation/truth.ts";

const prefix = "others/";

/** A system's name on the items of a set. */
export const systemNameOn = (set: TruthRow["set"], system: string): string =>
  set === "others" ? `${prefix}${system}` : system;

/** Whether the row is about other people's questions. */
export const isOnOtherQuestions = ({ system }: { readonly system: string }): boolean =>
  system.startsWith(prefix);

/** The system's own name, without the mark. */
export const unmarkedName = (system: string): string =>
  system.startsWith(prefix) ? system.slice(prefix.length) : system;
