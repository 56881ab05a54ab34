// A decision in at most nine lines, for a terminal.

import type { Decision } from "../../../schemas/evaluation/decision.ts";
import { asked, costs, ground, headline, missing, unchecked } from "./sentences.ts";
import { forWhat, standing } from "./standing.ts";

/** What people would have to be given, and by which command; "" where they are not wanted. */
function forPeople({ forPeople: wanted, against, basis }: Decision): string {
  if (wanted === null) return "";
  const why = basis === "people" ? "would make it surer" : "would set the judge right";
  return `${wanted.items} items judged by people ${why}, drawn by lot: ragwright annotate batch ${against} --protocol judge --share 1 --predictions ${wanted.files.join(" (and again with ")}${wanted.files.length > 1 ? ")" : ""}`;
}

/** In English; lines that have nothing to say are left out. */
export const decisionLines = (decision: Decision): string[] =>
  [headline, ground, unchecked, missing, asked, forWhat, standing, costs]
    .map(say => say(decision, "en"))
    .concat(forPeople(decision))
    .filter(line => line !== "");
