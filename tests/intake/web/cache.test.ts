// What was fetched once is kept: read again without network, or asked for anew only where it changed.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWeb, type Web, type WebOptions } from "../../../pipelines/intake/web/web.ts";
import { openPageServer, type PageServer } from "../../support/page-server.ts";

let server: PageServer;
let folder = "";
const opened: Web[] = [];

beforeEach(async () => {
  server = await openPageServer();
  folder = mkdtempSync(join(tmpdir(), "web-"));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(web => web.close()));
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function webWith(options: Partial<WebOptions>): Web {
  const web = openWeb({
    userAgent: "ragwright/0 (+test)",
    allowHosts: [server.host],
    pause: 0,
    ...options,
  });
  opened.push(web);
  return web;
}

const textAt = async (web: Web, path: string) =>
  (await web.get(`${server.origin}${path}`)).bytes.toString("utf8");
const withoutRobots = () => server.asked.filter(path => path !== "/robots.txt");

test("a second visit reads the same bytes without network", async () => {
  Object.assign(server.pages, {
    "/a": { status: 302, headers: { location: "/b" } },
    "/b": {
      body: Buffer.from([0xff, 0x00, 0xfe]),
      headers: { "content-type": "text/html; charset=gbk" },
    },
  });
  const first = await webWith({ cache: folder }).get(`${server.origin}/a#x`);
  await server.close();
  const second = await webWith({ cache: folder }).get(`${server.origin}/a`);
  expect([second.url, second.contentType, [...second.bytes]]).toEqual([
    first.url,
    "text/html; charset=gbk",
    [0xff, 0x00, 0xfe],
  ]);
});

test("asked anew, an unchanged page is not sent again, a changed one is; each is asked for once", async () => {
  let version = 1;
  server.pages["/a"] = headers =>
    headers["if-none-match"] === `"${version}"`
      ? { status: 304 }
      : { headers: { etag: `"${version}"` }, body: `version ${version}` };
  server.pages["/b"] = headers =>
    headers["if-modified-since"] === "Tue, 19 Nov 2024 13:30:02 GMT"
      ? { status: 304 }
      : { headers: { "last-modified": "Tue, 19 Nov 2024 13:30:02 GMT" }, body: "b" };
  const kept = webWith({ cache: folder });
  await textAt(kept, "/a");
  await textAt(kept, "/b");
  const again = webWith({ cache: folder, revalidate: true });
  expect([await textAt(again, "/a"), await textAt(again, "/b"), await textAt(again, "/a")]).toEqual(
    ["version 1", "b", "version 1"],
  );
  expect(withoutRobots()).toEqual(["/a", "/b", "/a", "/b"]);
  version = 2;
  expect(await textAt(webWith({ cache: folder, revalidate: true }), "/a")).toBe("version 2");
  expect(await textAt(webWith({ cache: folder }), "/a")).toBe("version 2");
});

test("failures are not kept, nor is a damaged file believed", async () => {
  server.pages["/a"] = { status: 500 };
  await expect(webWith({ cache: folder }).get(`${server.origin}/a`)).rejects.toMatchObject({
    code: "http-status",
  });
  expect(readdirSync(folder)).toEqual([]);
  server.pages["/a"] = { body: "good" };
  await textAt(webWith({ cache: folder }), "/a");
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"address":"');
  expect(await textAt(webWith({ cache: folder }), "/a")).toBe("good");
});
