// `toCover` and `toCite`, as tests of a user's own have them.

import { expect, test } from "vitest";
import { toCite, toCover } from "../../pipelines/testing/matchers.ts";
import { founding, interval, unanswerable, wordsAlone } from "../support/packed-items.ts";

expect.extend({ toCite, toCover });

const messageOf = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

test("an answer, or an object with one, covers an item", () => {
  expect("Ruth Calder founded it on 3 May 1998.").toCover(founding);
  expect({ answer: "3 May 1998, Ruth Calder", retrieved: [] }).toCover(founding);
  expect("I cannot answer that: the documents do not say.").toCover(unanswerable);
  expect("相隔114天。").toCover(interval);
  expect("相隔114天。").not.toCover(interval, { full: true });
});

test("what an answer lacks is told with question, expected and got", () => {
  const message = messageOf(() => expect("In 1998.").toCover(founding));
  expect(message).toMatch(/it lacks 3 May 1998 \(k1.*Ruth Calder \(k2/);
  expect(message).toContain("got       In 1998.");
});

test("an empty answer covers nothing, though code could not say what it lacks", () => {
  expect("").not.toCover(wordsAlone);
  expect("The board finds it too early.").toCover(wordsAlone);
});

test("evidence is found in passages that were retrieved or read, and what is missing is quoted", () => {
  const [text = ""] = founding.evidence.map(one => one.text);
  expect([`Before. ${text}`]).toCite(founding);
  expect({ answer: "x", context: [{ pageContent: text }] }).toCite(founding);
  expect({ answer: "x", retrieved: ["elsewhere"] }).not.toCite(founding);
  expect(messageOf(() => expect(["elsewhere"]).toCite(founding))).toContain(text);
  expect(messageOf(() => expect("a text alone").toCite(founding))).toContain("retrieved");
});

test("a promise that nobody awaited is told, not taken for an answer", () => {
  expect(messageOf(() => expect(Promise.resolve("x")).toCover(founding))).toContain("await");
});
