// Rows that wait for replies by file: everything that can be asked is asked in one wave, and nothing twice.

import { expect, test } from "vitest";
import { ParkedError } from "../../pipelines/engine/errors.ts";
import type { RunEvent } from "../../pipelines/engine/events.ts";
import type { CreateAsk } from "../../pipelines/engine/row.ts";
import {
  defineStage,
  defineWholeStage,
  made,
  type Outcome,
  type Ask,
} from "../../pipelines/engine/stage.ts";
import type { Model, ModelRequest } from "../../pipelines/llm/model.ts";
import {
  plainAsk,
  plainPrompt,
  rowsOf,
  rowsRun,
  runPlain,
  saying,
  type TextArtifact,
  type TextRow,
  textArtifact,
} from "../support/plain-run.ts";
import { artifactsOf, newFolder, runToy, toyModel } from "../support/toy-run.ts";

/** Parks what has no reply yet; `deliver` brings the replies of all that was asked so far, as a batch does. */
function batchModel() {
  const toy = toyModel(() => 0);
  const replied = new Set<string>();
  const sent: string[] = [];
  const complete = async (request: ModelRequest, signal: AbortSignal) => {
    if (replied.has(request.key)) return toy.complete(request, signal);
    sent.push(request.key);
    // Later ones take longer to be sent than the first takes to park its row.
    for (let turns = 0; turns < sent.length % 7; turns++)
      await new Promise(resolve => setImmediate(resolve));
    throw new ParkedError("waits");
  };
  const deliver = () => {
    const wave = sent.splice(0);
    for (const key of wave) replied.add(key);
    return wave;
  };
  return { model: { ...toy, complete } satisfies Model, deliver };
}

test("a run by batch waits wave by wave, asks nothing twice, and ends with the artifacts of a run without waiting", async () => {
  const plain = newFolder();
  await runToy({ directory: plain });
  const directory = newFolder();
  const { model, deliver } = batchModel();
  const waves: string[][] = [];
  for (let waiting = 1; waiting > 0; ) {
    const { summary } = await runToy({ directory, model });
    waiting = summary.waiting;
    const wave = deliver();
    expect(wave.length > 0).toBe(waiting > 0);
    if (waiting > 0) waves.push(wave);
  }
  expect(artifactsOf(directory)).toEqual(artifactsOf(plain));
  const all = waves.flat();
  expect(new Set(all).size).toBe(all.length);
  // Two drafts each of 18 words (two of twenty are declined), both asked in the first wave; then ten pairs, of which
  // two are rejected unasked.
  expect(waves.map(wave => wave.length)).toEqual([36, 8]);
});

test("a stage over the whole artifact waits while a row above it waits; rows that have their replies go on", async () => {
  const [input, first, second, whole] = [
    "plain/words",
    "plain/first",
    "plain/second",
    "plain/whole",
  ].map(textArtifact) as [TextArtifact, TextArtifact, TextArtifact, TextArtifact];
  const all = defineWholeStage({
    name: "plain/whole",
    module: "1",
    prompts: [],
    over: second,
    writes: whole,
    all: rows => ({ rows }),
  });
  const stages = [saying(input, first), saying(first, second), all];
  const rows = ["a", "b", "c"].map(id => ({ id, text: id }));
  const directory = newFolder();
  const waitsForB = plainAsk(text =>
    text === "b" ? Promise.reject(new ParkedError("waits")) : `${text}.`,
  );
  const events: RunEvent[] = [];
  const { summary } = await runPlain(
    { directory, input, rows, stages, options: { createAsk: waitsForB } },
    events,
  );
  expect(summary.waiting).toBe(1);
  expect(rowsRun(events).sort()).toEqual([
    "plain/first a",
    "plain/first c",
    "plain/second a",
    "plain/second c",
  ]);
  expect(events.flatMap(event => (event.type === "stage-finished" ? [event.stage] : []))).toEqual(
    [],
  );
  const next = await runPlain({
    directory,
    input,
    rows,
    stages,
    options: { createAsk: plainAsk(text => `${text}.`) },
  });
  expect(next.summary.waiting).toBe(0);
  expect(rowsRun(next.events).sort()).toEqual(["plain/first b", "plain/second b"]);
  expect(rowsOf(directory, whole).map(({ text }) => text)).toEqual(["a..", "b..", "c.."]);
});

/** One row through a stage of its own. */
const runOne = (
  each: (row: TextRow, context: { readonly ask: Ask }) => Promise<Outcome<TextRow>>,
  createAsk: CreateAsk,
) => {
  const input = textArtifact("plain/words");
  const writes = textArtifact("plain/said");
  const stage = defineStage({
    name: "plain/said",
    module: "1",
    prompts: [plainPrompt],
    over: input,
    writes,
    each,
  });
  const rows = [{ id: "a", text: "a" }];
  return runPlain({ directory: newFolder(), input, rows, stages: [stage], options: { createAsk } });
};

test("requests that one reply of a row makes possible are sent in the same wave, though another of its requests parked it", async () => {
  const each = async ({ id }: TextRow, { ask }: { readonly ask: Ask }) => {
    const say = async (text: string) => (await ask(plainPrompt, "en", { text })).said;
    const chain = async () => {
      const said = await say("answered at once");
      await Promise.resolve();
      return say(`then ${said}`);
    };
    return made([
      { id, text: (await Promise.all([say("parked"), chain(), say("slow")])).join(" ") },
    ]);
  };
  const asked: string[] = [];
  const createAsk = plainAsk(async text => {
    asked.push(text);
    for (let turns = text === "slow" ? 20 : 0; turns > 0; turns--)
      await new Promise(resolve => setImmediate(resolve));
    if (text.startsWith("answered")) return "yes";
    asked.push(`${text} is sent`);
    throw new ParkedError("waits");
  });
  const { summary } = await runOne(each, createAsk);
  expect(summary.waiting).toBe(1);
  expect(asked.filter(text => text.endsWith("is sent")).sort()).toEqual([
    "parked is sent",
    "slow is sent",
    "then yes is sent",
  ]);
});

test("a row whose stage hides that a reply is still to come waits all the same", async () => {
  const each = async ({ id, text }: TextRow, { ask }: { readonly ask: Ask }) =>
    made([
      {
        id,
        text: await ask(plainPrompt, "en", { text }).then(
          ({ said }) => said,
          () => "nothing",
        ),
      },
    ]);
  const createAsk = plainAsk(() => Promise.reject(new ParkedError("waits")));
  const { summary } = await runOne(each, createAsk);
  expect(summary.waiting).toBe(1);
});
