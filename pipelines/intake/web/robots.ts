// Reads what a host's robots.txt allows (RFC 9309).

import robotsParser from "robots-parser";
import type { WebClock } from "./host-queues.ts";
import { WebFailure } from "./web-failure.ts";

/** Maximum number of characters read from a robots.txt (RFC 9309, 2.5: at least 500 KiB). */
const maxLength = 512 * 1024;
/** How long a host counts as unreachable, in milliseconds, so that its other pages need not wait for robots.txt again. */
const unreachableDuration = 5 * 60_000;

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
  /** Maximum delay in milliseconds; longer ones are reduced to it. */
  readonly maxDelay: number;
}

// According to the package's types, its function is the module's `default`; in fact it is the module itself.
const parse = robotsParser as unknown as typeof robotsParser.default;

const allAllowed: RobotRules = { allows: () => true, crawlDelay: 0 };

function parseRules(
  address: string,
  text: string,
  { userAgent, maxDelay }: RobotsOptions,
): RobotRules {
  const robot = parse(address, text.slice(0, maxLength));
  const delay = robot.getCrawlDelay(userAgent) ?? 0;
  return {
    allows: url => robot.isAllowed(url, userAgent) ?? true,
    crawlDelay: Number.isFinite(delay) ? Math.min(maxDelay, Math.max(0, delay * 1000)) : 0,
  };
}

// A missing robots.txt allows everything (RFC 9309, 2.3.1.3); an unreachable one forbids everything for now (2.3.1.4).
async function fetchRules(
  address: string,
  options: RobotsOptions,
  signal: AbortSignal,
): Promise<RobotRules> {
  try {
    return parseRules(address, await options.fetchText(address, signal), options);
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

interface KnownRules {
  readonly rules: Promise<RobotRules>;
  /** When reading the rules failed; null if it did not. */
  failedAt: number | null;
}

/** The rules of an origin, read once; throws WebFailure if they could not be read, and does not try again for some minutes. */
export function createRobots(
  options: RobotsOptions,
): (origin: string, signal: AbortSignal) => Promise<RobotRules> {
  const rulesByOrigin = new Map<string, KnownRules>();
  return (origin, signal) => {
    const knownRules = rulesByOrigin.get(origin);
    if (
      knownRules &&
      (knownRules.failedAt === null ||
        options.clock.now() - knownRules.failedAt < unreachableDuration)
    )
      return knownRules.rules;
    const entry: KnownRules = {
      rules: fetchRules(`${origin}/robots.txt`, options, signal),
      failedAt: null,
    };
    entry.rules.catch((error: unknown) => {
      if (error instanceof WebFailure) entry.failedAt = options.clock.now();
      // Stopping one run must not stop the next.
      else rulesByOrigin.delete(origin);
    });
    rulesByOrigin.set(origin, entry);
    return entry.rules;
  };
}
