// What rules makes of label lines and table cells: nearly all that can be asked for, and nothing that is not so.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { namesOnePlace } from "../../../pipelines/questions/identification.ts";
import { placesIn } from "../../../pipelines/floor/places/askable-places.ts";
import { parseMarkdown } from "../../../pipelines/intake/files/markdown-file.ts";
import { questionAbout, type NamedPlace } from "../../../pipelines/text/place-questions.ts";
import { splitSentences } from "../../../pipelines/text/sentences.ts";
import type { ItemRow } from "../../../schemas/items/records.ts";
import { ragwright } from "../../support/cli.ts";
import { aDocument } from "../../support/items.ts";
import { freshFolder } from "../../support/folder.ts";
import { fixtureYaml } from "../../support/fixtures.ts";

interface Planted {
  readonly name: string;
  readonly language: "zh" | "en";
  /** Markdown. */
  readonly source: string;
  /** Label, "label < heading" or "row × column" of what may be asked for, and all that must then be answered. */
  readonly places: Readonly<Record<string, string>>;
  /** The same of what must not be asked for, and why. */
  readonly traps: Readonly<Record<string, string>>;
}

const planted = fixtureYaml<readonly Planted[]>("planted-places.yaml");

const at = freshFolder();

const nameOf = (place: NamedPlace): string =>
  place.kind === "cell"
    ? `${place.row} × ${place.column}`
    : `${place.label}${place.under === null ? "" : ` < ${place.under}`}`;

/** What is asked of a document, as the wing lets it through. */
function askedOf({ name, language, source }: Planted): [string, string][] {
  const { text } = parseMarkdown(Buffer.from(source));
  const sentences = splitSentences(text, language).map((sentence, index) => ({
    number: index + 1,
    document: name,
    text: sentence.text,
  }));
  const document = aDocument({ id: "d", name, text, language });
  return placesIn(sentences, { title: name, language })
    .filter(({ place }) => namesOnePlace(questionAbout(place, language), language, [document]))
    .map(({ place, answer }) => [nameOf(place), answer]);
}

const asked = planted.flatMap(document =>
  askedOf(document).map(([place, answer]) => ({ document, place, answer })),
);

test("of 60 planted lines and cells at least 50 are asked for", () => {
  const all = planted.flatMap(({ places }) => Object.keys(places));
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(
    asked.filter(({ document, place }) => place in document.places).length,
  ).toBeGreaterThanOrEqual(50);
});

describe.each(planted)("$name", document => {
  test("every answer is the whole of what stands there, and nothing else is asked for", () => {
    const wrong = askedOf(document).filter(([place, answer]) => document.places[place] !== answer);
    expect(wrong).toEqual([]);
  });

  test.each(Object.entries(document.traps))("%s is not asked for: %s", place => {
    expect(askedOf(document).map(([name]) => name)).not.toContain(place);
  });
});

test.each([
  ["cofe", planted.length],
  ["rageval", 1],
] as const)(
  "%s: a run without a key makes items of them alone, and says what share it could read",
  async (wing, least) => {
    const [folder, out] = [at(`files-${wing}`), at(wing)];
    mkdirSync(folder);
    for (const { name, source } of planted) writeFileSync(join(folder, name), source);
    writeFileSync(
      join(folder, "story.txt"),
      "The ferry left at dawn, and nobody saw it again until the tide had turned twice over the bar.\n",
    );
    const typed = ["--documents", folder, "--model", "rules", "--items", "20", "--out", out];
    const { code, out: said, err } = await ragwright(["run", wing, ...typed]);
    expect(code, err).toBe(0);
    expect(said).toMatch(/rules read \d+ of \d+ materials/);
    expect(said).toContain(
      "This needs a model: --model openai:NAME, ollama:NAME, or --batch files.",
    );
    const items = readFileSync(join(out, "items/items.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map(line => JSON.parse(line) as ItemRow);
    const answers = new Set(planted.flatMap(({ places }) => Object.values(places)));
    expect(items.length).toBeGreaterThanOrEqual(least);
    expect(items.filter(({ answer }) => !answers.has(answer))).toEqual([]);
    expect(new Set(items.map(row => `${row.wing} ${row.measures?.proof}`))).toEqual(
      new Set([`${wing} construction`]),
    );
  },
);
