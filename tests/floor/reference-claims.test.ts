// What a reverse task's reference states: whole quotations, no loose ends.

import { expect, test } from "vitest";
import { referenceClaims } from "../../pipelines/floor/tail/reference-claims.ts";

test("the sentences of a quotation are one claim", () => {
  expect(referenceClaims('"I was glad of it. I still am," said Ada Merle. The hall seats 300.', "en")).toEqual([
    '"I was glad of it. I still am," said Ada Merle',
    "The hall seats 300",
  ]);
  expect(referenceClaims("陆知微说：“步道修好了。路灯下月装。”步道全长九公里。", "zh")).toEqual(["陆知微说：“步道修好了。路灯下月装。”", "步道全长九公里"]);
});

test("a quotation that was open before the text, or never closes, is left out, and what follows it stays", () => {
  expect(referenceClaims('I still am," said Ada Merle. The hall seats 300.', "en")).toEqual(["The hall seats 300"]);
  expect(referenceClaims("步道全长九公里。陆知微说：“路灯下月装。", "zh")).toEqual(["步道全长九公里"]);
});

test("a clause that has its subject before it stays with it, others stand alone", () => {
  expect(referenceClaims("The results should be known by then; at the time of the meeting it had bitten 42 centimetres into the ground.", "en")).toHaveLength(1);
  expect(referenceClaims("The hall opened in May; the bridge followed in June.", "en")).toEqual(["The hall opened in May", "the bridge followed in June"]);
  expect(referenceClaims("步道五月开放；其余路段六月开放。", "zh")).toEqual(["步道五月开放", "其余路段六月开放"]);
});

test("a sentence that opens with a pronoun goes with the one before it, a long pair stays apart", () => {
  expect(referenceClaims("The ministers agreed on the price. They will meet again on June 19.", "en")).toEqual([
    "The ministers agreed on the price. They will meet again on June 19",
  ]);
  expect(referenceClaims("陆知微主持了会议。他将于六月离任。", "zh")).toEqual(["陆知微主持了会议。他将于六月离任"]);
  expect(referenceClaims(`The ministers agreed on ${"the price of wool and ".repeat(12)}salt. They will meet again.`, "en")).toHaveLength(2);
});

test("thoughts, wishes and questions state nothing", () => {
  expect(referenceClaims("Perhaps the ministers need not choose. The hall seats 300. Who will pay?", "en")).toEqual(["The hall seats 300"]);
  expect(referenceClaims("也许不必再等。步道全长九公里。谁来付钱？", "zh")).toEqual(["步道全长九公里"]);
});
