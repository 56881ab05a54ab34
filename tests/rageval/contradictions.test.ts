// Planted contradictions are found, each by path, value and reason; a sound config has none.

import { describe, expect, test } from "vitest";
import { contradictions } from "../../pipelines/rageval/contradictions.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { clinicEn, clinicZh, configOf, sound } from "./clinic.ts";

type Planted = [title: string, change: Record<string, string | null>, path: string, reason: RegExp];

const found = (schema: ScenarioSchema, change: Record<string, string | null>) => contradictions(schema, configOf(schema, { ...sound[schema.language], ...change }));

const zh: Planted[] = [
  ["a uterine disease in a man", { "patient/sex": "男", "patient/file": "沈若兰（男）病案" }, "diagnosis/disease", /“子宫”.*男性、45岁/],
  ["a prostate in a woman", { "diagnosis/class": "内科", "diagnosis/disease": "前列腺增生" }, "diagnosis/disease", /“前列腺”.*女性/],
  ["a pregnancy at 79", { "patient/age": "79岁", "patient/birth": "1942年3月5日", "history/past": "停经后确诊妊娠，现孕12周。" }, "history/past", /79岁/],
  ["a schoolchild of 60", { "patient/age": "60岁", "patient/birth": "1961年3月5日", "patient/occupation": "小学生" }, "patient/occupation", /小学生/],
  ["a pensioner of 20", { "patient/age": "20岁", "patient/birth": "2001年3月5日", "patient/occupation": "退休工人" }, "patient/occupation", /退休/],
  ["a widow of 14", { "patient/age": "14岁", "patient/birth": "2006年5月5日", "history/past": "已婚。" }, "history/past", /已婚/],
  ["an age that does not fit the birth date", { "patient/age": "35岁" }, "patient/age", /1976年3月5日.*45/],
  ["an operation before admission", { "stay/operation-date": "2021年3月30日" }, "stay/operation-date", /至少要在 stay\/admission（2021年4月1日）之后 1 天/],
  ["a date outside its period", { "stay/admission": "2019年4月1日" }, "stay/admission", /早于.*2020年1月1日/],
  ["a date exact to the month alone", { "stay/admission": "2021年4月" }, "stay/admission", /精确到日/],
  ["no date at all", { "stay/admission": "春天" }, "stay/admission", /不是日期/],
  ["a number out of range", { "bill/drugs": "99,000元", "bill/total": "101,100.25元" }, "bill/drugs", /取值范围 1000 至 9000/],
  ["a sum that does not add up", { "bill/total": "5,300.7元" }, "bill/total", /5,300\.75元|5,300\.8元/],
  ["a choice that is none of the options", { "patient/sex": "女士" }, "patient/sex", /可选：男；女/],
  ["a disease of another class", { "diagnosis/disease": "肺炎" }, "diagnosis/disease", /可选：子宫肌瘤/],
  ["a surgeon without surgery", { "stay/surgery": "否", "stay/operation-date": null, "stay/discharge": "2021年4月12日" }, "stay/surgeon", /只有 stay\/surgery 为“是”时才写/],
  ["the schema's own contradiction", { "history/past": "长期使用青霉素。" }, "history/past", /不能长期使用青霉素/],
  ["a pattern not kept", { "patient/file": "张三病案" }, "patient/file", /沈若兰（女）病案/],
  ["a missing leaf", { "history/past": null }, "history/past", /没有填写/],
  ["a path of nobody's", { "history/future": "将来" }, "history/future", /没有这个路径/],
  ["English in a Chinese config", { "history/past": "High blood pressure for years" }, "history/past", /要用中文写/],
];

const en: Planted[] = [
  ["a uterine disease in a man", { "patient/sex": "male", "patient/file": "File of Clara Tansley (male)" }, "diagnosis/disease", /uterine.*male/],
  ["a prostate in a woman", { "diagnosis/class": "internal medicine", "diagnosis/disease": "prostatic hyperplasia and prostatitis" }, "diagnosis/disease", /prosta.*female/],
  [
    "a pregnancy at 79",
    { "patient/age": "79 years", "patient/birth": "5 March 1942", "history/past": "She is in the twelfth week of pregnancy." },
    "history/past",
    /pregnancy.*aged 79/,
  ],
  ["a schoolchild of 60", { "patient/age": "60 years", "patient/birth": "5 March 1961", "patient/occupation": "primary school student" }, "patient/occupation", /school student/],
  ["a pensioner of 20", { "patient/age": "20 years", "patient/birth": "5 March 2001", "patient/occupation": "retired miner" }, "patient/occupation", /retired/],
  ["an age that does not fit the birth date", { "patient/age": "35 years" }, "patient/age", /5 March 1976.*45/],
  ["an operation before admission", { "stay/operation-date": "30 March 2021" }, "stay/operation-date", /at least 1 day after stay\/admission 1 April 2021/],
  ["a sum that does not add up", { "bill/total": "US$5,300.70" }, "bill/total", /5,300\.[78]/],
  ["a choice that is none of the options", { "patient/sex": "woman" }, "patient/sex", /options: male; female/],
  ["a surgeon without surgery", { "stay/surgery": "no", "stay/operation-date": null }, "stay/surgeon", /only if/],
  ["Chinese in an English config", { "history/past": "高血压病史" }, "history/past", /English/],
];

describe.each([
  ["Chinese", clinicZh, zh],
  ["English", clinicEn, en],
] as const)("in a %s config", (_, schema, planted) => {
  test("a sound one has no contradiction", () => {
    expect(found(schema, {})).toEqual([]);
  });

  test.each(planted)("%s is found", (_title, change, path, reason) => {
    const said = found(schema, change).filter(problem => problem.startsWith(path));
    expect(said.join("\n")).toMatch(reason);
    expect(said.join("\n")).toContain(change[path] ?? path);
  });
});

test.each(["[姓名]", "XXX", "某某公司", "某某公司名称", "N/A", "待填", "____", "XX公司", "张××", "{diagnosis}", "TBD", "<疾病名称>", "null"])("%s is a placeholder", value => {
  expect(found(clinicZh, { "history/past": value }).join()).toContain("占位符");
});

test.each(["（2021）云刑初字第12号", "染色体为XX型", "家属签字[2021]", "王某某", "无", "体型偏瘦，XXI区"])("%s is no placeholder", value => {
  expect(found(clinicZh, { "history/past": value }).join()).not.toContain("占位符");
});

test("what is said of kin is not said of the patient", () => {
  expect(found(clinicEn, { "history/past": "The mother died of prostate cancer, sister is pregnant." })).toEqual([]);
  expect(found(clinicZh, { "patient/occupation": "教师", "history/past": "父亲患前列腺癌，母亲79岁。" })).toEqual([]);
});

test("a value that rules had set may not be changed or dropped", () => {
  const set = configOf(clinicEn, { "patient/name": "Clara Tansley", "stay/surgeon": "Hugo Draycott" });
  const values = configOf(clinicEn, { ...sound.en, "patient/name": "Clara Tansly", "stay/surgeon": null, "patient/file": "File of Clara Tansly (female)" });
  const problems = contradictions(clinicEn, values, set);
  expect(problems[0]).toBe('patient/name "Clara Tansly": must stay "Clara Tansley", which was set before.');
  expect(problems[1]).toContain('stay/surgeon "Hugo Draycott": was set before and is gone');
});

test("a date left out hands its order on: discharge still follows admission", () => {
  const without = { "stay/surgery": "no", "stay/operation-date": null, "stay/surgeon": null };
  expect(found(clinicEn, without)).toEqual([]);
  expect(found(clinicEn, { ...without, "stay/discharge": "1 March 2021" }).join()).toContain("days after stay/admission");
});

describe("the order of dates", () => {
  const between = (after: object, period?: { from: string; to: string }) => ({
    ...clinicEn,
    leaves: clinicEn.leaves.map(leaf =>
      leaf.path === "stay/discharge" ? { ...leaf, after: { path: "stay/admission", minimumDays: 0, maximumDays: 60, ...after }, ...(period ? { period } : {}) } : leaf,
    ),
  });

  test("goes before a period that it leaves no room in", () => {
    const schema = between({}, { from: "2019-01-01", to: "2019-12-31" });
    expect(found(schema, { "stay/discharge": "9 April 2021" })).toEqual([]);
    expect(found(between({}, { from: "2021-01-01", to: "2021-05-31" }), { "stay/discharge": "9 June 2021" })).toEqual([expect.stringContaining("the end of its period")]);
  });
});

test("all faults of a value are told, and all values with faults", () => {
  const said = found(clinicEn, { "stay/admission": "1 April 2019", "stay/operation-date": "1 March 2019", "bill/total": "12", "patient/sex": "woman" });
  expect(said.map(problem => problem.split(" ")[0])).toEqual(["patient/sex", "stay/admission", "stay/operation-date", "bill/total", "bill/total", "patient/file", "patient/age"]);
});

test("what was wrong with the set values before is not told to the model, which cannot mend it", () => {
  const values = configOf(clinicEn, { ...sound.en, "patient/age": "35 years" });
  const set = values.filter(({ path }) => path !== "history/past");
  expect(contradictions(clinicEn, values, set)).toEqual([]);
  expect(contradictions(clinicEn, values)).toHaveLength(1);
  const worse = values.map(value => (value.path === "history/past" ? { ...value, value: "She has prostatitis." } : value));
  expect(contradictions(clinicEn, worse, set)).toEqual([expect.stringMatching(/^history\/past .*prostatitis/)]);
});
