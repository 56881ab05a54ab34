// What reaches a terminal holds no sign that it would obey, whoever said it.

import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ragwright } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
const acting = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

test("names of folders, errors and results", async () => {
  const folder = at("red\u001B[31m\u202E");
  mkdirSync(folder);
  writeFileSync(
    `${folder}/a.md`,
    "# \u001B]0;owned\u0007\u009B31mRed\n\nThe hall opens at nine.\n",
  );
  const said = [
    await ragwright(["run", "rageval", "--documents", `${folder}/none`, "--model", "rules"]),
    await ragwright(["plan", "rageval", "--documents", folder, "--model", "openai:none"]),
    await ragwright(["plan", "rageval", "--documents", folder, "--model", "openai:none", "--json"]),
    await ragwright(["run", "cofe", "--documents", folder, "--model", "rules", "--out", at("out")]),
  ];
  for (const { out, err } of said) {
    expect(out).not.toMatch(acting);
    expect(err).not.toMatch(acting);
  }
  expect(said[0]?.err).toContain("red\uFFFD[31m\uFFFD/none");
}, 60_000);
