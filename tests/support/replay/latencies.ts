// How long the replay server takes over a request, and what a simulation of the same requests draws.

import { chances } from "./draws.ts";

/** Milliseconds; `sigma` is the standard deviation of the latency's logarithm. */
export type Latency =
  | { readonly kind: "none" }
  | { readonly kind: "fixed"; readonly milliseconds: number }
  | { readonly kind: "lognormal"; readonly median: number; readonly sigma: number };

/** Reads `none`, `fixed:200` or `lognormal:200,0.6`; anything else throws. */
export function parseLatency(text: string): Latency {
  if (text === "none") return { kind: "none" };
  const [, kind, first, second] =
    /^(fixed|lognormal):(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (kind === "fixed" && second === undefined) return { kind, milliseconds: Number(first) };
  if (kind === "lognormal" && second !== undefined)
    return { kind, median: Number(first), sigma: Number(second) };
  throw new Error(
    `"${text}" is not a latency: give none, fixed:200 or lognormal:200,0.6 (median in milliseconds, sigma)`,
  );
}

// Box and Muller: two even chances make one normal draw.
const normal = ([first, second]: readonly [number, number]) =>
  Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);

/**
 * Milliseconds from the arrival of a request to its reply. `request` is the request's key: for a system and a user
 * message without a seed, the `messages` hash of its line in calls.jsonl. `attempt` counts how often it was asked before.
 */
export function latencyOf(
  { latency, seed }: { latency: Latency; seed: number },
  request: string,
  attempt = 0,
): number {
  if (latency.kind === "none") return 0;
  if (latency.kind === "fixed") return latency.milliseconds;
  return (
    latency.median * Math.exp(latency.sigma * normal(chances(seed, "latency", request, attempt)))
  );
}
