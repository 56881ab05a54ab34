// The settings file of a project: which it is, what it may be written in, and what is said of one that does not fit.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { initProject } from "../../pipelines/run/init-project.ts";
import type { RunOptions } from "../../pipelines/run/options.ts";
import { readSettingsFile, settingsFileIn } from "../../pipelines/run/settings-file.ts";
import { closestWord, settingsFaultOf } from "../../pipelines/run/settings-fault.ts";
import { namesAt, settingsSchema } from "../../pipelines/run/settings-schema.ts";
import { readSettings, settingsIn } from "../../pipelines/run/settings.ts";
import { Settings } from "../../schemas/settings.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();

function read(yaml: string, options: Partial<RunOptions> = {}) {
  writeFileSync(at("ragwright.yaml"), yaml);
  return readSettings({ wing: "rageval", settings: at("ragwright.yaml"), ...options }).settings;
}

test.each([
  ["itmes: 3", 2, /itmes: there is no such setting\. Did you mean items\?/],
  ["limits:\n  rate: 3", 3, /limits\.rate: there is no such setting\.$/],
  ["limits:\n  concurency: 3", 3, /limits\.concurency: .*Did you mean concurrency\?/],
  ["mix: { factul: 1 }", 2, /Did you mean factual\?/],
  ["method: papers", 2, /method: .*Did you mean paper\?/],
  ["model: gpt-4o", 2, /Did you mean openai:gpt-4o\?/],
  ["model: { modle: openai:m }", 2, /model\.modle: .*Did you mean model\?/],
  ["items: 0", 2, /items: /],
])("%j is named with its line and what was probably meant", (yaml, line, message) => {
  const attempt = () => read(`languages: [zh]\n${yaml}\n`);
  expect(attempt).toThrow(new RegExp(`ragwright\\.yaml, line ${line}: `));
  expect(attempt).toThrow(message);
});

test("what was typed over the file has no line of it", () => {
  expect(() => read("languages: [zh]\n", { items: 0 })).toThrow(/^items: /);
});

test("a word far from all others is nobody's misspelling", () => {
  expect(closestWord("colour", ["items", "limits", "seeds"])).toBeUndefined();
  expect(closestWord("seed", ["items", "limits", "seeds"])).toBe("seeds");
});

test("the names known at a place are those of its group", () => {
  expect(namesAt([])).toEqual(expect.arrayContaining(["items", "seeds", "crud"]));
  expect(namesAt(["models", "items/keypoints"])).toContain("temperature");
  expect(namesAt(["items"])).toEqual([]);
});

test("settings that were made by no file have no line", () => {
  const { error } = Settings.safeParse({ itmes: 1 });
  expect(settingsFaultOf(error!, { itmes: 1 }, undefined)).toEqual({
    message: "itmes: there is no such setting. Did you mean items?",
    line: undefined,
  });
});

test("a module may hold the settings", () => {
  writeFileSync(at("ragwright.config.mjs"), "export default { items: 7, seeds: 'mine' };\n");
  const path = at("ragwright.config.mjs");
  const { settings, sources } = readSettings({ wing: "rageval", settings: path });
  expect([settings.items, sources.seeds]).toEqual([7, ["mine"]]);
});

test.each([
  ["empty.mjs", "export const items = 7;\n", /exports no settings/],
  ["broken.mjs", "export default {\n", /cannot be loaded/],
])("a module that holds none is refused: %s", (name, text, message) => {
  writeFileSync(at(name), text);
  expect(() => readSettingsFile(at(name))).toThrow(message);
});

const readsTypes = "typescript" in process.features && Boolean(process.features.typescript);

test.skipIf(readsTypes)("a Node that reads no TypeScript says what to do instead", () => {
  writeFileSync(at("typed.ts"), "export default { items: 7 satisfies number };\n");
  expect(() => readSettingsFile(at("typed.ts"))).toThrow(
    expect.objectContaining({ hint: expect.stringContaining("rename the file to .mjs") as string }),
  );
});

test("two settings files are one too many", () => {
  initProject(at("two"), {});
  writeFileSync(at("two/ragwright.config.mjs"), "export default {};\n");
  expect(() => settingsFileIn(at("two"))).toThrow(/two settings files/);
});

test("a worker goes by the file in its folder", () => {
  initProject(at("worker"), { model: "openai:m" });
  expect(settingsIn(at("worker")).model.model).toBe("openai:m");
  expect(settingsIn(at("nowhere")).model.model).toBe("rules");
});

test("what init writes is read again as it was chosen, in YAML and as a module", () => {
  writeFileSync(at("notes #1.txt"), "One. Two. Three.");
  for (const typescript of [false, true]) {
    const choices = { from: [at("notes #1.txt")], languages: ["en"], items: 9, typescript };
    const { settings, seeds, wing } = initProject(at(`made-${typescript}`), choices);
    expect([seeds, wing]).toEqual([null, "rageval"]);
    if (typescript) continue;
    const read = readSettings({ wing, settings });
    expect([read.settings.languages, read.settings.items]).toEqual([["en"], 9]);
    expect(read.sources).toEqual({ documents: ["../notes #1.txt"] });
  }
});

test("an editor's schema knows every setting, says what it does, and takes a model's name alone", () => {
  const { properties = {} } = settingsSchema();
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(Settings.shape)));
  expect(properties["model"]?.anyOf?.[0]).toEqual({ type: "string" });
  const silent = Object.entries(properties).filter(([, { description }]) => !description);
  expect(silent.map(([name]) => name)).toEqual([]);
});
