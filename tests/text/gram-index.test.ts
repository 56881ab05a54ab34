// Texts counted against many at once, and the document that holds most of a reference.

import fc from "fast-check";
import { expect, test } from "vitest";
import { indexGrams } from "../../pipelines/text/gram-index.ts";
import {
  indexContainment,
  findContainingDocument,
} from "../../pipelines/text/containing-document.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { countSharedGrams, gramSet } from "../../pipelines/text/gram-sets.ts";

const someText = fc.string({ unit: fc.constantFrom("水", "库", "a", "b"), maxLength: 40 });

test("counts by index are those of each pair of sets, over one text after another", () => {
  fc.assert(
    fc.property(
      fc.array(someText, { maxLength: 6 }),
      fc.array(someText, { minLength: 1, maxLength: 4 }),
      (texts, others) => {
        const indexed = texts.map(text => ({
          text,
          part: text.slice(Math.floor(text.length / 2)),
        }));
        const { sizes, countSharedWith } = indexGrams(indexed);
        const sets = indexed.map(({ text, part }) => [gramSet(text), gramSet(part)] as const);
        expect(sizes).toEqual(
          sets.map(([inText, inPart]) => ({ whole: inText.length, part: inPart.length })),
        );
        for (const other of others.map(gramSet)) {
          const expected = sets.map(([inText, inPart], index) => {
            // A part too short for a gram is one that the text as a whole does not have.
            const gramsOfPart = inPart.filter(gram => inText.includes(gram));
            const shared = countSharedGrams(inText, other);
            return { index, shared, sharedPart: countSharedGrams(gramsOfPart, other) };
          });
          expect(countSharedWith(other)).toEqual(expected.filter(({ shared }) => shared > 0));
        }
      },
    ),
    { numRuns: 300 },
  );
});

const draw = drawFrom(5);
const signs = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + draw(3000))).join("");
const corpus = Array.from({ length: 200 }, () => signs(500));

test("a source hidden in a longer article is found, with its share", () => {
  const reference = signs(300);
  const planted = [...corpus, `${signs(400)}${reference}${signs(400)}`];
  expect(findContainingDocument(indexContainment(planted), reference)).toEqual({
    index: 200,
    containment: 1,
  });
});

test("of two articles that hold parts of a reference the one with more is named", () => {
  const reference = signs(400);
  const planted = [
    ...corpus,
    signs(200) + reference.slice(0, 160),
    signs(200) + reference.slice(160),
  ];
  const nearest = findContainingDocument(indexContainment(planted), reference);
  // 240 of 400 signs are 236 of 396 grams.
  expect(nearest).toEqual({ index: 201, containment: 236 / 396 });
});

test("where nothing is shared there is no holder", () => {
  const foreign = "Nothing of this stands anywhere in the corpus of Chinese signs.";
  for (const reference of [foreign, ""])
    expect(findContainingDocument(indexContainment(corpus), reference)).toBeNull();
  expect(findContainingDocument(indexContainment([]), signs(50))).toBeNull();
});
