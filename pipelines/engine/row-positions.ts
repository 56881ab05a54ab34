// Records where each row of an artifact is in its file, and which version counts when several inputs make the same row.

import type { RowMark } from "./outcome-journal.ts";
import type { LinePosition } from "./lines.ts";

/** A version of a row and the input that made it. */
export interface Version extends LinePosition {
  readonly input: string;
}

/** The rows that an outcome claims. */
export interface Claim {
  readonly input: string;
  readonly rows: readonly RowMark[];
}

interface SettledRows {
  /** Inputs that must be run again: their version of a row should count but is no longer in the file. */
  readonly inputsToRerun: string[];
  /** Rows whose content has changed. */
  readonly changedRows: string[];
}

/** Result of closing an artifact: it stays open while an input must be run again. */
export interface ClosingResult extends Readonly<SettledRows> {
  readonly closed: boolean;
}

/**
 * Two inputs may make the same row: equal content has an equal id. The artifact holds it once, as the first input in
 * order made it (or as a person edited it), regardless of the order of arrival.
 */
export class RowPositions {
  readonly #current: Map<string, Version>;
  /** Rows that several inputs made, with the versions that do not count now. */
  readonly #others = new Map<string, Version[]>();

  constructor(current = new Map<string, Version>()) {
    this.#current = current;
  }

  get size(): number {
    return this.#current.size;
  }

  get(id: string): Version | undefined {
    return this.#current.get(id);
  }

  /** The version with this hash, if it is in the file. */
  find(id: string, hash: string): Version | undefined {
    const current = this.#current.get(id);
    return current?.hash === hash
      ? current
      : this.#others.get(id)?.find(version => version.hash === hash);
  }

  /** Records that more than one input makes this row. */
  share(id: string): void {
    if (!this.#others.has(id)) this.#others.set(id, []);
  }

  /** Adds a version; `claims` says whether an input's outcome still names the row. The first version to arrive counts until the rows are settled. */
  add(id: string, version: Version, claims: (input: string) => boolean): void {
    const current = this.#current.get(id);
    const hasRival =
      current !== undefined && current.input !== version.input && claims(current.input);
    if (hasRival) this.share(id);
    const otherVersions = this.#others.get(id);
    if (!hasRival) this.#current.set(id, version);
    const superseded = hasRival ? version : current;
    if (otherVersions && superseded && superseded.hash !== this.#current.get(id)?.hash)
      otherVersions.push(superseded);
  }

  /** For each row that several inputs made, the edited version counts if there is one, otherwise that of the first input. */
  settle(claims: readonly Claim[]): SettledRows {
    const settlement: SettledRows = { inputsToRerun: [], changedRows: [] };
    for (const [id, [owner]] of this.#claimants(claims)) {
      if (!owner) continue;
      const version = this.find(id, owner.hash);
      if (!version) settlement.inputsToRerun.push(owner.input);
      else if (this.#current.get(id)?.hash !== owner.hash) settlement.changedRows.push(id);
      if (version) this.#makeCurrent(id, { ...version, input: owner.input });
    }
    return settlement;
  }

  /** The claims whose marks changed when the rows were settled, with their new marks. */
  claimsWithNewMarks(claims: readonly Claim[]): Claim[] {
    const owners = new Map([...this.#claimants(claims)].map(([id, [owner]]) => [id, owner?.input]));
    return claims.flatMap(({ input, rows }) => {
      const marked = rows.map(
        (row): RowMark => (owners.has(row[0]) ? markOf(row, owners.get(row[0]) === input) : row),
      );
      return marked.every((row, index) => row[2] === rows[index]?.[2])
        ? []
        : [{ input, rows: marked }];
    });
  }

  /** The inputs that make each shared row; the one that counts comes first. */
  #claimants(
    claims: readonly Claim[],
  ): Map<string, { input: string; hash: string; edited: boolean }[]> {
    const claimants = new Map<string, { input: string; hash: string; edited: boolean }[]>();
    if (this.#others.size === 0) return claimants;
    for (const { input, rows } of claims)
      for (const [id, hash, mark] of rows) {
        if (!this.#others.has(id)) continue;
        const list = claimants.get(id) ?? [];
        const claimant = { input, hash, edited: mark === "edited" };
        if (claimant.edited && list[0]?.edited === false) list.unshift(claimant);
        else list.push(claimant);
        claimants.set(id, list);
      }
    return claimants;
  }

  #makeCurrent(id: string, version: Version): void {
    const previous = this.#current.get(id);
    if (previous && previous.hash !== version.hash) this.#others.get(id)?.push(previous);
    this.#current.set(id, version);
  }

  /** Records that the file now holds these rows, each once. */
  replace(versions: ReadonlyMap<string, Version>): void {
    this.#current.clear();
    for (const [id, version] of versions) this.#current.set(id, version);
    for (const id of this.#others.keys()) if (versions.has(id)) this.#others.set(id, []);
    for (const id of this.#others.keys()) if (!versions.has(id)) this.#others.delete(id);
  }
}

// The owner keeps the mark of an edited row; for all other inputs the row is shared.
const markOf = ([id, hash, mark]: RowMark, isOwner: boolean): RowMark =>
  !isOwner ? [id, hash, "shared"] : mark === "edited" ? [id, hash, mark] : [id, hash];

type MutableVersion = { -readonly [Field in keyof Version]: Version[Field] };

/**
 * The positions of a closed artifact's rows, with ids and hashes from its outcomes. Its file holds each row once, in the
 * order in which the outcomes first name them, so that the line lengths give the offsets and the file need not be
 * read. Undefined if outcomes and lengths do not match.
 */
export function positionsOfSealed(
  lengths: readonly number[],
  claims: Iterable<Claim>,
): RowPositions | undefined {
  const versions = new Map<string, MutableVersion>();
  const sharedIds: string[] = [];
  const ownerless: MutableVersion = { offset: 0, length: 0, hash: "", input: "" };
  for (const { input, rows } of claims)
    for (const [id, hash, mark] of rows) {
      const existing = versions.get(id);
      if (mark === "shared") {
        sharedIds.push(id);
        // A row's line comes where an outcome first names it; if a person edited the row, a later outcome may own it.
        if (!existing) versions.set(id, ownerless);
      } else if (existing && existing !== ownerless) return undefined;
      else versions.set(id, { offset: 0, length: 0, hash, input });
    }
  if (versions.size !== lengths.length || sharedIds.some(id => versions.get(id) === ownerless))
    return undefined;
  setOffsets(versions.values(), lengths);
  const positions = new RowPositions(versions);
  for (const id of sharedIds) positions.share(id);
  return positions;
}

function setOffsets(rows: Iterable<MutableVersion>, lengths: readonly number[]): void {
  let index = 0;
  let offset = 0;
  for (const row of rows) {
    const length = lengths[index++] ?? 0;
    row.offset = offset;
    row.length = length;
    offset += length + 1;
  }
}
