// From a run to people and back: a batch drawn, judged by keyboard in a real browser with the server killed in between, imported, measured, exported.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  DecisionRow,
  ItemVersionRow,
  PersonTask,
  ReviewRow,
} from "../../schemas/annotation.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { browserNote, openBrowser, withoutBrowser } from "../support/browser.ts";
import { program, ragwright, root } from "../support/cli.ts";
import { copySharedRun } from "../support/shared-runs.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { rowsIn } from "./rows.ts";

const folder = newFolder();
const run = join(folder, "run");
const out = join(folder, "batch");
const anna = join(out, "anna");
const rows = <Row>(path: string): Row[] => (existsSync(path) ? rowsIn<Row>(path) : []);

/** A port that was free a moment ago: the page comes back under the same address after its server was killed. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
}

async function serve(port: number): Promise<Served> {
  const child = spawn(
    process.execPath,
    [...program, "annotate", "serve", anna, "--port", String(port), "--json"],
    { cwd: root },
  );
  let told = "";
  child.stdout.on("data", chunk => (told += chunk));
  await new Promise<void>((ready, failed) => {
    child.stdout.on("data", () => told.includes("\n") && ready());
    child.once("close", () => failed(new Error(`the server ended: ${told}`)));
  });
  return { child, url: (JSON.parse(told) as { url: string }).url };
}

async function end({ child }: Served, signal: "SIGKILL" | "SIGINT"): Promise<number | null> {
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
  return child.exitCode;
}

const states = () =>
  rows<{ taskId: string; complete: boolean; values: Record<string, string> }>(
    join(anna, "verdicts.jsonl"),
  );
const finished = () =>
  new Set(states().flatMap(({ taskId, complete }) => (complete ? [taskId] : []))).size;

/** Waits for the page's own word that all is saved. */
const saved = (page: Page) => page.waitForSelector("#save-state[data-state=saved]");

async function judge(page: Page, place: number): Promise<void> {
  await page.getByText(`Task ${place} of`).waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
}

async function refine(page: Page, place: number): Promise<void> {
  await page.getByText(`Task ${place} of`).waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("e");
  await page.keyboard.press("End");
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" (refined)");
  await page.keyboard.press("Control+Enter");
}

describe.skipIf(withoutBrowser)(`people judge a batch${browserNote}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
    copySharedRun("law", run);
  });
  afterAll(() => browser?.close());

  test("a batch is drawn by type, language and domain, with a hidden control and nothing that tells it", async () => {
    const options = words`--annotators anna,bo --share 0.5 --overlap 1 --controls 0.05 --rejected 0 --format csv,xlsx,label-studio`;
    const drawn = await ragwright([
      ...words`annotate batch ${run} --protocol crud-query`,
      ...options,
      "--out",
      out,
    ]);
    expect(drawn.code, drawn.err).toBe(0);
    const tasks = rows<PersonTask>(join(anna, "tasks.jsonl"));
    expect(tasks).toHaveLength(15);
    expect(new Set(tasks.map(task => Object.keys(task).join())).size).toBe(1);
    const inRun = rows<{ control: object | null }>(join(run, "annotate/tasks.jsonl"));
    expect(inRun.filter(({ control }) => control !== null)).toHaveLength(1);
    for (const file of [
      "GUIDE.zh.md",
      "GUIDE.en.md",
      "documents.jsonl",
      "tasks.csv",
      "tasks.xlsx",
      "label-studio.json",
      "label-studio.xml",
    ])
      expect(existsSync(join(anna, file)), file).toBe(true);
    const again = await ragwright(
      words`annotate batch ${run} --protocol judge --predictions ${join(folder, "none.jsonl")} --out ${out}`,
    );
    expect(again.code).toBe(1);
  });

  test("ten tasks are judged by keyboard, one query is edited, the server is killed in the middle and nothing is lost", async () => {
    const port = await freePort();
    const first = await serve(port);
    const page = await (
      await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" })
    ).newPage();
    await page.goto(first.url);
    await page.waitForSelector("#ask-name[open]");
    await page.keyboard.press("Enter");
    await page.waitForSelector("body.is-ready");
    // A control's edit would change no item.
    const controls = rows<{ id: string; control: object | null }>(join(run, "annotate/tasks.jsonl"))
      .filter(({ control }) => control !== null)
      .map(({ id }) => id);
    const fifth = rows<PersonTask>(join(anna, "tasks.jsonl"))[4];
    const refined = controls.includes(fifth?.id ?? "") ? 4 : 5;
    for (const place of [1, 2, 3, 4, 5]) await (place === refined ? refine : judge)(page, place);
    await page.getByText("Task 6 of").waitFor();
    await saved(page);
    expect(finished()).toBe(5);
    await end(first, "SIGKILL");
    // Judged while nobody listens: the page keeps it and says so.
    await page.keyboard.press("1");
    await page.waitForSelector("#save-state:not([data-state=saved])");
    const second = await serve(port);
    await saved(page);
    await page.keyboard.press("Enter");
    for (const place of [7, 8, 9, 10]) await judge(page, place);
    await page.getByText("Task 11 of").waitFor();
    await saved(page);
    expect(finished()).toBe(10);
    // A closed tab and a new one: the rest is still there to be done.
    await page.close();
    const next = await (
      await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" })
    ).newPage();
    await next.goto(second.url);
    await next.waitForSelector("#ask-name[open]");
    await next.keyboard.press("Enter");
    await next.waitForSelector("body.is-ready");
    for (const place of [11, 12, 13, 14, 15]) await judge(next, place);
    await next.waitForSelector("#finished", { state: "visible" });
    await next.close();
    expect(await end(second, "SIGINT")).toBe(0);
    expect(finished()).toBe(15);
  });

  test("what is saved is imported once, with the edit as a new version beside the old item", async () => {
    const imported = await ragwright(["annotate", "import", run, anna, "--json"]);
    expect(imported.code, imported.err).toBe(0);
    expect(JSON.parse(imported.out)).toMatchObject({
      added: 15,
      unchanged: 0,
      unfinished: 0,
      problems: [],
      edited: 1,
    });
    const versions = rows<ItemVersionRow>(join(run, "annotate/versions.jsonl"));
    expect(versions).toHaveLength(1);
    const old = rows<ItemRow>(join(run, "items/items.jsonl")).find(
      ({ id }) => id === versions[0]?.itemId,
    );
    expect(versions[0]?.item.question).toBe(`${old?.question} (refined)`);
    const reviewed = rows<ReviewRow>(join(run, "annotate/reviews.jsonl"));
    expect(
      reviewed.every(
        ({ annotator, seconds, decidedAt }) =>
          annotator === "anna" && (seconds ?? -1) >= 0 && decidedAt !== null,
      ),
    ).toBe(true);
    const bytes = readFileSync(join(run, "annotate/reviews.jsonl"));
    const again = await ragwright(["annotate", "import", run, anna, "--json"]);
    expect(JSON.parse(again.out)).toMatchObject({ added: 0, unchanged: 15 });
    expect(readFileSync(join(run, "annotate/reviews.jsonl")).equals(bytes)).toBe(true);
  });

  test("a second person's verdicts come back as JSONL; agreement is printed with the published numbers beside it", async () => {
    const tasks = rows<PersonTask>(join(out, "bo", "tasks.jsonl"));
    const file = join(folder, "bo.jsonl");
    // Bo agrees on all but one.
    const [odd] = rows<DecisionRow>(join(run, "annotate/decisions.jsonl")).filter(
      ({ version }) => version === 1,
    );
    const oddTask = rows<{ id: string; itemId: string }>(join(run, "annotate/tasks.jsonl")).find(
      ({ itemId }) => itemId === odd?.itemId,
    );
    const verdict = (task: PersonTask) =>
      task.id === oddTask?.id
        ? { verdict: "needs-refinement", question: `${task.content.question} !` }
        : { verdict: "合理" };
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      file,
      tasks
        .map(
          task =>
            `${JSON.stringify({ taskId: task.id, annotator: "bo", values: verdict(task), seconds: 20 })}\n`,
        )
        .join(""),
    );
    const imported = await ragwright(["annotate", "import", run, file]);
    expect(imported.code, imported.err).toBe(0);
    const { out: text, code } = await ragwright(["annotate", "agreement", run]);
    expect(code).toBe(0);
    expect(text).toContain("crud-query");
    expect(text).toContain("5.8%");
    const [result] = JSON.parse(
      (await ragwright(["annotate", "agreement", run, "--json"])).out,
    ) as {
      reviewed: number;
      people: { annotator: string; controls: { seen: number } }[];
    }[];
    expect(result).toMatchObject({ reviewed: 14 });
    expect(result?.people.map(({ annotator, controls }) => [annotator, controls.seen])).toEqual([
      ["anna", 1],
      ["bo", 1],
    ]);
  });

  test("the accepted set is exported in people's words", async () => {
    const exported = await ragwright(["export", run, "--format", "dragonball", "--accepted"]);
    expect(exported.code, exported.err).toBe(0);
    const queries = rows<{ query: { content: string } }>(
      join(run, "dataset/dragonball-accepted/queries.jsonl"),
    );
    expect(queries).toHaveLength(14);
    expect(queries.filter(({ query }) => query.content.endsWith(" (refined)"))).toHaveLength(1);
  });
});
