// Which refusals stop the run, which fail a row alone, and that no key is in their words.

import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../../pipelines/engine/errors.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { type Answer, openEndpoint, sendJson } from "./chat-server.ts";
import { cases } from "../../support/cases.ts";
import { refusing, secret, servedChat, shownBy } from "./served.ts";

const { failureOf } = servedChat();

async function stops(answer: Answer, says: string, hint: string) {
  const error = await failureOf(answer);
  expect(error).toBeInstanceOf(PipelineError);
  expect((error as PipelineError).message).toMatch(new RegExp(says));
  expect((error as PipelineError).hint).toMatch(new RegExp(hint));
  expect(shownBy(error)).not.toContain("0123456789");
}

cases<[title: string, status: number, body: object, says: string, hint: string]>(
  "llm/endpoints/provider-errors",
  "%s stops the run and says what to do, without the key",
  (_title, status, body, says, hint) =>
    stops(response => sendJson(response, status, body), says, hint),
);

test("a redirect stops the run and says what to do, without the key", () =>
  stops(
    refusing(308, { location: `https://ada:pw@new.example/v1?key=${secret}` }),
    "status 308 and points to https://new\\.example/v1: no",
    "Set the base URL to the address it moved to",
  ));

cases<[string, number, object]>(
  "llm/endpoints/provider-errors",
  "%s fails its row alone and at once",
  async (_title, status, body) => {
    const error = await failureOf(response => sendJson(response, status, body));
    expect(error).toBeInstanceOf(ReplyError);
    expect(error).not.toBeInstanceOf(RetryableError);
    expect(error).toMatchObject({ kind: "technical", code: "bad-request" });
  },
);

test("a key in a form of no header is found out before anything is sent, and not shown", () => {
  const open = (apiKey: string, keyName?: string) => () =>
    openEndpoint("http://127.0.0.1:1/v1", { apiKey, keyName });
  expect(open("abc\ndef“0123456789", "DEEPSEEK_KEY")).toThrow(
    /^DEEPSEEK_KEY holds no key: it is empty, or contains spaces, line breaks or non-ASCII characters\.$/,
  );
  expect(open(" ")).toThrow(/^OPENAI_API_KEY holds no key/);
  expect(open(`${secret}\n`)).not.toThrow();
});

test.each(["localhost:8000", "ftp://host/v1", "https://ada:lovelace1815@host:port/v1", ""])(
  "a base URL like %j is found out before anything is sent, and not shown",
  baseUrl => {
    expect(() => openEndpoint(baseUrl)).toThrow(
      /^The base URL of a model is not an address that begins with http:\/\/ or https:\/\/\.$/,
    );
  },
);

cases<[masked: string]>(
  "llm/endpoints/provider-errors",
  "a key that a server shows as %s is hidden",
  async masked => {
    const error = await failureOf(
      response => sendJson(response, 400, { error: { message: `bad <${masked}> of yours` } }),
      { apiKey: "qwx-a1b2c3d4e5f6g7h8z789" },
    );
    expect((error as Error).message).toMatch(/status 400: bad <\[key\]( was cut)?> of yours$/);
  },
);
