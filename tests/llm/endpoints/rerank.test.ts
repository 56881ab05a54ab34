// Scores of documents for a query: what is asked, what is kept, and which replies are not taken for scores.

import { expect, test } from "vitest";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import { readCalls } from "../../../pipelines/llm/journal.ts";
import { withJournal } from "../../../pipelines/llm/journaled-client.ts";
import {
  rerankEndpoint,
  rerankCallFormat,
  rerankRequest,
  createReranker,
} from "../../../pipelines/llm/endpoints/rerank.ts";
import { type Answer, sendJson } from "./chat-server.ts";
import { never } from "../requests.ts";
import { secret, servedJournal } from "./served.ts";

const { calls, start: startServer, server } = servedJournal();

async function start(answer: Answer, baseUrl = (own: string) => own) {
  const { service, journal } = await startServer(answer);
  const endpoint = rerankEndpoint({ model: "r1", ...service, baseUrl: baseUrl(service.baseUrl) });
  const client = withJournal(journal, endpoint, rerankCallFormat);
  return { endpoint, client, rerank: createReranker(client, "retrieval/rerank") };
}

const scoring =
  (...results: [index: number, relevance_score: number][]): Answer =>
  response =>
    sendJson(response, 200, {
      results: results.map(([index, relevance_score]) => ({ index, relevance_score })),
    });

const documents = ["Lyon", "Paris", "Rome"];
const failureOf = async (answer: Answer): Promise<unknown> =>
  (await start(answer)).rerank("capital?", documents, never).catch((error: unknown) => error);

test("scores come in the documents' order, whatever the server's; documents it left out have none", async () => {
  const { rerank } = await start(scoring([1, 0.9], [2, -0.25]));
  expect(await rerank("capital?", documents, never)).toEqual([null, 0.9, -0.25]);
  expect(server().bodies).toEqual([{ model: "r1", query: "capital?", documents, top_n: 3 }]);
  expect([server().paths[0], server().headers[0]?.authorization]).toEqual([
    "/v1/rerank",
    `Bearer ${secret}`,
  ]);
});

test("a base URL's own path, slash and query are kept", async () => {
  const { rerank } = await start(scoring([0, 1]), own => `${own}/team/?version=2`);
  await rerank("capital?", ["Paris"], never);
  expect(server().paths).toEqual(["/v1/team/rerank?version=2"]);
});

test("a second run takes the scores from the journal and asks nobody", async () => {
  const first = await start(scoring([1, 0.1 + 0.2], [0, 1e-9]));
  const made = await first.rerank("capital?", documents, never);
  await server().close();
  const second = await start(scoring([0, 0]));
  expect(await second.rerank("capital?", documents, never)).toEqual(made);
  expect(server().bodies).toEqual([]);
});

test("a line of the journal holds the list of document and score", async () => {
  const { rerank } = await start(scoring([1, 0.9], [0, 0.5]));
  await rerank("首都？", ["里昂", "巴黎"], never);
  const [line] = [...readCalls(calls())].map(({ call }) => call);
  expect(line).toMatchObject({
    stage: "retrieval/rerank",
    prompt: "rerank",
    language: "zh",
    model: "r1",
    finish: "stop",
    reply: "[[1,0.9],[0,0.5]]",
  });
});

test.each([
  ["Jina's usage", { usage: { total_tokens: 42, prompt_tokens: 42 } }, 42],
  [
    "Cohere's tokens",
    { meta: { tokens: { input_tokens: 43 }, billed_units: { search_units: 1 } } },
    43,
  ],
  ["Cohere's billed tokens", { meta: { billed_units: { input_tokens: 44 } } }, 44],
  // "capital?" is 2 tokens, read with each document; Lyon is 2, Paris and Rome are 1 each.
  [
    "searches alone, so tokens are counted",
    { meta: { billed_units: { search_units: 1 } } },
    3 * 2 + 2 + 1 + 1,
  ],
])("%s", async (_title, more, inputTokens) => {
  const { endpoint } = await start(response =>
    sendJson(response, 200, { results: [{ index: 0, relevance_score: 1 }], ...more }),
  );
  const { usage } = await endpoint.complete(
    rerankRequest(endpoint, "s", { query: "capital?", documents }),
    never,
  );
  expect(usage).toEqual({ inputTokens, outputTokens: 0 });
});

test("a refused key stops the run, and is not shown", async () => {
  const error = await failureOf(response =>
    sendJson(response, 401, { message: `invalid api token ${secret}` }),
  );
  expect(error).toBeInstanceOf(PipelineError);
  expect(`${(error as Error).message} ${(error as PipelineError).hint}`).not.toContain(
    "0123456789",
  );
});

test("a query that is refused fails alone; a server that is busy may pass", async () => {
  const statuses = [400, 503];
  const { rerank } = await start(response =>
    sendJson(response, statuses.shift() ?? 500, { message: "no" }),
  );
  await expect(rerank("capital?", documents, never)).rejects.toMatchObject({
    name: "ReplyError",
    code: "bad-request",
  });
  await expect(rerank("capital?", documents, never)).rejects.toMatchObject({ code: "unavailable" });
});
