// What a blind reading makes of a candidate: borne out, to be settled, or rejected.

import { expect, test } from "vitest";
import { type BlindAnswer, compareReadings } from "../../pipelines/questions/compare-readings.ts";
import { haveOppositePolarity, findMisquotes } from "../../pipelines/questions/differences.ts";
import { inferDerivation } from "../../pipelines/questions/inferred-derivations.ts";
import { sentencesOf } from "../support/toll-and-slope.ts";

const proposal = {
  language: "en" as const,
  type: "condition" as const,
  question: "My 20 tonne lorry crosses the Orla Bridge in July. What do I pay?",
  answer: "You pay 40 euros, as all lorries above 12 tonnes do.",
  derivations: [],
  sentences: sentencesOf("en"),
  numbers: [2],
};
const blind: BlindAnswer = {
  answer: "40 euros: lorries above 12 tonnes pay that.",
  answerable: "yes",
  clear: true,
  worth: 4,
  numbers: [2],
};
const slope = {
  ...proposal,
  language: "zh" as const,
  question: "孩子身高1.1米，和我一起去青岚滑雪场，两个人单日票一共多少钱？",
  answer: "一共300元：成人单日票每张300元，身高不足1.2米的儿童由成人陪同时免票。",
  sentences: sentencesOf("zh"),
  numbers: [2, 3],
};
const read = {
  ...blind,
  answer: "共300元。成人票300元，孩子不足1.2米、有成人陪同，免票。",
  numbers: [2, 3],
};
const codeOf = (over: object, byReader: object = {}) => {
  const agreement = compareReadings({ ...proposal, ...over }, { ...blind, ...byReader });
  return agreement.outcome === "rejected" ? agreement.code : agreement.outcome;
};
const differences = (own: typeof proposal | typeof slope, other: BlindAnswer) => {
  const agreement = compareReadings(own, other);
  return agreement.outcome === "rejected" ? [] : agreement.differences.map(({ text }) => text);
};

test("answers that say the same agree, whatever else the reader adds", () => {
  expect([
    compareReadings(proposal, blind).outcome,
    compareReadings(slope, read).outcome,
    codeOf({}, { answer: `${blind.answer} On 1 June the bridge closes at 22:00.` }),
  ]).toEqual(["agreed", "agreed", "agreed"]);
});

test("the reader's word rejects what is unclear, without answer, or not worth asking; what it answers after all is asked about", () => {
  expect([
    codeOf({}, { clear: false }),
    codeOf({}, { answerable: "no" }),
    codeOf({ type: "unanswerable" }),
    codeOf({}, { worth: 2 }),
  ]).toEqual(["unclear", "not-answerable", "differs", "not-worth-asking"]);
});

test("an unanswerable question settled in part stays where its answer cites what is settled", () => {
  const part = { answerable: "in-part" };
  expect([
    codeOf({ type: "unanswerable" }, part),
    codeOf({ type: "unanswerable", numbers: [] }, part),
  ]).toEqual(["agreed", "answered"]);
});

test("a reader who calls it answered and says that nothing is told of it found no answer", () => {
  const open = {
    type: "unanswerable",
    answer: "The notice names no day. It says only when the bridge closes.",
  };
  const says = (answer: string) => codeOf(open, { answer });
  expect([
    says("The notice names no day. It says only that the bridge closes at 22:00."),
    says("On 1 June, since the notice gives no other day."),
  ]).toEqual(["agreed", "differs"]);
});

test("an invented amount differs, though the reader's answer says none", () => {
  const invented = { ...proposal, answer: proposal.answer.replace("40", "45") };
  expect(
    differences(invented, { ...blind, answer: "The toll for lorries above 12 tonnes." }),
  ).toEqual([
    `"45 euros" is in none of the cited sentences, and the other answer does not say it.`,
  ]);
});

test("an amount against another one of its unit contradicts", () => {
  const invented = { ...proposal, answer: proposal.answer.replace("40", "45") };
  expect(differences(invented, blind)).toContain(
    `This answer says "45 euros", the other "40 euros".`,
  );
});

test("what one answer says besides, by a sentence of its own, contradicts nothing where both answer alike", () => {
  const closing = "On 1 June the bridge closes at 22:00, and complaints go to Maren Holt within";
  const own = { ...proposal, question: "What must I know before I cross?", numbers: [2, 4, 5] };
  const alike = { ...own, answer: `Lorries pay 40 euros. ${closing} 14 days.` };
  const other = { ...blind, answer: "Lorries pay 40 euros; on 1 June it closes.", numbers: [2, 4] };
  const contrary = (mine: typeof own, theirs: string) =>
    differences(mine, { ...other, answer: theirs }).filter(text => text.startsWith("This answer"));
  expect([
    contrary(alike, `${other.answer} The fire brigade had 20 days.`),
    contrary({ ...alike, numbers: [2, 4] }, `${other.answer} The fire brigade had 20 days.`),
    contrary({ ...own, answer: "You have 14 days." }, "You have 20 days."),
  ]).toEqual([
    [],
    ['This answer says "14 days", the other "20 days".'],
    ['This answer says "14 days", the other "20 days".'],
  ]);
});

test("yes against no differs in both languages", () => {
  expect([
    haveOppositePolarity("No, it closes.", "Yes. It is open.", "en"),
    haveOppositePolarity("不能退款。", "能退。", "zh"),
    haveOppositePolarity("没有规定。", "有，规定了。", "zh"),
    haveOppositePolarity("不能退款。", "不可以退。", "zh"),
    haveOppositePolarity("Nothing is paid.", "No toll.", "en"),
  ]).toEqual([true, true, true, false, false]);
});

test("a sum that both answers give and no sentence says is kept with its derivation", () => {
  const sum = {
    ...slope,
    question: "我带1.4米的孩子去青岚滑雪场，两张单日票一共多少钱？",
    answer: "一共420元：成人300元，儿童120元。",
    numbers: [2],
  };
  const agreement = compareReadings(sum, {
    ...read,
    answer: "成人300元加儿童120元，共420元。",
    numbers: [2],
  });
  expect(agreement).toMatchObject({
    outcome: "agreed",
    derivations: [{ operation: "sum", operands: ["300元", "120元"], result: "420元" }],
  });
});

test("a sum that only the proposer gives is to be settled", () => {
  const sum = { ...slope, answer: "一共420元：成人300元，儿童120元。", numbers: [2] };
  expect(differences(sum, read)[0]).toContain("420元");
});

test("an answer in fewer words than the other is not settled for that: the last reader says what it lacks", () => {
  const long =
    "40 euros, yet vehicles belonging to firefighters travel free while responding, after which receipts must be presented.";
  const short = { ...proposal, answer: "40 euros." };
  expect([
    compareReadings(short, { ...blind, answer: long }).outcome,
    compareReadings({ ...short, answer: "45 euros." }, { ...blind, answer: long }).outcome,
  ]).toEqual(["agreed", "differs"]);
});

test("the span between two days of the answer needs no sentence, any other span does", () => {
  const closing = {
    ...proposal,
    question: "By when must a complaint about the closing on 1 June be made?",
    numbers: [4, 5],
  };
  const said = (span: string) =>
    differences(
      { ...closing, answer: `By 15 June: it closes on 1 June, ${span} before.` },
      { ...blind, answer: "By 15 June, after the closing on 1 June.", numbers: [4, 5] },
    );
  expect([said("two weeks"), said("three weeks")]).toEqual([
    [],
    ['"three weeks" is in none of the cited sentences, and the other answer does not say it.'],
  ]);
});

test("a sum or difference is inferred from two values of one unit alone", () => {
  expect([
    inferDerivation("60 euros", ["40 euros and 20 euros"], "en")?.operation,
    inferDerivation("20 euros", ["40 euros", "60 euros"], "en")?.operation,
    inferDerivation("60 euros", ["40 euros and 20 days"], "en"),
  ]).toEqual(["sum", "difference", undefined]);
});

test("a long quotation must be the text's own words, a quoted word or two need not", () => {
  const sources = ["改期后的票不得退款。", "The toll office may refund a toll."];
  expect([
    findMisquotes("规定写明“改期后的票不得退款”。", sources),
    findMisquotes("规定写明“改期以后票就不能退款了”。", sources),
    findMisquotes("所谓“退款”", sources),
    findMisquotes('It says "the toll office may … a toll".', sources),
    findMisquotes('It says "the office will refund any toll".', sources),
    findMisquotes('An empty cell prints as "", and "any" is no reason to say "none".', sources),
  ]).toEqual([[], ["改期以后票就不能退款了"], [], [], ["the office will refund any toll"], []]);
});

test("of a family's question the line that dates a document cited stays, whatever the reader took", () => {
  const dated = [
    { number: 1, document: "Orla Bridge, 2021-03-04", text: "Toll rules of 4 March 2021." },
    { number: 2, document: "Orla Bridge, 2021-03-04", text: "Lorries pay 40 euros." },
    { number: 3, document: "Orla Bridge, 2022-05-06", text: "Toll rules of 6 May 2022." },
    { number: 4, document: "Orla Bridge, 2022-05-06", text: "Lorries pay 45 euros." },
  ];
  const own = {
    ...proposal,
    question: "What did a lorry pay on the Orla Bridge on 1 April 2022?",
    answer: "It paid 40 euros.",
    sentences: dated.map(line => ({ ...sentencesOf("en")[0]!, ...line })),
    numbers: [1, 2, 3],
  };
  const numbersOf = (type: "as-of" | "factual") => {
    const agreement = compareReadings({ ...own, type }, { ...blind, answer: "40 euros." });
    return agreement.outcome === "rejected" ? [] : agreement.numbers;
  };
  expect([numbersOf("as-of"), numbersOf("factual")]).toEqual([[1, 2], [2]]);
});

test("Chinese words of a trade that the dictionary takes for names set no two answers against one another", () => {
  const texts = [
    "直接格式化只作用于所选区域。",
    "样式统一段落的格式。",
    "与样式关联的对象都随样式改变。",
  ];
  const sentences = slope.sentences
    .slice(0, 3)
    .map((sentence, index) => ({ ...sentence, number: index + 1, text: texts[index] ?? "" }));
  const own = {
    ...slope,
    question: "排小册子前该知道哪几点？",
    answer: "样式统一段落；直接格式化只作用于所选区域。",
    sentences,
    numbers: [1, 2],
  };
  const other = { ...read, answer: "样式统一段落，与它关联的对象随它改变。", numbers: [2, 3] };
  expect(differences(own, other)).toEqual([]);
});
