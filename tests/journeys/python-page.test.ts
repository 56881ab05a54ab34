// The program of docs/python.md, run as it stands there.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { program, root } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();

test("the notebook's three calls give a benchmark and its scores", () => {
  const [, code = ""] =
    /```python\n(.*?)```/s.exec(readFileSync(join(root, "docs/python.md"), "utf8")) ?? [];
  mkdirSync(at("bin"));
  // `npx ragwright`, over this checkout.
  const words = [process.execPath, ...program].map(word => `"${word}"`).join(" ");
  writeFileSync(at("bin/npx"), `#!/bin/sh\nshift\nexec ${words} "$@"\n`);
  chmodSync(at("bin/npx"), 0o755);
  writeFileSync(at("page.py"), code);
  const out = execFileSync("python3", [at("page.py")], {
    cwd: at(),
    encoding: "utf8",
    env: { ...process.env, PATH: `${at("bin")}:${process.env["PATH"]}` },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [recall, low, high] = out.trim().split(" ").map(Number);
  expect(recall).toBeGreaterThan(0);
  expect(low).toBeLessThanOrEqual(high!);
  expect(existsSync(at("out/notebook/items/items.jsonl"))).toBe(true);
}, 240_000);
