// Private hosts are refused in whatever spelling, and a name means what it is found to mean.

import { describe, expect, test } from "vitest";
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

describe("hosts allowed by name", () => {
  const allowed = (address: string, ...hosts: string[]) => isAllowedHost(new URL(address), hosts);

  test("a name alone stands for all its ports, a name with a port for that one", () => {
    expect([
      allowed("http://localhost:3000/", "localhost"),
      allowed("http://localhost:3000/", "localhost:3000"),
      allowed("http://localhost:3001/", "localhost:3000"),
    ]).toEqual([true, true, false]);
    expect([
      allowed("http://intra/", "intra:80"),
      allowed("https://intra/", "intra:443"),
      allowed("https://intra/", "intra:80"),
    ]).toEqual([true, true, false]);
  });

  test("case and a final dot make no difference, a longer name does", () => {
    expect([
      allowed("http://INTRA./", "Intra"),
      allowed("http://intra/", "intra."),
      allowed("http://intra.evil.example/", "intra"),
      allowed("http://xintra/", "intra"),
    ]).toEqual([true, true, false, false]);
  });

  test("an IPv6 address is named as in an address", () => {
    expect([
      allowed("http://[::1]:8080/", "[::1]"),
      allowed("http://[::1]:8080/", "[::1]:8080"),
      allowed("http://[::1]:8081/", "[::1]:8080"),
    ]).toEqual([true, true, false]);
  });
});

test("a name that leads to this machine alone is refused when it is looked up", async () => {
  const looked = (all: boolean) =>
    new Promise(resolve => publicLookup("localhost", { all }, error => resolve(error)));
  for (const all of [true, false])
    expect(await looked(all)).toMatchObject({ code: "refused-address" });
});

test("a name that leads to a public address is given it, alone or in a list", async () => {
  const looked = (all: boolean) =>
    new Promise(resolve =>
      publicLookup("8.8.8.8", { all }, (_, found, family) => resolve([found, family])),
    );
  expect([await looked(false), await looked(true)]).toEqual([
    ["8.8.8.8", 4],
    [[{ address: "8.8.8.8", family: 4 }], undefined],
  ]);
});
