// Contents to try the protocols on: two answerable items and an unanswerable one in each language, and drafts to rank.

import { emptyContent, type Field } from "../../../pipelines/annotate/form.ts";
import { protocols } from "../../../pipelines/annotate/protocols/protocols.ts";
import type { Content, Values } from "../../../schemas/annotation.ts";

const quote = (documentId: string, text: string) => ({
  number: 1,
  span: { documentId, start: 0, end: text.length },
  text,
});
export const content = (over: Partial<Content>): Content => ({
  ...emptyContent({ language: "en", domain: "finance" }),
  ...over,
});

export const paper = content({
  type: "factual",
  question: "How many people did Pinemist Paper employ at the close of its books?",
  answer: "Pinemist Paper employed 1,530 people.",
  evidence: [
    quote(
      "d-paper",
      "At the close of its books Pinemist Paper employed 1,530 people in two mills.",
    ),
  ],
  keypoints: ["Pinemist Paper employed 1,530 people."],
  documentIds: ["d-paper"],
  keywords: { coarse: ["Pinemist Paper"], fine: [["employed", "1,530 people"]] },
  response: "There were 1,530 employees.",
});
export const harbour = content({
  type: "factual",
  question: "Which engineer rebuilt the lighthouse of Skerry Harbour after the great storm?",
  answer: "The lighthouse was rebuilt by Odalys Brandt.",
  evidence: [quote("d-harbour", "After the great storm Odalys Brandt rebuilt the lighthouse.")],
  keypoints: ["Odalys Brandt rebuilt the lighthouse."],
  documentIds: ["d-harbour"],
  keywords: { coarse: ["lighthouse"], fine: [["Odalys Brandt", "rebuilt the lighthouse"]] },
  response: "Odalys Brandt saw to the rebuilding of the lighthouse.",
});
export const silent = content({
  type: "unanswerable",
  question: "Who is the chief executive of Larkbridge Dairy at present?",
  answer: "Unable to answer.",
  keypoints: ["The documents do not say who leads Larkbridge Dairy."],
  documentIds: ["d-dairy"],
  response: "Nothing is said of that.",
});
export const tunnel = content({
  type: "factual",
  language: "zh",
  question: "栖云隧道的掘进机自重是多少吨？",
  answer: "栖云隧道的掘进机自重为1360吨。",
  evidence: [quote("d-suidao", "栖云隧道所用掘进机自重1360吨，直径7.2米。")],
  keypoints: ["掘进机自重1360吨。"],
  documentIds: ["d-suidao"],
  keywords: { coarse: ["栖云隧道"], fine: [["掘进机", "1360吨"]] },
  response: "自重1360吨。",
});
export const opera = content({
  type: "factual",
  language: "zh",
  question: "歌剧《望归》由哪位导演执导？",
  answer: "执导这部歌剧的是朝溪。",
  evidence: [quote("d-geju", "歌剧《望归》由朝溪执导。")],
  keypoints: ["《望归》的导演是朝溪。"],
  documentIds: ["d-geju"],
  keywords: { coarse: ["《望归》"], fine: [["朝溪", "执导"]] },
  response: "导演是朝溪。",
});
export const mute = content({
  type: "unanswerable",
  language: "zh",
  question: "云桥乳业目前的总经理姓甚名谁？",
  answer: "无法回答",
  keypoints: ["现有文档没有说明云桥乳业的总经理。"],
  documentIds: ["d-ruye"],
  response: "文档里没有提到。",
});

export const sentence = (topic: string, index: number) =>
  `The ${topic} of year ${index + 1} was set down by clerk number ${index * 7 + 3}.`;
export const draft = (topic: string, count = 30) =>
  Array.from({ length: count }, (_, index) => sentence(topic, index)).join(" ");
export const drafts = content({
  candidates: [
    { label: "A", text: draft("harvest") },
    { label: "B", text: draft("rainfall") },
    { label: "C", text: draft("payroll") },
  ],
});
const zhDraft = (topic: string) =>
  Array.from(
    { length: 30 },
    (_, index) => `第${index + 1}年的${topic}由${index * 3 + 2}号书记员登记在册。`,
  ).join("");
const zhDrafts = content({
  language: "zh",
  candidates: [
    { label: "A", text: zhDraft("收成") },
    { label: "B", text: zhDraft("雨量") },
  ],
});

const items = [paper, harbour, silent, tunnel, opera, mute];
export const everyContent = [...items, drafts, zhDrafts];
export const names = (fields: readonly Field[]) => fields.map(({ name }) => name);
export const faultOf = (protocol: keyof typeof protocols, name: string) =>
  protocols[protocol].faults.find(fault => fault.name === name)!;
/** A fixed draw that wanders. */
export const drawing = (seed: number) => (below: number) =>
  (seed = (seed * 48_271) % 2_147_483_647) % below;
export const filled = (fields: readonly Field[], choose: (field: Field) => string): Values =>
  Object.fromEntries(fields.map(field => [field.name, choose(field)]));
/** Plants a fault in a content, with what it borrows from another. */
export const planter =
  (protocol: keyof typeof protocols, fault: string) => (one: Content, other: Content) =>
    faultOf(protocol, fault).plant(one, other, drawing(1));
