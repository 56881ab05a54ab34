// Which row comes when: the deepest first, and a stop lets those in flight end.

import { expect, test } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import type { RunEvent } from "../../pipelines/engine/events.ts";
import { defineStage, made } from "../../pipelines/engine/stage.ts";
import {
  plainAsk,
  rowsOf,
  rowsRun,
  runPlain,
  saying,
  type TextArtifact,
  textArtifact,
} from "../support/plain-run.ts";
import { newFolder } from "../support/toy-run.ts";

const input = textArtifact("plain/words");
const [first, second, third] = ["plain/first", "plain/second", "plain/third"].map(textArtifact) as [
  TextArtifact,
  TextArtifact,
  TextArtifact,
];

const rows = Array.from({ length: 5 }, (_, index) => ({ id: `w${index}`, text: `word ${index}` }));

const stages = [saying(input, first), saying(first, second), saying(second, third)];
const at = (stage: string, id: string) => `plain/${stage} ${id}`;

test("one at a time, each row goes through all stages before the next begins", async () => {
  const { events } = await runPlain({
    directory: newFolder(),
    input,
    rows,
    stages,
    options: { concurrency: 1, createAsk: plainAsk(text => text) },
  });
  expect(rowsRun(events)).toEqual(
    rows.flatMap(({ id }) => [at("first", id), at("second", id), at("third", id)]),
  );
});

test("no more rows are in flight than are allowed, and as many as are allowed", async () => {
  let inFlight = 0;
  let most = 0;
  const createAsk = plainAsk(async text => {
    most = Math.max(most, ++inFlight);
    await new Promise(resolve => setImmediate(resolve));
    inFlight--;
    return text;
  });
  await runPlain({
    directory: newFolder(),
    input,
    rows,
    stages,
    options: { concurrency: 3, createAsk },
  });
  expect(most).toBe(3);
});

test("a stop lets the rows in flight end and saves them, begins none, and the next run goes on behind them", async () => {
  const directory = newFolder();
  const stop = new AbortController();
  const events: RunEvent[] = [];
  let asked = 0;
  const createAsk = plainAsk(async text => {
    if (++asked === 3) stop.abort();
    await new Promise(resolve => setImmediate(resolve));
    return `${text}.`;
  });
  const options = { concurrency: 3, createAsk, signal: stop.signal };
  await expect(runPlain({ directory, input, rows, stages, options }, events)).rejects.toMatchObject(
    { code: "interrupted", hint: expect.stringContaining("same command") },
  );
  expect(rowsRun(events)).toEqual([at("first", "w0"), at("first", "w1"), at("first", "w2")]);
  const next = await runPlain({
    directory,
    input,
    rows,
    stages,
    options: { createAsk: plainAsk(text => `${text}.`) },
  });
  expect(rowsRun(next.events).filter(line => line.startsWith("plain/first"))).toEqual([
    at("first", "w3"),
    at("first", "w4"),
  ]);
  expect(rowsOf(directory, third)).toHaveLength(5);
});

test("a model that gives up its requests on a stop, in whatever way, is told as the stop it is", async () => {
  for (const reason of [
    undefined,
    new PipelineError("interrupted", "Stopped.", { hint: "Go on." }),
  ]) {
    const stop = new AbortController();
    const createAsk = plainAsk(async () => {
      await new Promise(resolve => setImmediate(resolve));
      stop.abort(reason);
      return stop.signal.throwIfAborted() ?? "";
    });
    await expect(
      runPlain({
        directory: newFolder(),
        input,
        rows,
        stages,
        options: { createAsk, signal: stop.signal },
      }),
    ).rejects.toMatchObject({
      name: "PipelineError",
      code: "interrupted",
    });
  }
});

test("a stop is heard while rows that never wait go by", async () => {
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  const many = Array.from({ length: 20_000 }, (_, index) => ({ id: `w${index}`, text: "" }));
  const pass = defineStage({
    name: "plain/pass",
    module: "1",
    prompts: [],
    over: input,
    writes: first,
    each: row => made([row]),
  });
  const events: RunEvent[] = [];
  await expect(
    runPlain(
      {
        directory: newFolder(),
        input,
        rows: many,
        stages: [pass],
        options: { signal: stop.signal },
      },
      events,
    ),
  ).rejects.toMatchObject({ code: "interrupted" });
  expect(rowsRun(events).length).toBeLessThan(20_000);
});

test("a stage may look nothing up that a later one writes", async () => {
  const early = { ...saying(input, first), lookup: { second } };
  await expect(
    runPlain({ directory: newFolder(), input, rows, stages: [early, saying(first, second)] }),
  ).rejects.toThrow("plain/first reads plain/second, which no input or earlier stage writes");
});
