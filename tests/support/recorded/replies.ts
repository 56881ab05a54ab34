// Replies written by hand, found by what was asked and not by its wording: contract, language, variables and sample.

import { hash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { canonicalJson } from "../../../pipelines/engine/fingerprint.ts";
import type { ModelRequest } from "../../../pipelines/llm/model.ts";
import { root } from "../cli.ts";

const Line = z.strictObject({
  key: z.string(),
  /** What the request is about, for who reads the file. */
  about: z.string(),
  by: z.literal("hand"),
  reply: z.record(z.string(), z.unknown()),
});
type Line = z.output<typeof Line>;

export interface Reply extends Omit<Line, "by"> {
  /** Name of the contract. */
  readonly prompt: string;
}

// A row's id follows from its stage's code: in a key it would tie the reply to it.
const rowIds = /"[a-z]{1,6}-[0-9a-f]{12}["/]/;

/** The same for every wording of a prompt: what is asked is in the variables. Throws where they name a row by its id. */
export function keyOf({
  prompt,
  language,
  variables,
  sample,
}: Pick<ModelRequest, "prompt" | "language" | "variables" | "sample">): string {
  const asked = canonicalJson([prompt.name, language, prompt.variables.parse(variables), sample]);
  const id = rowIds.exec(asked);
  if (id) throw new Error(`${prompt.name}: its variables hold the id ${id[0]}`);
  return hash("sha256", asked).slice(0, 16);
}

const folderOf = (journey: string) => join(root, "tests/fixtures/replies", journey);

/** Of a journey, each key once. */
export function readReplies(journey: string): Map<string, Reply> {
  const folder = folderOf(journey);
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(file =>
        file.endsWith(".jsonl"),
      )
    : [];
  const rows = files.flatMap(file => {
    const prompt = file.slice(0, -".jsonl".length).replaceAll("\\", "/");
    const lines = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
    return lines.map(line => {
      const { key, about, reply } = Line.parse(JSON.parse(line));
      return [key, { key, about, reply, prompt }] as const;
    });
  });
  return new Map(rows);
}

/** All replies of a journey in place of what is there: one file a contract, in the order of what they are about. */
export function writeReplies(journey: string, replies: Iterable<Reply>): void {
  const folder = folderOf(journey);
  rmSync(folder, { recursive: true, force: true });
  const inOrder = [...replies].sort((a, b) => (a.about + a.key < b.about + b.key ? -1 : 1));
  for (const { prompt, key, about, reply } of inOrder) {
    const path = join(folder, `${prompt}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${JSON.stringify({ key, about, by: "hand", reply } satisfies Line)}\n`);
  }
}
