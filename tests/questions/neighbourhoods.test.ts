// Documents are gathered by what ties them, in bounded groups, and none across the splits.

import { expect, test } from "vitest";
import { countOf } from "../../pipelines/engine/grouping.ts";
import { devDocuments } from "../../pipelines/items/dev-documents.ts";
import { tiesAmong } from "../../pipelines/questions/document-ties.ts";
import { namesMentioned } from "../../pipelines/questions/name-mentions.ts";
import {
  growGroups,
  groupBriefs,
  joinBriefs,
  neighbourhoodsStage,
} from "../../pipelines/questions/neighbourhoods.ts";
import { type ProposalRow, neighbourhoods } from "../../schemas/questions/records.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const briefed = (name: string, subject: string, settles: string[] = [], text = subject) => ({
  name,
  text,
  brief: { documentId: name, subject, settles },
});
const strangers = {
  en: [
    briefed("Beehives", "Keeping hives through winter", ["Wrap them below four degrees."]),
    briefed("Kites", "Flying over the dunes", ["Lines of thirty metres are allowed."]),
    briefed("Looms", "Threading a wooden frame", ["Warp goes first."]),
    briefed("Saddles", "Cleaning leather", ["Oil twice a year."]),
  ],
  zh: [
    briefed("养蜂手记", "蜂箱越冬", ["低于四度要包裹。"]),
    briefed("放飞规则", "沙丘风筝", ["线长三十米以内。"]),
    briefed("织机入门", "木架穿线", ["先上经线。"]),
    briefed("皮具保养", "马鞍清洁", ["一年上油两次。"]),
  ],
};
const pairs = (rows: Parameters<typeof tiesAmong>[0], language: "zh" | "en") =>
  tiesAmong(rows, language).map(({ a, b, reason }) => [rows[a]?.name, rows[b]?.name, reason]);

test.each([
  ["en", briefed("Ward rounds", "The tidewrack pump"), briefed("Spares", "Seals of the tidewrack")],
  ["zh", briefed("巡检", "潮汐泵的振动"), briefed("备件", "潮汐泵密封圈")],
] as const)("%s: what is about one thing is tied, strangers are not", (language, one, other) => {
  expect(pairs(strangers[language], language)).toEqual([]);
  const ties = pairs([...strangers[language], one, other], language);
  expect(ties.map(([a, b]) => [a, b])).toEqual([[one.name, other.name]]);
  expect(ties[0]?.[2]).toMatch(/^subject: (?:tidewrack|潮汐)/);
});

test.each([
  ["en", "Marrow Glen Lodge", "Morrow Glen Lodge"],
  ["zh", "青石山度假村", "青岩山度假村"],
] as const)("%s: near-twins by name are tied", (language, one, other) => {
  const rows = [...strangers[language], briefed(one, "I"), briefed(other, "II")];
  expect(pairs(rows, language)).toMatchObject([[one, other, expect.anything()]]);
});

test.each([
  ["en", "Quiet hours", "Bags", "Not during the quiet hours set out elsewhere."],
  ["zh", "静音时段", "行李", "按静音时段的规定办理。"],
] as const)("%s: a document that names another is tied to it", (language, one, other, text) => {
  const rows = [...strangers[language], briefed(one, "I"), briefed(other, "II", [], text)];
  expect(pairs(rows, language)).toEqual([[one, other, `mention: ${one.toLowerCase()}`]]);
});

test("a name within a longer word is not a mention", () => {
  const [, found] = namesMentioned([
    { name: "Java", text: "" },
    { name: "Scripts", text: "JavaScript and Javanese; a java, too" },
  ]);
  expect(found).toEqual(new Set(["scripts", "java"]));
  const [, within] = namesMentioned([
    { name: "Java", text: "" },
    { name: "Scripts", text: "JavaScript" },
  ]);
  expect(within).toEqual(new Set(["scripts"]));
});

test.each([
  ["en", "tidewrack"],
  ["zh", "潮汐"],
] as const)(
  "%s: a rare word ties briefs, and one that most of the texts have does not",
  (language, word) => {
    const text = strangers[language][0]?.text ?? "";
    const rows = (common: string) =>
      strangers[language].map((row, at) => ({
        ...briefed(row.name, row.brief.subject, at < 2 ? [word] : [], text + common),
      }));
    expect(pairs(rows(""), language)).toMatchObject([
      [expect.anything(), expect.anything(), `rare word: ${word}`],
    ]);
    expect(pairs(rows(` ${word}`), language)).toEqual([]);
  },
);

test("numbers that happen to be the same tie nothing", () => {
  const rows = [
    briefed("Beehives", "Winter", ["It takes 317 grams."]),
    briefed("Kites", "Dunes", ["Lines reach 317."]),
    ...strangers.en.slice(2),
  ];
  expect(pairs(rows, "en")).toEqual([]);
});

test("groups grow from the strongest ties to the bound; a document cut off comes once more with its next ties", () => {
  const tie = (a: number, b: number, weight: number) => ({ a, b, weight, reason: "" });
  // 0-1-2 fill the first; 3 and 4 go together; 2-3 was cut and comes again. 5 has no tie.
  const ties = [tie(0, 1, 9), tie(1, 2, 8), tie(2, 3, 7), tie(3, 4, 6)];
  expect(growGroups(6, ties, 3)).toEqual([
    [0, 1, 2],
    [3, 4],
    [2, 3],
  ]);
});

test("small groups share a request as far as there is room", () => {
  const ties = [0, 2, 4].map(a => ({ a, b: a + 1, weight: 1, reason: "" }));
  expect(growGroups(6, ties, 4)).toEqual([
    [0, 1, 2, 3],
    [4, 5],
  ]);
});

test("the briefs of a document's sections are one, their lines in turn", () => {
  const brief = (settles: string[]) => ({ documentId: "d1", subject: "Pumps", settles });
  expect(joinBriefs([brief(["a", "b"]), brief(["c", "a"])])).toEqual(brief(["a", "c", "b"]));
});

test("no neighbourhood joins dev and test documents, or two languages, and none is larger than asked for", () => {
  const documents = (["en", "zh"] as const).flatMap(language =>
    Array.from({ length: 40 }, (_, at) =>
      aDocument({ id: `d-${language}-${at}`, language, name: `Pump ${at}` }),
    ),
  );
  const proposals = documents.map(
    ({ id, language, domain }): ProposalRow => ({
      id: `p-${id}`,
      language,
      domain,
      materialId: "m",
      documentIds: [id],
      scope: [],
      candidates: [],
      losses: [],
      briefs: [
        { documentId: id, subject: `tidewrack${Number(id.split("-")[2]) % 9}`, settles: [] },
      ],
      link: null,
      weight: 1,
    }),
  );
  const { context } = scriptedContext({ documents });
  const { rows } = neighbourhoodsStage({ asking: { briefs: 10 }, devShare: 0.25 }).all(
    proposals,
    context as never,
  );
  expect(rows.every(row => neighbourhoods.row.parse(row))).toBe(true);
  const idsOf = rows.map(({ briefs }) => briefs.map(({ documentId }) => documentId));
  expect(Math.max(...idsOf.map(ids => ids.length))).toBe(10);
  expect(Math.max(...countOf(idsOf.flat()).values())).toBeLessThanOrEqual(2);
  const dev = new Set(
    ["d-en", "d-zh"].flatMap(prefix => [
      ...devDocuments(
        documents.flatMap(({ id }) => (id.startsWith(prefix) ? id : [])),
        0.25,
      ),
    ]),
  );
  const sides = idsOf.map(ids => new Set(ids.map(id => `${id.slice(0, 4)} ${dev.has(id)}`)));
  expect(sides.filter(({ size }) => size > 1)).toEqual([]);
  expect(new Set(sides.flatMap(side => [...side])).size).toBe(4);
});

test("briefs of sections are one for their document, those of fragments each stand alone", () => {
  const [tide, frost] = ["The tide gate opens at low water.", "Frost stops the tide gate."];
  const text = `${tide} ${frost}`;
  const document = aDocument({ id: "d1", text });
  const brief = (settles: string, start: number, end: number) => ({
    documentId: "d1",
    fragment: { documentId: "d1", start, end },
    subject: "the tide gate",
    settles: [settles],
  });
  const fragments = [brief(tide, 0, tide.length), brief(frost, tide.length + 1, text.length)];
  const sections = fragments.map(({ documentId, subject, settles }) => ({
    documentId,
    subject,
    settles,
  }));
  const near = (briefs: typeof sections) => {
    const { domain, language } = document;
    const rows = briefs.map(one => ({ domain, language, briefs: [one] }));
    const documentOf = () => document;
    return groupBriefs(rows, { documents: [document], documentOf, devShare: 0, maxSize: 30 });
  };
  expect(near(fragments).map(({ briefs }) => briefs)).toEqual([fragments]);
  expect(near(sections).flatMap(({ briefs }) => briefs.length)).toEqual([]);
});
