// docs/architecture.md: its picture is drawn from the imports, and no room is missing from its table.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesIn, importsBetween, root, roomOf } from "./files.ts";

const page = join(root, "docs/architecture.md");
const drawn = /```mermaid\n[\s\S]*?```/;

/** By room, the rooms that its files import; schemas/ is imported by all. */
function roomsImported(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const { file, target } of importsBetween()) {
    const [from, to] = [roomOf(file), roomOf(target)];
    const known = rooms.get(from) ?? new Set();
    rooms.set(from, known);
    if (from !== to && to !== "schemas") known.add(to);
  }
  return rooms;
}

/** Without the arrows that others imply: what an imported room imports, too. */
function arrowsOf(rooms: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reaches = (from: string, to: string): boolean =>
    [...(rooms.get(from) ?? [])].some(next => next === to || reaches(next, to));
  return [...rooms].flatMap(([from, all]) =>
    [...all]
      .filter(to => ![...all].some(other => other !== to && reaches(other, to)))
      .map(to => `  ${from} --> ${to}`),
  );
}

const picture = (arrows: readonly string[]): string =>
  ["```mermaid", "graph TD", ...arrows.toSorted(), "```"].join("\n");

test("arrows that others imply are left out", () => {
  const rooms = new Map(
    Object.entries({ a: ["b", "c", "d"], b: ["c"], c: ["d"] }).map(
      ([from, to]) => [from, new Set(to)] as const,
    ),
  );
  expect(arrowsOf(rooms)).toEqual(["  a --> b", "  b --> c", "  c --> d"]);
});

test("the picture of the rooms is that of the imports; `npx vitest run tests/house/architecture.test.ts -u` draws it again", async () => {
  const text = readFileSync(page, "utf8");
  expect(text).toMatch(drawn);
  const redrawn = text.replace(drawn, () => picture(arrowsOf(roomsImported())));
  await expect(redrawn).toMatchFileSnapshot(page);
});

test("each room has its line in the table", () => {
  const text = readFileSync(page, "utf8");
  const rooms = new Set([...filesIn("pipelines"), ...filesIn("schemas")].map(roomOf));
  expect([...rooms].filter(room => !text.includes(`| \`${room}\` |`))).toEqual([]);
});
