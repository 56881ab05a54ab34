// Files are read on threads, each within its limits, in their order; whatever is wrong with one fails that one alone.

import { truncateSync, writeFileSync } from "node:fs";
import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import {
  makePlain,
  parseFile,
  parseFailureOf,
} from "../../../pipelines/intake/files/parse-file.ts";
import { FileProblem } from "../../../pipelines/intake/files/parsed-file.ts";
import { nextFile, readFiles, type ReadLimits } from "../../../pipelines/intake/files/read-file.ts";
import { freshFolder } from "../../support/folder.ts";

const at = freshFolder();

/** Threads that answer with the file's text, or do what the text tells them. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    const kept = [];
    parentPort.on("message", ({ bytes, format }) => {
      const text = Buffer.from(bytes).toString();
      if (text.includes("loop")) for (;;);
      if (text.includes("eat")) for (;;) kept.push(new Array(10000).fill(kept.length));
      if (text.includes("throw")) throw new Error("torn");
      if (text.includes("exit")) process.exit(3);
      if (text.includes("stray")) setTimeout(() => { throw new Error("too late"); }, 15);
      if (text.includes("long")) for (const wait of [100, 200, 300, 400, 500]) setTimeout(() => parentPort.postMessage(null), wait);
      if (text.includes("print")) console.log("a library's word");
      setTimeout(() => parentPort.postMessage({ format, title: null, text, places: [] }), text.includes("late") ? 30 : text.includes("long") ? 600 : 0);
    });
    parentPort.postMessage(null);`)}`,
);
const threads: Partial<ReadLimits> = { worker, threads: 2 };

async function readAll(contents: readonly string[], limits = threads): Promise<string[]> {
  const paths = contents.map((content, index) => {
    writeFileSync(at(`${index}.md`), content);
    return at(`${index}.md`);
  });
  const read: string[] = [];
  for await (const file of readFiles(paths, limits))
    read.push("code" in file ? file.code : file.text);
  return read;
}

const readFile = (path: string, limits: Partial<ReadLimits> = {}) =>
  nextFile(readFiles([path], limits));

test("many files come back in their order, whichever is ready first", async () => {
  const contents = Array.from(
    { length: 40 },
    (_, index) => `${index % 3 === 0 ? "late " : ""}file ${index}`,
  );
  expect(await readAll(contents)).toEqual(contents);
});

test("a file that takes too long is ended, and the next one gets a new thread", async () => {
  const contents = ["one", "loop", "two", "loop", "three"];
  expect(await readAll(contents, { ...threads, seconds: 0.3 })).toEqual(
    contents.map(content => (content === "loop" ? "took-too-long" : content)),
  );
});

test("a file that takes too much memory fails alone", async () => {
  const codes = await readAll(["one", "eat", "two"], { ...threads, megabytes: 24 });
  expect(codes).toEqual(["one", "took-too-much-memory", "two"]);
});

test("a thread that breaks off fails its file alone", async () => {
  const codes = await readAll(["throw", "one", "exit", "two", "print"]);
  expect(codes).toEqual(["malformed", "one", "malformed", "two", "print"]);
});

test("what a thread does after its answer harms no other file", async () => {
  const contents = ["stray", "late one", "stray", "late two", "late three"];
  expect(await readAll(contents, { ...threads, threads: 1 })).toEqual(contents);
});

test("a file of which the thread says that it reads on has its time again", async () => {
  expect(await readAll(["long"], { ...threads, seconds: 0.3 })).toEqual(["long"]);
});

test("all threads are ended when reading ends, also when the reader leaves early", async () => {
  const ends: Promise<unknown>[] = [];
  const watch = (started: Worker) =>
    void ends.push(new Promise(resolve => started.once("exit", resolve)));
  process.on("worker", watch);
  await readAll(["one", "two"]);
  for await (const file of readFiles([at("0.md"), at("1.md"), at("0.md")], threads))
    if ("text" in file) break;
  process.off("worker", watch);
  expect(ends.length).toBeGreaterThan(1);
  await Promise.all(ends);
});

test("where no thread can start, the reader is told what kept it", async () => {
  await expect(
    readAll(["one"], { worker: new URL("data:text/javascript,throw new Error('no room')") }),
  ).rejects.toThrow("no room");
});

test("plain text needs no thread", async () => {
  writeFileSync(at("a.txt"), "\r\nOne.\r\nTwo.\rThree.\r\n");
  const nowhere = new URL("file:///nowhere/worker.js");
  expect(await readFile(at("a.txt"), { worker: nowhere })).toEqual({
    format: "text",
    title: null,
    text: "One.\nTwo.\nThree.",
    places: [],
  });
});

test("what is larger than its limit is not read: any file, and sooner a text", async () => {
  writeFileSync(at("a.txt"), "x");
  truncateSync(at("a.txt"), 101 * 1024 * 1024);
  expect(await readFile(at("a.txt"))).toMatchObject({
    code: "file-too-large",
    detail: `${at("a.txt")}: it is larger than 100 MB: split it.`,
  });
  writeFileSync(at("b.txt"), "x".repeat(2000));
  expect(await readFile(at("b.txt"), { textBytes: 1000 })).toMatchObject({
    code: "file-too-large",
  });
});

test.each([
  ["a.txt", "", "empty-file"],
  ["a.md", " \n\t", "empty-file"],
  ["a.html", "<html><script>1</script></html>", "no-text"],
  ["a.txt", "\0\0\0\0", "unknown-encoding"],
  ["a.docx", "PK\x03\x04", "unknown-file-type"],
])("%s with %j fails with its reason, named", async (name, content, code) => {
  writeFileSync(at(name), content);
  expect(await readFile(at(name))).toMatchObject({
    code,
    detail: expect.stringContaining(`${at(name)}: `),
  });
});

test("whatever a parser throws becomes a reason", async () => {
  const problem = { code: "encrypted", detail: "it is encrypted: save it without one." } as const;
  expect(parseFailureOf(new FileProblem(problem.code, problem.detail))).toEqual(problem);
  expect(parseFailureOf(new Error("bad table\nat line 3"))).toEqual({
    code: "malformed",
    detail: "it is damaged and cannot be read (bad table).",
  });
  expect(parseFailureOf("torn")).toMatchObject({ code: "malformed" });
  expect(parseFailureOf(new RangeError("Maximum call stack size exceeded"))).toMatchObject({
    code: "malformed",
    detail: expect.stringContaining("nested too deeply"),
  });
  expect(await parseFile(Buffer.from("%PDF-"), "pdf")).toMatchObject({ code: "malformed" });
});

test("places stay with their text when line ends, marks and outer white space go", () => {
  const page = (number: number, start: number) => ({
    kind: "page" as const,
    number,
    name: null,
    start,
  });
  const plain = makePlain({
    title: " A\n title ",
    text: "\uFEFF \r\nOne.\r\nTw\0o.\r\nThree.\r\n",
    places: [page(1, 0), page(2, 10), page(3, 17), page(4, 25)],
  });
  expect(plain).toMatchObject({ title: "A title", text: "One.\nTwo.\nThree." });
  expect(plain.places).toEqual([page(1, 0), page(2, 5), page(3, 10)]);
  expect(plain.text.slice(5, 8)).toBe("Two");
  expect(plain.text.slice(10)).toBe("Three.");
});
