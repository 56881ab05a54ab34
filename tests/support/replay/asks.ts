// How often each request was asked, and what it meets this time: its fault and its latency.

import { type Ask, drawFault, type FaultKind, foreverKind } from "./faults.ts";
import { latencyOf } from "./latencies.ts";
import type { ReplaySettings } from "./settings.ts";

interface Met {
  readonly fault: FaultKind | null;
  /** How often the request was asked before. */
  readonly attempt: number;
  /** Milliseconds. */
  readonly latency: number;
}

export interface Asks {
  /** Counts one ask; `fits` tells which faults can be shown there, all where absent. */
  meet(ask: Omit<Ask, "attempt">, fits?: (kind: FaultKind) => boolean): Met;
}

/**
 * Faults are counted by question, so that however a client asks again (the same request, another sample, or with the
 * reason) it gets through after so many.
 */
export function countAsks(settings: ReplaySettings): Asks {
  const asked = new Map<string, number>();
  const planted = new Map<string, number>();
  const { faults, seed, faultsPerQuestion } = settings;
  const draw = (ask: Ask, fits: (kind: FaultKind) => boolean): FaultKind | null => {
    const lost = foreverKind(faults, seed, ask.question);
    if (lost !== null && fits(lost)) return lost;
    const before = planted.get(ask.question) ?? 0;
    if (before >= faultsPerQuestion) return null;
    const fault = drawFault(faults, seed, ask);
    if (fault === null || !fits(fault)) return null;
    planted.set(ask.question, before + 1);
    return fault;
  };
  return {
    meet: ({ question, request }, fits = () => true) => {
      const attempt = asked.get(request) ?? 0;
      asked.set(request, attempt + 1);
      return {
        attempt,
        fault: draw({ question, request, attempt }, fits),
        latency: latencyOf(settings, request, attempt),
      };
    },
  };
}
