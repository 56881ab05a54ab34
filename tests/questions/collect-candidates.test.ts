// All proposals of a run: what repeats a better question of the same document ends.

import { expect, test } from "vitest";
import { dropRepeats } from "../../pipelines/questions/collect-candidates.ts";
import { aCandidate, aProposal } from "../support/toll-and-slope.ts";

const toll = "What does a lorry above 12 tonnes pay on the Orla Bridge in July?";
const reworded = "In July, what does a lorry above 12 tonnes pay on the Orla Bridge?";

test("of a document's own question and a linked one alike the better mark stays", () => {
  const rows = dropRepeats([
    aProposal({ candidates: [aCandidate({ number: 3, question: toll, mark: 3 })] }),
    aProposal({
      id: "p2",
      documentIds: ["en", "zh"],
      candidates: [aCandidate({ number: 1, question: reworded, mark: 5 })],
    }),
  ]);
  expect(rows.map(({ candidates }) => candidates.length)).toEqual([0, 1]);
  expect(rows[0]?.losses).toEqual([
    { number: 3, code: "duplicate", detail: `Asks the same as another question: ${reworded}` },
  ]);
});

test("rows keep their losses, their order and what repeats nothing", () => {
  const lost = { number: 2, code: "empty", detail: "The question or the answer is empty." };
  const row = aProposal({ losses: [lost] });
  expect(dropRepeats([row])).toEqual([row]);
});
