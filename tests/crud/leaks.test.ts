// Documents that repeat a held-out one, planted and found.

import { expect, test } from "vitest";
import { cutInHalf } from "../../pipelines/crud/cut-in-half.ts";
import { leaksStage } from "../../pipelines/crud/leaks.ts";
import { leaksOf, protectedTextOf } from "../../pipelines/crud/repeated-text.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { LeakRow } from "../../schemas/crud/records.ts";
import { aNewsDocument } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const draw = drawFrom(11);
const zhSentence = () =>
  `${Array.from({ length: 24 }, () => String.fromCharCode(0x4e00 + draw(3000))).join("")}。`;
const words =
  "river dam council water harvest engine station library orchard winter report village captain market signal".split(
    " ",
  );
const enSentence = () =>
  `The ${Array.from({ length: 9 }, () => `${words[draw(words.length)]}${draw(900)}`).join(" ")} closed.`;
const article = (language: Language, sentences: number) =>
  Array.from({ length: sentences }, language === "zh" ? zhSentence : enSentence).join(
    language === "zh" ? "" : " ",
  );

const documentOf = (id: string, text: string, language: Language = "zh") =>
  aNewsDocument({ id, text, language });
const held = (id: string, language: Language = "zh") => ({ id, language, domain: "news", rank: 1 });

const leak = { similarity: 0.5, containment: 0.5 };

test.each(["zh", "en"] as const)(
  "a second half inside a longer %s article is excluded, though the two are unlike",
  language => {
    const source = article(language, 20);
    const longer = `${article(language, 40)} ${cutInHalf(source, language)?.continuation} ${article(language, 20)}`;
    const documents = [
      documentOf("source", source, language),
      documentOf("longer", longer, language),
      documentOf("other", article(language, 20), language),
    ];
    const [row, ...more] = leaksOf(documents, [held("source", language)], leak).filter(
      ({ excluded }) => excluded,
    );
    expect(more).toEqual([]);
    expect(LeakRow.parse(row)).toMatchObject({
      heldOutId: "source",
      documentId: "longer",
      containment: 1,
      excluded: true,
    });
    expect(row?.similarity).toBeLessThan(0.5);
  },
);

test("a repeated first half is measured and stays: it does not give the second away", () => {
  const source = article("zh", 20);
  const opening = `${cutInHalf(source, "zh")?.beginning}${article("zh", 20)}`;
  const [row] = leaksOf(
    [documentOf("source", source), documentOf("opening", opening)],
    [held("source")],
    leak,
  );
  expect(row).toMatchObject({ documentId: "opening", containment: 0, excluded: false });
  expect(row?.similarity).toBeGreaterThan(0.2);
});

test("of an article that cannot be halved the whole is the reference", () => {
  const single = `${zhSentence().slice(0, -1)}，${zhSentence()}`;
  expect(protectedTextOf({ text: single, language: "zh" })).toBe(single);
  const [row] = leaksOf(
    [documentOf("single", single), documentOf("longer", article("zh", 30) + single)],
    [held("single")],
    leak,
  );
  expect(row).toMatchObject({ containment: 1, excluded: true });
});

test("the stage reads pool and held-out documents; nothing held out, no row", async () => {
  const source = article("zh", 10);
  const documents = [documentOf("source", source), documentOf("copy", source)];
  const { context } = scriptedContext({ heldOut: [held("source")] });
  expect(leaksStage({ leak }).all(documents, context as never).rows).toMatchObject([
    { documentId: "copy", similarity: 1, containment: 1, excluded: true },
  ]);
  const { context: empty } = scriptedContext({ heldOut: [] });
  expect(leaksStage({ leak }).all(documents, empty as never).rows).toEqual([]);
});
