// What rules a candidate out whoever read it: sentences that are not the document's, values and derivations that do not hold.

import type { Candidate } from "../../schemas/questions/records.ts";
import { checkDerivation } from "../text/derivation.ts";
import type { Proposal } from "./agreement.ts";
import { hardFaults } from "./differences.ts";

/** The first fault that code alone can prove; where a reader answered, values are compared with that answer later. */
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
    return { code: "not-verbatim", detail: `Not what stands at its place: ${altered.text}` };
  const [wrong] = derivations.flatMap(each => checkDerivation(each, proposal.language) ?? []);
  if (wrong !== undefined) return { code: "wrong-derivation", detail: wrong };
  if (readings) return undefined;
  const [fault] = hardFaults(proposal, proposal.numbers, []);
  return fault === undefined ? undefined : { code: "unsupported-value", detail: fault.text };
}
