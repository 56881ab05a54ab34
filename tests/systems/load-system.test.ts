// Modules from which a system is loaded: which export answers, and what is said where none does.

import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { loadSystem } from "../../pipelines/systems/load-system.ts";
import { newFolder } from "../support/toy-run.ts";

const folder = newFolder();
function moduleOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const failureOf = (typed: string): Promise<unknown> =>
  loadSystem(typed).catch((error: unknown) => error);

test("the named export answers, else the default one, else the only one", async () => {
  const many = moduleOf(
    "many.mjs",
    "export const a = () => 'a'; export const k = 3; export default () => 'default';",
  );
  const one = moduleOf("one.mjs", "export const ask = async () => 'one'; export const size = 4;");
  const chain = moduleOf("chain.mjs", "export const chain = { invoke: () => 'c' };");
  const loaded = await Promise.all(
    [`${many}#a`, many, one, `${chain}#chain`].map(t => loadSystem(t)),
  );
  expect(loaded.map(({ name, label: place }) => [name, place])).toEqual([
    ["many-a", "many.mjs#a"],
    ["many", "many.mjs#default"],
    ["one-ask", "one.mjs#ask"],
    ["chain-chain", "chain.mjs#chain"],
  ]);
  expect(loaded.map(({ hash }) => hash.length)).toEqual([64, 64, 64, 64]);
});

test("an export that does not answer is refused with those that do", async () => {
  const path = moduleOf("two.mjs", "export const a = () => 1; export const b = () => 2;");
  expect(await failureOf(`${path}#c`)).toMatchObject({
    code: "wrong-use",
    message: expect.stringContaining("it exports: a, b"),
    hint: expect.stringContaining(`${path}#a`),
  });
  expect(await failureOf(path)).toMatchObject({ code: "wrong-use" });
  const none = moduleOf("none.mjs", "export const a = 1;");
  expect(await failureOf(none)).toMatchObject({
    hint: expect.stringContaining("Export a function"),
  });
});

test("a file that is not there, and one that throws while it loads, say so", async () => {
  expect(await failureOf(join(folder, "nothing.mjs#a"))).toMatchObject({
    code: "wrong-use",
    message: expect.stringContaining("nothing.mjs"),
  });
  const path = moduleOf("throws.mjs", "throw new Error('no index here');");
  expect(await failureOf(path)).toMatchObject({
    code: "bad-input",
    message: expect.stringContaining("no index here"),
  });
});

/** What this Node itself says to a TypeScript file with these flags: its error's code and message. */
async function nodeErrorFor(path: string, flags: readonly string[]) {
  const script = `import(${JSON.stringify(path)}).catch(({ code, message }) => console.log(JSON.stringify({ code, message })))`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    "--input-type=module",
    "-e",
    script,
  ]);
  return JSON.parse(stdout) as { code: string; message: string };
}

test("where Node reads no TypeScript one line says what to type", async () => {
  const path = moduleOf("rag.ts", "export const answer = (q: string): string => q;");
  const strips = "typescript" in process.features && Boolean(process.features.typescript);
  const nodeError = await nodeErrorFor(path, strips ? ["--no-experimental-strip-types"] : []);
  expect(nodeError.code).toBe("ERR_UNKNOWN_FILE_EXTENSION");
  const importing = () => Promise.reject(Object.assign(new Error(nodeError.message), nodeError));
  const failure = await loadSystem(`${path}#answer`, importing).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: "wrong-use",
    message: expect.stringMatching(/^Node \d+\.\S+ does not read TypeScript/),
    hint: expect.stringMatching(/--import tsx.* npx ragwright predict.*Node 22\.18.*\.js/),
  });
});
