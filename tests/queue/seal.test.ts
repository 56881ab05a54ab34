// What is signed is taken by those who have the secret, where it was put and as it was put, and by nobody else.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeal, toSealedJson, fromSealedJson } from "../../pipelines/queue/seal.ts";

const ours = createSeal("the secret of this fleet");
const others = createSeal("the secret of another fleet");
const open = createSeal(undefined);
const value = { worker: "w", messages: [{ type: "bye" }] };

test("is read by whoever has the same secret, and not elsewhere, changed, unsigned or signed by others", () => {
  const text = toSealedJson(ours, "stream", value);
  expect(fromSealedJson(createSeal("the secret of this fleet"), "stream", text)).toEqual(value);
  for (const wrong of [
    fromSealedJson(ours, "another stream", text),
    fromSealedJson(others, "stream", text),
    fromSealedJson(open, "stream", text),
    fromSealedJson(ours, "stream", text.replace('"w"', '"v"')),
    fromSealedJson(ours, "stream", JSON.stringify(value)),
    fromSealedJson(ours, "stream", JSON.stringify({ signature: 5, ...value })),
    fromSealedJson(ours, "stream", JSON.stringify({ signature: "", ...value })),
    fromSealedJson(ours, "stream", text.slice(0, -1)),
    fromSealedJson(ours, "stream", "null"),
    fromSealedJson(ours, "stream", null),
  ])
    expect(wrong).toBeUndefined();
});

test("without a secret it is read as it stands", () => {
  expect(toSealedJson(open, "stream", value)).toBe(JSON.stringify(value));
  expect(fromSealedJson(open, "stream", JSON.stringify(value))).toEqual(value);
});

test("whatever JSON says comes back, by way of Redis and of BullMQ", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), content => {
      fc.pre(!("signature" in content));
      const again = JSON.parse(JSON.stringify(content)) as object;
      expect(fromSealedJson(ours, "p", toSealedJson(ours, "p", content))).toEqual(again);
      const signed = JSON.parse(JSON.stringify(ours.sign("p", { rows: [content] }))) as object;
      expect(ours.verify("p", signed)).toEqual({ rows: [again] });
    }),
  );
});
