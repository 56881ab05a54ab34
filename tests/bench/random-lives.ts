// Runs lived through faults of the server, kills, full disks, edits and second starts, by seed: what must hold in the end, holds.
// node --import tsx tests/bench/random-lives.ts [lives] [first seed] [at once]

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { live, type Lived } from "../support/lives/live.ts";
import { makeUncut } from "../support/lives/reference-run.ts";

const [lives, first, atOnce] = [1000, 1, 2].map((usual, index) =>
  Number(process.argv[index + 2] ?? usual),
) as [number, number, number];
const say = (line: string) => process.stdout.write(`${line}\n`);
const from = performance.now();
const uncut = await makeUncut(mkdtempSync(join(tmpdir(), "ragwright-lives-")));
const lived: Lived[] = [];
let next = first;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (next < first + lives) {
      const one = await live(next++, uncut);
      lived.push(one);
      for (const promise of one.broken) say(`seed ${one.life.seed}: ${promise}`);
      if (lived.length % 50 === 0) say(`${lived.length} lives`);
    }
  }),
);
const sum = (of: (one: Lived) => number) => lived.reduce((total, one) => total + of(one), 0);
const broken = lived.filter(one => one.broken.length > 0);
say(
  `${lived.length} lives in ${((performance.now() - from) / 60_000).toFixed(1)} min: ${sum(one => one.starts)} starts, ${sum(one => one.kills)} of them killed or on a full disk, ${sum(one => one.requests)} requests; ${broken.length} with a broken promise${broken.length > 0 ? `: seeds ${broken.map(({ life }) => life.seed).join(", ")}` : ""}`,
);
process.exit(broken.length === 0 ? 0 : 1);
