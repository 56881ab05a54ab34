// Facts of documents written for these tests, one habit of documents a test.

import { expect, test } from "vitest";
import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import { factsPrompt } from "../../schemas/rageval/prompts.ts";
import { factsAnswer } from "../../pipelines/floor/facts/facts-answer.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";

type Variables = VariablesOf<typeof factsPrompt>;
type Leaf = Variables["leaves"][number];

const leaf = (path: string, type: Leaf["type"], label: string, more: Partial<Leaf> = {}): Leaf => ({
  path,
  type,
  label,
  many: false,
  description: "",
  options: [],
  aliases: [],
  finders: [],
  ...more,
});

const read = (text: string, leaves: Leaf[], { language = "en", name = "document-01.txt" }: { language?: "zh" | "en"; name?: string } = {}) => {
  const sentences = splitSentences(text, language).map((sentence, index) => ({ number: index + 1, document: name, text: sentence.text }));
  const variables: Variables = { scenario: "report", domain: "none of the prepared", name, leaves, sentences };
  return factsPrompt.reply.parse(factsAnswer.answer(variables as never, { language, draw: () => 0, domains: [] }));
};

const valuesOf = ({ facts }: ReplyOf<typeof factsPrompt>) => Object.fromEntries(facts.map(fact => [fact.path, fact.value]));

test("labelled lines give values of the leaf's type, with the sentence that states them", () => {
  const { facts } = read("Operator: Pellmore Air Ltd\nPersons on board: 162\nDate of occurrence: 3 March 2020, shortly after dawn\n", [
    leaf("operator", "organisation", "operator"),
    leaf("persons", "number", "persons on board"),
    leaf("date", "date", "occurrence date"),
  ]);
  expect(facts).toEqual([
    { path: "operator", value: "Pellmore Air Ltd", sentences: [1] },
    { path: "persons", value: "162", sentences: [2] },
    { path: "date", value: "3 March 2020", sentences: [3] },
  ]);
});

test("an alias is as good as the label, a table row as good as a line", () => {
  const text = "| 项目 | 内容 |\n| --- | --- |\n| 法人代表 | 贺敬舟 |\n| 设立时间 | 2008年6月18日 |\n";
  const leaves = [leaf("chair", "person", "法定代表人", { aliases: ["法人代表"] }), leaf("founded", "date", "成立日期", { aliases: ["设立时间"] })];
  expect(valuesOf(read(text, leaves, { language: "zh" }))).toEqual({ chair: "贺敬舟", founded: "2008年6月18日" });
});

test("a name belongs to the party it stands under", () => {
  const text = "**Defendant:**\nName: O. Hale\nGender: Male\n**Defence lawyer:**\nName: P. Quist\n";
  const leaves = [leaf("defendant", "person", "defendant", { aliases: ["Name"] }), leaf("counsel", "person", "defense lawyer")];
  expect(valuesOf(read(text, leaves))).toEqual({ defendant: "O. Hale", counsel: "P. Quist" });
});

test("the date of a dated section is the date of its event", () => {
  const text = "### 1. Case filing\nOn the 4th of May 2022, the office opened a file.\n\n### 2. Arrest\nOn 9 May 2022, the suspect was taken into custody.\n";
  expect(valuesOf(read(text, [leaf("filed", "date", "date of case filing"), leaf("arrest", "date", "date of arrest")]))).toEqual({
    filed: "4th of May 2022",
    arrest: "9 May 2022",
  });
});

test("amounts are read from running text in either order, with no other amount between", () => {
  const english =
    "The company's revenue for the year amounted to $3.2 million. It closed with total assets of $9 million and total liabilities of $4 million. It earned $600,000 in net profit.";
  const leaves = ["revenue", "total assets", "total liabilities", "net profit"].map(label => leaf(label.replace(" ", "-"), "money", label));
  expect(valuesOf(read(english, leaves))).toEqual({ revenue: "$3.2 million", "total-assets": "$9 million", "total-liabilities": "$4 million", "net-profit": "$600,000" });
  const chinese = "全年实现了9000万元的营业收入和1200万元的净利润。期末总资产达到了5亿元，总负债为2亿元。";
  const inChinese = ["营业收入", "净利润", "总资产", "总负债", "负债"].map(label => leaf(label, "money", label));
  expect(valuesOf(read(chinese, inChinese, { language: "zh" }))).toEqual({ 营业收入: "9000万元", 净利润: "1200万元", 总资产: "5亿元", 总负债: "2亿元" });
});

test("plans, comparisons and earlier values are no facts of the document", () => {
  const leaves = [leaf("revenue", "money", "revenue"), leaf("emissions", "number", "emissions")];
  expect(valuesOf(read("The company expects revenue of $5 million. Revenue of last year was $2 million. Revenue grew, helped by $1 million of grants.", leaves))).toEqual({});
  expect(
    valuesOf(read("二氧化碳排放量从10000吨减少到8000吨。", [leaf("emissions", "number", "二氧化碳排放量", { finders: ["排放量从?(?<value>\\d+吨)"] })], { language: "zh" })),
  ).toEqual({});
});

test("two values that contend are both given, so that the leaf is neither asked for nor absent; two wordings of one value are one", () => {
  const leaves = [leaf("revenue", "money", "revenue")];
  expect(read("Revenue was $4 million. In the summary, revenue was $5 million.", leaves).facts).toEqual([
    { path: "revenue", value: "$4 million", sentences: [1] },
    { path: "revenue", value: "$5 million", sentences: [2] },
  ]);
  expect(read("Revenue was $4 million. Revenue of $4,000,000 is a record.", leaves).facts).toMatchObject([{ value: "$4 million", sentences: [1] }]);
});

test("a list keeps every value", () => {
  const { facts } = read("Witness: Ada Brook\nWitness: Tom Vane\n", [leaf("witness", "person", "witness", { many: true })]);
  expect(facts.map(fact => [fact.path, fact.value, fact.sentences])).toEqual([
    ["witness", "Ada Brook", [1]],
    ["witness", "Tom Vane", [2]],
  ]);
});

test("each of several dates in a sentence goes to its own event", () => {
  const leaves = [leaf("filed", "date", "立案日期"), leaf("held", "date", "刑事拘留日期"), leaf("arrest", "date", "逮捕日期")];
  const text = "本案于2023年3月18日立案，3月22日对其刑事拘留，4月2日被正式逮捕。";
  expect(valuesOf(read(text, leaves, { language: "zh" }))).toEqual({ filed: "2023年3月18日", held: "3月22日", arrest: "4月2日" });
  const english = "The firm, founded in April 2005 and based in Oxley, is a listed company.";
  expect(valuesOf(read(english, [leaf("founded", "date", "date founded", { aliases: ["founded"] }), leaf("listed", "date", "listing date")]))).toEqual({ founded: "April 2005" });
});

test("finders find in running text, and a finder that does not compile finds nothing", () => {
  const leaves = [
    leaf("event/financing/amount", "money", "amount raised", { finders: ["raised (?<value>\\$\\d+ million)", "raised (?<value"] }),
    leaf("project", "text", "project", { finders: ["in (?<value>Project [A-Z][a-z]+)"] }),
    leaf("industry", "choice", "industry", { options: ["aviation"], finders: ["the (?<value>[a-z]+) industry"] }),
  ];
  const text = "In May 2020 the firm raised $30 million and put it in Project Green Harvest, a venture outside the cosmetics industry.";
  expect(valuesOf(read(text, leaves))).toEqual({ "event/financing/amount": "$30 million", project: "Project Green Harvest" });
});

test("a phrase adds to an event only where the event is told", () => {
  const leaves = [
    leaf("event/investment/amount", "money", "amount invested", { finders: ["investment of (?<value>\\$\\d+ million)"] }),
    leaf("event/investment/date", "date", "investment date"),
  ];
  const text = "In February 2021, the company invested in new windows. The board approved an investment of $15 million.";
  expect(valuesOf(read(text, leaves))).toEqual({ "event/investment/amount": "$15 million" });
});

test("a choice is one of its options near the label, a labelled value stands as it is", () => {
  const leaves = [leaf("married", "choice", "婚姻状况", { options: ["未婚", "已婚", "离异"] }), leaf("job", "choice", "职业", { options: ["教师"] })];
  expect(valuesOf(read("职业：养蜂人\n婚育史：婚姻状况为已婚，育有一女。\n", leaves, { language: "zh" }))).toEqual({ married: "已婚", job: "养蜂人" });
});

test("places left open are no facts; “none” is one only where lacking is a finding", () => {
  const leaves = [leaf("a", "text", "allergy history"), leaf("b", "text", "discharge record"), leaf("c", "person", "prosecutor")];
  expect(valuesOf(read("Allergy history: None\nDischarge record: None\nProsecutor: [Name to be filled by the court]\n", leaves))).toEqual({ a: "None" });
});

test("a paragraph below a label is a text's value, a section is too long to be one", () => {
  const text = `Chief complaint:\nCough and fever for two days.\n\nCourse:\n${"The patient slept, ate, and walked about the ward as on the day before. ".repeat(20)}\n`;
  expect(valuesOf(read(text, [leaf("complaint", "text", "chief complaint"), leaf("course", "text", "course")]))).toEqual({ complaint: "Cough and fever for two days" });
});

test("hospital and patient are joined as the language does", () => {
  const english = read("Name: J. Brooks\nHospital: Farley General Hospital\n", [leaf("name", "person", "name")], { name: "Farley General Hospital_J. Brooks" });
  expect(english.subject).toBe("patient J. Brooks of Farley General Hospital");
  const chinese = read("姓名：郝某某\n医院名称：清河市人民医院\n", [leaf("name", "person", "姓名")], { language: "zh", name: "清河市人民医院_郝某某" });
  expect(chinese.subject).toBe("清河市人民医院患者郝某某");
});

test("a file's name is no subject where the document names itself", () => {
  const leaves = [leaf("operator", "organisation", "operator"), leaf("commander", "person", "commander")];
  expect(read("Operator: Halden Skyways Ltd\nCommander: Priya Nair\n", leaves, { name: "halden-smoke.txt" }).subject).toBe("Halden Skyways Ltd");
  expect(read("Nothing is marked here.", [leaf("x", "text", "x")], { name: "quarterly-note.txt" }).subject).toBe("quarterly note");
});

test("a long document without structure is read", () => {
  const leaves = [
    leaf("revenue", "money", "revenue"),
    leaf("founded", "date", "founding date"),
    leaf("chair", "person", "chair", { finders: ["chair(?:man)?,? (?<value>[A-Z]\\w+ [A-Z]\\w+)"] }),
  ];
  const text = `${"On 3 May 2020, revenue, chair, and founding and revenue of something   were ".repeat(600)}.\n`.repeat(5) + " ".repeat(100_000);
  expect(() => read(text, leaves)).not.toThrow();
});

test("the parts of an event that is told elsewhere are not mixed with those of the first", () => {
  const leaves = [
    leaf("event/project/amount", "money", "amount invested", { finders: ["invested (?<value>\\$\\d+ million)"] }),
    leaf("event/project/date", "date", "date of the investment", { finders: ["[Ii]n (?<value>[A-Z][a-z]+ \\d{4}), it invested"] }),
    leaf("event/project/name", "text", "project", { finders: ["supports (?<value>Project [A-Z][a-z]+)"] }),
  ];
  const told = "In May 2021, it invested $4 million in a mill.";
  const between = "Staff grew. Sales fell. Prices rose. Nothing else changed.";
  expect(valuesOf(read(`${told} ${between} It also supports Project Heron.`, leaves))).toEqual({ "event/project/amount": "$4 million", "event/project/date": "May 2021" });
  expect(valuesOf(read(`${told} It supports Project Heron.`, leaves))).toMatchObject({ "event/project/name": "Project Heron" });
});
