// The head of a journaled call: what is taken without its reply is what the whole line says.

import fc from "fast-check";
import { expect, test } from "vitest";
import { readCallHead } from "../../pipelines/llm/call-head.ts";

const around = Buffer.from('\n{"key":"');
/** As a line stands between others. */
const headOf = (line: Buffer) =>
  readCallHead({
    chunk: Buffer.concat([around, line, around]),
    start: around.length,
    length: line.length,
  });

const replies = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("{", '{"', '"}', "\\", '\\"}', '{"key":"'),
    ),
    { maxLength: 4 },
  )
  .map(parts => parts.join(""));

const lineWith = (model: fc.Arbitrary<string>) =>
  fc
    .record({
      key: fc.stringMatching(/^[0-9a-f]{64}$/),
      stage: fc.constantFrom("items/questions", "rageval/facts"),
      model,
      usage: fc.record(
        { inputTokens: fc.nat(), outputTokens: fc.nat(), cachedTokens: fc.nat() },
        { requiredKeys: ["inputTokens", "outputTokens"] },
      ),
      finish: fc.constantFrom("stop", "length", "refusal", "filter"),
      batch: fc.boolean(),
      reply: replies,
    })
    .map(({ key, stage, model, usage, finish, batch, reply }) => ({
      wanted: { key, model, usage, batch },
      line: Buffer.from(
        JSON.stringify({
          key,
          messages: key,
          stage,
          prompt: stage,
          language: "zh",
          model,
          usage,
          finish,
          ...(batch ? { batch } : {}),
          reply,
        }),
      ),
    }));

test("the head of a line says what the line says; a line that is cut, or follows half a line, has none", () => {
  fc.assert(
    fc.property(
      lineWith(fc.constantFrom("gpt-4o-mini", "ollama:llama3 8b")),
      fc.nat(),
      ({ line, wanted }, at) => {
        expect(headOf(line)).toEqual(wanted);
        const cut = line.subarray(0, 1 + (at % (line.length - 1)));
        expect(headOf(cut)).toBeUndefined();
        expect(headOf(Buffer.concat([cut, line]))).toBeUndefined();
      },
    ),
    { numRuns: 1000, seed: 20261121 },
  );
});
