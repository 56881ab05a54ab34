// Why an article is declined, in the words of its language.

type Language = "zh" | "en";

const reasons = {
  "few-sentences": { zh: "不足四句话。", en: "It has fewer than four sentences." },
  advertisement: { zh: "是广告或购物推荐。", en: "It is an advertisement or a shopping tip." },
  notice: { zh: "是公告、预报、图解或价目，不是新闻报道。", en: "It is a notice, a forecast, a chart or a price list." },
  glued: { zh: "标题与正文第一句连在一起，分不开。", en: "Its headline has run into its first sentence." },
  quotations: { zh: "几乎全是引语。", en: "It is little but quotations." },
  list: { zh: "是一份清单。", en: "It is a list." },
  figures: { zh: "是一张数字表。", en: "It is a table of figures." },
  "first-person": { zh: "以第一人称讲述。", en: "It is told in the first person." },
  nameless: { zh: "几乎没有名称和数字。", en: "It has hardly a name or a number." },
  "no-lead": { zh: "开头几句没有说清谁做了什么。", en: "No leading sentence names who did what." },
  "no-summary": { zh: "没有几句能合成长度合适的摘要。", en: "No sentences make a summary of a fit length." },
  "summary-is-event": { zh: "摘要比事件本身多不了多少内容。", en: "The summary says little more than the event." },
  "no-fact": { zh: "没有哪一句单独说出某个写明名称的主体的一项事实。", en: "No sentence states a single fact of a named subject so that it can be asked for alone." },
} as const satisfies Record<string, Record<Language, string>>;

export type Refusal = keyof typeof reasons;

export const refusalText = (refusal: Refusal, language: Language): string => reasons[refusal][language];
