// What rows look things up in, by way of Redis: a worker's copy answers as the original does, and each is put there once.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Store } from "../../pipelines/engine/store.ts";
import { FinishedArtifact } from "../../pipelines/engine/finished-artifact.ts";
import { openBlobs } from "../../pipelines/queue/blobs.ts";
import { clearContents } from "../../pipelines/queue/leftovers.ts";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import { createTableUploads, fieldOf } from "../../pipelines/queue/table-uploads.ts";
import {
  facts,
  finish,
  openCopies,
  openStandIn,
  rowsOf,
  seen,
  terms,
} from "../support/lookup-tables.ts";
import { describeWithRedis } from "../support/redis.ts";
import { newFolder } from "../support/toy-run.ts";
import { connectToRedis } from "./redis-connection.ts";

const pieces = fc.constantFrom(
  "",
  "👩‍🔬",
  "\ud83d",
  "{}",
  ...'文。é𠮷\u2028\u2029\u0085\r\n\\"\u0000\uFEFF ',
);
const shortText = fc.array(pieces, { maxLength: 12 }).map(parts => parts.join(""));
const anyText = fc.oneof(
  { weight: 30, arbitrary: shortText },
  {
    weight: 1,
    arbitrary: fc.constantFrom("长".repeat(350_000), "x".repeat(1 << 20), "👩‍🔬".repeat(60_000)),
  },
);
const anyRow = fc.record({
  id: shortText,
  kind: fc.constantFrom("人物", "place", ""),
  text: anyText,
});
const anyRows = fc.uniqueArray(anyRow, { selector: ({ id }) => id, maxLength: 30 });

test("whatever the rows hold, a fetched table shows a row just what the original shows", async () => {
  const standIn = openStandIn();
  const shelf = createTableUploads(standIn.redis, standIn.blobs);
  const fetched = openCopies(standIn);
  await fc.assert(
    fc.asyncProperty(anyRows, async rows => {
      const original = finish(rows);
      const table = await fetched.get(await shelf.upload(original));
      expect(seen(table)).toEqual(seen(original));
    }),
    { numRuns: 40, examples: [[[]]] },
  );
  fetched.close();
});

test("a row that a person edited travels as it was typed, so that its hash is the same", async () => {
  const directory = newFolder();
  finish(rowsOf(3), facts, directory);
  const path = join(directory, "toy/facts.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace('"text":"1"', '"text" :  "eins"\t'));
  const store = new Store(directory, facts);
  const original = new FinishedArtifact(store, store.idsOf(["f-0", "f-1", "f-2"]));
  const standIn = openStandIn();
  const table = await openCopies(standIn).get(
    await createTableUploads(standIn.redis, standIn.blobs).upload(original),
  );
  expect([...table.lines()][1]).toContain('"text" :  "eins"\t');
  expect(seen(table)).toEqual(seen(original));
});

test("an artifact is put there once, however many ask and whichever object has its rows", async () => {
  const standIn = openStandIn();
  const shelf = createTableUploads(standIn.redis, standIn.blobs);
  const original = finish(rowsOf(5));
  const refs = await Promise.all([
    shelf.upload(original),
    shelf.upload(original),
    shelf.upload(finish(rowsOf(5))),
  ]);
  expect(new Set(refs)).toEqual(new Set([{ artifact: "toy/facts", hash: original.hash }]));
  expect(await shelf.upload(original)).toEqual(refs[0]);
  expect(standIn.count("put")).toBe(1);
});

test("lines travel in blobs of at most 1 MB, a longer line alone, and together they are the artifact's file", async () => {
  const directory = newFolder();
  const long = { id: "long", kind: "", text: "长".repeat(500_000) };
  const original = finish(
    [
      ...rowsOf(3000, "词".repeat(300)),
      long,
      ...rowsOf(3000).map(row => ({ ...row, id: `more-${row.id}` })),
    ],
    facts,
    directory,
  );
  const standIn = openStandIn();
  const ref = await createTableUploads(standIn.redis, standIn.blobs).upload(original);
  const texts = (JSON.parse(standIn.tables.get(fieldOf(ref))!) as string[]).map(
    name => standIn.texts.get(name)!,
  );
  expect(texts.join("")).toBe(readFileSync(join(directory, "toy/facts.jsonl"), "utf8"));
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter(text => Buffer.byteLength(text) > 1 << 20)).toEqual([
    `${JSON.stringify(long)}\n`,
  ]);
});

test("rows that were changed behind the run's back are not sent", async () => {
  const directory = newFolder();
  const original = finish(rowsOf(3), facts, directory);
  const path = join(directory, "toy/facts.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace('"text":"1"', '"text":"9"'));
  const standIn = openStandIn();
  await expect(
    createTableUploads(standIn.redis, standIn.blobs).upload(original),
  ).rejects.toMatchObject({
    code: "corrupt-file",
    message: expect.stringContaining("f-1") as string,
  });
  expect(standIn.tables.size).toBe(0);
});

describeWithRedis("over a real Redis", () => {
  const { connection } = connectToRedis();

  test("a table goes there and back, and is not there any more when it was cleared", async () => {
    const { redis } = connection();
    const blobs = openBlobs(redis);
    const shelf = createTableUploads(redis, blobs);
    const original = finish([
      ...rowsOf(5000, "词👩‍🔬\u2028".repeat(60)),
      { id: "long", kind: "人物", text: "长".repeat(400_000) },
    ]);
    const [ref, none] = await Promise.all([
      shelf.upload(original),
      shelf.upload(finish([], terms)),
    ]);
    expect(await redis.hlen(redisKeys.tables)).toBe(2);
    const fetched = openCopies({ redis, blobs });
    expect(seen(await fetched.get(ref))).toEqual(seen(original));
    expect((await fetched.get(none)).ids).toEqual([]);
    await clearContents(redis);
    expect(await redis.dbsize()).toBe(0);
    await expect(openCopies({ redis, blobs }).get(ref)).rejects.toMatchObject({ code: "queue" });
  });
});
