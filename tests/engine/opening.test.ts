// Opening what a run left: sealed files are taken as they stand, and whatever was done to them since is seen.

import {
  appendFileSync,
  cpSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isSealed,
  applySeal,
  Seal,
  sealFor,
  checkRows,
} from "../../pipelines/engine/artifact-seal.ts";
import { pathsOf } from "../../pipelines/engine/artifact-seal.ts";
import { Store } from "../../pipelines/engine/store.ts";
import { type TextRow, textArtifact } from "../support/plain-run.ts";
import { artifactsOf, newFolder, runToy, toyModel } from "../support/toy-run.ts";
import { cases } from "../support/cases.ts";

const rows = textArtifact("plain/rows");
const pathsIn = (directory: string) => pathsOf(directory, rows.name);

interface Made {
  readonly input: string;
  readonly made: readonly TextRow[];
}

function put(
  directory: string,
  outcomes: readonly Made[],
  beforeClosing: () => void = () => undefined,
): void {
  const store = new Store(directory, rows);
  for (const { input, made } of outcomes)
    store.write({ input, fingerprint: "f", outcome: "made", calls: [], reads: [] }, made);
  beforeClosing();
  store.close(outcomes.map(({ input }) => input));
  store.release();
}

const two: Made[] = [
  { input: "a", made: [{ id: "x", text: "one" }] },
  {
    input: "b",
    made: [
      { id: "y", text: "二" },
      { id: "z", text: "three" },
    ],
  },
];

/** What a store knows when it is opened. */
function opened(directory: string) {
  const store = new Store(directory, rows);
  const outcomes = [...store.outcomes()];
  const ids = store.idsOf(outcomes.map(({ input }) => input));
  const found = ids.map(id => ({
    id,
    ...store.positionOf(id),
    input: undefined,
    row: store.read(id),
  }));
  store.release();
  return { outcomes, found };
}

const lastLine = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n").at(-1) ?? "";

function sealedIn(directory: string, paths = pathsIn(directory)): boolean {
  const seal = Seal.safeParse(
    (JSON.parse(lastLine(paths.journal)) as { seal?: unknown }).seal,
  ).data;
  return seal !== undefined && isSealed(paths, seal);
}

/** Writes a file again and gives it the time it had: what only one who hides an edit does. */
function writeUnseen(path: string, text: string): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, text);
  utimesSync(path, atime, mtime);
}

const change = (path: string, from: string, to: string) =>
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));

test("what was closed is sealed, and opens as it was written without a look at its rows", () => {
  const directory = newFolder();
  put(directory, two);
  expect(sealedIn(directory)).toBe(true);
  const before = opened(directory);
  expect(before.found.map(({ row }) => row)).toEqual(two.flatMap(({ made }) => made));
  const { rows: path } = pathsIn(directory);
  writeUnseen(path, "#".repeat(statSync(path).size));
  expect(() => new Store(directory, rows).release()).not.toThrow();
});

test("a row that does not stand where it was written is told, and the next run checks every row", () => {
  const directory = newFolder();
  put(directory, two);
  const { rows: path } = pathsIn(directory);
  writeUnseen(
    path,
    readFileSync(path, "utf8").split("\n").slice(0, 3).reverse().concat("").join("\n"),
  );
  const store = new Store(directory, rows);
  expect(() => store.read("x")).toThrow(
    expect.objectContaining({
      code: "corrupt-file",
      message: expect.stringContaining(path),
      hint: expect.stringContaining("same command"),
    }),
  );
  store.release();
  expect(opened(directory).found.map(({ row }) => row)).toEqual(two.flatMap(({ made }) => made));
});

test("an edit that keeps the size is seen, however soon after the end of the run", () => {
  for (let time = 0; time < 20; time++) {
    const directory = newFolder();
    put(directory, two);
    change(pathsIn(directory).rows, "three", "seven");
    expect(sealedIn(directory)).toBe(false);
    const { outcomes, found } = opened(directory);
    expect(outcomes[1]?.rows[1]?.[2]).toBe("edited");
    expect(found[2]?.row).toEqual({ id: "z", text: "seven" });
  }
});

test("an edit of a file that the run still writes is not sealed as the run's own", () => {
  const directory = newFolder();
  put(directory, two, () => change(pathsIn(directory).rows, "three", "seven"));
  expect(sealedIn(directory)).toBe(false);
  const store = new Store(directory, rows);
  expect(store.read("z")).toEqual({ id: "z", text: "seven" });
  store.close(["a", "b"]);
  store.release();
  expect(sealedIn(directory)).toBe(true);
  expect(opened(directory).found[2]?.row).toEqual({ id: "z", text: "seven" });
});

test("an edit between the last look at the rows and their seal leaves them unsealed", () => {
  const directory = newFolder();
  const paths = pathsIn(directory);
  put(directory, two);
  const seen = checkRows(
    paths.rows,
    opened(directory).found.map(({ hash }) => hash ?? ""),
  )!;
  const seal = sealFor([1]);
  change(paths.rows, "three", "seven");
  const before = statSync(paths.rows).mtimeMs;
  applySeal(paths, seal, seen);
  expect(statSync(paths.rows).mtimeMs).toBe(before);
});

test("an edit of a file that is put into order at the end is not sealed either", () => {
  const directory = newFolder();
  const store = new Store(directory, rows);
  for (const { input, made } of [...two].reverse())
    store.write({ input, fingerprint: "f", outcome: "made", calls: [], reads: [] }, made);
  change(pathsIn(directory).rows, "three", "seven");
  store.close(["a", "b"]);
  store.release();
  expect(sealedIn(directory)).toBe(false);
  const { outcomes, found } = opened(directory);
  expect(found.map(({ id }) => id)).toEqual(["x", "y", "z"]);
  expect(outcomes.find(({ input }) => input === "b")?.rows[1]?.[2]).toBe("edited");
});

const shared = fc.constantFrom("v", "w", "x", "y", "z");
const makers = fc.uniqueArray(
  fc.record({
    input: fc.constantFrom("a", "b", "c", "d"),
    ids: fc.uniqueArray(shared),
    own: fc.boolean(),
  }),
  { selector: ({ input }) => input },
);

test("whatever inputs share and a person edited, sealed files open as a check of every row finds them", () => {
  fc.assert(
    fc.property(makers, fc.option(shared), fc.boolean(), (all, edited, turned) => {
      const directory = newFolder();
      const outcomes = all.map(({ input, ids, own }) => ({
        input,
        made: ids.map(id => ({ id, text: own ? `${id} of ${input}` : id })),
      }));
      put(directory, outcomes);
      const paths = pathsIn(directory);
      change(paths.rows, `"id":"${edited}","text":"`, `"id":"${edited}","text":"edited `);
      const store = new Store(directory, rows);
      const inputs = outcomes.map(({ input }) => input);
      // Turned, another input's version may be wanted that is not there: then the artifact stays open.
      const { closed } = store.close(turned ? inputs.reverse() : inputs);
      store.release();
      expect(sealedIn(directory)).toBe(closed);
      const taken = opened(directory);
      utimesSync(paths.rows, new Date(), new Date());
      expect(opened(directory)).toEqual(taken);
    }),
    { numRuns: 150, seed: 20261121 },
  );
});

const toyPaths = (directory: string) => pathsOf(directory, "toy/drafts");
const doneLines = (directory: string, change: (lines: string[]) => string[]) => {
  const { journal: done } = toyPaths(directory);
  writeFileSync(done, `${change(readFileSync(done, "utf8").trimEnd().split("\n")).join("\n")}\n`);
};
const aside = (directory: string, preserveTimestamps: boolean) => {
  const copy = join(newFolder(), "copy");
  cpSync(directory, copy, { recursive: true, preserveTimestamps });
  return copy;
};

test.each<[string, (directory: string) => string | void]>([
  [
    "whose rows were touched",
    directory => utimesSync(toyPaths(directory).rows, new Date(), new Date()),
  ],
  [
    "whose journal was touched",
    directory => utimesSync(toyPaths(directory).journal, new Date(), new Date()),
  ],
  ["that was copied", directory => aside(directory, false)],
  ["that was copied with its times", directory => aside(directory, true)],
  [
    "that an earlier version closed",
    directory =>
      doneLines(directory, lines => [
        ...lines.slice(0, -1),
        JSON.stringify({ closed: true, outcomes: lines.length - 1 }),
      ]),
  ],
  [
    "whose seal does not fit",
    directory =>
      doneLines(directory, lines => [
        ...lines.slice(0, -1),
        JSON.stringify({ closed: true, outcomes: lines.length - 1, seal: "wax" }),
      ]),
  ],
  [
    "whose journal's lines were put in another order",
    directory =>
      doneLines(directory, lines => [...lines.slice(0, -1).reverse(), lines.at(-1) ?? ""]),
  ],
  [
    "whose journal has other line ends",
    directory => doneLines(directory, lines => lines.map(line => `${line}\r`)),
  ],
  [
    "whose journal lost its last newline",
    directory =>
      truncateSync(toyPaths(directory).journal, statSync(toyPaths(directory).journal).size - 1),
  ],
])("a finished run %s makes nothing again, and is sealed then", async (_, touch) => {
  const directory = newFolder();
  await runToy({ directory });
  const before = artifactsOf(directory);
  const now = touch(directory) ?? directory;
  const model = toyModel();
  const { events } = await runToy({ directory: now, model });
  expect(events.filter(({ type }) => type === "row-finished" || type === "edit-kept")).toEqual([]);
  expect(model.asked).toEqual([]);
  expect(artifactsOf(now)).toEqual(before);
  expect(sealedIn(now, toyPaths(now))).toBe(true);
});

test.each<[string, (directory: string) => void]>([
  [
    "lost half of its lines",
    directory => doneLines(directory, lines => lines.filter((_, index) => index % 2 === 0)),
  ],
  [
    "was cut in the middle",
    directory =>
      truncateSync(
        toyPaths(directory).journal,
        Math.floor(statSync(toyPaths(directory).journal).size / 2),
      ),
  ],
  [
    "was opened again by a run that wrote no row",
    directory => appendFileSync(toyPaths(directory).journal, '{"closed":false}\n'),
  ],
])("a journal that %s is made whole again without new calls", async (_, harm) => {
  const directory = newFolder();
  await runToy({ directory });
  const before = artifactsOf(directory);
  harm(directory);
  const model = toyModel();
  await runToy({ directory, model });
  expect(artifactsOf(directory)).toEqual(before);
  expect(model.asked).toEqual([]);
  expect(sealedIn(directory, toyPaths(directory))).toBe(true);
});

test("a run that finds everything sealed writes no file of an artifact", async () => {
  const directory = newFolder();
  await runToy({ directory });
  const { rows, journal: done } = toyPaths(directory);
  const seen = () =>
    [rows, done]
      .map(path => statSync(path, { bigint: true }))
      .map(({ ino, mtimeNs, ctimeNs, size }) => [ino, mtimeNs, ctimeNs, size]);
  const before = seen();
  await runToy({ directory });
  expect(seen()).toEqual(before);
});

cases<[bad: string]>("engine/opening", "%s in a journal is told with its line", async bad => {
  const directory = newFolder();
  await runToy({ directory });
  doneLines(directory, lines => lines.with(1, bad));
  await expect(runToy({ directory })).rejects.toMatchObject({
    code: "corrupt-file",
    message: expect.stringContaining("drafts.done.jsonl line 2"),
  });
});
