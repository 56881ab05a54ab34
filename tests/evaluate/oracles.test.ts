// Planted oracles: systems that answer by a simple rule score on known traps as was computed by hand, in both languages.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evaluate, type EvaluateOptions } from "../../pipelines/run/evaluate.ts";
import type { Metric } from "../../schemas/evaluation/metrics.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { ItemRow, WrongAnswer } from "../../schemas/items/records.ts";
import { fixtureYaml } from "../support/fixtures.ts";
import { freshFolder } from "../support/folder.ts";
import { aDocument, anItem } from "../support/items.ts";
import { putDocuments, putItems, putRun } from "../support/sample-run.ts";

interface Planted {
  readonly question: string;
  readonly documents: readonly { readonly day: string; readonly says: string }[];
  readonly answer: string;
  readonly members?: readonly number[];
  readonly wrong: readonly (Pick<WrongAnswer, "answer" | "trap"> & { readonly at: number })[];
  readonly twin?: string;
}

const at = freshFolder();
const planted = fixtureYaml<Record<Language, Record<string, Planted>>>("planted-traps.yaml");
const cases = (["en", "zh"] as const).flatMap(language =>
  Object.entries(planted[language]).map(([name, one]) => ({
    ...one,
    language,
    id: `${name}-${language}`,
  })),
);
type Case = (typeof cases)[number];

const toDocuments = ({ id, language, documents }: Case): DocumentRow[] =>
  documents.map(({ day, says }, index) =>
    aDocument({ id: `d-${id}-${index}`, language, published: day, text: says }),
  );

const toItem = ({ id, language, question, answer, members, documents, wrong }: Case): ItemRow =>
  anItem({
    id: `i-${id}`,
    language,
    question,
    answer,
    documentIds: documents.map((_, index) => `d-${id}-${index}`),
    wrongAnswers: wrong.map(one => ({
      answer: one.answer,
      trap: one.trap,
      documentIds: [`d-${id}-${one.at}`],
    })),
    ...(members ? { members: members.map(index => `d-${id}-${index}`) } : {}),
  });

function putPlanted(name: string, items: readonly ItemRow[]): string {
  putRun(at(name));
  putDocuments(at(name), cases.flatMap(toDocuments));
  putItems(at(name), items);
  return at(name);
}

const sentence = {
  en: (value: string) => `It is ${value}.`,
  zh: (value: string) => `是${value}。`,
};
function predictions(
  name: string,
  said: readonly { id: string; language: Language; value: string }[],
) {
  const lines = said.map(({ id, language, value }) =>
    JSON.stringify({ id, answer: sentence[language](value) }),
  );
  writeFileSync(at(`${name}.jsonl`), `${lines.join("\n")}\n`);
  return at(`${name}.jsonl`);
}

async function scored(options: EvaluateOptions) {
  const ended = await evaluate(options);
  if (ended.status !== "done") throw new Error(ended.status);
  return ended.result;
}

const rules = {
  newest: ({ documents }: Case) => documents.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0]!.says,
  first: ({ documents }: Case) => documents[0]!.says,
  /** Of values that as many documents say the one that is retrieved first. */
  majority({ documents }: Case) {
    const votes = (value: string) => documents.filter(({ says }) => says === value).length;
    return documents.toSorted((a, b) => votes(b.says) - votes(a.says))[0]!.says;
  },
};

// By hand, in each language alike (b: bridge, f: fare, q: quay, l: list of firms, h: leave, t: toll):
//            b                    f      q     l        h       t       right        stale (b h)  superseded (b f)  later (t)  twin (q)  partial (l)
// newest     64, stale and        15 ✓   7 ✗   all ✓    30 ✓    11 ✗    f l h   3/6  b     1/2    b  1/2            t  1/1     q  1/1    –  0/1
// first      superseded, by       15 ✓   7 ✗   two ✗    25 ✗    8 ✓     f t     2/6  b h   2/2    b  1/2            –  0/1     q  1/1    l  1/1
// majority   each of the rules    15 ✓   9 ✓   two ✗    25 ✗    8 ✓     f q t   3/6  b h   2/2    b  1/2            –  0/1     –  0/1    l  1/1
const byHand = {
  newest: [3 / 6, 1 / 2, 1 / 2, 1, 1, 0],
  first: [2 / 6, 1, 1 / 2, 0, 1, 1],
  majority: [3 / 6, 1, 1 / 2, 0, 0, 1],
};
const columns: readonly Metric[] = [
  "right-answer-rate",
  "stale-answer-rate",
  "superseded-answer-rate",
  "later-answer-rate",
  "twin-answer-rate",
  "partial-answer-rate",
];
const known = [6, 2, 2, 1, 1, 1];

test.each(Object.keys(rules) as (keyof typeof rules)[])(
  "a system that answers by %s has the shares that were computed by hand, in each language",
  async rule => {
    const run = putPlanted("run", cases.map(toItem));
    const said = cases.map(one => ({ ...one, id: `i-${one.id}`, value: rules[rule](one) }));
    const result = await scored({ predictions: predictions(rule, said), against: run });
    const [{ metrics, groups }] = result.systems as [(typeof result.systems)[number]];
    expect(columns.map(metric => metrics[metric]?.value)).toEqual(byHand[rule]);
    expect(columns.map(metric => metrics[metric]?.n)).toEqual(known.map(n => 2 * n));
    const inLanguage = (language: Language) =>
      columns.map(metric => {
        const row = groups.find(each => each.group === language && each.metric === metric);
        return [row?.value, row?.n];
      });
    const wanted = byHand[rule].map((value, place) => [value, known[place]]);
    expect([inLanguage("zh"), inLanguage("en")]).toEqual([wanted, wanted]);
  },
);

/** In the twin three answers of each language are others, and no wrong answer is known. */
const toTwin = (one: Case): ItemRow => {
  const { wrongAnswers: _, ...item } = toItem(one);
  return { ...item, id: `t-${one.id}`, answer: one.twin ?? one.answer, twinOf: item.id };
};

test("a memorising system is right on a set and grounded on none of its twin's items, a reading one on all that changed", async () => {
  const [run, twin] = [
    putPlanted("run", cases.map(toItem)),
    putPlanted("twin", [...cases.map(toTwin), anItem({ id: "new", questionId: "q-new" })]),
  ];
  const remembered = cases.map(one => ({ ...one, id: `i-${one.id}`, value: one.answer }));
  const original = predictions("original", remembered);
  const onSet = await scored({ predictions: original, against: run });
  expect(onSet.systems[0]?.metrics["right-answer-rate"]).toMatchObject({ value: 1, n: 12 });
  const grounded = async (name: string, valueOf: (one: Case) => string) => {
    const said = cases.map(one => ({ ...one, id: `t-${one.id}`, value: valueOf(one) }));
    const result = await scored({
      predictions: predictions(name, said),
      against: twin,
      original: run,
      originalPredictions: original,
    });
    return [result.systems[0]?.metrics["grounded-share"], result.original];
  };
  const [memorising, reading] = [
    await grounded("memorising", ({ answer }) => answer),
    await grounded("reading", ({ answer, twin: changed }) => changed ?? answer),
  ];
  // bridge, fare and firms changed; quay, leave and toll did not, in either language.
  const all = { low: expect.any(Number), high: expect.any(Number), n: 6, undefined: 0 };
  expect(memorising?.[0]).toEqual({ value: 0, ...all });
  expect(reading?.[0]).toEqual({ value: 1, ...all });
  expect(reading?.[1]).toMatchObject({
    changed: 6,
    unchanged: ["en", "zh"].flatMap(language =>
      ["quay", "leave", "toll"].map(name => `t-${name}-${language}`),
    ),
    unpaired: ["new"],
  });
});

test("the original run and what was answered there go together, and must be that of the twin", async () => {
  const run = putPlanted("run", cases.map(toItem));
  const said = cases.map(one => ({ ...one, id: `i-${one.id}`, value: one.answer }));
  const options = { predictions: predictions("mine", said), against: run };
  await expect(scored({ ...options, original: run })).rejects.toThrow(
    "--original and --original-predictions must be used together.",
  );
  await expect(
    scored({ ...options, original: run, originalPredictions: options.predictions }),
  ).rejects.toThrow("No item is the twin of an item of");
});
