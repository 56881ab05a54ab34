// Whether the parts of a change between two splits are told apart: drifts that are known, and how often the intervals hold them.
// node --import tsx tests/bench/linked-splits.ts [simulations] [seed]

import { type Coverage, coverageOf, scenarios } from "../support/simulated-splits.ts";

const simulations = Number(process.argv[2] ?? 2000);
const seed = Number(process.argv[3] ?? 1);

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
const told = ({ truth, bias, logits, points, width }: Coverage) =>
  `held by ${percent(logits)}, in points ${percent(points)}; bias ${signed(bias)} of ${signed(truth)} logits, width ${width.toFixed(2)}`;

for (const scenario of scenarios) {
  const { news, system } = coverageOf(scenario, { simulations, seed });
  process.stdout.write(`${scenario.name}\n  news:   ${told(news)}\n  system: ${told(system)}\n`);
}
