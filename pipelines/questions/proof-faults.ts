// Finds faults that rule a candidate out without any reader: altered sentences, unsupported values, wrong derivations.

import type { Candidate } from "../../schemas/questions/records.ts";
import { checkDerivation } from "../text/derivation.ts";
import type { Proposal } from "./compare-readings.ts";
import { hardFaults } from "./differences.ts";

/** The first fault that code alone can prove; if there are readings, values are compared with them later. */
export function firstFault(
  { evidence, derivations }: Candidate,
  proposal: Proposal,
  textOf: (documentId: string) => string,
  { readings }: { readonly readings: boolean },
): { code: string; detail: string } | undefined {
  const alteredSentence = evidence.find(
    ({ span, text }) => textOf(span.documentId).slice(span.start, span.end) !== text,
  );
  if (alteredSentence)
    return {
      code: "not-verbatim",
      detail: `Differs from the text at its position: ${alteredSentence.text}`,
    };
  const [wrongDerivation] = derivations.flatMap(
    each => checkDerivation(each, proposal.language) ?? [],
  );
  if (wrongDerivation !== undefined) return { code: "wrong-derivation", detail: wrongDerivation };
  if (readings) return undefined;
  const [fault] = hardFaults(proposal, proposal.numbers, []);
  return fault === undefined ? undefined : { code: "unsupported-value", detail: fault.text };
}
