// 把几份文件里的同一项放在一起比较的中文问法与答法。

import type { Degree } from "./phrases-comparison.en.ts";

/** {x}、{y}：按所问次序的两项（甲的营业收入）；{subjectX}、{subjectY}：两个对象；{more}、{less}：高、低。 */
export const comparisonQuestionsZh = {
  amounts: [
    "{subjectX}和{subjectY}相比，{which}的{label}更{more}，{more}出多少？",
    "{x}与{y}相差多少，哪一个更{more}？",
    "比较{subjectX}与{subjectY}的{label}，{which}更{more}，差额是多少？",
    "{x}比{y}{more}还是{less}，相差多少？",
    "{subjectX}、{subjectY}两者之中，{which}的{label}更{more}？{more}多少？",
    "就{label}而言，{subjectX}和{subjectY}谁{more}谁{less}，相差多少？",
    "把{x}同{y}放在一起看，哪个更{more}，多出的部分是多少？",
    "{x}和{subjectY}的相比，{more}了还是{less}了，差多少？",
  ],
  dates: [
    "{x}和{y}哪个更早，相隔多少{unit}？",
    "{x}与{y}之间隔了多少{unit}，哪个在前？",
    "{subjectX}和{subjectY}相比，{which}的{label}更早，早多少{unit}？",
    "比较{subjectX}与{subjectY}的{label}，{which}在先，相差多少{unit}？",
    "{x}比{y}早还是晚，差多少{unit}？",
    "就{label}而言，{subjectX}和{subjectY}孰先孰后，中间隔了多少{unit}？",
  ],
  many: [
    "{subjects}之中，{which}的{label}最{more}，是多少？",
    "比较{subjects}的{label}，{which}最{more}？具体是多少？",
    "在{subjects}里，{label}最{more}的是{which}，数值是多少？",
    "就{label}而言，{subjects}中{which}最{more}，达到多少？",
    "{subjects}，{which}的{label}最{more}？",
  ],
} as const;

export const comparisonAnswersZh = {
  amounts: [
    "{a}更{more}；{subjectA}与{subjectB}相差{result}。",
    "因此{a}更{more}；{subjectA}与{subjectB}之间的差额为{result}。",
  ],
  dates: [
    "因此{a}更早；{subjectA}与{subjectB}相隔{result}。",
    "{a}更早；{subjectA}比{subjectB}早{result}。",
  ],
  many: ["因此{a}最{more}，为{value}。", "其中{label}最{more}的是{subjectA}，为{value}。"],
} as const;

/** 不同的项，多少高低的说法不同；取第一个相合的。 */
export const degreesZh: readonly (readonly [RegExp, Degree])[] = [
  [/日期|时间$|日$/, { more: "早", less: "晚", most: "早" }],
  [/刑期|天数|时长|期限|年限|病程/, { more: "长", less: "短", most: "长" }],
  [
    /人数|数量|次数|总数|件数|家数|小时数|投入|捐赠|用水|消耗量|排放量/,
    { more: "多", less: "少", most: "多" },
  ],
  [/年龄|面积|规模/, { more: "大", less: "小", most: "大" }],
  [/./, { more: "高", less: "低", most: "高" }],
];
