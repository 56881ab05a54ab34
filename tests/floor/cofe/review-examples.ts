// A ferry company's fragment in each language, and a sound example of each type on it.

export type Language = "zh" | "en";
export interface Example {
  readonly type: string;
  readonly question: string;
  readonly answer: string;
  readonly coarse: readonly string[];
  readonly fine: readonly (readonly string[])[];
}

export const fragments = {
  en: {
    title: "Garrow Ferries – Passenger Guide 2024",
    sentences: [
      "Garrow Ferries carried 412,000 passengers in 2023, against 371,500 in 2022.",
      "The winter timetable was shortened because the engine of the Saint Ronan needed a new shaft.",
      "To take a bicycle on board, buy a cycle ticket at the kiosk, wait behind the yellow line and tie the bicycle to the rail.",
      "Route: Garrow–Lenn | Crossing: 35 minutes | Fare: £7.8",
      "Route: Garrow–Ross | Crossing: 50 minutes | Fare: £9.2",
    ],
  },
  zh: {
    title: "砚湖轮渡公司2024年乘客指南",
    sentences: [
      "2023年砚湖轮渡运送旅客41.2万人次，2022年为37.15万人次。",
      "冬季班次减少，是因为“白鹭号”的主机需要更换传动轴。",
      "携带自行车上船，应先在售票亭购买自行车票，再到黄线后排队，最后把车固定在栏杆上。",
      "航线：砚湖—东浦 | 航程：35分钟 | 票价：7.8元",
      "航线：砚湖—柳洲 | 航程：50分钟 | 票价：9.2元",
    ],
  },
} as const;

export const sound: Readonly<Record<Language, readonly Example[]>> = {
  en: [
    {
      type: "factual",
      question: "How many passengers did Garrow Ferries carry in 2023?",
      answer: "Garrow Ferries carried 412,000 passengers in 2023.",
      coarse: ["Garrow Ferries"],
      fine: [["412,000 passengers in 2023"]],
    },
    {
      type: "analytical",
      question: "Why did Garrow Ferries shorten its winter timetable?",
      answer: "Because the engine of the Saint Ronan needed a new shaft.",
      coarse: ["winter timetable"],
      fine: [["engine of the Saint Ronan needed a new shaft"]],
    },
    {
      type: "comparative",
      question: "How do the Garrow–Lenn and Garrow–Ross routes of Garrow Ferries differ in crossing time and fare?",
      answer: "Garrow–Lenn takes 35 minutes and costs £7.8, Garrow–Ross takes 50 minutes and costs £9.2.",
      coarse: ["Garrow–Lenn", "Garrow–Ross"],
      fine: [
        ["Garrow–Lenn", "35 minutes", "£7.8"],
        ["Garrow–Ross", "50 minutes", "£9.2"],
      ],
    },
    {
      type: "tutorial",
      question: "How do passengers take a bicycle on board a Garrow Ferries ship?",
      answer: "Buy a cycle ticket at the kiosk, wait behind the yellow line and tie the bicycle to the rail.",
      coarse: ["bicycle"],
      fine: [["buy a cycle ticket at the kiosk"], ["wait behind the yellow line"], ["tie the bicycle to the rail"]],
    },
  ],
  zh: [
    { type: "factual", question: "砚湖轮渡公司2023年运送了多少旅客？", answer: "2023年砚湖轮渡公司运送旅客41.2万人次。", coarse: ["砚湖轮渡"], fine: [["运送旅客41.2万人次"]] },
    { type: "analytical", question: "砚湖轮渡公司为什么减少冬季班次？", answer: "因为“白鹭号”的主机需要更换传动轴。", coarse: ["冬季班次"], fine: [["主机需要更换传动轴"]] },
    {
      type: "comparative",
      question: "砚湖轮渡公司的砚湖—东浦和砚湖—柳洲航线在航程和票价上有什么不同？",
      answer: "砚湖—东浦航程35分钟，票价7.8元；砚湖—柳洲航程50分钟，票价9.2元。",
      coarse: ["砚湖—东浦", "砚湖—柳洲"],
      fine: [
        ["砚湖—东浦", "35分钟", "7.8元"],
        ["砚湖—柳洲", "50分钟", "9.2元"],
      ],
    },
    {
      type: "tutorial",
      question: "乘坐砚湖轮渡怎样携带自行车上船？",
      answer: "先在售票亭购买自行车票，再到黄线后排队，最后把车固定在栏杆上。",
      coarse: ["自行车"],
      fine: [["在售票亭购买自行车票"], ["到黄线后排队"], ["把车固定在栏杆上"]],
    },
  ],
};
