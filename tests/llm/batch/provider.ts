// A Batch API in memory whose batches meet scripted fates, and which can break at any step.

import { readFileSync } from "node:fs";
import type { BatchService, BatchState } from "../../../pipelines/llm/batch/service.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { completion } from "../endpoints/chat-server.ts";

/** What the process dies of. */
export class Killed extends Error {
  override readonly name = "Killed";
}

export interface Fate {
  readonly status: BatchState["status"];
  /** The outcome of each request, by its number in the file; a reply where absent. */
  readonly line?: (key: string, index: number) => object | string | null;
  readonly problems?: BatchState["problems"];
  /** Looks until it is over. */
  readonly looks?: number;
}

export const replyTo = (key: string) => ({
  id: "r",
  custom_id: key,
  response: { status_code: 200, request_id: "q", body: completion(`reply to ${key}`) },
  error: null,
});
export const failing = (key: string, status: number) => ({
  id: "r",
  custom_id: key,
  response: { status_code: status, body: { error: { message: "no" } } },
  error: null,
});
export const lapsed = (key: string) => ({
  id: "r",
  custom_id: key,
  response: null,
  error: { code: "batch_expired", message: "too late" },
});

/** Half of the requests are done, the others are too late. */
export const halfExpired: Fate = {
  status: "expired",
  line: (key, index) => (index % 2 === 0 ? replyTo(key) : lapsed(key)),
};
export const barren: Fate = { status: "expired", line: lapsed };
export const queueFull: Fate = {
  status: "failed",
  problems: [
    { code: "token_limit_exceeded", message: "Enqueued token limit reached.", line: null },
  ],
};

interface Made {
  readonly id: string;
  readonly hash: string;
  readonly keys: readonly string[];
  readonly fate: Fate;
  looks: number;
}

type Step = "upload" | "create" | "created" | "list" | "retrieve" | "content" | "content-end";

const isError = (line: object) =>
  JSON.stringify(line).includes('"error":{') && !JSON.stringify(line).includes('"status_code":200');

export interface Provider {
  readonly service: BatchService;
  readonly made: readonly Made[];
  /** Called at every step; what it throws is what the caller meets. */
  strike: (step: Step) => void;
  /** How often each step was come to. */
  readonly steps: Step[];
  /** Bytes after which the next download breaks off without a sign. */
  cut: number | null;
}

/** Batches meet these fates in the order in which they are created; further ones are completed. */
export function createProvider(...fates: readonly Fate[]): Provider {
  const uploads = new Map<string, string>();
  const files = new Map<string, string>();
  const made: Made[] = [];
  const come = (step: Step) => {
    provider.steps.push(step);
    provider.strike(step);
  };
  const linesOf = ({ keys, fate }: Made) =>
    keys.map((key, index) => (fate.line ?? replyTo)(key, index)).filter(line => line !== null);
  const isOver = ({ looks, fate }: Made) => looks > (fate.looks ?? 0);
  const store = (id: string, lines: readonly (object | string)[]) => {
    if (lines.length === 0) return null;
    files.set(
      id,
      lines.map(line => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
    );
    return id;
  };
  const stateOf = (batch: Made): BatchState => {
    const { id, hash, keys, fate } = batch;
    const still = {
      id,
      hash,
      done: 0,
      succeeded: 0,
      total: keys.length,
      outputFile: null,
      errorFile: null,
      problems: [],
    };
    if (!isOver(batch)) return { ...still, status: "under-way", providerStatus: "in_progress" };
    if (fate.status === "failed")
      return {
        ...still,
        status: "failed",
        providerStatus: "failed",
        problems: fate.problems ?? [],
      };
    const lines = linesOf(batch);
    const good = lines.filter(line => typeof line === "string" || !isError(line));
    const bad = lines.filter(line => typeof line !== "string" && isError(line));
    return {
      ...still,
      status: fate.status,
      providerStatus: fate.status,
      done: lines.length,
      succeeded: good.length,
      outputFile: store(`out-${id}`, good),
      errorFile: store(`err-${id}`, bad),
    };
  };
  const service: BatchService = {
    upload: async path => {
      come("upload");
      const id = `file-${uploads.size + 1}`;
      uploads.set(id, readFileSync(path, "utf8"));
      return id;
    },
    create: async (fileId, hash) => {
      come("create");
      const lines = (uploads.get(fileId) ?? "").trimEnd().split("\n");
      const keys = lines.map(line => (JSON.parse(line) as { custom_id: string }).custom_id);
      const batch: Made = {
        id: `batch_${made.length + 1}`,
        hash,
        keys,
        fate: fates[made.length] ?? { status: "completed" },
        looks: 0,
      };
      made.push(batch);
      come("created");
      return stateOf(batch);
    },
    async *list() {
      come("list");
      for (const batch of [...made].reverse()) yield stateOf(batch);
    },
    retrieve: async id => {
      come("retrieve");
      const batch = made.find(other => other.id === id);
      if (!batch) throw new RetryableError("unavailable", "no such batch");
      batch.looks++;
      return stateOf(batch);
    },
    async *content(fileId) {
      come("content");
      const bytes = Buffer.from(files.get(fileId) ?? "");
      const end = provider.cut ?? bytes.length;
      provider.cut = null;
      yield bytes.subarray(0, Math.min(10, end));
      come("content-end");
      yield bytes.subarray(Math.min(10, end), end);
    },
  };
  const provider: Provider = { service, made, steps: [], cut: null, strike: () => undefined };
  return provider;
}
