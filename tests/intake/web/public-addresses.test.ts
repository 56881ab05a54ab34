// Private hosts are refused in whatever spelling, and a name means what it is found to mean.

import { expect, test } from "vitest";
import {
  checkUrl,
  isAllowedHost,
  isPublicAddress,
  publicLookup,
} from "../../../pipelines/intake/web/public-addresses.ts";
import { cases } from "../../support/cases.ts";

cases<[address: string]>("intake/web/public-addresses", "%s is not a public address", address => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450:4001::1"])(
  "%s is a public address",
  address => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

cases<[address: string]>(
  "intake/web/public-addresses",
  "%s is refused before anything is connected to",
  address => {
    expect(() => checkUrl(address, [])).toThrow(
      expect.objectContaining({ code: "refused-address" }),
    );
  },
);

cases<[address: string]>(
  "intake/web/public-addresses",
  "%s is not an address of a web page",
  address => {
    expect(() => checkUrl(address, ["a.example"])).toThrow(
      expect.objectContaining({ code: "bad-url" }),
    );
  },
);

test("a public host must prove itself when it is connected to, an allowed one need not", () => {
  expect([
    checkUrl("https://news.example/a#top", []).mustBePublic,
    checkUrl("https://news.example/a", ["news.example"]).mustBePublic,
  ]).toEqual([true, false]);
  expect(checkUrl("https://news.example/a#top", []).url.href).toBe("https://news.example/a");
});

test.each([
  ["a name for all its ports", "http://localhost:3000/", "localhost", true],
  ["a name with a port for that one", "http://localhost:3000/", "localhost:3000", true],
  ["a name with a port for that one", "http://localhost:3001/", "localhost:3000", false],
  ["the usual port", "http://intra/", "intra:80", true],
  ["the usual port", "https://intra/", "intra:443", true],
  ["the usual port", "https://intra/", "intra:80", false],
  ["whatever its case and a final dot", "http://INTRA./", "Intra", true],
  ["whatever its case and a final dot", "http://intra/", "intra.", true],
  ["but no longer name", "http://intra.evil.example/", "intra", false],
  ["but no longer name", "http://xintra/", "intra", false],
  ["an IPv6 address as in an address", "http://[::1]:8080/", "[::1]", true],
  ["an IPv6 address as in an address", "http://[::1]:8080/", "[::1]:8080", true],
  ["an IPv6 address as in an address", "http://[::1]:8081/", "[::1]:8080", false],
])("a host is allowed by name, %s: %s by %s", (_, address, host, isAllowed) => {
  expect(isAllowedHost(new URL(address), [host])).toBe(isAllowed);
});

const lookUp = (name: string, all: boolean) =>
  new Promise(resolve => publicLookup(name, { all }, (...found) => resolve(found)));

test("a name that leads to this machine alone is refused when it is looked up", async () => {
  for (const all of [true, false])
    expect(await lookUp("localhost", all)).toMatchObject([{ code: "refused-address" }, []]);
});

test("a name that leads to a public address is given it, alone or in a list", async () => {
  expect(await lookUp("8.8.8.8", false)).toEqual([null, "8.8.8.8", 4]);
  expect(await lookUp("8.8.8.8", true)).toEqual([null, [{ address: "8.8.8.8", family: 4 }]]);
});
