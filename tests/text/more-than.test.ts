// What is said to be more than a round number is borne out by what is a little more than it, and by nothing else.

import { expect, test } from "vitest";
import { unsupportedValues } from "../../pipelines/text/derivation.ts";

test.each([
  ["zh", "恢复原状1.7万余辆。", "恢复原状17584辆。", true],
  ["zh", "恢复原状1.7万余辆。", "恢复原状18020辆。", false],
  ["zh", "恢复原状1.7万余辆。", "恢复原状16900辆。", false],
  ["zh", "恢复原状1.7万辆。", "恢复原状17584辆。", false],
  ["zh", "花了20多万元。", "花了236000元。", true],
  ["zh", "花了20多万元。", "花了336000元。", false],
  ["zh", "来了500余人。", "来了528人。", true],
  ["zh", "罚了20多万元。", "来了236000人。", false],
  ["en", "More than 17,000 lorries were put right.", "17,584 lorries were put right.", true],
  ["en", "Over 17,000 lorries were put right.", "18,001 lorries were put right.", false],
  ["en", "17,000 lorries were put right.", "17,584 lorries were put right.", false],
  ["en", "It took over 2.5 hours.", "It took 2.54 hours.", true],
] as const)("%s: %s by %s", (language, claim, evidence, isBorneOut) => {
  expect(unsupportedValues(claim, [evidence], [], language).length === 0).toBe(isBorneOut);
});
