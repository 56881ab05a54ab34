// The report in a real browser: narrow and wide, light and dark, with hostile names; it asks for nothing and runs nothing.

import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { writeReport } from "../../pipelines/report/page.ts";
import { browserNote, openBrowser, withoutBrowser } from "../support/browser.ts";
import {
  evaluationResult,
  lossesOf,
  putAudit,
  putDecisions,
  putResult,
  resultOf,
  summary,
  sweepResult,
  systemOf,
} from "../support/evaluation-results.ts";
import { putFailedEvaluation } from "../support/failed-evaluation.ts";
import { freshFolder } from "../support/folder.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putItems, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const screens = (["light", "dark"] as const).flatMap(scheme =>
  [1280, 390].map(width => ({ scheme, width })),
);

/** A report in which every section has something to show. */
function fullReport(): string {
  writeSampleRun(at("run"));
  const evil = `${"<img src=http://127.0.0.1:9/x onerror=document.title='ran'>".repeat(3)}${"w".repeat(300)}`;
  putResult(at("run"), "sweep", sweepResult());
  putResult(at("run"), "mine", evaluationResult());
  putResult(
    at("run"),
    "hostile-".repeat(20),
    resultOf({
      systems: [systemOf(evil, { mrr: summary(0.5) }, { losses: lossesOf(4, { retrieval: 1 }) })],
    }),
  );
  putResult(at("run"), "broken", "{");
  putFailedEvaluation(at("run"), "failing", evil);
  putAudit(at("run"), {
    found: sampleItems.map(({ id }) => ({ itemId: id, code: "dead" as const, detail: evil })),
    statistics: sampleItems.map(({ id }, index) => ({
      id,
      difficulty: 0.1 * index,
      discrimination: 0.3 - 0.2 * index,
    })),
  });
  putDecisions(
    at("run"),
    sampleItems.map(({ id, language }, index) => ({
      itemId: id,
      language,
      decision: index === 0 ? "rejected" : "accepted",
    })),
  );
  return writeReport(at("run"));
}

/** Texts that stand out too little from what lies behind them, as "ratio text". Run in the page: it may use nothing from outside. */
function faintTexts(): string[] {
  const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = parts(colour).map(part =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const seen = (colour: string) => colour.startsWith("rgb") && (parts(colour)[3] ?? 1) > 0;
  const page = globalThis as unknown as {
    document: { querySelectorAll(selector: string): Iterable<PageElement> };
    getComputedStyle(element: PageElement): Record<string, string>;
  };
  interface PageElement {
    readonly parentElement: PageElement | null;
    readonly textContent: string;
    readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string }>;
    closest(selector: string): PageElement | null;
  }
  const found: string[] = [];
  for (const element of page.document.querySelectorAll("body *")) {
    if (
      ![...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim() !== "")
    )
      continue;
    // A title is a tooltip; words in a drawn bar are measured against the bar elsewhere.
    if (element.closest("title, .on-bar")) continue;
    const style = page.getComputedStyle(element);
    const colour = (element.closest("svg") ? style["fill"] : style["color"]) ?? "";
    let behind: PageElement | null = element;
    while (behind && !seen(page.getComputedStyle(behind)["backgroundColor"] ?? ""))
      behind = behind.parentElement;
    const [a, b] = [
      luminance(colour),
      luminance(
        behind ? (page.getComputedStyle(behind)["backgroundColor"] ?? "") : "rgb(255, 255, 255)",
      ),
    ];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5)
      found.push(`${ratio.toFixed(2)} ${colour} ${element.textContent.trim().slice(0, 40)}`);
  }
  return found;
}

describe.skipIf(withoutBrowser)(`the report in a browser${browserNote}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens it with all that is folded laid open; addresses it asked for are in `asked`, what the browser complained of in `said`. */
  async function open(
    path: string,
    { scheme, width }: (typeof screens)[number],
  ): Promise<{ page: Page; asked: string[]; said: string[] }> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const [asked, said]: [string[], string[]] = [[], []];
    page.on("request", request => void asked.push(request.url()));
    page.on("console", message => void said.push(message.text()));
    page.on("dialog", dialog => void said.push(dialog.message()));
    await page.goto(pathToFileURL(path).href);
    await page.evaluate(
      `for (const fold of document.querySelectorAll("details")) fold.open = true`,
    );
    return { page, asked, said };
  }

  test.each(screens)(
    "at $width pixels in $scheme nothing but tables and texts scrolls sideways, and every text can be read",
    async screen => {
      const { page } = await open(fullReport(), screen);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(screen.width);
      // Nothing is cut off at the edge of the page either.
      const beyond = `[...document.querySelectorAll("body *")].filter(one => !one.closest(".wide, .text, svg *") && one.getBoundingClientRect().right > innerWidth + 0.5).map(one => one.outerHTML.slice(0, 80))`;
      expect(await page.evaluate(beyond)).toEqual([]);
      expect(await page.evaluate(faintTexts)).toEqual([]);
    },
  );

  test("letters of the plots are no smaller than 10 pixels on a narrow screen", async () => {
    const { page } = await open(fullReport(), { scheme: "light", width: 390 });
    const smallest = `Math.min(...[...document.querySelectorAll("svg.plot")].map(svg => (svg.getBoundingClientRect().width / svg.viewBox.baseVal.width) * parseFloat(getComputedStyle(svg.querySelector("text")).fontSize)))`;
    expect(await page.evaluate(smallest)).toBeGreaterThanOrEqual(10);
  });

  test("failed items are filtered by cause and language together, without a script", async () => {
    const { page } = await open(fullReport(), { scheme: "light", width: 390 });
    const shown = `[...document.querySelectorAll(".failed")].filter(item => getComputedStyle(item).display !== "none").length`;
    const counts: unknown[] = [await page.evaluate(shown)];
    for (const mark of ["f0-0-0", "f0-1-0", "f0-0-all"]) {
      await page.check(`#${mark}`);
      counts.push(await page.evaluate(shown));
    }
    // All; not retrieved; of these the Chinese one; all Chinese ones.
    expect(counts).toEqual([3, 2, 1, 2]);
  });

  test("items are paged, and chosen by type and language together, without a script", async () => {
    writeSampleRun(at("run"));
    const [first] = sampleItems;
    // 45 items: three pages of 20, 20 and 5; every third is Chinese, the first ten are summaries.
    putItems(
      at("run"),
      Array.from({ length: 45 }, (_, place) => ({
        ...first!,
        id: `item-p${String(place).padStart(2, "0")}`,
        type: place < 10 ? ("summary" as const) : ("factual" as const),
        language: place % 3 === 0 ? ("zh" as const) : ("en" as const),
      })),
    );
    const { page } = await open(writeReport(at("run")), { scheme: "light", width: 390 });
    const shown = `[...document.querySelectorAll(".entry")].filter(item => getComputedStyle(item).display !== "none").length`;
    const counts: unknown[] = [await page.evaluate(shown)];
    await page.check("#all-items-ip2", { force: true });
    counts.push(await page.evaluate(shown));
    const choose = async (list: number, mark: string | { label: string }) => {
      await page.selectOption(`#all-items select >> nth=${list}`, mark);
      counts.push(await page.evaluate(shown));
    };
    await choose(0, { label: "Summary (10)" });
    await choose(1, "il-zh");
    expect(await page.isVisible("#all-items .pager")).toBe(false);
    await choose(0, "");
    await choose(1, "");
    // First page; last; all summaries; the Chinese ones among them (0, 3, 6, 9); all Chinese; the last page again.
    expect(counts).toEqual([20, 5, 10, 4, 15, 5]);
  });

  test("the file asks for nothing but itself, and no script in it runs", async () => {
    const path = fullReport();
    const { page, asked, said } = await open(path, { scheme: "light", width: 1280 });
    expect(asked).toEqual([pathToFileURL(path).href]);
    expect(said).toEqual([]);
    expect(await page.title()).toBe("rageval with rules@1 · ragwright");
    expect(
      await page.evaluate(`document.querySelectorAll("script, img, iframe, link, object").length`),
    ).toBe(0);
  });

  test("colours of series and steps stand out from the card, and words from the bars they stand in", async () => {
    for (const scheme of ["light", "dark"] as const) {
      const { page } = await open(fullReport(), { scheme, width: 1280 });
      const names = ["parsing", "chunking", "retrieval", "reranking", "generation", "kept"].map(
        step => `--step-${step}`,
      );
      const series = [1, 2, 3, 4, 5, 6].map(place => `--series-${place}`);
      const read = `(names => names.map(name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()))`;
      const [card, words, ...drawn] = (await page.evaluate(
        `${read}(${JSON.stringify(["--card", "--on-step", ...names, ...series, "--lost", "--kept", "--good"])})`,
      )) as string[];
      expect(drawn.filter(colour => contrast(colour, card ?? "") < 3)).toEqual([]);
      expect(
        drawn.slice(0, names.length).filter(colour => contrast(colour, words ?? "") < 4.5),
      ).toEqual([]);
    }
  });
});

/** Contrast of two colours written #rgb or #rrggbb: WCAG 2.1, 1.4.3. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [one, other].map(luminanceOf).sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(colour: string): number {
  const digits = colour.slice(1);
  const full = digits.length === 3 ? [...digits].map(digit => digit + digit).join("") : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map(from => Number.parseInt(full.slice(from, from + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
