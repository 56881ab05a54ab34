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
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { readonly optional?: boolean }>;
}

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
  readonly peerDependenciesMeta: Record<string, { readonly optional?: boolean }>;
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

const named = (from: readonly { readonly place: string }[]) => from.map(({ place }) => place);

/** Where a package that stands at `from` finds this one: beside it, or above. */
function placeOf(name: string, from: string): string | undefined {
  const place = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (place in lock.packages) return place;
  return from === ""
    ? undefined
    : placeOf(name, from.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, ""));
}

/** The places of what is installed with these packages. */
function installedWith(names: readonly string[]): Set<string> {
  const places = new Set(names.flatMap(name => placeOf(name, "") ?? []));
  for (const place of places) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      lock.packages[place] ?? {};
    const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    for (const name of needed) {
      const found = peerDependenciesMeta?.[name]?.optional ? undefined : placeOf(name, place);
      if (found !== undefined) places.add(found);
    }
  }
  return places;
}

/** What users have of their own accord, in a version of theirs: their test runner. */
const { vitest: _runner, ...addedPeers } = manifest.peerDependencies;

const placed = (places: ReadonlySet<string>) => packages.filter(({ place }) => places.has(place));

const plain = installedWith(Object.keys(manifest.dependencies));
const shipped = placed(plain);
/** What users may add, each with all that it brings. */
const addable = placed(
  new Set([...installedWith(Object.keys(addedPeers))].filter(place => !plain.has(place))),
);

/** Which ask for their notice at most; of those with "or" one may be chosen. */
const permissive = new Set(
  [
    "MIT, ISC, BSD, BSD-2-Clause, BSD-3-Clause, 0BSD, Apache-2.0, BlueOak-1.0.0, Unlicense",
    "(MIT AND Zlib), (MIT OR GPL-3.0-or-later)",
  ].flatMap(line => line.split(", ")),
);

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
  const versions = [dependencies, addedPeers, devDependencies, overrides].flatMap(part =>
    Object.entries(part),
  );
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test("no package runs code when it is installed: those that would are denied by name", () => {
  const running = packages.filter(({ hasInstallScript }) => hasInstallScript === true);
  expect(new Set(running.map(({ name }) => name))).toEqual(
    new Set(Object.keys(manifest.allowScripts)),
  );
  expect(Object.values(manifest.allowScripts).filter(isAllowed => isAllowed)).toEqual([]);
  // With a package manager that knows no such list they would run: what is shipped does without them.
  expect(named(shipped.filter(({ hasInstallScript }) => hasInstallScript))).toEqual([]);
  expect(
    named(addable.filter(({ hasInstallScript, optional }) => hasInstallScript && !optional)),
  ).toEqual([]);
});

test("a plain install is of 140 packages at most; what it leaves out is optional, and tried here in the version that users are told", () => {
  expect(shipped.length).toBeLessThanOrEqual(140);
  expect(shipped.length).toBeGreaterThan(50);
  expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(
    Object.keys(manifest.peerDependencies),
  );
  expect(Object.values(manifest.peerDependenciesMeta)).not.toContainEqual({ optional: false });
  expect(manifest.devDependencies).toMatchObject(addedPeers);
  expect(named(addable)).toEqual(
    expect.arrayContaining(Object.keys(addedPeers).map(name => `node_modules/${name}`)),
  );
});

test("what is shipped is under licences that ask for their notice at most, and docs/licences.md names all of it", async () => {
  const all = [...shipped, ...addable];
  expect(named(all.filter(({ license }) => !permissive.has(license ?? "")))).toEqual([]);
  const linesOf = (some: typeof all) =>
    new Set(
      some
        .map(
          ({ name, version, license, optional }) =>
            `| ${name} | ${version} | ${license}${optional ? " | not on every machine |" : " | |"}`,
        )
        .toSorted(),
    );
  const text = [
    "# Licences of what ragwright installs",
    "",
    "Every package of a plain install, from the lockfile; the test that keeps this page (`tests/house/supply-chain.test.ts`) writes it again with `npx vitest run tests/house/supply-chain.test.ts -u`. Their texts are in the packages. A bill of materials in CycloneDX: `npm run --silent sbom`.",
    "",
    "| package | version | licence | |",
    "| --- | --- | --- | --- |",
    ...linesOf(shipped),
    "",
    "Inside the package, from pdfjs-dist (Apache-2.0): the tables and fonts by which PDFs are read whose fonts are not embedded, each folder with its licences.",
    "",
    "## What users may add",
    "",
    `With ${Object.keys(addedPeers).join(", ")}, none of which a plain install has:`,
    "",
    "| package | version | licence | |",
    "| --- | --- | --- | --- |",
    ...linesOf(addable),
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot(join(root, "docs/licences.md"));
});
