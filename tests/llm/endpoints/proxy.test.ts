// Behind a proxy: the environment names it, and models are asked through it.

import { afterEach, expect, test, vi } from "vitest";
import { openHttp } from "../../../pipelines/llm/endpoints/http.ts";
import { sendJson } from "./chat-server.ts";
import { never } from "../requests.ts";
import { startProxy } from "./proxy-server.ts";
import { served } from "./served.ts";

const { serve, server, closing } = served();
afterEach(() => vi.unstubAllEnvs());

const timeout = { connect: 5, firstByte: 5, idle: 5, whole: 10 };
async function post(): Promise<number> {
  const http = openHttp({ connections: 2, timeout, proxied: true });
  const url = `${server().baseUrl}/chat`;
  const { status } = await http.postJson({ url, headers: {}, body: {}, signal: never });
  await http.close();
  return status;
}

test("requests go by the proxy, but to hosts that are excepted, and without one straight", async () => {
  await serve(response => sendJson(response, 200, {}));
  const { asked, address } = await startProxy(closing);
  const { host } = new URL(server().baseUrl);
  for (const name of ["http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"])
    vi.stubEnv(name, undefined);
  vi.stubEnv("HTTP_PROXY", undefined);
  expect([await post(), asked]).toEqual([200, []]);
  vi.stubEnv("HTTP_PROXY", address);
  expect(await post()).toBe(200);
  expect(asked).toEqual([expect.stringContaining(host)]);
  vi.stubEnv("NO_PROXY", host);
  expect([await post(), asked.length]).toEqual([200, 1]);
  expect(server().bodies).toHaveLength(3);
});
