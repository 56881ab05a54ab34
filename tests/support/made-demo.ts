// The run that `npm start` makes: the gate's, else one of this test's own.

import { join } from "node:path";
import { expect } from "vitest";
import { ragwright, root } from "./cli.ts";
import { newFolder } from "./toy-run.ts";

const made = process.env["RAGWRIGHT_MADE_DEMO"];

/** Its directory; where nobody named one it is made, which takes a minute. */
export async function madeDemo(): Promise<string> {
  if (made !== undefined) return made;
  const out = join(newFolder(), "demo");
  const settings = join(root, "examples/demo.yaml");
  const { code, err } = await ragwright(["run", "rageval", "--settings", settings, "--out", out]);
  expect(code, err).toBe(0);
  return out;
}
