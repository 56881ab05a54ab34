// Documents that repeat a held-out one, planted and found.

import { expect, test } from "vitest";
import { cutInHalf } from "../../pipelines/crud/halving.ts";
import { leaksStage } from "../../pipelines/crud/leaks.ts";
import { leaksOf, referenceOf } from "../../pipelines/crud/repeated-text.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { containmentOf, jaccardOf, shingleSet } from "../../pipelines/text/shingles.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { DocumentRow } from "../../schemas/items/documents.ts";
import { LeakRow } from "../../schemas/crud/records.ts";
import { scriptedContext } from "../support/stage-context.ts";

const draw = drawFrom(11);
const zhSentence = () => `${Array.from({ length: 24 }, () => String.fromCharCode(0x4e00 + draw(3000))).join("")}。`;
const words = "river dam council water harvest engine station library orchard winter report village captain market signal".split(" ");
const enSentence = () => `The ${Array.from({ length: 9 }, () => `${words[draw(words.length)]}${draw(900)}`).join(" ")} closed.`;
const article = (language: Language, sentences: number) => Array.from({ length: sentences }, language === "zh" ? zhSentence : enSentence).join(language === "zh" ? "" : " ");

const documentOf = (id: string, text: string, language: Language = "zh") =>
  DocumentRow.parse({ id, language, domain: "news", name: id, text, kind: "own", configId: null, provenance: { source: "x", licence: null }, foreign: null });
const held = (id: string, rank = 1, language: Language = "zh") => ({ id, language, domain: "news", rank });

const leak = { similarity: 0.5, containment: 0.5 };

test.each(["zh", "en"] as const)("a second half inside a longer %s article is excluded, though the two are unlike", language => {
  const source = article(language, 20);
  const longer = `${article(language, 40)} ${cutInHalf(source, language)?.continuing} ${article(language, 20)}`;
  const documents = [documentOf("source", source, language), documentOf("longer", longer, language), documentOf("other", article(language, 20), language)];
  const [row, ...more] = leaksOf(documents, [held("source", 1, language)], leak).filter(({ excluded }) => excluded);
  expect(more).toEqual([]);
  expect(LeakRow.parse(row)).toMatchObject({ heldOutId: "source", documentId: "longer", containment: 1, excluded: true });
  expect(row?.similarity).toBeLessThan(0.5);
});

test("a repeated first half is measured and stays: it does not give the second away", () => {
  const source = article("zh", 20);
  const opening = `${cutInHalf(source, "zh")?.beginning}${article("zh", 20)}`;
  const [row] = leaksOf([documentOf("source", source), documentOf("opening", opening)], [held("source")], leak);
  expect(row).toMatchObject({ documentId: "opening", containment: 0, excluded: false });
  expect(row?.similarity).toBeGreaterThan(0.2);
});

test("measures are exact, and every pair with a considerable share has its row", () => {
  const sources = Array.from({ length: 4 }, () => article("zh", 10));
  // Each takes another number of sentences from each source.
  const mixed = Array.from({ length: 8 }, (_, at) => sources.map((source, which) => source.slice(25 * at, 25 * (at + which))).join("") + article("zh", 4));
  const documents = [...sources.map((text, at) => documentOf(`s${at}`, text)), ...mixed.map((text, at) => documentOf(`m${at}`, text))];
  const rows = leaksOf(
    documents,
    sources.map((_, at) => held(`s${at}`, at + 1)),
    leak,
  );
  const expected = sources.flatMap((source, which) =>
    mixed.flatMap((text, at) => {
      const similarity = jaccardOf(shingleSet(source), shingleSet(text));
      const containment = containmentOf(shingleSet(referenceOf({ text: source, language: "zh" })), shingleSet(text));
      const excluded = similarity >= 0.5 || containment >= 0.5;
      return similarity >= 0.1 || containment >= 0.1 ? [{ heldOutId: `s${which}`, documentId: `m${at}`, similarity, containment, excluded }] : [];
    }),
  );
  expect(expected.length).toBeGreaterThan(10);
  expect(rows.map(({ heldOutId, documentId, similarity, containment, excluded }) => ({ heldOutId, documentId, similarity, containment, excluded }))).toEqual(expected);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("two held-out documents give no row, however alike", () => {
  const text = article("zh", 10);
  expect(leaksOf([documentOf("a", text), documentOf("b", text)], [held("a"), held("b", 2)], leak)).toEqual([]);
});

test("what settings exclude has its row, be its share ever so small", () => {
  const source = article("zh", 40);
  const little = source.slice(-25) + article("zh", 20);
  const documents = [documentOf("source", source), documentOf("little", little)];
  expect(leaksOf(documents, [held("source")], leak)).toEqual([]);
  expect(leaksOf(documents, [held("source")], { similarity: 1, containment: 0.02 })).toMatchObject([{ documentId: "little", excluded: true }]);
});

test("of an article that cannot be halved the whole is the reference", () => {
  const single = `${zhSentence().slice(0, -1)}，${zhSentence()}`;
  expect(referenceOf({ text: single, language: "zh" })).toBe(single);
  const [row] = leaksOf([documentOf("single", single), documentOf("longer", article("zh", 30) + single)], [held("single")], leak);
  expect(row).toMatchObject({ containment: 1, excluded: true });
});

test("the stage reads pool and held-out documents; nothing held out, no row", async () => {
  const source = article("zh", 10);
  const documents = [documentOf("source", source), documentOf("copy", source)];
  const { context } = scriptedContext({ heldOut: [held("source")] });
  expect(leaksStage({ leak }).all(documents, context as never).rows).toMatchObject([{ documentId: "copy", similarity: 1, containment: 1, excluded: true }]);
  const { context: empty } = scriptedContext({ heldOut: [] });
  expect(leaksStage({ leak }).all(documents, empty as never).rows).toEqual([]);
});
