// Refusals by chance are told from a limit: the first hold up nobody else, the second are kept to.

import { expect, test } from "vitest";
import { createLimiter } from "../../../pipelines/llm/limits/limiter.ts";
import { withLimiter } from "../../../pipelines/llm/limits/limited-client.ts";
import { withRetries } from "../../../pipelines/llm/limits/retry.ts";
import { createSimulatedClock } from "../../support/simulated-clock.ts";
import { aBusyServer, type BusyServer, type BusyServerOptions } from "./busy-server.ts";
import { aSized, someLimits } from "./limited-work.ts";
import { never } from "../requests.ts";

const places = 64;
const calls = 3000;

interface Played {
  readonly server: BusyServer;
  readonly seconds: number;
  readonly lost: number;
}

/** So many calls by as many rows as a run has for these places; `then` is done after 20 seconds. */
async function play(
  options: Omit<BusyServerOptions, "clock">,
  seed = 1,
  then: (server: BusyServer) => void = () => undefined,
): Promise<Played> {
  const clock = createSimulatedClock({ seed });
  const server = aBusyServer({ latency: [200, 800], ...options, clock });
  const client = withRetries(
    withLimiter(server.client, createLimiter(someLimits({ concurrency: places }), { clock })),
    { clock },
  );
  clock.after(20_000, () => then(server));
  let [left, lost] = [calls, 0];
  const row = async () => {
    while (left-- > 0)
      await client.complete(aSized(), never).catch(() => {
        lost++;
      });
  };
  await clock.until(Promise.all(Array.from({ length: places * 1.5 + 4 }, row)));
  return { server, seconds: (server.replied.at(-1) ?? 0) / 1000, lost };
}

const healthy = (await play({})).seconds;
const shareOf = ({ server }: Played) =>
  server.refused.length / (server.refused.length + server.replied.length);
const perSecond = ({ server }: Played, from: number, to: number) =>
  server.replied.filter(at => at >= from * 1000 && at < to * 1000).length / (to - from);

test.each([0.01, 0.05, 0.1, 0.2])(
  "of %d of all requests refused by chance each holds up itself alone",
  async stray => {
    const { server, seconds, lost } = await play({ chance: { stray } });
    expect(seconds).toBeLessThan(1.3 * healthy + server.stray.length / places + 1);
    expect(lost).toBe(0);
  },
);

test("where each tenth is refused, failed, cut off or hung, all get their replies, and as fast as that allows", async () => {
  const { server, seconds, lost } = await play(
    { chance: { stray: 0.1, failed: 0.1, cut: 0.1, hung: 0.1 } },
    2,
  );
  expect(seconds).toBeLessThan(1.3 * (healthy * 1.67 + (server.hung * 5) / places));
  expect(lost).toBe(0);
});

test.each([8, 12, 20, 32, 50])(
  "a server with room for %i is made use of, and refuses less than a fiftieth",
  async room => {
    const played = await play({ room });
    expect(calls / played.seconds / (room / 0.5)).toBeGreaterThan(0.9);
    expect(shareOf(played)).toBeLessThan(0.02);
  },
);

test.each([10, 20, 50, 100].flatMap(rate => [1, 2, 3].map(seed => [rate, seed] as const)))(
  "a server that lends %i requests a second is made use of, and refuses less than a fiftieth (seed %i)",
  async (rate, seed) => {
    const played = await play({ bucket: { rate, burst: rate } }, seed);
    expect((calls - rate) / played.seconds / rate).toBeGreaterThan(0.9);
    expect(shareOf(played)).toBeLessThan(0.02);
  },
);

test("room that grows is found within seconds", async () => {
  const played = await play({ room: 20 }, 1, server => {
    server.room = 50;
  });
  expect(perSecond(played, 26, 32) / 100).toBeGreaterThan(0.9);
  expect(shareOf(played)).toBeLessThan(0.02);
});

test("room that shrinks is kept to", async () => {
  const played = await play({ room: 48 }, 1, server => {
    server.room = 16;
  });
  expect(perSecond(played, 30, 44) / 32).toBeGreaterThan(0.9);
  expect(shareOf(played)).toBeLessThan(0.02);
});
