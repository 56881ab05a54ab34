// Lines that were broken at a width are joined, and no others.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unwrapLines } from "../../../pipelines/intake/files/unwrap-lines.ts";
import { root } from "../../house/files.ts";

/** Greedily, as editors do. */
function wrap(text: string, width: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}
const prose =
  "The mill has spun wool ever since, with looms that were bought second-hand and repaired by people who had worked in it for all their lives. Its owner lives in Corrie and is rarely seen. "
    .repeat(4)
    .trim();
const paragraphs = [prose, prose.toUpperCase().toLowerCase(), prose];

test.each([64, 72, 80, 100])(
  "prose broken at %i columns is whole again, paragraph by paragraph",
  width => {
    const broken = paragraphs.map(text => wrap(text, width)).join("\n\n");
    const sentences = (text: string) => text.split(/\n\n|(?<=\.)\s/);
    expect(sentences(unwrapLines(broken))).toEqual(sentences(paragraphs.join("\n\n")));
  },
);

test("Chinese lines are joined without a space", () => {
  const text =
    "河湾大桥历时三年建成并于三日正式通车过往的车辆从此不必绕行二十公里，沿岸居民说这是多年来的愿望，".repeat(
      12,
    );
  expect(unwrapLines(text.match(/.{1,40}/gsu)!.join("\n"))).toBe(text);
});

test.each([
  ["titles", "The Long History of the Mill at Corrie and of Its Many Owners, Part #"],
  ["labels and values", "Member of the board number #: a person whose name is not known to us"],
  ["list items", "- spun wool in all colours that were wanted by those who came to buy it"],
  ["articles", prose],
  ["短句", "第#项工作已经完成"],
])("%s, a line each, stay as they are", (_, line) => {
  const lines = Array.from({ length: 30 }, (_line, index) => line.replace("#", String(index)));
  expect(unwrapLines(lines.join("\n"))).toBe(lines.join("\n"));
});

const manual = `SLUICE(1)                                                          SLUICE(1)

NAME
       sluice - opens and closes the gates between two tarns

DESCRIPTION
       The sluice(1) command opens the gates  between  the  upper  and  the  ad-
       joining lower tarn, one after the other, and waits until the water is as
       high in the one as it is in the other.

       -f     Force.  Gates that are frozen  in  are  opened,  too,  which  may
              damage them and is not to be done  without  the  consent  of  the
              warden.

       -w seconds
              Waits for so long between any two gates, which the warden of  the
              tarns sets to at least a minute in winter and half  a  minute  in
              summer.

       -q     Quiet: no gate is told of.
       -v     Tells of each gate that is opened and how high the water has come
              since the last one was.

EXAMPLES
       The following opens the gates of both tarns, and is to be typed  by  the
       warden alone:

           sluice -f -w 90
           sluice -q
`;

test("a manual that is set in keeps what labels its paragraphs apart, and no paragraph in pieces", () => {
  const lines = unwrapLines(manual)
    .split("\n")
    .map(line => line.trim().replace(/\s+/g, " "));
  expect(lines.filter(Boolean)).toEqual([
    "SLUICE(1) SLUICE(1)",
    "NAME",
    "sluice - opens and closes the gates between two tarns",
    "DESCRIPTION",
    "The sluice(1) command opens the gates between the upper and the adjoining lower tarn, one after the other, and waits until the water is as high in the one as it is in the other.",
    "-f Force. Gates that are frozen in are opened, too, which may damage them and is not to be done without the consent of the warden.",
    "-w seconds",
    "Waits for so long between any two gates, which the warden of the tarns sets to at least a minute in winter and half a minute in summer.",
    "-q Quiet: no gate is told of.",
    "-v Tells of each gate that is opened and how high the water has come since the last one was.",
    "EXAMPLES",
    "The following opens the gates of both tarns, and is to be typed by the warden alone:",
    "sluice -f -w 90",
    "sluice -q",
  ]);
});

test("an address in which a line ends is whole again", () => {
  const cited =
    "Its looms are listed with their makers (https://mill.example/looms/of/all/the/years/1893/1899/list.html).";
  const lines = cited.match(/.{1,80}/g)!;
  expect(
    unwrapLines([wrap(prose, 80), "", ...lines].join("\n"))
      .split("\n")
      .at(-1),
  ).toBe(cited);
});

test("a line drawn under a heading stays a line, however long the heading is", () => {
  const heading =
    "How the mill at Corrie came to spin wool in all colours that people wanted to buy";
  const text = [heading, "^".repeat(heading.length), "", wrap(prose, 80)].join("\n");
  expect(unwrapLines(text).split("\n").slice(0, 2)).toEqual([heading, "^".repeat(heading.length)]);
});

test("a program in a text keeps its lines, however long", () => {
  const code = Array.from(
    { length: 6 },
    (_, at) => `    gate[${at}] = open(tarn, "upper", with = the_consent_of_the_warden)`,
  );
  const text = [wrap(prose, 72), code.join("\n"), wrap(prose, 72)].join("\n\n");
  expect(unwrapLines(text)).toContain(code.join("\n"));
});

test("the seeds that come with the project stay as they are", () => {
  const texts = readdirSync(join(root, "seeds"), { recursive: true, encoding: "utf8" })
    .map(path => join(root, "seeds", path))
    .filter(path => path.endsWith(".txt") && statSync(path).isFile())
    .map(path => readFileSync(path, "utf8"));
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter(text => unwrapLines(text) !== text)).toEqual([]);
});
