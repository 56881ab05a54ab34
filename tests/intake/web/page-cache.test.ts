// What was fetched once is kept, and read again without network.

import { readdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { freshFolder } from "../../support/folder.ts";
import { visits } from "./visits.ts";

const at = freshFolder();
const { server, webWith, textAt } = visits();
const visitor = () => webWith({ pause: 0, cache: at() });

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
