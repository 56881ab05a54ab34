// What the lockfile lets onto a user's machine: exact versions with their hashes, under licences that ask for nothing but their notice, and none that runs code when it is installed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./files.ts";

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly name?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), "utf8"));
const manifest = read("package.json") as Manifest;
const lock = read("package-lock.json") as { readonly packages: Record<string, Locked> };

const packages = Object.entries(lock.packages)
  .filter(([place]) => place !== "")
  .map(([place, locked]) => ({ place, name: place.replace(/^.*node_modules\//, ""), ...locked }));
const shipped = packages.filter(({ dev, devOptional }) => dev !== true && devOptional !== true);

/** Which ask for their notice at most; of those with "or" one may be chosen. */
const permissive = new Set(
  [
    "MIT, ISC, BSD, BSD-2-Clause, BSD-3-Clause, 0BSD, Apache-2.0, BlueOak-1.0.0, Unlicense",
    "(MIT AND Zlib), (MIT OR GPL-3.0-or-later)",
  ].flatMap(line => line.split(", ")),
);

const named = (from: readonly { readonly place: string }[]) => from.map(({ place }) => place);

test("every package is of one version, known by its SHA-512, and from wherever the installer gets packages", () => {
  expect(packages.length).toBeGreaterThan(400);
  expect(
    named(packages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))),
  ).toEqual([]);
  const elsewhere = packages.filter(
    ({ name: alias, place, resolved, link, inBundle, version }) =>
      resolved !== undefined ||
      link === true ||
      inBundle === true ||
      !place.endsWith(`node_modules/${alias}`) ||
      !/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version),
  );
  expect(named(elsewhere)).toEqual([]);
});

test("package.json names exact versions", () => {
  const { dependencies, devDependencies, overrides } = manifest;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...overrides });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test("no package runs code when it is installed: those that would are denied by name", () => {
  const running = packages.filter(({ hasInstallScript }) => hasInstallScript === true);
  expect(new Set(running.map(({ name }) => name))).toEqual(
    new Set(Object.keys(manifest.allowScripts)),
  );
  expect(Object.values(manifest.allowScripts).filter(isAllowed => isAllowed)).toEqual([]);
  // With a package manager that knows no such list they would run: what is shipped does without them.
  expect(
    named(shipped.filter(({ hasInstallScript, optional }) => hasInstallScript && !optional)),
  ).toEqual([]);
});

test("what is shipped is under licences that ask for their notice at most, and docs/licences.md names all of it", async () => {
  expect(named(shipped.filter(({ license }) => !permissive.has(license ?? "")))).toEqual([]);
  const lines = shipped
    .map(
      ({ name, version, license, optional }) =>
        `| ${name} | ${version} | ${license}${optional ? " | not on every machine |" : " | |"}`,
    )
    .toSorted();
  const text = [
    "# Licences of what ragwright installs",
    "",
    "Every package of a production install, from the lockfile; the test that keeps this page (`tests/house/supply-chain.test.ts`) writes it anew with `npx vitest run tests/house/supply-chain.test.ts -u`. Their texts are in the packages. A bill of materials in CycloneDX: `npm run --silent sbom`.",
    "",
    "| package | version | licence | |",
    "| --- | --- | --- | --- |",
    ...new Set(lines),
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot(join(root, "docs/licences.md"));
});
