// 请人概括文件某一部分的中文问法。

/** {title}：章节名（公司治理）；{labels}：各项名称；{some}：其中前几项。 */
export const summaryQuestionsZh = {
  titled: [
    "请概括{source}中有关{title}的内容。",
    "{source}在{title}方面写了哪些内容？",
    "{source}的{title}部分讲了什么？",
    "请归纳{source}里{title}的要点。",
    "关于{title}，{source}给出了哪些信息？",
    "总结一下{subject}的{title}，包括{some}等。",
    "请结合{source}，说明{subject}在{title}方面的情况，例如{some}。",
    "在{title}部分，{source}交代了哪些情况，比如{some}？",
    "请根据{source}，对{title}部分作一个小结。",
    "{source}就{title}都写了什么，例如{some}？",
  ],
  labelled: [
    "{source}对{labels}是怎么写的？",
    "请根据{source}，归纳{labels}。",
    "请概述{subject}的{labels}。",
    "总结一下{source}中关于{labels}的内容。",
    "{subject}的{labels}各是怎样的？请作一个小结。",
    "从{source}中可以了解到哪些关于{labels}的信息？",
    "结合{source}，简要说明{labels}等情况。",
    "请用几句话概括{source}里的{labels}。",
  ],
} as const;

export const summaryOpeningsZh: readonly string[] = [
  "根据{source}，{rest}",
  "{source}显示，{rest}",
  "据{source}记载，{rest}",
];
