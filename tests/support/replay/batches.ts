// Batches of the replay server: each look at one brings it a step on, from validating to its end.

import { readBatchInput } from "./batch-input.ts";
import { type BatchDesk, doBatch } from "./batch-work.ts";
import type { FileStore, StoredFile } from "./files.ts";

interface BatchOrder {
  readonly file: StoredFile;
  readonly endpoint: string;
  readonly window: string;
  readonly metadata: Record<string, string> | null;
}

type Status = "validating" | "failed" | "in_progress" | "finalizing" | "completed" | "expired";

interface Batch {
  readonly id: string;
  readonly order: BatchOrder;
  readonly created: number;
  status: Status;
  looks: number;
  /** Seconds at which it came into each status. */
  readonly times: Partial<Record<Status, number>>;
  total: number;
  errors: object[];
  output: StoredFile | null;
  failures: StoredFile | null;
  counts: { completed: number; failed: number };
}

export interface BatchOffice {
  create(order: BatchOrder): object;
  /** The batch as it now is, a step further; undefined for an unknown id. */
  look(id: string): object | undefined;
  /** Newest first; looking at the list brings no batch on. */
  list(after: string | null, limit: number): { data: object[]; more: boolean };
  /** Brings every batch to its end. */
  finish(): void;
}

const ended: readonly Status[] = ["failed", "completed", "expired"];

const invalid = {
  code: "invalid_request",
  message: "A planted failure of the validation.",
  line: 1,
};

function batchBody({
  id,
  order,
  created,
  status,
  times,
  total,
  errors,
  output,
  failures,
  counts,
}: Batch) {
  const at = (name: Status) => times[name] ?? null;
  return {
    id,
    object: "batch",
    endpoint: order.endpoint,
    input_file_id: order.file.id,
    completion_window: order.window,
    metadata: order.metadata,
    status,
    errors: errors.length > 0 ? { object: "list", data: errors } : null,
    output_file_id: output?.id ?? null,
    error_file_id: failures?.id ?? null,
    request_counts: { total, ...counts },
    created_at: created,
    expires_at: created + 24 * 3600,
    in_progress_at: at("in_progress"),
    finalizing_at: at("finalizing"),
    completed_at: at("completed"),
    failed_at: at("failed"),
    expired_at: at("expired"),
  };
}

const inputOf = ({ order }: Batch) => readBatchInput(order.file.content, order.endpoint);

/** Batches kept in memory; ids count up. */
export function openBatchOffice(
  desk: BatchDesk,
  files: FileStore,
  seconds: () => number,
): BatchOffice {
  const batches = new Map<string, Batch>();
  const enter = (batch: Batch, status: Status) => {
    batch.status = status;
    batch.times[status] = seconds();
  };
  const storeLines = (batch: Batch, name: string, lines: readonly string[], fetched: () => void) =>
    lines.length === 0
      ? null
      : files.add({
          filename: `${batch.id}_${name}.jsonl`,
          purpose: "batch_output",
          content: Buffer.from(`${lines.join("\n")}\n`),
          fetched,
        });

  const validate = (batch: Batch) => {
    const { lines, errors } = inputOf(batch);
    batch.total = lines.length;
    batch.errors = desk.settings.batchInvalid ? [invalid] : errors;
    enter(batch, batch.errors.length > 0 ? "failed" : "in_progress");
  };
  const conclude = (batch: Batch) => {
    const { lines } = inputOf(batch);
    const done = doBatch(desk, lines, batch.id);
    batch.total = lines.length;
    let delivered = false;
    const fetched = () => {
      if (!delivered) for (const billed of done.billed) desk.statistics.deliver(billed);
      delivered = true;
    };
    batch.output = storeLines(batch, "output", done.output, fetched);
    batch.failures = storeLines(batch, "error", done.errors, () => {});
    batch.counts = { completed: done.output.length, failed: done.errors.length };
    enter(batch, done.expired > 0 ? "expired" : "completed");
  };

  const advance = (batch: Batch) => {
    if (ended.includes(batch.status)) return;
    batch.looks++;
    const { batchPolls } = desk.settings;
    if (batch.status === "validating") validate(batch);
    if (ended.includes(batch.status) || batch.looks < batchPolls) return;
    if (batch.looks === batchPolls) enter(batch, "finalizing");
    else conclude(batch);
  };

  return {
    create: order => {
      const id = `batch_${batches.size + 1}`;
      const counts = { completed: 0, failed: 0 };
      const batch: Batch = {
        id,
        order,
        created: seconds(),
        status: "validating",
        looks: 0,
        times: {},
        total: 0,
        errors: [],
        output: null,
        failures: null,
        counts,
      };
      batches.set(id, batch);
      return batchBody(batch);
    },
    look: id => {
      const batch = batches.get(id);
      if (batch) advance(batch);
      return batch && batchBody(batch);
    },
    list: (after, limit) => {
      const all = [...batches.values()].reverse();
      const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
      return {
        data: all.slice(from, from + limit).map(batchBody),
        more: all.length > from + limit,
      };
    },
    finish: () => {
      for (const batch of batches.values()) while (!ended.includes(batch.status)) advance(batch);
    },
  };
}
