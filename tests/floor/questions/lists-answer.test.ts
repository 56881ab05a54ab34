// What code asks of lists over all documents is right by construction: of every prepared domain, in both languages.

import { describe, expect, test } from "vitest";
import { sentencesWithClaims } from "../../../pipelines/floor/tail/content-units.ts";
import { byFloor, proposeLists } from "../../support/asked-lists.ts";
import { type Language, ruleCorpus } from "../../support/rule-corpus.ts";

describe.each(["finance", "law", "medical"])("%s", domain => {
  describe.each<Language>(["zh", "en"])("%s", language => {
    const corpus = ruleCorpus(domain, language, 20);
    const asked = proposeLists(corpus, [byFloor(corpus)], true);

    test("as many lists as are wanted are asked for, and none is refused", async () => {
      const { row, material } = await asked;
      expect(row.losses).toEqual([]);
      expect(row.candidates).toHaveLength(material.wanted[0]!.count);
    });

    test("an answer has a claim for each member and one for their number", async () => {
      const { row, variables } = await asked;
      const { count } = variables;
      const claims = row.candidates.map(
        ({ answer }) => sentencesWithClaims(answer, language).flatMap(one => one.claims).length,
      );
      const expected = variables.lists
        .slice(0, count)
        .map(({ members: { length } }) => (length === 1 ? 1 : length + 1));
      expect(claims).toEqual(expected);
    });

    test("the part of a list, or the next after an extreme, is its wrong answer", async () => {
      const { row } = await asked;
      const wrong = row.candidates.map(({ wrongAnswers }) => wrongAnswers);
      expect(wrong.map(all => all?.map(({ trap }) => trap))).toEqual(wrong.map(() => ["partial"]));
      for (const { answer, wrongAnswers } of row.candidates)
        expect(wrongAnswers![0]!.answer).not.toBe(answer);
    });
  });
});
