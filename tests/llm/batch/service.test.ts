// OpenAI's Batch API through its own client: what is sent, what is read out of the answers, and what its failures become.

import { writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { afterEach, expect, test, vi } from "vitest";
import { openBatchClient } from "../../../pipelines/llm/batch/client.ts";
import { createBatchService } from "../../../pipelines/llm/batch/openai-service.ts";
import { freshFolder } from "../../support/folder.ts";
import { sendJson } from "../endpoints/chat-server.ts";
import { startProxy } from "../endpoints/proxy-server.ts";
import { never } from "../requests.ts";
import { cases } from "../../support/cases.ts";

const folder = freshFolder();
const apiKey = "sk-planted-secret-0123456789";
const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach(close => close()));

interface Seen {
  readonly line: string;
  readonly type: string;
  readonly body: string;
}

async function serve(answer: (response: ServerResponse, seen: Seen) => void) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = {
        line: `${request.method} ${request.url}`,
        type: request.headers["content-type"] ?? "",
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0, logLevel: "off", adminAPIKey: null });
  return { service: createBatchService(client), seen, baseURL };
}

const aBatch = (more: object = {}) => ({
  id: "batch_1",
  object: "batch",
  status: "in_progress",
  metadata: { ragwright: "h1" },
  request_counts: { total: 5, completed: 2, failed: 1 },
  ...more,
});

test("a file is uploaded for batches, and a batch is created on it with the hash of the file", async () => {
  const { service, seen } = await serve((response, { line }) =>
    sendJson(response, 200, line.endsWith("/files") ? { id: "file-7" } : aBatch()),
  );
  const path = folder("requests-3.jsonl");
  writeFileSync(path, '{"custom_id":"a"}\n');
  expect(await service.upload(path, never)).toBe("file-7");
  const form = await new Response(seen[0]?.body, {
    headers: { "content-type": seen[0]?.type ?? "" },
  }).formData();
  const file = form.get("file") as File;
  expect([form.get("purpose"), file.name, await file.text()]).toEqual([
    "batch",
    "requests-3.jsonl",
    '{"custom_id":"a"}\n',
  ]);
  await service.create("file-7", "h1");
  expect(JSON.parse(seen[1]?.body ?? "")).toEqual({
    input_file_id: "file-7",
    endpoint: "/v1/chat/completions",
    completion_window: "24h",
    metadata: { ragwright: "h1" },
  });
});

test("a batch's state is read as far as it goes", async () => {
  const { service } = await serve(response =>
    sendJson(response, 200, aBatch({ output_file_id: "out", error_file_id: null })),
  );
  expect(await service.retrieve("batch_1", never)).toEqual({
    id: "batch_1",
    status: "under-way",
    providerStatus: "in_progress",
    done: 3,
    succeeded: 2,
    total: 5,
    outputFile: "out",
    errorFile: null,
    problems: [],
    hash: "h1",
  });
});

cases<[providerStatus: string, status: string]>(
  "llm/batch/service",
  "the status %s means %s",
  async (told, status) => {
    const { service } = await serve(response =>
      sendJson(response, 200, {
        id: "b",
        status: told,
        metadata: null,
        errors: null,
        output_file_id: "",
      }),
    );
    expect(await service.retrieve("b", never)).toMatchObject({
      status,
      providerStatus: told.toLowerCase(),
      outputFile: null,
      hash: null,
      total: 0,
    });
  },
);

test("why a batch was refused is read with code and line", async () => {
  const errors = {
    object: "list",
    data: [
      { code: "invalid_json_line", message: "No JSON.", line: 3, param: null },
      { message: "More." },
    ],
  };
  const { service } = await serve(response =>
    sendJson(response, 200, aBatch({ status: "failed", errors })),
  );
  expect((await service.retrieve("batch_1", never)).problems).toEqual([
    { code: "invalid_json_line", message: "No JSON.", line: 3 },
    { code: "", message: "More.", line: null },
  ]);
});

test("the list is read to its last page", async () => {
  const { service, seen } = await serve((response, { line }) => {
    const last = line.includes("after=b2");
    sendJson(response, 200, {
      object: "list",
      data: last ? [aBatch({ id: "b3" })] : [aBatch({ id: "b1" }), aBatch({ id: "b2" })],
      has_more: !last,
    });
  });
  const ids: string[] = [];
  for await (const { id } of service.list(never)) ids.push(id);
  expect([ids, seen.length]).toEqual([["b1", "b2", "b3"], 2]);
});

const textOf = async (pieces: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const piece of pieces) chunks.push(piece);
  return Buffer.concat(chunks).toString();
};

test("a content that breaks off is a failure that may pass", async () => {
  const { service } = await serve(response => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("one\n", () => response.destroy());
  });
  await expect(textOf(service.content("out", never))).rejects.toMatchObject({
    name: "ReplyError",
    code: "unavailable",
  });
});

cases<[status: number, hint: string]>(
  "llm/batch/service",
  "status %i stops the run with advice",
  async (status, hint) => {
    const { service, baseURL } = await serve(response =>
      sendJson(response, status, { error: { message: `no, not with ${apiKey}` } }),
    );
    const error = await service.retrieve("batch_1", never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: "PipelineError",
      code: "provider",
      message: expect.stringContaining(baseURL),
      hint: expect.stringContaining(hint),
    });
    expect(JSON.stringify([error, (error as Error).message])).not.toContain(apiKey);
  },
);

test("a file that the server does not know yet, though it took it, may be known later, and nothing was created", async () => {
  const { service } = await serve(response =>
    sendJson(response, 400, {
      error: { message: "Cannot find file file-7, or project p does not have access to it." },
    }),
  );
  await expect(service.create("file-7", "h1")).rejects.toMatchObject({
    name: "ReplyError",
    code: "garbled",
    maybeBilled: false,
  });
});

test("files and batches go by the proxy that the environment names", async () => {
  const { seen, baseURL } = await serve((response, { line }) =>
    sendJson(response, 200, line.includes("files") ? { id: "file-7" } : aBatch()),
  );
  const { asked, address } = await startProxy(close => closers.push(() => void close()));
  for (const name of ["http_proxy", "no_proxy", "NO_PROXY"]) vi.stubEnv(name, undefined);
  vi.stubEnv("HTTP_PROXY", address);
  const service = createBatchService(openBatchClient({ endpoint: baseURL, apiKey, proxied: true }));
  const path = folder("requests-1.jsonl");
  writeFileSync(path, "{}\n".repeat(100_000));
  expect(await service.upload(path, never)).toBe("file-7");
  expect((await service.create("file-7", "h1")).id).toBe("batch_1");
  vi.unstubAllEnvs();
  expect([new Set(asked), seen.length]).toEqual([new Set([new URL(baseURL).host]), 2]);
  expect(seen[0]?.body.length).toBeGreaterThan(300_000);
});

test("where nobody listens, or what comes is not a batch, a creation is in doubt", async () => {
  const nowhere = createBatchService(
    new OpenAI({ baseURL: "http://127.0.0.1:9/v1", apiKey, maxRetries: 0, logLevel: "off" }),
  );
  await expect(nowhere.create("file-7", "h1")).rejects.toMatchObject({
    code: "unavailable",
    maybeBilled: true,
  });
  const { service } = await serve(response =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
  );
  await expect(service.create("file-7", "h1")).rejects.toMatchObject({
    code: "garbled",
    maybeBilled: true,
  });
});
