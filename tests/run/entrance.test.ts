// How a run begins and ends badly: what the command line names replaces the file's, and a run that makes nothing is an error.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { recognizeInput } from "../../pipelines/run/recognize-input.ts";
import { run } from "../../pipelines/run/run.ts";
import { readSettings } from "../../pipelines/run/settings.ts";
import { Wing } from "../../schemas/wings.ts";
import { root } from "../support/cli.ts";
import { freshFolder, writeFiles } from "../support/folder.ts";

const at = freshFolder();
const told = (yaml: string) => {
  writeFiles(at(), { "ragwright.yaml": yaml });
  return at("ragwright.yaml");
};

describe("material that is named", () => {
  test.each(Wing.options)(
    "takes the place of all that the file of a project names, in %s",
    wing => {
      const { sources } = readSettings({
        wing,
        settings: told("seeds: seeds\nfeeds: [https://news.example/feed]\nquestions: q.jsonl\n"),
        documents: ["docs"],
      });
      expect(sources).toEqual({ documents: ["docs"], questions: ["q.jsonl"] });
    },
  );

  test("has no limit where it is the user's own questions", () => {
    const sources = { wing: "rageval", documents: ["docs"], questions: ["q.jsonl"] } as const;
    expect(readSettings(sources).settings.items).toBe(420);
    expect(() => readSettings({ ...sources, items: 3 })).toThrow(/--items has no effect on them/);
  });

  test("is the file's where none is", () => {
    expect(readSettings({ wing: "crud", settings: told("seeds: seeds\n") }).sources).toEqual({
      seeds: ["seeds"],
    });
  });

  test("may be an example of the package where the user's folder has none of that name", () => {
    expect(readSettings({ wing: "crud", seeds: ["seeds/crud"] }).sources).toEqual({
      seeds: ["seeds/crud"],
    });
    const here = process.cwd();
    try {
      process.chdir(at());
      expect(
        readSettings({ wing: "crud", seeds: ["seeds/crud", "seeds/none", "crud"] }).sources,
      ).toEqual({ seeds: [join(root, "seeds/crud"), "seeds/none", "crud"] });
      expect(Object.values(recognizeInput(["seeds/rageval"]).sources)).toEqual([
        [join(root, "seeds/rageval")],
      ]);
      expect(
        readSettings({ wing: "rageval", settings: "examples/demo.yaml" }).settings
          .documentsPerSchema,
      ).toBe(28);
    } finally {
      process.chdir(here);
    }
  });

  test("is not a schema for a wing that writes nothing from one; a file's is passed over there", () => {
    expect(() => readSettings({ wing: "cofe", schemas: ["finance"], documents: ["docs"] })).toThrow(
      /does not generate documents from schemas/,
    );
    expect(
      readSettings({ wing: "cofe", settings: told("schemas: [finance]\n"), documents: ["docs"] })
        .sources,
    ).toEqual({ documents: ["docs"] });
  });
});

describe("a run that makes no item", () => {
  test("says so of an empty folder, and exports nothing", async () => {
    writeFiles(at("empty"), {});
    await expect(
      run({ wing: "cofe", documents: [at("empty")], out: at("out") }),
    ).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining("no text could be read"),
    });
  });

  test("names what could not be read", async () => {
    writeFiles(at("files"), { "a.txt": "" });
    await expect(run({ wing: "cofe", documents: [at("files")], out: at("out") })).rejects.toThrow(
      /1 failed: empty-file.*a\.txt/,
    );
  });

  test("names the stage at which nothing was left, and why", async () => {
    writeFiles(at("files"), {
      "en/a.txt":
        "Ferries are old. They cross the lake in the morning, and nobody knows how long that will go on.",
    });
    await expect(
      run({ wing: "cofe", documents: [at("files")], out: at("out") }),
    ).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(
        /^No item was generated\. questions\/init ended with 0 rows \(1 declined: [\w-]+\)\. .*needs a model/,
      ),
      hint: expect.stringContaining("ragwright status"),
    });
  });
});
