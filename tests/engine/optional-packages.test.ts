// What is said where a package is missing that a plain install leaves out.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installCommand, loadOptional } from "../../pipelines/engine/optional-packages.ts";
import { root } from "../support/cli.ts";

const { peerDependencies: versions } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as { peerDependencies: Record<string, string> };

const failing = (code: string, message: string) => (): Promise<never> =>
  Promise.reject(Object.assign(new Error(message), { code }));

const queue = { featureName: "A queue", packages: ["bullmq", "ioredis"] };

test.each([
  ["ERR_MODULE_NOT_FOUND", "Cannot find package 'ioredis' imported from /x/dist/connection.js"],
  ["MODULE_NOT_FOUND", "Cannot find module 'bullmq'\nRequire stack: /x"],
  ["ERR_MODULE_NOT_FOUND", "Cannot find package 'bullmq/dist/esm' imported from /x"],
])("a package that is not there is named with the line to type (%s)", async (code, message) => {
  await expect(loadOptional(queue, failing(code, message))).rejects.toMatchObject({
    name: "PipelineError",
    code: "bad-settings",
    message: "A queue needs bullmq and ioredis, which a plain install leaves out.",
    hint: `Type: npm install bullmq@${versions["bullmq"]} ioredis@${versions["ioredis"]}`,
  });
});

test.each([
  ["ERR_MODULE_NOT_FOUND", "Cannot find package 'lodash' imported from /x/bullmq/index.js"],
  ["ERR_MODULE_NOT_FOUND", "Cannot find package 'bullmq-pro' imported from /x"],
  ["ERR_INVALID_URL", "Invalid URL 'ioredis'"],
])("another failure stays what it is: %s %s", async (code, message) => {
  await expect(loadOptional(queue, failing(code, message))).rejects.toThrow(message);
});

test("a package that is there is what it is", async () => {
  expect(await loadOptional(queue, async () => 7)).toBe(7);
  expect(installCommand(["mammoth"])).toBe(`npm install mammoth@${versions["mammoth"]}`);
});
