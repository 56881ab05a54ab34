// Which texts state a fact, and which only look like it.

import { expect, test } from "vitest";
import type { LeafType } from "../../schemas/rageval/schema.ts";
import { factFinder, findFact } from "../../pipelines/text/occurrence.ts";

const stated = (text: string, type: LeafType, value: string, near: string[] = []): string[] => {
  const language = /\p{Script=Han}/u.test(value + text) ? "zh" : "en";
  return findFact(text, { type, value, language }, { near }).map(({ start, end }) => text.slice(start, end));
};

test.each([
  ["5th, March, 2023", "It was decreed on the 5th of March, 2023.", "5th of March, 2023"],
  ["5 March 2023", "It was decreed on March 5th 2023.", "March 5th 2023"],
  ["2021-03", "It opened on 5 March 2021.", "5 March 2021"],
  ["2021", "它于2021年3月开业。", "2021年3月"],
  ["1月28日", "患者于2020年1月28日入院。", "2020年1月28日"],
  ["2023年3月5日", "判决日期：二〇二三年三月五日", "二〇二三年三月五日"],
  ["April, 2021", "2021 was busy. In April, results came out.", "April"],
  ["2020年度", "公司在2020年度盈利。", "2020年度"],
])("the date %s is stated by %j", (value, text, place) => {
  expect(stated(text, "date", value)).toEqual([place]);
});

test.each([
  ["2021-03-05", "It opened in March 2021."],
  ["5 March 2021", "It opened on 6 March 2021."],
  ["2021年3月", "项目于2021年4月启动，2020年3月立项。"],
  ["2020年1月28日", "患者于1月28日入院。"],
  ["2021年1月28日", "2020年的病历。患者于1月28日入院。"],
  ["15 January 2023", "He was detained on 1 January 2023 and charged 5 days later."],
])("the date %s is not stated by %j", (value, text) => {
  expect(stated(text, "date", value)).toEqual([]);
});

test.each([
  ["money", "$5,000", "He pays 5,000 dollars.", "5,000 dollars"],
  ["money", "500万美元", "募集5,000,000美元。", "5,000,000美元"],
  ["money", "500万美元", "募集五百万美元。", "五百万美元"],
  ["money", "有期徒刑五年，并处罚金五万元", "判处有期徒刑5年，并处罚金50000元。", "5年，并处罚金50000元"],
  ["number", "75%", "It holds 75 percent.", "75 percent"],
  ["number", "75%", "持股百分之七十五。", "百分之七十五"],
  ["number", "5-6天", "行经期五至六天。", "五至六天"],
  ["number", "36.6°C", "体温36.6 ℃", "36.6"],
  ["number", "110/70 mmHg", "血压：110/70mmHg", "110/70"],
  ["number", "12岁", "患者今年十二岁。", "十二"],
  ["number", "56", "She is fifty-six years old.", "fifty-six"],
  ["number", "5 days", "a five-day stay", "five-day"],
  ["number", "72 bpm", "Pulse: 72 beats per minute", "72"],
  ["number", "2000", "some 2,000 employees", "2,000"],
] as const)("the %s %s is stated by %j", (type, value, text, place) => {
  expect(stated(text, type, value)).toEqual([place]);
});

test.each([
  ["number", "5", "There were 15 of them, and 5% left on 5 May."],
  ["number", "5%", "Margins of 7.5% and 15%."],
  ["number", "20/60", "Right eye 20/80, left eye 10/60."],
  ["number", "5-6天", "共5天，复诊16天。"],
  ["number", "14", "Follow-up in 2 weeks."],
  ["number", "100000 MWh", "培训时间达100,000小时，排放100,000吨。"],
  ["number", "5 bpm", "a stay of 5 days"],
  ["number", "16 breaths/min", "A class of 16 students."],
  ["money", "500万美元", "募集500万元。"],
  ["money", "$1.5 million", "It paid $1.5 billion."],
] as const)("the %s %s is not stated by %j", (type, value, text) => {
  expect(stated(text, type, value)).toEqual([]);
});

test.each([
  ["person", "Dr. James Nelson", "History taken by James Nelson.", "James Nelson"],
  ["person", "Q. Ruiz", "the defendant, Q.RUIZ, left", "Q.RUIZ"],
  ["person", "李明医生", "由李明接诊", "李明"],
  ["organisation", "Borealis Ltd.", "Borealis Limited was founded", "Borealis Limited"],
  ["organisation", "青禾科技有限公司", "青禾科技公布年报", "青禾科技"],
  ["place", "Porto Alto, Vermont, USA", "based in Porto Alto, Vermont, United States", "Porto Alto, Vermont, United States"],
  ["place", "14, Seaside street, Springfield", "14 Seaside Street, Springfield", "14 Seaside Street, Springfield"],
  ["choice", "male", "Gender: Male", "Male"],
  ["choice", "男", "被告人，男，汉族", "男"],
  ["choice", "女", "性别：女性", "女"],
  ["choice", "IT", "an IT company that made it", "IT"],
  ["choice", "教师", "他是一名小学教师。", "教师"],
  ["place", "上海", "现住上海市浦东新区", "上海"],
  ["person", "王芳", "被告人王芳到庭", "王芳"],
  ["choice", "失业", "现无业", "无业"],
] as const)("the %s %s is stated by %j", (type, value, text, place) => {
  expect(stated(text, type, value)).toEqual([place]);
});

test.each([
  ["choice", "male", "Gender: female"],
  ["choice", "女", "子女均健康，与妇女儿童无关"],
  ["choice", "IT", "When it rains it pours."],
  ["person", "罗某", "被告人罗某某到庭"],
  ["person", "李明", "由李明华主持"],
  ["person", "J. Hill", "J. Hilliard spoke"],
  ["person", "A. Ng", "A. Nguyen spoke"],
  ["organisation", "Borealis Ltd.", "Boreal Light"],
  ["organisation", "创新科技有限公司", "公司专注于研发创新科技产品"],
] as const)("the %s %s is not stated by %j", (type, value, text) => {
  expect(stated(text, type, value)).toEqual([]);
});

test("a place beside the label is preferred; without one all places count", () => {
  const text = "二氧化碳排放量：80吨。\n员工满意度：80%。\n出勤率：80%。";
  expect(findFact(text, { type: "number", value: "80%", language: "zh" }, { near: ["员工满意度"] })).toHaveLength(1);
  expect(findFact(text, { type: "number", value: "80%", language: "zh" }, { near: ["客户数"] })).toHaveLength(2);
});

test("a text fact told in other words is found, with its sentence", () => {
  const text = "The year began well. In spring the firm invested $10 million in Project Heron, a platform for crop analytics. Rain followed.";
  const found = findFact(text, { type: "text", value: "The company made an investment of $10 million in Project Heron, a crop analytics platform.", language: "en" });
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(["In spring the firm invested $10 million in Project Heron, a platform for crop analytics."]);
});

test("a text fact whose number differs is not stated", () => {
  const text = "In spring the firm invested $12 million in Project Heron, a platform for crop analytics.";
  expect(stated(text, "text", "The company made an investment of $10 million in Project Heron, a crop analytics platform.")).toEqual([]);
});

test("a Chinese text fact is found across two sentences and missed where only its topic is shared", () => {
  const value = "公司于春季开展灌溉设备检修，更换老化管道，并培训了全体操作人员。";
  expect(stated("公司在春季对灌溉设备开展了检修。期间更换了老化的管道，操作人员全部接受了培训。", "text", value)).toHaveLength(1);
  expect(stated("公司灌溉设备的销量在春季有所上升。", "text", value)).toEqual([]);
});

test("an empty value is stated nowhere", () => {
  expect(stated("任何文本", "choice", "，")).toEqual([]);
});

test("one reading of a text serves many facts", () => {
  const find = factFinder("姓名：林某\n年龄：12岁\n入院时间：1月28日", "zh");
  const found = (type: LeafType, value: string): number => find({ type, value, language: "zh" }).length;
  expect([found("person", "林某"), found("number", "12岁"), found("date", "1月28日"), found("date", "1月29日")]).toEqual([1, 1, 1, 0]);
});
