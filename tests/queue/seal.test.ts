// What is signed is taken by those who have the secret, where it was put and as it was put, and by nobody else.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeal, sealed, unsealed } from "../../pipelines/queue/seal.ts";

const ours = createSeal("the secret of this fleet");
const others = createSeal("the secret of another fleet");
const open = createSeal(undefined);
const value = { worker: "w", messages: [{ type: "bye" }] };

test("is read by whoever has the same secret, and not elsewhere, changed, unsigned or signed by others", () => {
  const text = sealed(ours, "stream", value);
  expect(unsealed(createSeal("the secret of this fleet"), "stream", text)).toEqual(value);
  for (const wrong of [
    unsealed(ours, "another stream", text),
    unsealed(others, "stream", text),
    unsealed(open, "stream", text),
    unsealed(ours, "stream", text.replace('"w"', '"v"')),
    unsealed(ours, "stream", JSON.stringify(value)),
    unsealed(ours, "stream", JSON.stringify({ signature: 5, ...value })),
    unsealed(ours, "stream", JSON.stringify({ signature: "", ...value })),
    unsealed(ours, "stream", text.slice(0, -1)),
    unsealed(ours, "stream", "null"),
    unsealed(ours, "stream", null),
  ])
    expect(wrong).toBeUndefined();
});

test("without a secret it is read as it stands", () => {
  expect(sealed(open, "stream", value)).toBe(JSON.stringify(value));
  expect(unsealed(open, "stream", JSON.stringify(value))).toEqual(value);
});

test("whatever JSON says comes back, by way of Redis and of BullMQ", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), content => {
      fc.pre(!("signature" in content));
      const again = JSON.parse(JSON.stringify(content)) as object;
      expect(unsealed(ours, "p", sealed(ours, "p", content))).toEqual(again);
      const signed = JSON.parse(JSON.stringify(ours.sign("p", { rows: [content] }))) as object;
      expect(ours.check("p", signed)).toEqual({ rows: [again] });
    }),
  );
});
