// Addresses of the queue as people type them, well or badly, and that no error shows a password.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import { parseQueueAddress } from "../../pipelines/queue/queue-address.ts";
import { freshFolder } from "../support/folder.ts";
import { cases } from "../support/cases.ts";

const inFolder = freshFolder();

function errorOf(url: string, environment: Record<string, string> = {}): PipelineError {
  try {
    parseQueueAddress(url, environment);
  } catch (error) {
    if (error instanceof PipelineError) return error;
    throw error;
  }
  throw new Error("it was taken");
}

test("a bare address is that of database 0 on the usual port", () => {
  expect(parseQueueAddress("redis://queue.local", {})).toEqual({
    host: "queue.local",
    port: 6379,
    db: 0,
    displayAddress: "redis://queue.local:6379/0",
  });
  expect(parseQueueAddress("redis://queue.local/", {})).toEqual(
    parseQueueAddress("redis://queue.local:6379/0", {}),
  );
});

test("user and password in an address are decoded and not shown", () => {
  const place = parseQueueAddress("redis://ann:p%40ss%2Fw%E5%AF%86@10.0.0.7:7000/3", {
    RAGWRIGHT_QUEUE_USER: "other",
    RAGWRIGHT_QUEUE_PASSWORD: "other",
  });
  expect(place).toEqual({
    host: "10.0.0.7",
    port: 7000,
    db: 3,
    username: "ann",
    password: "p@ss/w密",
    displayAddress: "redis://10.0.0.7:7000/3",
  });
});

test("what the address lacks comes from the environment as it stands there; an empty variable is none", () => {
  expect(
    parseQueueAddress("redis://h", {
      RAGWRIGHT_QUEUE_USER: "ann",
      RAGWRIGHT_QUEUE_PASSWORD: "100%2F",
    }),
  ).toMatchObject({ username: "ann", password: "100%2F" });
  expect(parseQueueAddress("redis://ann@h", { RAGWRIGHT_QUEUE_PASSWORD: "s" })).toMatchObject({
    username: "ann",
    password: "s",
  });
  expect(parseQueueAddress("redis://:s@h", {})).toEqual({
    host: "h",
    port: 6379,
    db: 0,
    password: "s",
    displayAddress: "redis://h:6379/0",
  });
  expect(
    parseQueueAddress("redis://h", {
      RAGWRIGHT_QUEUE_USER: "",
      RAGWRIGHT_QUEUE_PASSWORD: "",
      RAGWRIGHT_QUEUE_CA: "",
    }),
  ).toEqual(parseQueueAddress("redis://h", {}));
});

test("an encrypted connection takes the certificate of the file that is named", () => {
  const path = inFolder("ca.pem");
  const text = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  writeFileSync(path, text);
  expect(parseQueueAddress("rediss://h", {})).toEqual({
    host: "h",
    port: 6379,
    db: 0,
    tls: {},
    displayAddress: "rediss://h:6379/0",
  });
  expect(parseQueueAddress("rediss://h", { RAGWRIGHT_QUEUE_CA: path }).tls).toEqual({ ca: text });
});

test("a certificate that is missing, is none, or would not be used is told", () => {
  writeFileSync(inFolder("note.txt"), "no certificate");
  for (const [url, path] of [
    ["rediss://h", inFolder("none.pem")],
    ["rediss://h", inFolder()],
    ["rediss://h", inFolder("note.txt")],
    ["redis://h", inFolder("note.txt")],
  ] as const) {
    const { code, message } = errorOf(url, { RAGWRIGHT_QUEUE_CA: path });
    expect([code, message]).toEqual([
      "bad-settings",
      expect.stringContaining("RAGWRIGHT_QUEUE_CA"),
    ]);
  }
});

cases<[url: string]>(
  "queue/place",
  "%s is refused with an example and without a word of it",
  url => {
    const { code, message, hint } = errorOf(url);
    expect(code).toBe("wrong-use");
    expect(hint).toContain("redis://127.0.0.1:6379/0");
    expect(message + hint).not.toContain("geheim");
  },
);
