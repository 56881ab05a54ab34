// Reads the name of a worker from its folder, or creates one.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { parseAs } from "./messages.ts";

/** Reads or creates a worker's name. It stays the same across starts, since it identifies the worker's calls in flight. */
export function readOrCreateName(directory: string): string {
  const path = join(directory, "worker.json");
  if (!existsSync(path)) {
    const id = `${hostname()}-${randomBytes(4).toString("hex")}`;
    replaceFile(path, [`${JSON.stringify({ id })}\n`]);
    return id;
  }
  const stored = parseAs(z.object({ id: z.string() }), readFileSync(path, "utf8"));
  if (stored) return stored.id;
  throw new PipelineError("corrupt-file", `${path} does not contain a worker's name.`, {
    hint: "Delete it: the worker then chooses a new name.",
  });
}
