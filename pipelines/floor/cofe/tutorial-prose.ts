// How to do something, where running text says it in a sentence: "To reset the pump, hold the button."

import { asSentence } from "../questions/phrase.ts";
import type { Candidate } from "./candidate.ts";
import { standingText } from "./factual-prose.ts";
import type { FragmentLine } from "./fragment-reading.ts";
import { points, type Subject } from "./named-subject.ts";

const ACT =
  "(?:go|click|select|press|open|enter|choose|use|call|contact|visit|send|write|submit|complete|fill|apply|hold|turn|push|pull|add|remove|place|take|log|sign|tap|check|download|run|type|set|follow|make|put|connect|install|register|bring|ask|email)";

interface Pattern {
  readonly sentence: RegExp;
  readonly question: string;
}

/** {1} is what is to be done. */
const patterns: Readonly<Record<"zh" | "en", readonly Pattern[]>> = {
  en: [
    { sentence: new RegExp(`^To ([a-z][^,]{5,70}), (?:(?:please|simply|first|you (?:can|must|should|need to|have to|may)) )?${ACT}\\b.{6,}`), question: "How do you {1}?" },
    {
      sentence: /^(?:You|Users|Customers|Applicants|Patients|Members|Employees|Visitors|Students|Readers) (?:can|may|must|should) ([a-z][^,;]{6,80}?) by (?:[a-z]+ing)\b.{6,}/,
      question: "How can one {1}?",
    },
    { sentence: /^(?:The|An?) ([a-z][^,;]{3,50}? (?:can|must|should|may) be [a-z]+(?:ed|en|t|wn)) (?:by|using|through) (?:\w+ing|the|an?) .{6,}/, question: "How {inverted}?" },
    {
      sentence:
        /^(?:If .{4,90}?, )?.{0,80}\b(?:may|can|must|shall) (?:file|lodge|submit|bring) an appeal\b.{6,}|^(?:If .{4,90}?, )?.{0,80}\b(?:may|can) appeal (?:to|within|through|directly|by) .{4,}/,
      question: "How can an appeal against the judgment be filed?",
    },
  ],
  zh: [
    { sentence: /^(?:如需|若需|如要|若要|需要|如果要|想要)([^，。]{3,24})(?:的|时)?，(?:请|可|应|须|需|必须|只需|可以|用户可|申请人).{6,}/u, question: "如何{1}？" },
    {
      sentence:
        /^(?:用户|申请人|客户|患者|学员|您|纳税人|投保人|考生|企业)?(?:可以?|应当?|须|需)?(?:通过|使用|登录|拨打|凭|持)([^，。]{2,30})(?:，)?(?:来|即可|可以?|进行)(查询|办理|申请|下载|预约|注册|缴纳|报名|提交|查看|登录|领取|开通|激活|设置|更换|安装|退订|修改)([^，。]{2,20})/u,
      question: "如何{2}{3}？",
    },
    { sentence: /^(?:.{0,12}，)?如(?:果)?不服(?:本|该|一审)?(?:判决|裁定)，(?:.{0,6})?可.{6,}(?:上诉|抗诉)/u, question: "不服判决时，应如何提出上诉？" },
  ],
};

const fill = (question: string, match: RegExpExecArray): string => {
  const [subject = "", verb = ""] = (match[1] ?? "").split(/ (?=(?:can|must|should|may) be )/);
  const [modal = "", ...rest] = verb.split(" ");
  return question.replace("{inverted}", `${modal} the ${subject} ${rest.join(" ")}`).replace(/\{(\d)\}/g, (_, at: string) => match[Number(at)]?.trim() ?? "");
};

/** How many sentences that go on telling how, at most, are cited with the first. */
const mostMore = 2;
const GOES_ON = {
  en: /^(?:Then|Next|After that|Afterwards|Finally|Once|When done|The appeal|A written appeal|If appealing|The (?:written )?(?:petition|application))\b/,
  zh: /^(?:然后|接着|随后|之后|最后|完成后|书面上诉|上诉状)/,
};

/** The instructions that the running text gives. */
export function tutorialProse(lines: readonly FragmentLine[], subject: Subject): Candidate[] {
  const { language } = subject;
  return lines.flatMap((line, at) => {
    if (line.kind === "heading" || line.kind === "row" || !line.whole) return [];
    const text = standingText(line.text, subject).replace(/[.。]$/, "");
    const found = patterns[language].flatMap(({ sentence, question }) => {
      const match = sentence.exec(text);
      return match === null ? [] : [fill(question, match)];
    })[0];
    if (found === undefined || points(found.replace(/[?？]$/, "").replace(/\byou\b/g, ""), language, true)) return [];
    const more = goingOn(lines.slice(at + 1, at + 1 + mostMore), language);
    const answer = [`${text}${language === "zh" ? "。" : "."}`, ...more.map(({ text: told }) => told)].map(asSentence).join(language === "zh" ? "" : " ");
    return [{ question: found, answer, sentences: [line.number, ...more.map(({ number }) => number)], secrets: [], worth: 3 }];
  });
}

function goingOn(next: readonly FragmentLine[], language: "zh" | "en"): FragmentLine[] {
  const end = next.findIndex(({ text, kind }) => kind !== "prose" || !GOES_ON[language].test(text));
  return end < 0 ? [...next] : next.slice(0, end);
}
