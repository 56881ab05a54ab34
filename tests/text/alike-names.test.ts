// Names alike are those that few edits part, and the nearest comes first.

import { expect, test } from "vitest";
import { alikeNames, areAlike, editDistance, respell } from "../../pipelines/text/alike-names.ts";

test.each([
  ["kitten", "sitting", 3],
  ["", "abc", 3],
  ["雷某某", "丛某某", 1],
  ["same", "same", 0],
])("%s and %s are %i edits apart", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});

test.each([
  ["Maren Halvorsen", "Maren Halverson"],
  ["lodeframe", "lodegrame"],
  ["禾漪食品集团有限公司", "禾漪农业食品有限公司"],
])("%s is easily taken for %s", (one, other) => {
  expect(areAlike(one, other)).toBe(true);
});

test.each([
  ["lodeframe", "lode-frame"],
  ["Alder Mills", "Alder Mills Group"],
  ["Felix Loxley", "Gwendolen Satterthwaite"],
])("%s and %s are the same, one in the other, or nothing alike", (one, other) => {
  expect(areAlike(one, other)).toBe(false);
});

test("the nearest name comes first, and one that is too far off not at all", () => {
  const others = ["Miles Gathercole", "Bennett Gathercoal", "Ursula Osgathorpe-Wainfleet"];
  expect(alikeNames("Bennett Gathercole", others, { joinsFirstPart: false })).toEqual([
    "Bennett Gathercoal",
    "Miles Gathercole",
  ]);
});

test("an organisation's own first part with the rest of another comes before that other", () => {
  expect(
    alikeNames("Alderwyn Software Ltd.", ["Fenwright Systems Ltd."], { joinsFirstPart: true })[0],
  ).toBe("Alderwyn Systems Ltd.");
  expect(alikeNames("禾漪食品有限公司", ["青穗农业有限公司"], { joinsFirstPart: true })[0]).toBe(
    "禾漪农业有限公司",
  );
});

test("a name without others is spelled otherwise in one letter", () => {
  expect(editDistance(respell("Maren Halvorsen"), "Maren Halvorsen")).toBe(1);
});
