// 把两份文件里的事实放在一个问题里问的中文问法。

/** {first}、{second}：两个对象；{x}、{y}：甲的所属行业、乙的所属行业；{tail}：是什么、是多少……。 */
export const integrationQuestionsZh = {
  same: [
    "{first}和{second}的{label}分别{tail}？",
    "{x}{tail}？{second}呢？",
    "请分别说出{first}与{second}的{label}。",
    "{first}、{second}，两者的{label}各{tail}？",
    "根据相关{kind}，{first}和{second}的{label}分别{tail}？",
    "就{label}而言，{first}和{second}各{tail}？",
    "想了解{first}和{second}的{label}，分别{tail}？",
    "{x}{tail}，{y}又{tail}？",
  ],
  different: [
    "{x}{tailX}？{y}{tailY}？",
    "{x}{tailX}，{y}又{tailY}？",
    "请分别给出{x}和{y}。",
    "根据{first}和{second}的{kind}，{x}{tailX}，{y}{tailY}？",
    "请问{x}{tailX}，以及{y}{tailY}？",
  ],
} as const;

/** 问句的后半截，按所问内容的种类。 */
export const askTailsZh = {
  person: "是谁",
  organisation: "是哪家单位",
  place: "是哪里",
  event: "是{when}",
  date: "是{when}",
  money: "是多少",
  number: "是多少",
  age: "是多少",
  count: "是多少",
  choice: "是什么",
  text: "是什么",
} as const;
