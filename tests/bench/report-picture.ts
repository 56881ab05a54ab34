// Takes the picture of a report that opens the README: npx tsx tests/bench/report-picture.ts [RUN] [PICTURE]

import { mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { writeReport } from "../../pipelines/report/page.ts";
import { openBrowser } from "../support/browser.ts";

const root = resolve(import.meta.dirname, "../..");
const [run = join(root, "out/demo"), picture = join(root, ".ci/report.png")] =
  process.argv.slice(2);

// A page is long: the picture shows its head, one series of plots, one item and the losses, each as it stands on the page.
const short = `
  main { display: flex; flex-direction: column; }
  main > section, body > footer, section details, .item ~ .item { display: none; }
  #sweeps, #lost, #examples, main:not(:has(#sweeps)) > #made { display: block; }
  #sweeps { order: 1; } #examples { order: 2; } #lost { order: 3; max-height: 560px; overflow: hidden; }
  #sweeps .plots ~ *, #sweeps .plots figure:nth-child(n + 3), #lost .wide, #lost p.short { display: none; }
`;
const tallest = 2000;

const browser = await openBrowser();
const context = await browser.newContext({
  viewport: { width: 1280, height: 900 },
  colorScheme: "light",
  bypassCSP: true,
});
const page = await context.newPage();
await page.goto(pathToFileURL(writeReport(run)).href);
await page.addStyleTag({ content: short });
mkdirSync(dirname(picture), { recursive: true });
const height = Math.min(
  tallest,
  await page.evaluate<number>("document.documentElement.scrollHeight"),
);
await page.screenshot({ path: picture, clip: { x: 0, y: 0, width: 1280, height }, fullPage: true });
await browser.close();
console.log(
  JSON.stringify({ picture, height, kilobytes: Math.round(statSync(picture).size / 1000) }),
);
