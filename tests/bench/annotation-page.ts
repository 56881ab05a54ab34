// Opens a batch of 10,000 tasks in a real browser, scrolls it and judges its last task: npx tsx tests/bench/annotation-page.ts

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeFolder } from "../../pipelines/annotate/folder.ts";
import { emptyContent } from "../../pipelines/annotate/form.ts";
import { serveBatch } from "../../pipelines/annotate/server/server.ts";
import type { PersonTask } from "../../schemas/annotation.ts";
import { openBrowser } from "../support/browser.ts";

const size = Number(process.argv[2] ?? 10_000);
const paragraph =
  "The committee met on the third of May and found that the works had cost 12.5 million, two more than it had allowed. ";
const documents = Array.from({ length: size / 10 }, (_, index) => ({
  id: `d-${index}`,
  language: "en" as const,
  name: `Minutes ${index}`,
  text: paragraph.repeat(30),
}));
const taskOf = (index: number): PersonTask => {
  const documentId = `d-${index % documents.length}`;
  const content = {
    ...emptyContent({ language: "en", domain: "law" }),
    type: "factual" as const,
    question: `Task ${index}: what had the works cost?`,
    answer: "12.5 million.",
  };
  return {
    id: `task-${index}`,
    protocol: "crud-query",
    content: {
      ...content,
      documentIds: [documentId],
      evidence: [
        { number: 1, span: { documentId, start: 0, end: 115 }, text: paragraph.slice(0, 115) },
      ],
    },
  };
};

const directory = mkdtempSync(join(tmpdir(), "annotation-page-"));
const heading = {
  format: 1 as const,
  id: "bench",
  protocol: "crud-query" as const,
  annotator: "ann",
  tasks: size,
  languages: ["en" as const],
};
writeFolder(directory, {
  heading,
  tasks: Array.from({ length: size }, (_, index) => taskOf(index)),
  documents,
});

const since = (start: number) => Math.round(performance.now() - start);
const browser = await openBrowser();
let start = performance.now();
const server = await serveBatch({ directory, host: "127.0.0.1", port: 0 });
const started = since(start);
const page = await (
  await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" })
).newPage();
await page.goto(server.url);
await page.waitForSelector("#ask-name[open]");
start = performance.now();
await page.keyboard.press("Enter");
await page.waitForSelector("body.is-ready");
await page.getByText(`Task 1 of`).waitFor();
const opened = since(start);
start = performance.now();
await page.reload();
await page.waitForSelector("body.is-ready");
await page.getByText(`Task 1 of`).waitFor();
const reloaded = since(start);

/** Milliseconds of the longest gap between two frames while the list is scrolled through. */
const longestFrame = await page.evaluate(`new Promise(done => {
  const box = document.querySelector("#list-box");
  let longest = 0, last = performance.now(), step = 0;
  const next = now => {
    longest = Math.max(longest, now - last);
    last = now;
    if (++step > 200) return done(longest);
    box.scrollTop = (box.scrollHeight * step) / 200;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})`);
start = performance.now();
await page.locator("#list-box").press("End");
await page
  .getByText(`Task ${size - 1}:`)
  .first()
  .waitFor();
const atEnd = since(start);
const nodes = await page.locator("#list-box *").count();
const { rss } = process.memoryUsage();
process.stdout.write(
  `${size} tasks: server ready after ${started} ms, page after ${opened} ms (reloaded ${reloaded} ms); scrolled through in 200 frames, the longest ${Math.round(Number(longestFrame))} ms; at the end after ${atEnd} ms; ${nodes} nodes in the list; server process ${Math.round(rss / 1e6)} MB\n`,
);
await browser.close();
await server.close();
rmSync(directory, { recursive: true, force: true });
