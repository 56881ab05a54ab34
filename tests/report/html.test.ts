// Templates that escape, and the small shapes made with them.

import { expect, test } from "vitest";
import { escapeHtml, html } from "../../pipelines/report/html.ts";
import { bar } from "../../pipelines/report/inline-plots.ts";
import { percent } from "../../pipelines/report/tables.ts";
import { maskQuestion } from "../../pipelines/report/wordings.ts";

test("what is put into a template is text; markup made by templates is not escaped again", () => {
  const inner = html`<b>${"<i>"}</b>`;
  expect(html`<p title="${'"a"'}">${[inner, " & ", 3, null]}</p>`.html).toBe(
    '<p title="&quot;a&quot;"><b>&lt;i&gt;</b> &amp; 3</p>',
  );
});

test("characters that HTML forbids are replaced, line ends stay", () => {
  expect(escapeHtml("a\u0000b\u001bc\nd")).toBe("a\ufffdb\ufffdc\nd");
});

test("a share of nothing is a dash, not zero", () => {
  expect([percent(0, 0), percent(1, 3), percent(3, 3)]).toEqual(["–", "33.3%", "100%"]);
});

test("a bar of nothing is empty", () => {
  expect(bar([{ kind: "good", label: "stated", value: 0 }]).html).toContain('width="0.00"');
});

test("questions that differ in names and numbers alone are one wording", () => {
  const mask = (question: string, ...names: string[]) => maskQuestion(question, names);
  expect(mask("What did Alder Mills earn in 2021?", "Alder Mills")).toBe(
    mask("What did Birch Ferries earn in 1998?", "Birch Ferries"),
  );
  expect(mask("Was Alder founded on 3 May 1998?", "Alder")).toBe(
    mask("Was Birch founded on 12 June 2001?", "Birch"),
  );
  expect(mask("白鹭公司2021年3月5日的收入是多少？", "白鹭公司")).toBe(
    mask("苍鹰公司2019年11月的收入是多少？", "苍鹰公司"),
  );
  expect(mask("What did Alder Mills earn?", "Alder Mills")).not.toBe(
    mask("What did Alder Mills lose?", "Alder Mills"),
  );
});

test("a short name inside a longer one does not break its mask", () => {
  expect(maskQuestion("Who leads Alder Mills Holdings?", ["Alder", "Alder Mills Holdings"])).toBe(
    "Who leads ◇?",
  );
});
