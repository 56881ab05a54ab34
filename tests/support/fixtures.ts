// Reads what stands in tests/fixtures.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "yaml";

export const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, "../fixtures", name));

/** Slides as they were written before 2007. */
export const oldSlides = (): Buffer => gunzipSync(fixture("files/slides.ppt.gz"));

/** The rows of a JSONL fixture. */
export const fixtureRows = <Row>(name: string): Row[] =>
  fixture(name)
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as Row);

/** What a YAML fixture holds; its type is the caller's word. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- spares each caller the same cast
export const fixtureYaml = <Value>(name: string): Value =>
  parse(fixture(name).toString("utf8")) as Value;
