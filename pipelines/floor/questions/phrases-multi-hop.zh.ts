// 需要把同一份文件里两个事实连起来才能回答的中文问法与答法。

import type { EventAsked, EventClue } from "./phrases-multi-hop.en.ts";

/** 日期：{a} 在前，{b} 在后，只写所记的事（逮捕、宣判）；金额与数量：{a} 较大，{b} 较小。{unit}：天、个月。 */
export const multiHopQuestionsZh = {
  apart: [
    "{subject}从{a}到{b}相隔多少{unit}？",
    "根据{source}，{a}到{b}经过了多少{unit}？",
    "{source}里，{a}和{b}前后相差多少{unit}？",
    "按{source}所记的日期计算，{b}比{a}晚多少{unit}？",
    "{subject}自{a}起，过了多少{unit}才到{b}？",
    "对照{source}，{a}与{b}之间隔了多少{unit}？",
  ],
  order: [
    "{subject}的{x}和{y}哪个在先，早多少{unit}？",
    "根据{source}，{x}与{y}孰先孰后，相差多少{unit}？",
    "对照{source}中的日期，{x}和{y}哪一件更早，早了多少{unit}？",
    "{source}里，{x}在前还是{y}在前，中间隔了多少{unit}？",
    "就{subject}而言，{x}比{y}早还是晚，差多少{unit}？",
  ],
  age: [
    "{subject}的{who}在{b}时多少岁？",
    "根据{source}，{b}时{who}年龄多大？",
    "{source}里，到{b}那天，{who}已满多少周岁？",
    "按{source}所记的日期推算，{who}在{b}时几岁？",
    "对照{source}，{who}到{b}时有多大年纪？",
  ],
  difference: [
    "{subject}的{a}比{b}多多少？",
    "根据{source}，{a}与{b}相差多少？",
    "{source}里，{a}超出{b}多少？",
    "{subject}的{a}减去{b}，还剩多少？",
    "对照{source}，{a}和{b}之间差多少？",
  ],
  ratio: [
    "{subject}的{b}相当于{a}的百分之多少？",
    "根据{source}，{b}是{a}的百分之几？",
    "以{a}为基数，{source}中的{b}占百分之几？",
    "按{source}的数字计算，{b}为{a}的百分之多少？",
    "{source}里，{b}与{a}之比用百分数表示是多少？",
  ],
} as const;

export const multiHopAnswersZh = {
  apart: [
    "{source}记载，{labelA}为{valueA}；{labelB}为{valueB}；{a}与{b}相隔{result}。",
    "{itemA}是{valueA}；{labelB}是{valueB}；从{a}到{b}隔了{result}。",
  ],
  order: [
    "{source}记载，{labelA}为{valueA}；{labelB}为{valueB}；因此{a}比{b}早{result}。",
    "{itemA}是{valueA}；{labelB}是{valueB}；{a}在{b}之前，早{result}。",
  ],
  age: [
    "{source}记载，{labelA}为{valueA}；{labelB}为{valueB}；因此{b}时{who}为{result}。",
    "{itemA}是{valueA}；{labelB}是{valueB}；{b}时{who}年满{result}。",
  ],
  difference: [
    "{source}显示，{a}为{valueA}；{b}为{valueB}；{a}比{b}多{result}。",
    "{itemA}是{valueA}；{b}是{valueB}；{a}与{b}相差{result}。",
  ],
  ratio: [
    "{source}显示，{a}为{valueA}；{b}为{valueB}；{b}相当于{a}的{result}。",
    "{itemA}是{valueA}；{b}是{valueB}；{b}为{a}的{result}。",
  ],
} as const;

/** 用一件事的某个事实来指称它，而不点明是什么事。 */
export const eventCluesZh: Readonly<Record<EventClue, readonly string[]>> = {
  date: [
    "{source}记载的{value}那件事",
    "{source}中发生于{value}的那件事",
    "{source}所记{value}的事项",
  ],
  name: ["{source}中与{value}有关的那件事", "{source}里涉及{value}的那件事"],
  amount: ["{source}中金额为{value}的那件事", "{source}里涉及{value}的那件事"],
  matter: ["{source}中与“{value}”有关的那件事", "{source}里涉及“{value}”的那件事"],
};

/** 再问这件事的另一个事实；{event} 即上面的指称。 */
export const eventQuestionsZh: Readonly<Record<EventAsked, readonly string[]>> = {
  money: [
    "{event}，金额是多少？",
    "{event}涉及多少资金？",
    "{event}对应的金额是多少？",
    "请问{event}牵涉的金额是多少？",
  ],
  date: [
    "{event}是{when}？",
    "{event}是什么时候的事？",
    "{event}，日期是{when}？",
    "请问{event}发生在{when}？",
  ],
  organisation: [
    "{event}涉及哪家单位？",
    "{event}，相关的单位是哪一家？",
    "{event}里出现的单位是哪家？",
    "请问{event}关系到哪家单位？",
  ],
  person: [
    "{event}涉及谁？",
    "{event}，当事人是谁？",
    "{event}里提到的人是谁？",
    "请问{event}说的是谁？",
  ],
};

export const eventAnswersZh: readonly string[] = [
  "{source}记载，{label}为{clue}；{askedLabel}为{value}。",
  "{clueItem}是{clue}；{askedLabel}是{value}。",
];
