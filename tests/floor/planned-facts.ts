// Hand-made facts of invented documents in both languages, and a way to ask an answerer about them.

import type { LeafType } from "../../schemas/rageval/schema.ts";
import type { PlannedFact, QuestionReply, questionPrompts } from "../../schemas/rageval/prompts.ts";
import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import type { AnswerContext } from "../../pipelines/floor/answerer.ts";
import { questionAnswerers } from "../../pipelines/floor/questions/questions.ts";
import { tailAnswerers } from "../../pipelines/floor/tail/tail.ts";
import { drawFrom } from "../../pipelines/text/random.ts";

export type Language = "zh" | "en";
type Row = readonly [
  path: string,
  label: string,
  type: LeafType,
  value: string,
  sentence: string,
  ...questions: string[],
];

const factsOf = (document: string, rows: readonly Row[]): PlannedFact[] =>
  rows.map(([path, label, type, value, sentence, ...questions], at) => ({
    number: at + 1,
    document,
    path,
    label,
    type,
    value,
    sentence,
    questions: [...questions, preparedFor(document, label)],
  }));

const preparedFor = (document: string, label: string): string =>
  /\p{Script=Han}/u.test(document)
    ? `${document}的${label}怎么写？`
    : `What does ${document} give as its ${label}?`;

const enCompany = (
  document: string,
  [capital, revenue, profit, staff]: readonly string[],
  [founded, listed, bought]: readonly string[],
  [chair, target]: readonly string[],
): PlannedFact[] =>
  factsOf(document, [
    [
      "company/founded",
      "founding date",
      "date",
      founded!,
      `${document} was founded on ${founded}.`,
      `When was ${document} founded?`,
    ],
    [
      "company/listed",
      "listing date",
      "date",
      listed!,
      `Its shares have been traded since ${listed}.`,
      `When did ${document} go public?`,
    ],
    [
      "company/capital",
      "registered capital",
      "money",
      capital!,
      `The registered capital stands at ${capital}.`,
    ],
    [
      "finance/revenue",
      "revenue",
      "money",
      revenue!,
      `Revenue for the year reached ${revenue}.`,
      `How much revenue did ${document} report?`,
    ],
    [
      "finance/profit",
      "net profit",
      "money",
      profit!,
      `The year closed with a net profit of ${profit}.`,
    ],
    [
      "company/employees",
      "number of employees",
      "number",
      `${staff} employees`,
      `At the end of December ${staff} employees were on the payroll.`,
    ],
    [
      "governance/chair",
      "chair of the board",
      "person",
      chair!,
      `${chair} chairs the board.`,
      `Who chairs the board of ${document}?`,
    ],
    [
      "company/headquarters",
      "headquarters",
      "place",
      "Larkfield",
      "The head office is in Larkfield.",
    ],
    [
      "company/industry",
      "industry",
      "choice",
      "food processing",
      `${document} works in food processing.`,
    ],
    [
      "event/acquisition/target",
      "acquired company",
      "organisation",
      target!,
      `In the spring ${document} took over ${target}.`,
    ],
    [
      "event/acquisition/date",
      "date of the acquisition",
      "date",
      bought!,
      `The takeover was completed on ${bought}.`,
    ],
    [
      "event/acquisition/amount",
      "price of the acquisition",
      "money",
      "US$12.5 million",
      "The price of the acquisition was US$12.5 million.",
    ],
    [
      "finance/plan",
      "plan for the next year",
      "text",
      "a second bakery beside the harbour",
      "For the next year the board plans a second bakery beside the harbour.",
    ],
  ]);

const zhCompany = (
  document: string,
  [capital, revenue, profit, staff]: readonly string[],
  [founded, listed, bought]: readonly string[],
  [chair, target]: readonly string[],
): PlannedFact[] =>
  factsOf(document, [
    [
      "company/founded",
      "成立日期",
      "date",
      founded!,
      `${document}成立于${founded}。`,
      `${document}是哪一天成立的？`,
    ],
    ["company/listed", "上市日期", "date", listed!, `公司股票自${listed}起挂牌交易。`],
    [
      "company/capital",
      "注册资本",
      "money",
      capital!,
      `公司注册资本为${capital}。`,
      `${document}的注册资本有多少？`,
    ],
    ["finance/revenue", "营业收入", "money", revenue!, `全年实现营业收入${revenue}。`],
    ["finance/profit", "净利润", "money", profit!, `全年净利润${profit}。`],
    ["company/employees", "员工人数", "number", `${staff}人`, `年末在册员工人数为${staff}人。`],
    [
      "governance/chair",
      "董事长",
      "person",
      chair!,
      `公司董事长为${chair}。`,
      `${document}由谁任董事长？`,
    ],
    ["company/headquarters", "总部所在地", "place", "临渚市南浦区", "公司总部设在临渚市南浦区。"],
    ["company/industry", "所属行业", "choice", "食品加工", `${document}属于食品加工行业。`],
    [
      "event/acquisition/target",
      "收购对象",
      "organisation",
      target!,
      `春季，${document}收购了${target}。`,
    ],
    ["event/acquisition/date", "收购日期", "date", bought!, `这项收购于${bought}完成交割。`],
    ["event/acquisition/amount", "收购金额", "money", "8,400万元", "收购金额为8,400万元。"],
    [
      "outlook/plan",
      "下一年度重点计划",
      "text",
      "在渡口镇新建酿造车间",
      "下一年度，公司计划在渡口镇新建酿造车间。",
    ],
  ]);

/** Three companies, thirteen facts each, the same leaves in the same order. */
export const companies: Record<Language, readonly PlannedFact[][]> = {
  en: [
    enCompany(
      "Brannoch Mills Ltd.",
      ["US$40.5 million", "US$210.4 million", "US$18.9 million", "1,240"],
      ["4 May 1987", "12 June 1999", "9 March 2021"],
      ["Ada Lindqvist", "Corvale Foods Inc."],
    ),
    enCompany(
      "Skerrow Bakeries Inc.",
      ["US$25 million", "US$98.2 million", "US$7.1 million", "860"],
      ["17 August 1991", "3 February 2004", "21 April 2022"],
      ["Oswin Tarleton", "Thistledown Dairies"],
    ),
    enCompany(
      "Tarnbeck Group",
      ["US$61.3 million", "US$305 million", "US$22.6 million", "2,015"],
      ["30 November 1979", "8 July 1996", "2 October 2020"],
      ["Carys Winterbourne", "Amberloaf"],
    ),
  ],
  zh: [
    zhCompany(
      "禾稔食品股份有限公司",
      ["1.50亿元", "12.84亿元", "1.48亿元", "1376"],
      ["1998年4月8日", "2012年8月26日", "2021年6月28日"],
      ["商伯年", "椒里香食品有限公司"],
    ),
    zhCompany(
      "榆川乳品股份有限公司",
      ["9,600万元", "64,099万元", "5,210万元", "823"],
      ["2001年9月3日", "2015年1月15日", "2022年3月9日"],
      ["封以宁", "青藤果业有限公司"],
    ),
    zhCompany(
      "望岭茶业有限公司",
      ["7,300万元", "41,250万元", "3,864万元", "512"],
      ["2004年2月27日", "2018年11月6日", "2020年10月2日"],
      ["厉行知", "云栖茶场有限公司"],
    ),
  ],
};

const scenarios: Record<Language, string> = {
  en: "annual report of a listed company",
  zh: "公司年度报告",
};

const contextFor = (language: Language, seed = 1): AnswerContext => ({
  language,
  draw: drawFrom(seed),
  domains: [],
});

/** The reply of a question answerer over these facts. */
export function askFor(
  type: keyof typeof questionPrompts,
  language: Language,
  facts: readonly PlannedFact[],
  seed = 1,
): QuestionReply {
  const answerer = questionAnswerers.find(
    ({ prompt }) => prompt.name === `rageval/question-${type}`,
  );
  const subjects = [...new Set(facts.map(({ document }) => document))];
  const variables = { domain: "finance", scenario: scenarios[language], subjects, facts };
  return answerer!.answer(variables as never, contextFor(language, seed)) as QuestionReply;
}

/** The reply of one of the tail's answerers. */
export function askTail(name: string, language: Language, variables: object): object | undefined {
  const answerer = tailAnswerers.find(({ prompt }) => prompt.name === `items/${name}`);
  return answerer!.answer(variables as never, contextFor(language));
}

/** The fact at this path of one company. */
export const factAt = (language: Language, company: number, path: string): PlannedFact =>
  companies[language][company]!.find(fact => fact.path === path)!;

/** Every sentence of these companies' documents, numbered through. */
export const sentencesOf = (language: Language, chosen: readonly number[]): NumberedSentence[] =>
  chosen
    .flatMap(company => companies[language][company]!)
    .map(({ document, sentence }, at) => ({ number: at + 1, document, text: sentence }));
