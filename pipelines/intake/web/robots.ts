// Reads what a host's robots.txt allows (RFC 9309).

import robotsParser from "robots-parser";
import type { WebClock } from "./politeness.ts";
import { WebFailure } from "./failure.ts";

/** Characters of a robots.txt that are read (RFC 9309, 2.5: at least 500 KiB). */
const maxBytes = 512 * 1024;
/** Milliseconds for which a host counts as unreachable, so that its other pages need not wait for robots.txt again. */
const unreachableFor = 5 * 60_000;

export interface RobotRules {
  readonly allows: (url: string) => boolean;
  /** Milliseconds between two requests; 0 if none is specified. */
  readonly crawlDelay: number;
}

interface RobotsOptions {
  /** The text of a robots.txt; throws WebFailure. */
  readonly fetchText: (address: string, signal: AbortSignal) => Promise<string>;
  readonly userAgent: string;
  readonly clock: WebClock;
  /** Milliseconds. Longer delays are cut to this. */
  readonly maxDelay: number;
}

// According to the package's types its function is the module's `default`; in fact it is the module itself.
const parse = robotsParser as unknown as typeof robotsParser.default;

const allAllowed: RobotRules = { allows: () => true, crawlDelay: 0 };

function parsedRules(
  address: string,
  text: string,
  { userAgent, maxDelay }: RobotsOptions,
): RobotRules {
  const robot = parse(address, text.slice(0, maxBytes));
  const delay = robot.getCrawlDelay(userAgent) ?? 0;
  return {
    allows: url => robot.isAllowed(url, userAgent) ?? true,
    crawlDelay: Number.isFinite(delay) ? Math.min(maxDelay, Math.max(0, delay * 1000)) : 0,
  };
}

// A missing robots.txt allows everything (RFC 9309, 2.3.1.3); an unreachable one forbids everything for now (2.3.1.4).
async function rulesAt(
  address: string,
  options: RobotsOptions,
  signal: AbortSignal,
): Promise<RobotRules> {
  try {
    return parsedRules(address, await options.fetchText(address, signal), options);
  } catch (error) {
    // A private host is refused because it is private, not because of its robots.txt.
    if (!(error instanceof WebFailure) || error.code === "refused-address") throw error;
    if (error.status !== null && error.status < 500 && error.status !== 429) return allAllowed;
    throw new WebFailure(
      "robots-unreachable",
      `${address} could not be read, so nothing on the site is read: ${error.message}`,
    );
  }
}

/** The rules of an origin, read once; throws WebFailure if they could not be read, and does not try again for some minutes. */
export function createRobots(
  options: RobotsOptions,
): (origin: string, signal: AbortSignal) => Promise<RobotRules> {
  const known = new Map<string, { rules: Promise<RobotRules>; failed: number | null }>();
  return (origin, signal) => {
    const kept = known.get(origin);
    if (kept && (kept.failed === null || options.clock.now() - kept.failed < unreachableFor))
      return kept.rules;
    const entry: { rules: Promise<RobotRules>; failed: number | null } = {
      rules: rulesAt(`${origin}/robots.txt`, options, signal),
      failed: null,
    };
    entry.rules.catch((error: unknown) => {
      if (error instanceof WebFailure) entry.failed = options.clock.now();
      // Stopping one run must not stop the next.
      else known.delete(origin);
    });
    known.set(origin, entry);
    return entry.rules;
  };
}
