// Finds what rules a candidate out without any reader: altered sentences, unsupported values, wrong derivations.

import type { Candidate } from "../../schemas/questions/records.ts";
import { checkDerivation } from "../text/derivation.ts";
import type { Proposal } from "./agreement.ts";
import { hardFaults } from "./differences.ts";

/** The first fault that code alone can prove; if a reader answered, values are compared with that answer later. */
export function unproved(
  { evidence, derivations }: Candidate,
  proposal: Proposal,
  textOf: (documentId: string) => string,
  { readings }: { readonly readings: boolean },
): { code: string; detail: string } | undefined {
  const altered = evidence.find(
    ({ span, text }) => textOf(span.documentId).slice(span.start, span.end) !== text,
  );
  if (altered)
    return { code: "not-verbatim", detail: `Not the text at its place: ${altered.text}` };
  const [wrong] = derivations.flatMap(each => checkDerivation(each, proposal.language) ?? []);
  if (wrong !== undefined) return { code: "wrong-derivation", detail: wrong };
  if (readings) return undefined;
  const [fault] = hardFaults(proposal, proposal.numbers, []);
  return fault === undefined ? undefined : { code: "unsupported-value", detail: fault.text };
}
