// A decision in at most nine lines, for a terminal.

import type { Decision } from "../../../schemas/evaluation/decision.ts";
import { asked, costs, forPeople, ground, headline, missing, unchecked } from "./sentences.ts";
import { forWhat, standing } from "./standing.ts";

/** In English; lines that have nothing to say are left out. */
export const decisionLines = (decision: Decision): string[] =>
  [headline, ground, unchecked, missing, asked, forWhat, standing, costs, forPeople]
    .map(say => say(decision, "en"))
    .filter(line => line !== "");
