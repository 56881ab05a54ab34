// A store of rows to look up, and stand-ins for the Redis and the blobs that its tables travel through.

import { hash } from "node:crypto";
import type { Redis } from "ioredis";
import { z } from "zod";
import { Store } from "../../pipelines/engine/store.ts";
import { FinishedArtifact } from "../../pipelines/engine/finished-artifact.ts";
import type { Blobs } from "../../pipelines/queue/blobs.ts";
import { type FetchOptions, openFetchedTables } from "../../pipelines/queue/fetched-tables.ts";
import { createTableUploads } from "../../pipelines/queue/table-uploads.ts";
import { type Artifact, defineArtifact } from "../../schemas/define.ts";
import { newFolder } from "./toy-run.ts";

const Row = z.strictObject({ id: z.string(), kind: z.string(), text: z.string() });
export type Row = z.output<typeof Row>;
const artifactNamed = (name: string) =>
  defineArtifact({ name, row: Row, key: row => row.id }) as Artifact;
export const facts = artifactNamed("toy/facts");
export const terms = artifactNamed("toy/terms");
const artifacts = new Map([facts, terms].map(artifact => [artifact.name, artifact]));

/** A finished artifact as a run has it, its rows in the order of their inputs and not in that in which they came. */
export function finish(
  rows: readonly Row[],
  artifact = facts,
  directory = newFolder(),
): FinishedArtifact {
  const store = new Store(directory, artifact);
  for (const row of [...rows].reverse())
    store.write({ input: row.id, fingerprint: "f", outcome: "made", calls: [], reads: [] }, [row]);
  const inputs = rows.map(({ id }) => id);
  store.close(inputs);
  return new FinishedArtifact(store, store.idsOf(inputs));
}

/** The commands of Redis that tables need, over a map, and blobs over another; what is called is noted. */
export function openStandIn() {
  const tables = new Map<string, string>();
  const texts = new Map<string, string>();
  const called: string[] = [];
  const redis = {
    hset: async (_: string, field: string, list: string) => Number(!!tables.set(field, list)),
    hget: async (_: string, field: string) => {
      called.push(`hget ${field}`);
      return tables.get(field) ?? null;
    },
  } as unknown as Redis;
  const blobs: Blobs = {
    async put(text) {
      const name = hash("sha256", text);
      called.push("put");
      texts.set(name, text);
      return name;
    },
    async get(name) {
      called.push("get");
      const text = texts.get(name);
      if (text === undefined) throw new Error(`no blob ${name}`);
      return text;
    },
    drop: async hashes => hashes.forEach(name => texts.delete(name)),
    dropAll: async () => texts.clear(),
  };
  const count = (what: string) => called.filter(call => call.startsWith(what)).length;
  return { tables, texts, redis, blobs, count };
}

export const openCopies = (
  standIn: Pick<FetchOptions, "redis" | "blobs">,
  directory = newFolder(),
) => openFetchedTables({ redis: standIn.redis, blobs: standIn.blobs, directory, artifacts });

export const rowsOf = (count: number, text = "") =>
  Array.from(
    { length: count },
    (_, index): Row => ({ id: `f-${index}`, kind: String(index % 3), text: `${text}${index}` }),
  );

/** All that a row can see of an artifact. */
export function seen(artifact: FinishedArtifact) {
  const kinds = ["人物", "place", "", "nobody's"];
  const reads = [
    ["rows", ""] as const,
    ...[...artifact.ids, "nobody"].map(id => ["get", id] as const),
    ...kinds.map(kind => ["where", `kind=${kind}`] as const),
  ];
  return {
    name: artifact.name,
    hash: artifact.hash,
    ids: artifact.ids,
    rows: artifact.rows(),
    each: artifact.ids.map(id => artifact.row(id)),
    has: [...artifact.ids, "nobody"].map(id => artifact.has(id)),
    where: kinds.map(kind => artifact.idsWhere("kind", kind)),
    hashes: reads.map(([kind, key]) => artifact.currentHash([artifact.name, kind, key, ""])),
    derived: artifact.derive("lengths", rows => rows.map(row => JSON.stringify(row).length)),
    lines: [...artifact.lines()],
  };
}

/** Rows as a coordinator put them there. */
export async function shelve(rows: readonly Row[], artifact = facts) {
  const standIn = openStandIn();
  const original = finish(rows, artifact);
  return {
    standIn,
    original,
    ref: await createTableUploads(standIn.redis, standIn.blobs).upload(original),
  };
}
