// Twelve of the lives of `tests/bench/random-lives.ts`: no promise is broken in any.

import { expect, test } from "vitest";
import { live } from "../support/lives/live.ts";
import { makeUncut } from "../support/lives/reference-run.ts";
import { newFolder } from "../support/toy-run.ts";

const lives = 12;

test("twelve runs, each with faults, stops and edits of its own, end with the same items; no reply that was kept is paid again, no ceiling passed, no secret told", async () => {
  const uncut = await makeUncut(newFolder());
  const seeds = Array.from({ length: lives }, (_, index) => index + 1);
  const broken: string[] = [];
  let kills = 0;
  const liveOn = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const lived = await live(seed, uncut);
      kills += lived.kills;
      broken.push(...lived.broken.map(promise => `seed ${seed}: ${promise}`));
    }
  };
  await Promise.all([liveOn(), liveOn()]);
  expect(broken).toEqual([]);
  expect(kills).toBeGreaterThan(4);
});
