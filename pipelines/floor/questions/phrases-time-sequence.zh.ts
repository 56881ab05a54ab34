// 按时间先后排序的中文问法与答法。

/** {subjects}：按同一{label}比较的几个对象；{items}：甲的上市、乙的成立…… */
export const sequenceQuestionsZh = {
  same: [
    "请按{label}的先后，为{subjects}排序。",
    "{subjects}的{label}由早到晚是怎样的顺序？",
    "按{label}从早到晚，{subjects}应如何排列？",
    "{subjects}当中，{label}最早的是哪一个，其余依次是什么？",
    "以{label}为准，{subjects}的先后次序是怎样的？",
    "把{subjects}按{label}由先到后排列，结果如何？",
  ],
  mixed: [
    "请将下列事项按时间先后排列：{items}。",
    "{items}，由早到晚的顺序是什么？",
    "从时间上看，{items}的先后次序是怎样的？",
    "按日期从前到后，{items}应怎样排列？",
    "{items}当中，哪一项最早，其余依次是什么？",
    "下列事项孰先孰后：{items}？请由早到晚列出。",
  ],
  single: [
    "根据{source}，{items}按时间先后应如何排列？",
    "{source}中，{items}由早到晚的顺序是什么？",
    "对照{source}中的日期，请把{items}按先后排序。",
    "从{source}看，{items}当中哪一项最早，其余依次是什么？",
    "请依据{source}，按时间顺序列出{items}。",
  ],
} as const;

export const sequenceAnswersZh: readonly string[] = [
  "由早到晚依次为：{order}。",
  "按时间先后，顺序是：{order}。",
];
