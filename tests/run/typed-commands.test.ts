// Hints name commands as they can be typed.

import { afterEach, expect, test, vi } from "vitest";
import { createProgram } from "../../pipelines/cli/program.ts";
import { asTyped } from "../../pipelines/run/typed-commands.ts";

afterEach(() => vi.unstubAllEnvs());

const hints = createProgram().commands.map(command => `Type: ragwright ${command.name()} out/demo`);

test("who came by npx is told npx before every command, and before nothing else", () => {
  vi.stubEnv("npm_lifecycle_event", "npx");
  expect(hints.map(asTyped)).toEqual(hints.map(hint => hint.replace("ragwright", "npx ragwright")));
  for (const text of [
    "Type: npx ragwright run cofe",
    "ragwright.yaml, line 3",
    "out/ragwright run",
    "made by ragwright 0.1",
  ])
    expect(asTyped(text)).toBe(text);
});

test("who typed the program's own name is told that", () => {
  vi.stubEnv("npm_lifecycle_event", undefined);
  expect(hints.map(asTyped)).toEqual(hints);
});
