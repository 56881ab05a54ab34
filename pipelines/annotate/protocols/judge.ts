// RAGEval's judging of keypoints, by people or a model: how a system's response treats each.

import type { Content, Control } from "../../../schemas/annotation.ts";
import { type Field, noteField, type Option } from "../form.ts";
import type { AnnotationProtocol, Fault } from "../protocol.ts";
import { areUnrelated, shareFoundIn, minSimilarity, piecesOf } from "./fault-content.ts";

const options: readonly Option[] = [
  { value: "covered", words: { zh: "说到了，且一致", en: "Covered: says the same" } },
  { value: "contradicted", words: { zh: "矛盾", en: "Contradicted: says something different" } },
  { value: "neither", words: { zh: "没有说到", en: "Neither: does not mention it" } },
];

const expectForEach = ({ keypoints }: Content, oneOf: readonly string[]): Control["expect"] =>
  keypoints.map((_, index) => ({ field: `keypoint-${index + 1}`, oneOf: [...oneOf] }));

/** Whether the text certainly states none of the keypoints. */
function statesNoneOf(keypoints: readonly string[], text: string): boolean {
  const textPieces = piecesOf(text);
  return (
    keypoints.length > 0 &&
    keypoints.every(keypoint => shareFoundIn(keypoint, textPieces) < minSimilarity)
  );
}

/** Whether a text may say that something cannot be answered, which covers the keypoint of an unanswerable question. */
const mayDecline = (text: string): boolean =>
  /无法|不能|未能|没有|未提|未见|不清楚|不知道/u.test(text) ||
  /\b(?:un\w+|not?|cannot|none|nothing)\b|n[’']t\b/iu.test(text);

const otherResponse: Fault = {
  name: "response-of-another-item",
  plant(content, other) {
    const response = other.response.trim();
    if (response === "" || response === content.response.trim() || !areUnrelated(content, other))
      return undefined;
    if (
      !statesNoneOf(content.keypoints, response) ||
      (content.type === "unanswerable" && mayDecline(response))
    )
      return undefined;
    return {
      content: { ...content, response: other.response },
      expect: expectForEach(content, ["contradicted", "neither"]),
    };
  },
};

const evasiveResponses = {
  zh: [
    "这个问题涉及多个方面，需要结合具体情况综合考虑，建议参考相关资料后再作判断。",
    "总的来说，情况比较复杂，不同的人会有不同的看法，关键在于从实际出发，把握好重点。",
    "感谢提问。要回答好这个问题，应当全面了解背景，理清思路，再一步一步地加以分析。",
  ],
  en: [
    "There are several sides to this, and much depends on the circumstances; it is worth consulting the relevant material before drawing conclusions.",
    "Generally speaking, the situation is complex and opinions differ. What matters is to keep the essentials in view and proceed with care.",
    "Thank you for asking. To do it justice one would look at the background, put one's thoughts in order and then go through them step by step.",
  ],
} as const;

/** Plants an evasive response; not for unanswerable questions, for which it may pass as the right answer. */
const evasiveResponse: Fault = {
  name: "empty-words",
  plant(content, _other, pick) {
    const responses = evasiveResponses[content.language];
    const response = responses[pick(responses.length)] ?? responses[0];
    if (
      content.type === "unanswerable" ||
      response === content.response ||
      !statesNoneOf(content.keypoints, response)
    )
      return undefined;
    return { content: { ...content, response }, expect: expectForEach(content, ["neither"]) };
  },
};

const fullResponse: Fault = {
  name: "all-keypoints-said",
  plant(content) {
    const { keypoints, language } = content;
    const sentences = keypoints.map(keypoint =>
      /[.。!！?？…”"]$/u.test(keypoint.trim())
        ? keypoint.trim()
        : keypoint.trim() + (language === "zh" ? "。" : "."),
    );
    const response = sentences.join(language === "zh" ? "" : " ");
    if (
      keypoints.length === 0 ||
      keypoints.some(keypoint => piecesOf(keypoint).size === 0) ||
      response === content.response
    )
      return undefined;
    return { content: { ...content, response }, expect: expectForEach(content, ["covered"]) };
  },
};

export const judgeProtocol: AnnotationProtocol = {
  name: "judge",
  title: { zh: "逐条核对要点", en: "Judge each keypoint" },
  guide: {
    zh: [
      "下面是一个问题、一个系统给出的回答，以及完整答案应当包含的要点。请逐条判断：回答是说到了、没说到，还是说反了。",
      "说到了，且一致：回答说出了这个要点，措辞可以不同，意思要全。能由回答直接推出的也算。",
      "矛盾：回答对这件事另有说法，两者不能同时成立，例如数字、日期、人名不同，或是非相反。",
      "没有说到：回答里没有这件事，或者只说了一部分，又没有说错。",
      "只比较回答与要点，不必判断要点本身对不对，也不看文采。每条要点单独判断，一条说错不影响别的。",
      "要点若是“现有文档无法回答……”，回答也说无法回答，就是说到了；回答给出一个具体答案，就是矛盾。",
      "反过来，要点有具体内容，而回答只说无法回答、未查到，也算没有说到。只因四舍五入造成的差别算一致；列举中的例子没有说全不要紧。如果问题只问一件事，而回答并列几种说法、不作取舍，即使其中有正确的说法，也算没有说到。",
      "例：要点“临江大桥于2019年通车”。答“这座桥 2019 年开始通车”是说到了；答“2017 年通车”是矛盾；答“这座桥长 1.2 公里”是没有说到。",
    ],
    en: [
      "You see a question, a system's response to it, and the keypoints that a full answer contains. Judge how the response treats each keypoint.",
      "Covered: the response says all of it, in any wording. What follows directly from the response counts as said.",
      "Contradicted: the response says something different on the same matter, and both cannot be true: a different number, date or name, or yes instead of no.",
      "Neither: the response does not mention it, or says only part of it and nothing wrong.",
      "Only compare the response with the keypoint: do not judge whether the keypoint is true or how well the response is written. Judge each keypoint separately; an error in one does not affect the others.",
      "If the keypoint is that the documents do not answer the question, a response that says so covers it, and one that gives a definite answer contradicts it.",
      "Conversely, a response that only says that it found nothing is “neither” for a keypoint that has content. Differences due to rounding alone do not count, and examples in a list may be missing. If the question asks for one thing and the response offers several without choosing, the right one also counts as “neither”.",
      "Example: the keypoint is “The Eastferry Bridge was opened in 2019”. “It has carried traffic since 2019” covers it; “it was opened in 2017” contradicts it; “it is 1.2 kilometres long” does neither.",
    ],
  },
  source: "RAGEval, validation of the judge by people: completeness, hallucination, irrelevance",
  fields: ({ keypoints }): Field[] => [
    ...keypoints.map(
      (about, index): Field => ({
        name: `keypoint-${index + 1}`,
        kind: "choice",
        words: { zh: `要点 ${index + 1}`, en: `Keypoint ${index + 1}` },
        about,
        options,
        level: "nominal",
        repeats: { list: "keypoints", index, stem: "keypoint" },
      }),
    ),
    noteField,
  ],
  faults: [otherResponse, fullResponse, evasiveResponse],
};
