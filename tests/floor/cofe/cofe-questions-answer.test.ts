// Questions on a fragment by rules: each of its type, naming its document, cited in full, and none where none can be made well.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerOwnQuestion } from "../../../pipelines/floor/cofe/answered-question.ts";
import { numbered, questionsOn } from "./asking-fragments.ts";

const manual = { title: "Corvel 300 User Manual", language: "en" as const };
const handbook = { title: "清源自来水公司用户服务手册", language: "zh" as const };

describe("tutorial", () => {
  test("numbered steps under a heading that names an action are asked for as steps, all of them cited", () => {
    const text = "## How to descale the machine\n1. Fill the tank.\n2. Press the Steam button.\n3. Wait until the tank is empty.\n## Care\nKeep it dry.";
    const { tutorial } = questionsOn({ ...manual, text });
    expect(tutorial?.question).toMatch(/how do you descale the machine/i);
    expect(tutorial?.sentences).toEqual([2, 3, 4]);
  });

  test("a Chinese list under 如何 is asked for in the words of its heading", () => {
    const { tutorial } = questionsOn({ ...handbook, text: "## 如何查询水费\n- 打开公众号，点击“我的账户”。\n- 输入户号和手机号。\n- 选择月份后提交。" });
    expect(tutorial).toEqual({ question: `根据《${handbook.title}》，如何查询水费？`, sentences: [2, 3, 4] });
  });

  test("the heading may stand before the fragment", () => {
    const { tutorial } = questionsOn({ ...manual, section: "Replacing the filter", text: "1. Remove the tank.\n2. Pull out the old filter.\n3. Insert the new one." });
    expect(tutorial?.question).toMatch(/what are the steps for replacing the filter/i);
  });

  test.each([
    ["a list of things", "## Fittings in the box\n- A tank of 1.2 litres\n- Two filters\n- A brush"],
    ["a list whose first steps are missing", "## How to descale\n3. Wait until the tank is empty.\n4. Rinse the tank."],
    ["a single step", "## How to descale\n1. Fill the tank."],
  ])("%s is declined", (_, text) => {
    expect(questionsOn({ ...manual, text }).tutorial).toBeNull();
  });
});

describe("comparative", () => {
  test("two rows of a table are asked for by name under their columns, both cited, without their values", () => {
    const text = "Model: Corvel 300 | Tank: 1.2 L | Price: 240 EUR\nModel: Corvel 310 | Tank: 1.8 L | Price: 310 EUR";
    const { comparative } = questionsOn({ ...manual, text });
    expect(comparative?.question).toMatch(/how do Corvel 300 and Corvel 310 differ in “Tank” and “Price”/i);
    expect(comparative?.question).not.toMatch(/1\.2|240|1\.8|310 EUR/);
    expect(comparative?.sentences).toEqual([1, 2]);
  });

  test("a row under two years is asked for its change", () => {
    const { comparative } = questionsOn({ ...handbook, text: "项目：供水量 | 2022年：8200万吨 | 2023年：8600万吨" });
    expect(comparative?.question).toBe(`根据《${handbook.title}》，2023年与2022年相比，供水量有何变化？`);
  });

  test("one measure told of two things is asked for both", () => {
    const { comparative } = questionsOn({ ...handbook, text: "东城水厂的日供水量为12万吨。西城水厂的日供水量为9万吨。" });
    expect(comparative).toEqual({ question: `根据《${handbook.title}》，东城水厂和西城水厂的日供水量有何不同？`, sentences: [1, 2] });
  });

  test("rows that are alike, and a table whose rows have no names, are declined", () => {
    expect(questionsOn({ ...manual, text: "Model: A1 Plus | Tank: 1.2 L\nModel: B1 Plus | Tank: 1.2 L" }).comparative).toBeNull();
    expect(questionsOn({ ...manual, text: "Year: 2021 | Tank: 1.2\nYear: 2022 | Tank: 1.4" }).comparative).toBeNull();
  });
});

describe("analytical", () => {
  test.each([
    ["The Lorne ferry stopped in May because ice had bent its rudder.", /why did the Lorne ferry stop in May/i],
    ["To cut waiting times, the clinic opened a second desk in 2021.", /why did the clinic open a second desk in 2021/i],
    ["The fall in output was caused by a strike at two mines.", /what was the fall in output caused by/i],
    ["The merger of the two ports led to a loss of forty posts.", /what did the merger of the two ports lead to/i],
  ])("%s", (text, question) => {
    expect(questionsOn({ ...manual, title: "Harbour Report 2022", text }).analytical?.question).toMatch(question);
  });

  test.each([
    ["由于夏季高温持续，供水量明显增加。", "为什么供水量明显增加"],
    ["2021年3月，为缩短等候时间，营业厅增设了三个窗口。", "为什么2021年3月营业厅增设了三个窗口"],
    ["管网漏损率连续三年下降，这主要得益于分区计量的推广。", "为什么管网漏损率连续三年下降"],
  ])("%s", (text, question) => {
    expect(questionsOn({ ...handbook, text }).analytical?.question).toBe(`根据《${handbook.title}》，${question}？`);
  });

  test("the reason does not stand in the question", () => {
    const { analytical } = questionsOn({ ...manual, title: "Harbour Report 2022", text: "The Lorne ferry stopped in May because ice had bent its rudder." });
    expect(analytical?.question).not.toMatch(/ice|rudder/);
  });

  test.each([
    ["It stopped in May because ice had bent its rudder.", "en" as const],
    ["A new pier is due to open in May.", "en" as const],
    ["此举提高了供水能力，因此受到好评。", "zh" as const],
  ])("%s is declined: nobody could tell of what it speaks, or it gives no cause", (text, language) => {
    expect(questionsOn({ title: "Report", text, language }).analytical).toBeNull();
  });
});

describe("factual", () => {
  test("a cell is asked for by its row and column, and as a year's figure where a year is the column", () => {
    expect(questionsOn({ ...manual, text: "Item: Net revenue | 2023: 47.9\nItem: Taxes | 2023: 3.1" }).factual?.question).toMatch(/what was the net revenue in 2023/i);
    expect(questionsOn({ ...handbook, text: "用水类别：商业 | 单价（元/吨）：4.10" }).factual?.question).toBe(`根据《${handbook.title}》，商业的单价是多少？`);
  });

  test("the company is called by the name in the title", () => {
    const { factual } = questionsOn({ title: "绿源环保有限公司", language: "zh", text: "2021年4月，公司为新厂投资约4.25亿元。" });
    expect(factual?.question).toMatch(/绿源环保有限公司.*多少/);
    expect(factual?.question).not.toMatch(/4\.25/);
  });

  test("a person's own data are asked for as the patient's or the defendant's", () => {
    expect(questionsOn({ title: "Hospitalization Record of J. Marlow", language: "en", text: "Age: 59\nBlood type: AB" }).factual?.question).toMatch(
      /the (?:age|blood type) of the patient/,
    );
  });

  test("a line that a line end has cut is no sentence", () => {
    expect(questionsOn({ ...manual, text: "The Harbour Works of Lorne\nspent £4.2 million on two piers at\nNorthgate in May 2021" }).factual).toBeNull();
  });
});

describe("a reply", () => {
  const rich =
    "## How to descale\n1. Fill the tank.\n2. Press the button.\nModel: Corvel 300 | Tank: 1.2 L\nModel: Corvel 310 | Tank: 1.8 L\nThe Lorne works closed in May because ice had bent the shafts.";

  test("gives only the types that were asked for", () => {
    const reply = questionsOn({ ...manual, text: rich, types: ["comparative"] });
    expect([reply.factual, reply.analytical, reply.tutorial]).toEqual([null, null, null]);
    expect(reply.comparative).not.toBeNull();
  });

  test("can be answered by the same rules with the sentences it named", () => {
    const asked = { ...manual, text: rich };
    const given = Object.values(questionsOn(asked)).flatMap(reply => reply ?? []);
    expect(given).toHaveLength(4);
    for (const { question, sentences } of given) {
      const answer = answerOwnQuestion(question, numbered(asked), "en");
      expect(answer?.sentences).toEqual(sentences);
      expect(answer?.answer).toMatch(/\.$/);
    }
  });

  test("names only sentences there are, whatever the text", () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom("# ", "1. ", "- ", " | ", "A: ", "because ", "由于", "，公司", "2021年", "：", "**", "\n", "。", ". ", "How to ", "步骤", "\ud800", "1.2 L"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom("zh" as const, "en" as const), (pieces, language) => {
        const asked = { title: pieces[0] ?? "", text: pieces.join(""), language };
        const count = numbered(asked).length;
        const named = Object.values(questionsOn(asked)).flatMap(reply => reply?.sentences ?? []);
        expect(named.every(number => number >= 1 && number <= count)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
