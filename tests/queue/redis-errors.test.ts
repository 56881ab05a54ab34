// What Redis refuses is told with what to do; all else stays what it is.

import { expect, test } from "vitest";
import { toRedisError, isRefused } from "../../pipelines/queue/redis-errors.ts";
import { cases } from "../support/cases.ts";

const refusal = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });

cases<[message: string, hint: string]>(
  "queue/redis-errors",
  "%s is told with %s",
  (message, hint) => {
    expect(toRedisError(refusal(message))).toMatchObject({
      code: "queue",
      message: `Redis refuses a command: ${message}`,
      hint: expect.stringContaining(hint) as string,
    });
  },
);

test("a connection that was given up is told; a bug, or what is not an error, stays what it is", () => {
  const bug = new TypeError("a bug");
  expect(toRedisError(new Error("Connection is closed."))).toMatchObject({
    code: "queue",
    message: "The connection to Redis was abandoned.",
  });
  expect([
    toRedisError(bug),
    toRedisError("text"),
    isRefused(bug),
    isRefused("text"),
    isRefused(refusal("ERR")),
  ]).toEqual([bug, "text", false, false, true]);
});
