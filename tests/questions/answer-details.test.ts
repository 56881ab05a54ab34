// What of a text can be looked up, and what of it stands nowhere.

import { expect, test } from "vitest";
import { missingDetails, statesDetail } from "../../pipelines/questions/answer-details.ts";
import { isCount } from "../../pipelines/text/values.ts";

const missing = (...given: Parameters<typeof missingDetails>) =>
  missingDetails(...given).map(({ kind, text }) => `${kind} ${text}`);

test("a date, an amount, a code and a name that no source says are missing, each as written", () => {
  expect(
    missing(
      "On 5 May 2022 Ida Brand paid 30 euros for Lumen 2.4.1 and asked about CVE-2021-1234.",
      ["On 5 May 2021 somebody paid for Lumen 2.4.0."],
      "en",
    ),
  ).toEqual([
    "value 5 May 2022",
    "value 30 euros",
    "value 1234",
    "code 2.4.1",
    "code CVE-2021-1234",
    "name Ida",
    "name Brand",
  ]);
});

test("a version stands whole: 1.2.3 is not said by 1.2.30 nor by 21.2.3", () => {
  const says = (source: string) => statesDetail(source, { kind: "code", text: "1.2.3" }, "en");
  expect(["1.2.30", "21.2.3", "(1.2.3)", "in 1.2.3."].map(says)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("a line of versions is said by any of its versions, and by no amount", () => {
  const answer = "Stay on 0.23 if you must.";
  expect(missing(answer, ["Patched in Lumen 0.23.4 and 0.24.x."], "en")).toEqual([]);
  expect(missing(answer, ["Patched in Lumen 0.22.3.", "It holds 10.23.1 litres."], "en")).toEqual([
    "value 0.23",
  ]);
});

test("what a sound derivation gives is said", () => {
  const derivations = [{ operation: "sum" as const, operands: ["30元", "20元"], result: "50元" }];
  const sources = ["先付30元，再付20元。"];
  expect(missing("合计50元。", sources, "zh")).toEqual(["value 50元"]);
  expect(missing("合计50元。", sources, "zh", derivations)).toEqual([]);
});

test("a word that opens a sentence is not a name", () => {
  expect(missing("Lorries pay. Trucks do not.", [], "en")).toEqual([]);
  expect(missing("First, (1) Lorries pay, (2) Some wait, b) Most do not.", [], "en")).toEqual([]);
  expect(missing("The pilot (Oda) Ferrant paid.", [], "en")).toContain("name Ferrant");
});

test("small numbers in words are counts, numbers in digits and amounts are not", () => {
  expect(["two", "两", "12", "three days", "thirty"].map(isCount)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a code is the same with and without a space before its number", () => {
  const detail = { kind: "code", text: "IMX707" } as const;
  const says = (source: string) => statesDetail(source, detail, "en");
  expect(["a Sony IMX 707 sensor", "IMX707", "IMX 7070", "IMX 70"].map(says)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
