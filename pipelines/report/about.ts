// Section: about this run — wing, model, seeds, settings, documents and splits.

import { dirname } from "node:path";
import { displayPath } from "../engine/display-path.ts";
import { rulesShares } from "../engine/rules-share.ts";
import type { PageLanguage } from "./page-language.ts";
import { truncate, type Html, html, withLanguage, section } from "./html.ts";
import { likenessTable } from "./likeness.ts";
import { mean } from "./mean.ts";
import { groupNameOf, groupNamesOf } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, definitionList, table } from "./tables.ts";
import { needsModelMessage } from "../../schemas/model-settings.ts";
import type { RunFacts } from "./run-facts.ts";

const heldOutNote = {
  en: "Some were held out of the corpus: systems must reconstruct their summaries and second halves from the other articles. Questions and corrections were built on articles in the corpus.",
  zh: "其中一部分文章留在语料库之外：它们的摘要和后半篇有原文可以对照，系统须根据其余文章重新写出。问答题和纠错题则取材于语料库中的文章。",
};

const english = {
  starts: {
    seeds:
      "A schema for each scenario was derived from seed documents, filled in with many sets of values and written out as documents; questions were built on the facts that those documents state.",
    documents: "The documents are the user's own; questions were generated about them.",
    files:
      "Each file became a document, cut into fragments of whole sentences; questions were generated from fragments drawn from all files.",
    questions:
      "The questions and documents are the user's own: references, keypoints and checks were added.",
    articles: `News articles were cleaned and deduplicated. ${heldOutNote.en}`,
    pool: `The documents are the user's own, deduplicated. ${heldOutNote.en}`,
  } satisfies Record<RunFacts["start"], string>,
  lead: (start: string): string =>
    `${start} Every reference is a span of a document, stored with its offsets.`,
  answered: (model: string): Html => html`<b>${model}</b> answered.`,
  rules:
    "rules is code, not a model: it fills in prepared schemas, writes documents and questions by fixed patterns, plants errors in articles, and copies the text of label lines and table cells. It understands nothing and declines everything else: a floor to compare models against.",
  /** A sentence of `rulesShares`; the Chinese one is translated from the English one by its pattern. */
  rulesShare: (sentence: string): string => sentence,
  notFinished: (isRunning: boolean): string =>
    `The run has not finished: ${isRunning ? "it is still in progress." : "run the same command again to resume it."}`,
  seedsHeadings: ["Seeds", "number", "from"],
  leftOut: (n: number): string => `Seeds left out (${n}):`,
  documentsHeadings: ["Documents", "number", "mean characters", "shortest–longest", "license"],
  noLicense: "none stated",
  settings: "All settings",
};

type AboutWords = typeof english;

const chinese: AboutWords = {
  starts: {
    seeds:
      "先从种子文档归纳出每个场景的 schema，填入多组取值，再写成文档；问题依据这些文档陈述的事实提出。",
    documents: "文档由用户提供，题目据此生成。",
    files: "每个文件算作一篇文档，按整句切成片段；再从全部文件中抽取片段，据此提问。",
    questions: "问题和文档由用户提供，这里补上了引用、要点和检查。",
    articles: `新闻文章经过清洗，相互重复的只留一篇。${heldOutNote.zh}`,
    pool: `文档由用户提供，相互重复的只留一篇。${heldOutNote.zh}`,
  },
  lead: start => `${start}每处引用都是文档中的一段原文，并记有起止位置。`,
  answered: model => html`由 <b>${model}</b> 应答。`,
  rules:
    "rules 是代码，不是模型：它按固定的模式，在备好的 schema 上填值、成文、提问，在文章里植入错误，照抄标签行和表格单元格里的内容。它不理解内容，做不了的一概放弃，可作为衡量模型的最低参照。",
  rulesShare: sentence =>
    sentence === needsModelMessage
      ? "其余需要模型：--model openai:NAME、ollama:NAME，或 --batch files。"
      : sentence.replace(
          /^rules read (\d+) of (\d+) .+ \((\S+)\)\.$/,
          "$3 的 $2 份输入中，rules 读懂了 $1 份。",
        ),
  notFinished: isRunning =>
    `运行尚未结束：${isRunning ? "仍在进行。" : "再次输入同一条命令即可继续。"}`,
  seedsHeadings: ["种子文档", "篇数", "来源"],
  leftOut: n => `未用作种子文档的共 ${formatCount(n)} 篇：`,
  documentsHeadings: ["文档", "篇数", "平均字符数", "最短–最长", "许可"],
  noLicense: "未注明",
  settings: "全部设置",
};

const aboutWords: Record<PageLanguage, AboutWords> = { en: english, zh: chinese };

const maxSeedsListed = 100;

const seedsTable = ({ seeds }: RunData, words: AboutWords): Html =>
  table(
    words.seedsHeadings,
    groupNamesOf(seeds).map(group => {
      const groupSeeds = seeds.filter(seed => groupNameOf(seed) === group);
      const folders = new Set(groupSeeds.map(({ source }) => displayPath(dirname(source))));
      return [group, groupSeeds.length, withLanguage(truncate([...folders].join(", "), 200))];
    }),
  );

/** The seeds that fit no kind, each with the reason. */
function leftOutSeeds({ losses }: RunData, words: AboutWords): Html | "" {
  const leftOut = losses.filter(({ code }) => code === "no-kind");
  if (leftOut.length === 0) return "";
  const details = leftOut
    .slice(0, maxSeedsListed)
    .map(({ detail }) => withLanguage(truncate(detail, 200)));
  return html`<p>${words.leftOut(leftOut.length)}</p><ul class="small">${details.map(detail => html`<li>${detail}</li>`)}</ul>`;
}

function documentsTable({ documents }: RunData, words: AboutWords): Html {
  const rows = groupNamesOf(documents).map(group => {
    const groupDocuments = documents.filter(document => groupNameOf(document) === group);
    const lengths = groupDocuments.map(({ length }) => length);

    const [shortest, longest] = lengths.reduce(
      ([min, max], length) => [Math.min(min, length), Math.max(max, length)],
      [Number.POSITIVE_INFINITY, 0],
    );
    const licenses = [
      ...new Set(groupDocuments.map(({ provenance }) => provenance.licence ?? words.noLicense)),
    ];
    return [
      group,
      groupDocuments.length,
      Math.round(mean(lengths)),
      `${formatCount(shortest)}–${formatCount(longest)}`,
      licenses.join(", "),
    ];
  });
  return table(words.documentsHeadings, rows);
}

export function aboutSection(data: RunData, language: PageLanguage): Html {
  const { runFacts, status } = data;
  const words = aboutWords[language];
  const shares = rulesShares(status).map(words.rulesShare);
  return section(
    "about",
    html`<p>${words.lead(words.starts[runFacts.start])}</p>
<p>${words.answered(runFacts.model)} ${runFacts.isRulesOnly ? words.rules : ""} ${shares.join(" ")}</p>
${status.finished ? "" : html`<p class="short">${words.notFinished(status.running !== null)}</p>`}
${data.seeds.length > 0 ? seedsTable(data, words) : ""}
${leftOutSeeds(data, words)}
${data.documents.length > 0 ? documentsTable(data, words) : ""}
${likenessTable(data.likeness, language)}
<details><summary>${words.settings}</summary>${definitionList(runFacts.settings.map(([name, value]) => [name, withLanguage(value)]))}</details>`,
  );
}
