// Which room may import which.

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, test } from "vitest";
import { Wing } from "../../schemas/wings.ts";
import { filesIn, importsBetween, importsOf, root, roomOf } from "./files.ts";

const wing = ["engine", "text", "intake", "retrieval", "items", "questions"];
const open = [
  "engine",
  "text",
  "intake",
  "llm",
  "floor",
  "retrieval",
  "systems",
  "items",
  "questions",
  ...Wing.options,
  "evaluate",
  "twin",
  "annotate",
  "export",
  "report",
  "queue",
];

// Beside itself and schemas/, a room may import the rooms named here. Nobody imports cli, testing or what is published.
const mayImport: Record<string, readonly string[]> = {
  schemas: [],
  engine: [],
  text: [],
  intake: ["engine", "text"],
  llm: ["engine", "text"],
  retrieval: ["engine", "text", "llm"],
  systems: ["engine", "llm"],
  items: ["engine", "text", "retrieval"],
  questions: ["engine", "text", "retrieval", "items"],
  ...Object.fromEntries(Wing.options.map(name => [name, wing])),
  evaluate: ["engine", "text", "retrieval"],
  twin: ["engine", "text"],
  annotate: ["engine", "evaluate"],
  export: ["engine"],
  report: ["engine"],
  queue: ["engine", "llm"],
  floor: ["engine", "text"],
  run: open,
  testing: ["engine", "systems", "evaluate", "run"],
  cli: ["run", "engine"],
  "index.ts": [...open, "run"],
  "records.ts": [],
  "metrics.ts": ["evaluate", "text"],
  "stages.ts": ["engine"],
};

const sources = [...filesIn("pipelines"), ...filesIn("schemas")];
const insideImports = importsBetween();

function isTrespass(from: string, to: string): boolean {
  return from !== to && to !== "schemas" && !mayImport[from]?.includes(to);
}

const written = ({ file, target }: { file: string; target: string }) =>
  `${relative(root, file)} → ${relative(root, target)}`;

test("imports are found in every form", () => {
  expect(importsOf(import.meta.filename)).toEqual([
    "node:fs",
    "node:path",
    "vitest",
    "../../schemas/wings.ts",
    "./files.ts",
  ]);
  expect(insideImports.length).toBeGreaterThan(20);
});

test("every room is one the house knows", () => {
  expect([...new Set(sources.map(roomOf))].filter(room => !(room in mayImport))).toEqual([]);
});

test("every import points the allowed way", () => {
  expect(
    insideImports
      .filter(({ file, target }) => isTrespass(roomOf(file), roomOf(target)))
      .map(written),
  ).toEqual([]);
});

test("every import inside the project names its file with .ts", () => {
  expect(insideImports.filter(({ target }) => !target.endsWith(".ts")).map(written)).toEqual([]);
});

test("no room has an index file: the published one stands alone", () => {
  expect(
    sources
      .filter(file => file.endsWith("/index.ts"))
      .map(file => relative(root, file))
      .filter(path => path !== "pipelines/index.ts"),
  ).toEqual([]);
});

test("contracts need zod and nothing else", () => {
  const libraries = filesIn("schemas").flatMap(file =>
    importsOf(file).filter(target => !target.startsWith(".")),
  );
  expect(libraries.filter(library => library !== "zod")).toEqual([]);
});

test("only what starts a run reads the environment", () => {
  const readers = sources.filter(
    file => roomOf(file) !== "run" && /\bprocess\.env\b/.test(readFileSync(file, "utf8")),
  );
  expect(readers.map(file => relative(root, file))).toEqual([]);
});

test("only the command line writes to the terminal", () => {
  const printers = sources.filter(
    file =>
      roomOf(file) !== "cli" &&
      /\bconsole\.\w+\(|\bprocess\.std(?:out|err)\b/.test(readFileSync(file, "utf8")),
  );
  expect(printers.map(file => relative(root, file))).toEqual([]);
});
