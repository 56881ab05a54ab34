// In which order candidates are chosen: by type in turn, the best first, and more only add to fewer.

import { expect, test } from "vitest";
import { orderByWorth } from "../../pipelines/questions/candidate-order.ts";
import { shortlistStage } from "../../pipelines/questions/shortlist.ts";
import { turnsOf } from "../../pipelines/questions/type-turns.ts";
import type { Settled, SettledRow } from "../../schemas/questions/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { defaultMix } from "../../schemas/wings.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { aCandidate, aSettledRow, notice, recipe } from "../support/settled-candidates.ts";

const english = [{ domain: "advisories", language: "en" as const }];

/** Questions that share no words; each on sentences of its own. */
const unlike = (number: number, over: Parameters<typeof aCandidate>[1] = {}): Settled =>
  aCandidate(number, {
    question: `${String.fromCodePoint(96 + number).repeat(12)}?`,
    evidence: [{ number: 1, span: { documentId: "d", start: number, end: number + 1 }, text: "x" }],
    ...over,
  });

const chosen = (rows: readonly SettledRow[], count: number, mix = { condition: 1 } as object) =>
  orderByWorth(rows, turnsOf(english, { mix }, count)).map(({ candidate }) => candidate.number);

test("types take turns by weight, and more turns only add to fewer", () => {
  const documents = [...english, { domain: "recipes", language: "zh" as const }];
  const mix = { condition: 3, factual: 1 };
  // Lags 3 and 1; 3/3 and 1: of equals the first; 3/5 and 1; 3/5, 3/7, 3/9 and 1/3; 3/11 and 1/3 …
  expect(turnsOf(english, { mix }, 8).map(({ type }) => type[0])).toEqual([..."ccfcccfc"]);
  const many = turnsOf(documents, { mix: defaultMix("rageval") }, 97);
  expect(turnsOf(documents, { mix: defaultMix("rageval") }, 31)).toEqual(many.slice(0, 31));
  const byLanguage = (language: string) => many.filter(turn => turn.language === language).length;
  expect([byLanguage("en"), byLanguage("zh")]).toEqual([49, 48]);
  expect(turnsOf([], { mix }, 3)).toEqual([]);
  const canYield = ({ type }: { readonly type: string }) => type === "factual";
  expect(turnsOf(english, { mix, canYield }, 3).map(({ type }) => type[0])).toEqual([..."fff"]);
  expect(turnsOf(english, { mix, canYield: () => false }, 3)).toEqual([]);
});

test("of a type the marks' sum comes first, then passages, then what a search does not bring first, then what is not known", () => {
  const rows = [
    aSettledRow([
      unlike(1, { measures: { known: true } }),
      unlike(2, { measures: { lexicalRank: 1 } }),
      unlike(3, { measures: { passages: 3, known: true } }),
      unlike(4, { measures: { read: 5 } }),
      unlike(5),
    ]),
  ];
  expect(chosen(rows, 5)).toEqual([4, 3, 5, 1, 2]);
});

test("what all marked best comes in another type's turn, until its type has half as many again as its share", () => {
  const best = [1, 2, 3, 4].map(number =>
    unlike(number, { type: "why-how", measures: { proposed: 5, read: 5 } }),
  );
  const good = [5, 6, 7, 8].map(number => unlike(number, { measures: { proposed: 5, read: 4 } }));
  const mix = { condition: 1, "why-how": 1 };
  // Turns of the one and the other type in turn: the second is there once, twice, …
  const types = chosen([aSettledRow([...good, ...best])], 6, mix).map(number => number <= 4);
  expect(types.filter(Boolean)).toHaveLength(4);
  expect(chosen([aSettledRow([...good, ...best])], 8, mix)).toHaveLength(8);
});

test("what nobody marked counts as the middle, and is not held back for it", () => {
  const unmarked = { proposed: null, read: null };
  const rows = [
    aSettledRow([
      unlike(1, { measures: { proposed: 2, read: 3 } }),
      unlike(2, { measures: unmarked }),
      unlike(3, { type: "factual", measures: unmarked }),
    ]),
  ];
  // The turn of "condition" takes the one of the middle, then rather another type than a weak one.
  expect(chosen(rows, 3, { condition: 2, factual: 1 })).toEqual([2, 3, 1]);
});

test("a question that joins documents must be worth it, the more the less sure the link; else it is not taken at all", () => {
  const rows = [
    aSettledRow([
      unlike(1, { measures: { proposed: 5, read: 4, linked: 3 } }),
      unlike(2, { measures: { proposed: 4, read: 4, linked: 3 } }),
      unlike(3, { measures: { proposed: 5, read: 5, linked: 2 } }),
      unlike(4, { measures: { proposed: 5, read: 4, linked: 2 } }),
      unlike(5, { measures: { proposed: 3, read: 3 } }),
    ]),
  ];
  expect(chosen(rows, 5)).toEqual([3, 1, 5]);
});

test.each([
  ["why-how", 3],
  ["unanswerable", 2],
] as const)(
  "of what others leave %s takes until it has %i, while they have weak ones",
  (type, most) => {
    const weak = { measures: { read: 3 } };
    const rows = [
      aSettledRow([
        ...[1, 2, 3, 4].map(number => unlike(number, { type })),
        ...[5, 6].map(number => unlike(number, { ...weak, type: "factual" })),
        ...[7, 8].map(number => unlike(number, weak)),
      ]),
    ];
    const order = chosen(rows, 6, { [type]: 1, factual: 1, condition: 1 });
    expect(order.filter(number => number <= 4).length).toBe(most);
  },
);

test("a type without candidates gives its turns to the best of the others", () => {
  const rows = [
    aSettledRow([unlike(1), unlike(2, { measures: { read: 5 } }), unlike(3, { type: "summary" })]),
  ];
  expect(chosen(rows, 3, { comparison: 2, summary: 1 })).toEqual([2, 3, 1]);
});

test("a question on the same sentences, or one that reads alike on the same document, waits for all others", () => {
  const rows = [
    aSettledRow([
      aCandidate(1, { measures: { read: 5 } }),
      aCandidate(2, { question: "Must anybody act?" }),
      aCandidate(3, {
        question: "We run Kettle 2.3 without verbose logging; must we revoke all our tokens?",
        evidence: [],
      }),
      unlike(4, { type: "factual" }),
    ]),
  ];
  expect(chosen(rows, 4, { condition: 2, factual: 1 })[1]).toBe(4);
});

const restingOn = (documentId: string) => ({
  evidence: [{ number: 1, span: { documentId, start: 0, end: 1 }, text: "x" }],
});

test("no more than five of a document while others have candidates; what is read beside it is not used up", () => {
  const onOther = [unlike(7, restingOn("d-other")), unlike(8, restingOn("d-other"))];
  const rows = [
    aSettledRow(
      [1, 2, 3, 4, 5, 6].map(number => unlike(number, { measures: { read: 5 } })),
      { documentIds: ["d", "d-other"] },
    ),
    aSettledRow(onOther, { proposalId: "p2", documentIds: ["d-other"] }),
  ];
  const order = chosen(rows, 8);
  expect([order[5], order.length]).toEqual([7, 8]);
});

const stageRows = (items: number, selection = true) => {
  const english = [1, 2, 3, 4, 5].map(number =>
    unlike(number, { measures: { read: number > 3 ? 5 : 4 } }),
  );
  const chinese = aCandidate(1, { type: "factual", question: "没有小葱怎么办？", evidence: [] });
  const rows = [
    aSettledRow(english),
    aSettledRow([chinese], {
      language: "zh",
      domain: "recipes",
      proposalId: "p-zh",
      documentIds: [recipe.id],
    }),
  ];
  const stage = shortlistStage({
    items,
    mix: { condition: 2, factual: 1 },
    asking: { selection, shortlist: 1.5 },
  });
  const { context } = scriptedContext<{ documents: typeof documents }>({
    documents: [notice, recipe],
  });
  const { rows: made } = stage.all(rows, context);
  return made.flatMap(({ proposalId, accepted }) =>
    accepted.map(({ number, rank }) => [rank, `${proposalId} ${number}`] as const),
  );
};

test("the shortlist holds a few more than are wanted, and those of a smaller one keep their places", () => {
  const [two, three] = [stageRows(2), stageRows(3)];
  expect([two.length, three.length]).toEqual([3, 5]);
  expect(three).toEqual(expect.arrayContaining(two));
  expect(Object.fromEntries(three)[1]).toMatch(/^p1 [45]$/);
});

test("without selection the first that fit are taken", () => {
  expect(Object.fromEntries(stageRows(2, false))).toEqual({ 1: "p1 1", 2: "p-zh 1", 3: "p1 2" });
});
