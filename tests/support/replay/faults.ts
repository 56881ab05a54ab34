// Which fault a request meets at the replay server: kinds, rates, and the draw.

import { chance } from "./draws.ts";

/** Refused before any work: not billed. */
const refusedKinds = ["429", "429-wait", "500", "503", "html"] as const;
/** The work is done and billed, and something happens to the connection or the body. */
const brokenKinds = ["reset", "reset-body", "truncated", "stall", "stall-body", "slow"] as const;
/** Whole replies, billed, that cannot be used (`language` may pass a check that does not look at it). */
const badReplyKinds = [
  "length",
  "refusal",
  "filter",
  "empty",
  "no-json",
  "contract",
  "language",
  "whitespace",
] as const;

export type RefusedKind = (typeof refusedKinds)[number];
export type BrokenKind = (typeof brokenKinds)[number];
export type BadReplyKind = (typeof badReplyKinds)[number];
export type FaultKind = RefusedKind | BrokenKind | BadReplyKind;

export interface Faults {
  /** Share of the asks that meet each kind, in the order of the draw. */
  readonly rates: ReadonlyMap<FaultKind, number>;
  /** Share of the questions that fail whenever they are asked. */
  readonly forever: number;
}

const allKinds: readonly FaultKind[] = [...refusedKinds, ...brokenKinds, ...badReplyKinds];
const groups: Readonly<Record<string, readonly FaultKind[]>> = {
  all: allKinds,
  refused: refusedKinds,
  broken: brokenKinds,
  replies: badReplyKinds,
};

const among = <Kind extends FaultKind>(
  kinds: readonly Kind[],
  kind: FaultKind | null,
): kind is Kind => (kinds as readonly (FaultKind | null)[]).includes(kind);
export const isRefused = (kind: FaultKind | null): kind is RefusedKind => among(refusedKinds, kind);
export const isBroken = (kind: FaultKind | null): kind is BrokenKind => among(brokenKinds, kind);
export const isBadReply = (kind: FaultKind | null): kind is BadReplyKind =>
  among(badReplyKinds, kind);

const wrong = (part: string) =>
  new Error(
    `"${part}" is not a fault with its rate (0 … 1): kinds are ${allKinds.join(", ")}; groups, spread evenly: ${Object.keys(groups).join(", ")}; and forever`,
  );

function parsePart(part: string): { name: string; kinds: readonly FaultKind[]; rate: number } {
  const [, name = "", number = ""] = /^([a-z0-9-]+)=([\d.]+)$/.exec(part) ?? [];
  const rate = number === "" ? Number.NaN : Number(number);
  const kinds = Object.hasOwn(groups, name) ? groups[name] : allKinds.filter(kind => kind === name);
  if (!kinds || (kinds.length === 0 && name !== "forever") || !(rate >= 0 && rate <= 1))
    throw wrong(part);
  return { name, kinds, rate };
}

/** Reads `429=0.03,reset=0.02` or `all=0.2,language=0`; a later part stands over an earlier one. Bad text throws. */
export function parseFaults(text: string): Faults {
  const rates = new Map<FaultKind, number>();
  let forever = 0;
  for (const part of text.split(",").filter(part => part.trim() !== "")) {
    const { name, kinds, rate } = parsePart(part.trim());
    if (name === "forever") forever = rate;
    for (const kind of kinds) rates.set(kind, rate / kinds.length);
  }
  const sum = [...rates.values()].reduce((total, rate) => total + rate, 0);
  if (sum > 1 + 1e-9) throw new Error(`the faults' rates add up to ${sum}, more than 1`);
  // In one order, whatever order they were named in.
  return {
    rates: new Map(
      allKinds.flatMap(kind => (rates.has(kind) ? [[kind, rates.get(kind) ?? 0]] : [])),
    ),
    forever,
  };
}

export interface Ask {
  /** Hash of the system and the first user message. */
  readonly question: string;
  /** Names the whole request. */
  readonly request: string;
  /** How often the request was asked before. */
  readonly attempt: number;
}

/** What a lost question meets each time: one half never gets a reply, the other never one that is JSON. */
export function foreverKind({ forever }: Faults, seed: number, question: string): FaultKind | null {
  if (forever === 0 || chance(seed, "forever", question) >= forever) return null;
  return chance(seed, "forever kind", question) < 0.5 ? "500" : "no-json";
}

/** The fault that this ask meets, or null. */
export function drawFault(
  { rates }: Faults,
  seed: number,
  { request, attempt }: Ask,
): FaultKind | null {
  if (rates.size === 0) return null;
  let rest = chance(seed, "fault", request, attempt);
  for (const [kind, rate] of rates) {
    if (rest < rate) return kind;
    rest -= rate;
  }
  return null;
}
