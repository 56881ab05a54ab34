// What was fetched once is kept: read again without network, or asked for again only where it changed.

import { readdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { WebOptions } from "../../../pipelines/intake/web/web.ts";
import { freshFolder } from "../../support/folder.ts";
import { visits } from "./visits.ts";

const at = freshFolder();
const { server, webWith, textAt, withoutRobots } = visits();
const visitor = (more: Partial<WebOptions> = {}) => webWith({ pause: 0, cache: at(), ...more });

test("a second visit reads the same bytes without network", async () => {
  Object.assign(server().pages, {
    "/a": { status: 302, headers: { location: "/b" } },
    "/b": {
      body: Buffer.from([0xff, 0x00, 0xfe]),
      headers: { "content-type": "text/html; charset=gbk" },
    },
  });
  const first = await visitor().get(`${server().origin}/a#x`);
  await server().close();
  const second = await visitor().get(`${server().origin}/a`);
  expect([second.url, second.contentType, [...second.bytes]]).toEqual([
    first.url,
    "text/html; charset=gbk",
    [0xff, 0x00, 0xfe],
  ]);
});

test("asked again, an unchanged page is not sent again, a changed one is; each is asked for once", async () => {
  let version = 1;
  server().pages["/a"] = headers =>
    headers["if-none-match"] === `"${version}"`
      ? { status: 304 }
      : { headers: { etag: `"${version}"` }, body: `version ${version}` };
  server().pages["/b"] = headers =>
    headers["if-modified-since"] === "Tue, 19 Nov 2024 13:30:02 GMT"
      ? { status: 304 }
      : { headers: { "last-modified": "Tue, 19 Nov 2024 13:30:02 GMT" }, body: "b" };
  const kept = visitor();
  await textAt(kept, "/a");
  await textAt(kept, "/b");
  const again = visitor({ revalidate: true });
  expect([await textAt(again, "/a"), await textAt(again, "/b"), await textAt(again, "/a")]).toEqual(
    ["version 1", "b", "version 1"],
  );
  expect(withoutRobots()).toEqual(["/a", "/b", "/a", "/b"]);
  version = 2;
  expect(await textAt(visitor({ revalidate: true }), "/a")).toBe("version 2");
  expect(await textAt(visitor(), "/a")).toBe("version 2");
});

test("failures are not kept, nor is a damaged file believed", async () => {
  server().pages["/a"] = { status: 500 };
  await expect(visitor().get(`${server().origin}/a`)).rejects.toMatchObject({
    code: "http-status",
  });
  expect(readdirSync(at())).toEqual([]);
  server().pages["/a"] = { body: "good" };
  await textAt(visitor(), "/a");
  for (const name of readdirSync(at())) writeFileSync(at(name), '{"address":"');
  expect(await textAt(visitor(), "/a")).toBe("good");
});
