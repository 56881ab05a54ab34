// Removes a page's insertions between the sentences of an article: advertisements, captions, and appeals to readers.

import type { Language } from "../../schemas/items/item-types.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";

/** Where a sentence may begin. */
const sentenceStart = "(?<=^|[。！？!?…”’」』）)】×\\n]\\s*)";
/** An agency, a place and a date. */
const dateline = "\\p{Script=Han}{3,12}\\d{1,2}月\\d{1,2}日[电讯]";
const credit =
  "(?:[^（）()【】\\n。！？]{0,30}(?:摄|供图|资料图片?|资料照片?|截图|网络图片?|视频画面|图源[^（）()\\n]{0,12}))";

/** Each match is removed; a caption includes the words before its credit, back to where a sentence may begin. */
const insertPatterns: Readonly<Record<Language, readonly RegExp[]>> = {
  zh: [
    new RegExp(`${sentenceStart}广告\\s[^\\n×]{2,80}\\s×`, "gu"),
    // "…消防人员处理火情。新华社发（张三摄）": the preceding sentence describes the picture.
    new RegExp(
      `${sentenceStart}[^。！？\\n]{4,120}。\\s*(?:新华社|中新社|人民图片|图片来源)[^。！？\\n（(]{0,14}[（(]${credit}[）)]`,
      "gu",
    ),
    // "…搜救现场。新华社发": only the agency's credit, run into what follows.
    new RegExp(
      `${sentenceStart}[^。！？\\n]{4,120}。\\s*(?:新华社|中新社)发(?![展布表生出现起行往给文稿电])`,
      "gu",
    ),
    new RegExp(`${sentenceStart}[^。！？!?，\\n（）()]{0,40}[（(【]\\s*${credit}\\s*[）)】]`, "gu"),
    /(?<=^|[。！？…”\n]\s*)(?:上|下|左|右)?(?:图|图片)[为：:][^。！？\n]{2,70}?(?:。(?:\s*[（(]?[^。！？\n（）()]{1,14}(?:摄|供图)[）)]?)?|(?:摄|供图)(?=[\s）)]|$)[）)]?)/gu,
    // Run into the following sentence: a credit, a caption with one, a reporter in brackets.
    new RegExp(
      `${sentenceStart}(?:图|图源|资料图|图片来源)\\s?[:：/／]\\s?[^\\s\\d。！？，：:]{2,14}(?<![在于从至])(?:\\s+|(?=\\d))`,
      "gu",
    ),
    new RegExp(
      `${sentenceStart}[^。！？，：:（(\\n]{2,60}?(?:供图|制图)(?:\\s+(?=\\S)|(?=${dateline}))`,
      "gu",
    ),
    new RegExp(
      `${sentenceStart}[（(](?!据)[^（）()。\\n]{0,20}记者(?!了解|获悉|从|查询|采访)\\s?[^（）()。\\n]{2,12}[）)](?=[^\\s（(])`,
      "gu",
    ),
    // The author, at the start of the text or a part of it.
    new RegExp(
      `${sentenceStart}\\p{Script=Han}{2,8}记者\\s\\p{Script=Han}{2,4}(?:\\s(?:实习生|通讯员|记者)\\s\\p{Script=Han}{2,4})*(?=(?:\\d{1,2}月)?\\d{1,2}日)`,
      "gu",
    ),
    // An editor's note: "50 美元（IT之家注：约 360 元）".
    /\s?[（(][^（）()\n，。；：:]{1,10}(?:备注|注)[：:][^（）()\n]{1,80}[）)]/gu,
    /[▲△▼][^。！？\n“]{2,40}?(?:。|(?=[▲△▼\n]|$))/gu,
    // The newspaper's note about the article: "（注：本文为专家来稿。）"
    /[（(]\s*(?:注[：:]\s*)?本文(?:系|为|由|仅|来自|根据)[^（）()]{2,160}[）)]/gu,
    /图片来源\s?[:：/]\s?(?:视频截图|网络截图|受访者|网络|视觉中国[\w-]{0,24})/gu,
    // Reading suggestions, which continue to the end.
    /(?:猜(?:你|您)喜欢|往期(?:精选|回顾|推荐)|延伸阅读|近日要览)[\s\S]*$/gu,
    /https?:\/\/[\w./?=&%#-]+/g,
  ],
  en: [
    /(?<=^|\n)(?:Advertisement|Sponsored(?: content)?|Story continues below[^\n]{0,40})(?=\n|$)/gi,
    /(?<=^|\n)[^\n]{4,160}\((?:Photo(?:graph)?|Image|Picture|Credit)[^()\n]{0,60}\)(?=\n|$)/g,
    /(?<=^|\n)(?:Photo(?:graph)?|Image|Picture|Caption):[^\n]{2,160}(?=\n|$)/g,
  ],
};

/** Maximum length of a sentence that is dropped because it contains an appeal; longer ones have other content too. */
const maxAppealLength = { zh: 90, en: 200 };
const appealPatterns: Readonly<Record<Language, RegExp>> = {
  zh: /扫描二维码或|扫(?:描)?(?:下方|以下|文末|下面)[^。]{0,6}码|长按[^。]{0,6}二维码|阅读原文|广告声明|(?:欢迎|立即|请)下载[^。]{0,24}(?:App|APP|客户端|最新版|\s-\s)|更多[^。人]{0,12}(?:消息|信息|资讯|详情|内容|视频|新闻)[^。]{0,10}(?:点击|请戳|关注|下载|搜索)|加[^。]{0,8}(?:客服)?微信(?:群|号|[（(])|投资有风险|入市需谨慎|不构成[^。]{0,10}投资建议|图片(?:均)?来(?:自|源于?)[^。]{0,4}网络|未经[^。]{0,6}(?:授权|许可)[^。]{0,8}转载|版权(?:归|属于?)[^。]{0,10}所有|^(?:本文|文章)(?:来|转)自微信公众号|(?:点个|点亮|记得)[“"]?(?:在看|点赞|关注)|(?:大家|你|您)(?:是如何|怎么)(?:看待?|想)|(?:欢迎|请)[^。]{0,10}评论区|拭目以待/u,
  en: /\b(?:sign up (?:for|to)|subscribe (?:to|now)|click here|read more|follow us (?:on|at)|download (?:the|our) app|all rights reserved|republished with permission|share this (?:article|story))\b/i,
};

/** The text without some of its sentences; cuts within a line leave no gap. */
export const withoutSentences = (
  text: string,
  language: Language,
  isCut: (sentence: Sentence) => boolean,
): string =>
  splitSentences(text, language)
    .filter(isCut)
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);

/** The text without a page's insertions. */
export const withoutInserts = (text: string, language: Language): string =>
  withoutSentences(
    insertPatterns[language].reduce((rest, insert) => rest.replace(insert, ""), text),
    language,
    sentence =>
      sentence.text.length <= maxAppealLength[language] &&
      appealPatterns[language].test(sentence.text),
  );
