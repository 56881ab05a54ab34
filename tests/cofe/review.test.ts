// The paper's acceptance rules: what the review finds decides what is kept.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askReview, reviewOf } from "../../pipelines/cofe/review.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import type { ReplyOf } from "../../schemas/define.ts";
import { cofeQuestionsPrompt, reviewPrompt } from "../../schemas/cofe/prompts.ts";
import type { KeywordRow } from "../../schemas/items/records.ts";
import { root } from "../support/cli.ts";
import { anAnswer, founded } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const span = (text: string) => ({ text, span: { documentId: "d1", start: 0, end: 1 } });
const keywordsOf = (lists: number): KeywordRow => ({
  id: "a1/keywords",
  answerId: "a1",
  language: "en",
  coarse: ["Alder Mills"],
  fine: Array.from({ length: lists }, (_, index) => [span(`span ${index + 1}`)]),
});
const accepted = (lists: number, refusedLists = 0): boolean[] =>
  Array.from({ length: lists }, (_, index) => index >= refusedLists);
type Reply = ReplyOf<typeof reviewPrompt>;
const aReview = (over: Partial<Reply> = {}): Reply => ({
  reason: "",
  clear: true,
  fitsType: true,
  inferable: true,
  coarse: [true],
  fine: [true],
  fluency: 5,
  accuracy: 5,
  relevance: 5,
  readability: 5,
  practicality: 5,
  ...over,
});
const codesOf = (reply: Reply, keywords = keywordsOf(1)) =>
  reviewOf(reply, keywords).reasons.map(({ code }) => code);

describe("what is kept", () => {
  test("an example without a fault is kept", () => {
    expect(codesOf(aReview())).toEqual([]);
  });

  test.each([
    ["query-unclear", { clear: false }],
    ["query-type", { fitsType: false }],
    ["query-not-inferable", { inferable: false }],
    ["coarse-keyword", { coarse: [false] }],
    ["fine-keywords", { fine: [false] }],
  ])("one criterion that does not hold drops it: %s", (code, over) => {
    expect(codesOf(aReview(over))).toEqual([code]);
  });

  test("all that is wrong is told, with the words of the review", () => {
    const { reasons } = reviewOf(
      aReview({ clear: false, coarse: [false], reason: "It names nobody." }),
      keywordsOf(1),
    );
    expect(reasons).toEqual([
      { code: "query-unclear", detail: "The question is not clear on its own. It names nobody." },
      { code: "coarse-keyword", detail: "All were rejected: Alder Mills. It names nobody." },
    ]);
  });
});

describe("refused keywords", () => {
  const refusedBy = (reply: Reply, keywords: KeywordRow) =>
    reviewOf(reply, keywords).keywordRejections.refusedKeywords;

  test.each([
    [2, 1, []],
    [5, 4, []],
    [5, 5, ["fine-keywords"]],
  ])("of %i lists with %i refused the example falls with the last: %j", (lists, refused, codes) => {
    const reply = aReview({ fine: accepted(lists, refused) });
    expect(codesOf(reply, keywordsOf(lists))).toEqual(codes);
    expect(refusedBy(reply, keywordsOf(lists))).toEqual({
      coarse: [],
      fine: Array.from({ length: refused }, (_, at) => at),
    });
  });

  test("a refused coarse term falls by itself beside another", () => {
    const keywords = { ...keywordsOf(1), coarse: ["Alder Mills", "mill"] };
    const reply = aReview({ coarse: [true, false] });
    expect(codesOf(reply, keywords)).toEqual([]);
    expect(refusedBy(reply, keywords)).toEqual({ coarse: [1], fine: [] });
  });

  test("where all are accepted nothing is noted", () => {
    expect(refusedBy(aReview(), keywordsOf(1))).toBeUndefined();
  });
});

describe("the answer's scores", () => {
  test.each([
    // (5 + 4 + 4 + 4 + 3) / 5 = 4
    [[5, 4, 4, 4, 3], []],
    // (5 + 4 + 4 + 3 + 3) / 5 = 3.8
    [[5, 4, 4, 3, 3], ["answer-score"]],
    // An inexact answer, or one beside the point, however it reads: (5 + 3 + 5 + 5 + 3) / 5 = 4.2
    [[5, 3, 5, 5, 3], ["answer-score"]],
    [[5, 5, 3, 5, 3], ["answer-score"]],
    // A wrong answer that reads well: (5 + 2 + 5 + 5 + 2) / 5 = 3.8
    [[5, 2, 5, 5, 2], ["answer-score"]],
  ])(
    "%j: %j",
    ([fluency = 0, accuracy = 0, relevance = 0, readability = 0, practicality = 0], codes) => {
      expect(codesOf(aReview({ fluency, accuracy, relevance, readability, practicality }))).toEqual(
        codes,
      );
    },
  );
});

describe("asking", () => {
  const sentences = [
    {
      number: 1,
      document: "Alder Mills",
      documentId: "d1",
      start: 0,
      end: founded.length,
      text: founded,
      published: null,
    },
  ];
  const reviewed = { answer: anAnswer(), title: "Alder Mills", sentences, keywords: keywordsOf(2) };

  test("the request shows fragment, question, answer and numbered keywords", async () => {
    const { context, asked } = scriptedContext(
      {},
      { "cofe/review": [aReview({ fine: accepted(2) })] },
    );
    expect(await askReview(context.ask, reviewed)).toEqual({ reasons: [], keywordRejections: {} });
    expect(asked[0]?.variables).toEqual({
      title: "Alder Mills",
      sentences: [{ number: 1, document: "Alder Mills", text: founded }],
      type: "factual",
      question: "When was Alder Mills founded?",
      answer: "Alder Mills was founded on 3 May 1998.",
      coarse: [{ number: 1, text: "Alder Mills" }],
      fine: [
        { number: 1, spans: ["span 1"] },
        { number: 2, spans: ["span 2"] },
      ],
    });
  });

  test("a reply with too few or too many verdicts is asked for again", async () => {
    const replies = [1, 3, 2].map(lists => aReview({ fine: accepted(lists) }));
    const { context, asked } = scriptedContext({}, { "cofe/review": replies });
    expect(await askReview(context.ask, reviewed)).toEqual({ reasons: [], keywordRejections: {} });
    expect(asked[0]?.complaints).toEqual([
      "fine must have 2 values, one for each that was given, but has 1.",
      "fine must have 2 values, one for each that was given, but has 3.",
      undefined,
    ]);
  });

  test("an example without keywords is refused, and nobody is asked", async () => {
    const { context, asked } = scriptedContext({}, {});
    const { reasons } = await askReview(context.ask, { ...reviewed, keywords: undefined });
    expect(reasons.map(({ code }) => code)).toEqual(["no-keywords"]);
    expect(asked).toEqual([]);
  });
});

describe.each(["zh", "en"] as const)("requests on one fragment in %s", language => {
  const templates = createTemplates([join(root, "prompts")]);
  const fragment = {
    title: "Alder Mills",
    sentences: [{ number: 1, document: "Alder Mills", text: founded }],
  };
  const asTwo = (requests: { content: string }[][]) =>
    requests.map(messages => messages.map(({ content }) => content).join("\n"));
  const sharedBy = ([one = "", other = ""]: string[]) =>
    one.slice(
      0,
      [...one].findIndex((character, index) => character !== other[index]),
    );

  test("share all but the types that are wanted", () => {
    const shared = sharedBy(
      asTwo(
        [["factual"], ["tutorial"]].map(types =>
          templates.render(cofeQuestionsPrompt, language, {
            ...fragment,
            section: "The mill",
            types,
          }),
        ),
      ),
    );
    expect([
      shared.includes(founded),
      shared.includes("The mill"),
      shared.includes("</sentences>"),
    ]).toEqual([true, true, true]);
  });

  test("share all but what is reviewed", () => {
    const reviewed = { type: "factual", answer: "In 1998.", coarse: [], fine: [] };
    const shared = sharedBy(
      asTwo(
        ["When?", "Where?"].map(question =>
          templates.render(reviewPrompt, language, { ...fragment, ...reviewed, question }),
        ),
      ),
    );
    expect([shared.includes(founded), shared.includes("</sentences>")]).toEqual([true, true]);
  });
});
