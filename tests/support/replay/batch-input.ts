// The input file of a batch, checked as the Batch API checks it.

import { z } from "zod";
import { parseJson } from "../../../pipelines/engine/lines.ts";

const Line = z.object({
  custom_id: z.string().min(1),
  method: z.literal("POST"),
  url: z.string(),
  body: z.looseObject({ model: z.string() }),
});
export type BatchLine = z.output<typeof Line>;

export interface LineError {
  readonly code: string;
  readonly message: string;
  /** From 1; null when it is about the whole file. */
  readonly line: number | null;
}

const mostRequests = 50_000;
const mostBytes = 200 * 1024 * 1024;

interface Seen {
  readonly endpoint: string;
  readonly ids: Set<string>;
  model: string | null;
}

function problemOf(value: unknown, seen: Seen): Pick<LineError, "code" | "message"> | undefined {
  if (value === undefined)
    return { code: "invalid_json_line", message: "This line is not parseable as valid JSON." };
  const { data: line, error } = Line.safeParse(value);
  if (!line)
    return {
      code: "invalid_request",
      message: error.issues[0]?.message ?? "This line is not a request.",
    };
  if (line.url !== seen.endpoint)
    return {
      code: "mismatched_endpoint",
      message: `The URL ${line.url} does not match the batch's endpoint.`,
    };
  if (seen.ids.has(line.custom_id))
    return {
      code: "duplicate_custom_id",
      message: `The custom_id ${line.custom_id} was used before.`,
    };
  seen.ids.add(line.custom_id);
  seen.model ??= line.body.model;
  if (line.body.model !== seen.model)
    return {
      code: "mismatched_model",
      message: "All requests of a batch must name one model.",
    };
  return undefined;
}

const wholeFile = (code: string, message: string) => ({
  lines: [],
  errors: [{ code, message, line: null }],
});

/** The requests of an input file; with any error the batch fails. */
export function readBatchInput(
  content: Buffer,
  endpoint: string,
): { lines: BatchLine[]; errors: LineError[] } {
  if (content.length > mostBytes)
    return wholeFile("file_too_large", "The file is larger than 200 MB.");
  const texts = content.toString("utf8").replace(/\n$/, "").split("\n");
  if (texts.length > mostRequests)
    return wholeFile("too_many_tasks", "The file has more than 50,000 requests.");
  if (content.length === 0) return wholeFile("empty_file", "The file has no requests.");
  const seen: Seen = { endpoint, ids: new Set(), model: null };
  const values = texts.map(parseJson);
  const errors = values.flatMap((value, index): LineError[] => {
    const problem = problemOf(value, seen);
    return problem ? [{ ...problem, line: index + 1 }] : [];
  });
  return errors.length > 0 ? { lines: [], errors } : { lines: values as BatchLine[], errors };
}
