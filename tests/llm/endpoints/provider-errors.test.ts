// Which refusals stop the run, which fail a row alone, and that no key is in their words.

import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../../pipelines/engine/errors.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { type Answer, openEndpoint, sendJson } from "./chat-server.ts";
import { cases } from "../../support/cases.ts";
import { refusing, secret, servedChat, shownBy } from "./served.ts";

const { failureOf } = servedChat();

const stopping: [title: string, answer: Answer, says: RegExp, hint: RegExp][] = [
  ["status 401", refusing(401), /status 401$/, /Is OPENAI_API_KEY set/],
  ["status 402", refusing(402), /status 402: no/, /no credit left/],
  ["status 405", refusing(405), /status 405/, /base URL right/],
  [
    "a redirect",
    refusing(308, { location: `https://ada:pw@new.example/v1?key=${secret}` }),
    /status 308 and points to https:\/\/new\.example\/v1: no/,
    /Put the address it moved to/,
  ],
  [
    "a quota that is used up",
    response => sendJson(response, 429, { error: { message: "pay", type: "insufficient_quota" } }),
    /429: pay/,
    /no credit left/,
  ],
  [
    "a refused temperature",
    response =>
      sendJson(response, 400, { error: { message: "Unsupported value", param: "temperature" } }),
    /400: Unsupported/,
    /Leave temperature out/,
  ],
  [
    "a refused temperature told in prose",
    response =>
      sendJson(response, 400, { detail: [{ loc: ["body", "temperature"], msg: "too hot" }] }),
    /body.temperature too hot/,
    /Leave temperature out/,
  ],
  [
    "an unknown model in a 400",
    response =>
      sendJson(response, 400, { object: "error", message: "The model `m1` does not exist." }),
    /does not exist/,
    /model's name/,
  ],
  [
    "an unknown model whose name is case-sensitive",
    response => sendJson(response, 404, { detail: "No such model; names are case-sensitive." }),
    /status 404: No such model/,
    /model's name/,
  ],
  [
    "a reply length that no reply may have",
    response => sendJson(response, 400, { error: { message: "max_tokens is too large: 60" } }),
    /too large/,
    /lower thinkingTokens/,
  ],
];

test.each(stopping)(
  "%s stops the run and says what to do, without the key",
  async (_title, answer, says, hint) => {
    const error = await failureOf(answer);
    expect(error).toBeInstanceOf(PipelineError);
    expect((error as PipelineError).message).toMatch(says);
    expect((error as PipelineError).hint).toMatch(hint);
    expect(shownBy(error)).not.toContain("0123456789");
  },
);

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
    /^DEEPSEEK_KEY holds no key: it is empty, or has blanks, line breaks or characters beyond plain ASCII within\.$/,
  );
  expect(open(" ")).toThrow(/^OPENAI_API_KEY holds no key/);
  expect(open(`${secret}\n`)).not.toThrow();
});

test.each(["localhost:8000", "ftp://host/v1", "https://ada:lovelace1815@host:port/v1", ""])(
  "a base URL like %j is found out before anything is sent, and not shown",
  baseUrl => {
    expect(() => openEndpoint(baseUrl)).toThrow(
      /^The base URL of a model is no address that begins with http:\/\/ or https:\/\/\.$/,
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
