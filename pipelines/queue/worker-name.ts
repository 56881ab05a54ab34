// What a worker is called.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { replaceFile } from "../engine/files.ts";

/** A worker keeps its name over its starts: what it had in flight is known by it. */
export function nameIn(directory: string): string {
  const path = join(directory, "worker.json");
  if (existsSync(path)) return (JSON.parse(readFileSync(path, "utf8")) as { id: string }).id;
  const id = `${hostname()}-${randomBytes(4).toString("hex")}`;
  replaceFile(path, [`${JSON.stringify({ id })}\n`]);
  return id;
}
