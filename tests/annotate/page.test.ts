// The page in a real browser: judged by keyboard alone, fed hostile text, grown to ten thousand tasks, cut off from its server.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { writeFolder } from "../../pipelines/annotate/person-folder.ts";
import { emptyContent } from "../../pipelines/annotate/form.ts";
import { type BatchServer, serveBatch } from "../../pipelines/annotate/server/server.ts";
import type { Content, Protocol, ShownDocument, VerdictLine } from "../../schemas/annotation.ts";
import { browserNote, openBrowser, withoutBrowser } from "../support/browser.ts";
import { freshFolder } from "../support/folder.ts";

const folder = freshFolder();

interface Batch {
  readonly protocol?: Protocol;
  readonly contents: readonly Content[];
  readonly documents?: readonly ShownDocument[];
}

const contentOf = (question: string, more: Partial<Content> = {}): Content => ({
  ...emptyContent({ language: "en", domain: "finance" }),
  question,
  answer: "An answer.",
  ...more,
});

function batchFolder({ protocol = "crud-query", contents, documents = [] }: Batch): string {
  const directory = folder();
  const heading = {
    format: 1 as const,
    id: "batch-of-tests",
    protocol,
    annotator: "mei",
    tasks: contents.length,
    languages: ["en" as const],
  };
  writeFolder(directory, {
    heading,
    tasks: contents.map((content, index) => ({ id: `task-${index + 1}`, protocol, content })),
    documents,
  });
  return directory;
}

async function serve(directory: string, port = 0): Promise<BatchServer> {
  const server = await serveBatch({ directory, host: "127.0.0.1", port });
  onTestFinished(() => server.close());
  return server;
}

function verdictsIn(directory: string): VerdictLine[] {
  const path = join(directory, "verdicts.jsonl");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line) as VerdictLine);
}

const lastOf = (directory: string, taskId: string) =>
  verdictsIn(directory).findLast(verdict => verdict.taskId === taskId);

describe.skipIf(withoutBrowser)(`the annotation page${browserNote}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  async function context(locale = "en-GB"): Promise<BrowserContext> {
    const opened = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale });
    onTestFinished(() => opened.close());
    return opened;
  }

  async function openAs(name: string, url: string, inside?: BrowserContext): Promise<Page> {
    const page = await (inside ?? (await context())).newPage();
    await page.goto(url);
    const asked = await page.waitForSelector("#ask-name[open], body.is-ready");
    if ((await asked.getAttribute("id")) === "ask-name") {
      await page.fill("#name-input", name);
      await page.keyboard.press("Enter");
    }
    await page.waitForSelector("body.is-ready");
    return page;
  }

  const atTask = (page: Page, place: number) => page.getByText(`Task ${place} of`).waitFor();
  const saved = (page: Page) => page.waitForSelector("#save-state[data-state=saved]");

  test("the keyboard alone judges a task, edits the next, and is told that all is done", async () => {
    const directory = batchFolder({
      contents: [
        contentOf("What did Harbour Mills earn?", { type: "why-how" }),
        contentOf("What did he earn?"),
      ],
    });
    const page = await openAs("mei", (await serve(directory)).url);
    await page.locator(".badge", { hasText: "Why and how" }).waitFor();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await atTask(page, 2);
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
    expect(await page.locator(".field.wrong .problem").textContent()).toContain(
      "Nothing has been changed",
    );
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("What did its chairman earn?");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("#finished", { state: "visible" });
    expect(lastOf(directory, "task-1")).toMatchObject({
      annotator: "mei",
      values: { verdict: "reasonable" },
      complete: true,
    });
    expect(lastOf(directory, "task-2")).toMatchObject({
      values: { verdict: "needs-refinement", question: "What did its chairman earn?" },
      complete: true,
    });
    expect(await page.locator("#progress-text").textContent()).toBe("2 of 2 done");
  });

  test("keys that are quicker than the server go to the task that they were meant for", async () => {
    const directory = batchFolder({
      protocol: "rageval-qra",
      contents: [1, 2, 3].map(number => contentOf(`Question ${number}`)),
    });
    const page = await openAs("mei", (await serve(directory)).url);
    for (const key of ["5", "Enter", "3", "Enter", "0", "Enter"]) await page.keyboard.press(key);
    await page.waitForSelector("#finished", { state: "visible" });
    expect(
      ["task-1", "task-2", "task-3"].map(id => lastOf(directory, id)?.values["score"]),
    ).toEqual(["5", "3", "0"]);
  });

  test("hostile text is shown as text: nothing runs, nothing is asked for elsewhere, hidden signs are named", async () => {
    const hostile = `<script>document.title="run"</script><img src="http://127.0.0.1:9/x.png" onerror="document.title='run'"><a href="javascript:alert(1)">x</a>`;
    const turned = "abc\u202Edcba\u2066\u200B\u0000end";
    const text = `${hostile}\n${"w".repeat(1_000_000)}`;
    const span = { documentId: "d", start: 0, end: hostile.length };
    const content = contentOf(`${hostile}${turned}`, {
      answer: "v".repeat(1_000_000),
      domain: hostile,
      keypoints: [hostile],
      documentIds: ["d"],
      evidence: [{ number: 1, span, text: hostile }],
    });
    const server = await serve(
      batchFolder({
        contents: [content],
        documents: [{ id: "d", language: "en", name: hostile, text }],
      }),
    );
    const inside = await context();
    const seen: string[] = [];
    inside.on("request", request => seen.push(request.url()));
    inside.on("dialog", dialog => seen.push(`dialog ${dialog.message()}`));
    const page = await openAs("mei", server.url, inside);
    expect(await page.locator(".question .corpus").textContent()).toBe(
      `${hostile}abcU+202EdcbaU+2066U+200BU+0000end`,
    );
    expect(await page.locator(".question .sign").allTextContents()).toEqual([
      "U+202E",
      "U+2066",
      "U+200B",
      "U+0000",
    ]);
    expect(await page.locator("mark").textContent()).toBe(hostile);
    expect(await page.locator("#material :is(img, script, a, iframe)").count()).toBe(0);
    expect(await page.title()).not.toBe("run");
    expect(seen.filter(url => !url.startsWith(new URL(server.url).origin))).toEqual([]);
    expect(
      await page.evaluate(
        "document.documentElement.scrollWidth <= innerWidth && document.querySelector('.document-text').scrollWidth <= document.querySelector('.document-text').clientWidth",
      ),
    ).toBe(true);
    expect((await page.locator(".document-text").textContent())?.length).toBeLessThan(50_000);
    await page.locator(".document-text .gap").click();
    expect((await page.locator(".document-text").textContent()) === text).toBe(true);
  });

  test("references that overlap are marked at their own characters, signs beyond the first plane and all", async () => {
    const text = "𠀀一二三四五六七八九十";
    const evidence = [
      { number: 1, span: { documentId: "d", start: 0, end: 6 }, text: text.slice(0, 6) },
      { number: 2, span: { documentId: "d", start: 4, end: 9 }, text: text.slice(4, 9) },
    ];
    const server = await serve(
      batchFolder({
        contents: [contentOf("问", { language: "zh", documentIds: ["d"], evidence })],
        documents: [{ id: "d", language: "zh", name: "文", text }],
      }),
    );
    const page = await openAs("mei", server.url);
    const marks = await page
      .locator(".document-text mark")
      .evaluateAll(nodes =>
        nodes.map(node => [node.textContent, node.getAttribute("data-references")]),
      );
    expect(marks).toEqual([
      ["𠀀一二", "1"],
      ["三四", "1 2"],
      ["五六七", "2"],
    ]);
    expect(await page.locator(".document-text").textContent()).toBe(text);
    await page.keyboard.press("r");
    await page.keyboard.press("r");
    expect(await page.locator("mark.current").allTextContents()).toEqual(["三四", "五六七"]);
  });

  test("ten thousand tasks stand in a list of few nodes that reaches the last", async () => {
    const contents = Array.from({ length: 10_000 }, (_, index) =>
      contentOf(`Question number ${index + 1}`),
    );
    const page = await openAs("mei", (await serve(batchFolder({ contents }))).url);
    await page.focus("#list-box");
    await page.keyboard.press("End");
    await page.waitForSelector("#row-task-10000");
    expect(await page.locator("#list-box *").count()).toBeLessThan(200);
    await page.evaluate("document.querySelector('#list-box').scrollTop = 300_000");
    await page.waitForSelector("#row-task-5005");
    await page.fill("#search", "number 7777");
    expect(await page.locator(".row .opening").allTextContents()).toEqual(["Question number 7777"]);
    await page.locator(".row").click();
    await atTask(page, 7777);
  });

  test("what is typed while the server is down reaches it when it is back", async () => {
    const directory = batchFolder({ contents: [contentOf("What did he earn?")] });
    const first = await serve(directory);
    const page = await openAs("mei", first.url);
    await first.close();
    await page.keyboard.press("2");
    await page.keyboard.press("e");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("What did Ms Lin earn?");
    await page.waitForSelector("#save-state[data-state=away]");
    expect(verdictsIn(directory)).toEqual([]);
    await serve(directory, first.port);
    await saved(page);
    expect(lastOf(directory, "task-1")?.values).toEqual({
      verdict: "needs-refinement",
      question: "What did Ms Lin earn?",
    });
  });

  test("what was typed in a tab that was closed while the server was down is sent by the next tab", async () => {
    const directory = batchFolder({ contents: [contentOf("What did he earn?")] });
    const first = await serve(directory);
    const inside = await context();
    const page = await openAs("mei", first.url, inside);
    await first.close();
    await page.keyboard.press("n");
    await page.keyboard.type("unclear");
    await page.close();
    const again = await openAs("mei", (await serve(directory, first.port)).url, inside);
    await saved(again);
    expect(lastOf(directory, "task-1")?.values).toEqual({ note: "unclear" });
    expect(await again.locator("textarea[name=note]").inputValue()).toBe("unclear");
  });

  test("a letter typed just before the tab closes is not lost", async () => {
    const directory = batchFolder({ contents: [contentOf("What did he earn?")] });
    const { url } = await serve(directory);
    const inside = await context();
    const page = await openAs("mei", url, inside);
    await page.keyboard.press("n");
    await page.keyboard.type("last words");
    await page.close({ runBeforeUnload: true });
    const again = await openAs("mei", url, inside);
    await saved(again);
    expect(lastOf(directory, "task-1")?.values).toEqual({ note: "last words" });
  });

  test("two tabs of one person do not overwrite each other: theirs is shown, ours can be brought back", async () => {
    const directory = batchFolder({ contents: [contentOf("What did he earn?")] });
    const { url } = await serve(directory);
    const inside = await context();
    const one = await openAs("mei", url, inside);
    const two = await openAs("mei", url, inside);
    await one.keyboard.press("1");
    await expect.poll(() => lastOf(directory, "task-1")?.values).toEqual({ verdict: "reasonable" });
    await two.keyboard.press("2");
    await two.waitForSelector("#conflict", { state: "visible" });
    expect(await two.locator("input:checked").getAttribute("value")).toBe("reasonable");
    expect(lastOf(directory, "task-1")?.values).toEqual({ verdict: "reasonable" });
    await two.getByText("Use what I entered here").click();
    await expect
      .poll(() => lastOf(directory, "task-1")?.values)
      .toEqual({ verdict: "needs-refinement" });
  });
});
