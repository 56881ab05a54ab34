// 中文问法与答法：问一个事实、说一个事实，按所问内容的种类分列。

import type { AskedGroup } from "./asked-fact.ts";

/** {item}：某某的注册资本；{label}：注册资本；{source}：某某的年度报告；{kind}：年度报告；{when}：哪一天、哪年哪月、哪一年；{event}：成立。 */
export const factualQuestionsZh: Readonly<Record<AskedGroup, readonly string[]>> = {
  person: [
    "{item}是谁？",
    "请问{item}是谁？",
    "根据{source}，{label}是谁？",
    "{source}记载的{label}是谁？",
    "{item}是哪位？",
    "{item}叫什么名字？",
    "{source}载明的{label}是哪一位？",
    "在{source}中，{label}是什么人？",
    "{source}里提到的{label}叫什么名字？",
    "想确认一下，{item}是谁？",
  ],
  organisation: [
    "{item}是哪家单位？",
    "{item}是哪一家？",
    "请问{item}是哪家机构？",
    "根据{source}，{label}是哪家单位？",
    "{source}载明的{label}是哪家单位？",
    "{item}的名称是什么？",
    "{item}叫什么？",
    "在{source}中，{label}是哪一家？",
    "{source}提到的{label}是哪家机构？",
  ],
  place: [
    "{item}在哪里？",
    "{item}是哪里？",
    "{item}在什么地方？",
    "请问{item}是什么地方？",
    "根据{source}，{label}在哪里？",
    "{source}写明的{label}是哪里？",
    "{source}记载的{label}在何处？",
    "在{source}中，{label}是什么地方？",
    "{item}具体在哪儿？",
  ],
  event: [
    "{subject}是什么时候{event}的？",
    "{subject}是{when}{event}的？",
    "{subject}何时{event}？",
    "{subject}{event}于{when}？",
    "{item}是{when}？",
    "根据{source}，{label}是{when}？",
    "{source}记载的{label}是{when}？",
    "请问{subject}{event}是在{when}？",
    "{subject}在{when}{event}？",
  ],
  date: [
    "{item}是{when}？",
    "{item}是什么时候？",
    "请问{item}是{when}？",
    "根据{source}，{label}是{when}？",
    "{source}记载的{label}是{when}？",
    "{item}为何时？",
    "在{source}中，{label}是{when}？",
    "{source}写明的{label}是什么时候？",
    "{item}具体是{when}？",
  ],
  money: [
    "{item}是多少？",
    "{item}有多少？",
    "{item}为多少？",
    "请问{item}是多少？",
    "根据{source}，{label}是多少？",
    "{source}记载的{label}是多少？",
    "{source}里的{label}一共是多少？",
    "{item}具体是多少？",
    "{item}达到多少？",
    "在{source}中，{label}的数额是多少？",
  ],
  number: [
    "{item}是多少？",
    "{item}为多少？",
    "请问{item}是多少？",
    "根据{source}，{label}是多少？",
    "{source}记载的{label}是多少？",
    "{source}给出的{label}是多少？",
    "{item}具体是多少？",
    "在{source}中，{label}是多少？",
    "{item}的数值是多少？",
  ],
  age: [
    "{item}是多少？",
    "{subject}多大年纪？",
    "{subject}多少岁？",
    "根据{source}，{label}是多少？",
    "请问{item}是多少？",
    "{source}记载的{label}是多少？",
    "{subject}几岁了？",
    "{item}为多少？",
  ],
  count: [
    "{item}是多少？",
    "{item}有多少？",
    "{item}一共是多少？",
    "请问{item}是多少？",
    "根据{source}，{label}是多少？",
    "{source}记载的{label}是多少？",
    "{source}中的{label}是多少？",
    "{item}为多少？",
    "{item}具体是多少？",
  ],
  choice: [
    "{item}是什么？",
    "请问{item}是什么？",
    "根据{source}，{label}是什么？",
    "{source}记载的{label}是什么？",
    "在{source}中，{label}写的是什么？",
    "{source}里{label}一项是什么？",
    "{item}具体是什么？",
    "{source}写明的{label}是什么？",
    "从{source}看，{label}是什么？",
  ],
  text: [
    "{item}是什么？",
    "{item}具体是什么？",
    "根据{source}，{label}是什么？",
    "关于{label}，{source}是怎么写的？",
    "{source}对{label}是怎样记载的？",
    "{source}中提到的{label}是什么？",
    "从{source}来看，{label}是什么？",
    "请问{item}是什么？",
    "{source}里写到的{label}是什么？",
  ],
};

export const factualAnswersZh: Readonly<Record<AskedGroup, readonly string[]>> = {
  person: [
    "{item}是{value}。",
    "根据{source}，{label}是{value}。",
    "{source}载明，{label}为{value}。",
  ],
  organisation: [
    "{item}是{value}。",
    "根据{source}，{label}为{value}。",
    "{source}载明，{label}是{value}。",
  ],
  place: [
    "{item}是{value}。",
    "根据{source}，{label}为{value}。",
    "{source}写明，{label}是{value}。",
  ],
  event: [
    "{subject}于{value}{event}。",
    "{subject}是{value}{event}的。",
    "{item}是{value}。",
    "根据{source}，{label}为{value}。",
  ],
  date: [
    "{item}是{value}。",
    "{item}为{value}。",
    "根据{source}，{label}为{value}。",
    "{source}记载，{label}是{value}。",
  ],
  money: [
    "{item}为{value}。",
    "{item}是{value}。",
    "根据{source}，{label}为{value}。",
    "{source}显示，{label}为{value}。",
  ],
  number: [
    "{item}为{value}。",
    "{item}是{value}。",
    "根据{source}，{label}为{value}。",
    "{source}显示，{label}为{value}。",
  ],
  age: ["{item}为{value}。", "{subject}{value}。", "根据{source}，{label}为{value}。"],
  count: [
    "{item}为{value}。",
    "{item}是{value}。",
    "根据{source}，{label}为{value}。",
    "{source}显示，{label}为{value}。",
  ],
  choice: [
    "{item}是{value}。",
    "{item}为{value}。",
    "根据{source}，{label}为{value}。",
    "{source}写明，{label}是{value}。",
  ],
  text: [
    "{item}是{value}。",
    "{item}为{value}。",
    "根据{source}，{label}为{value}。",
    "{source}写明，{label}是{value}。",
  ],
};

/** 值本身已是一句话时用。 */
export const longAnswersZh: readonly string[] = [
  "关于{label}，{source}写道：{value}。",
  "{source}对{label}的记载是：{value}。",
  "就{label}而言，{source}写明：{value}。",
];

/** 值以“有”“无”“曾”等起头，不能接在“为”之后，照录原文。 */
export const quotedAnswersZh: readonly string[] = [
  "{item}记为“{value}”。",
  "根据{source}，{label}记为“{value}”。",
  "{source}中，{label}写的是“{value}”。",
];

/** 加在现成问句前面。 */
export const questionFramesZh: readonly string[] = [
  "根据{kind}，{question}",
  "从{kind}来看，{question}",
  "依据{kind}，{question}",
];

/** 问法用词与字段名不搭配的情形。 */
export const clashesZh: readonly (readonly [RegExp, RegExp])[] = [
  [/名称|叫什么/, /名称|名字|姓名|全称|简称/],
  [/数额|有多少|达到|一共/, /额|金额|价款|率|比例|占比|价格|单价|年龄|均/],
  [/达到|一共/, /成本|费用|罚金|损失|负债|减少|债务|赔偿/],
  [/数值/, /数|值|人数|数量|年龄/],
  [/什么时候|何时/, /时间|时长/],
  [/是什么？|一项/, /是否/],
  [/内容/, /内容/],
  [/在哪里|在什么地方|在何处|在哪儿/, /地区|籍贯|出生地|地点|所在地|户籍|管辖地/],
];
