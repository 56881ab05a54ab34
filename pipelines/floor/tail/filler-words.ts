// Words of questions and answers that say nothing about the matter: question words, "according to", "the report states".

const FILLER_ZH =
  /请问|请|根据|按照|依据|对照|结合|关于|有关|来看|想了解|想确认|一下|记载|载明|写明|显示|写道|提到|所载|所记|分别|各自|具体|一共|是多少|有多少|为多少|多少|是什么时候|什么时候|是什么|什么|是谁|谁|哪一天|哪年哪月|哪一年|哪一家|哪一位|哪家|哪位|哪里|哪个|哪种|哪些|哪|何时|何处|何种|何日|如何|怎样|怎么|是否|几岁|几年|几|因此|两者|相差|相隔|相比|比较|更早|更晚|更高|更低|更多|更少|依次为|由早到晚|先后|顺序|其中|单位|机构|公司|情况|内容|年度报告|报告|判决书|病历|文件|告诉我|吗|呢/g;

const FILLER_EN = new Set(
  "who whom whose what when where which why how much many long large high low old big far often tell know like would could can please give given gives state states stated say says said recorded report reports reported according go going name named names find found amount figure value sum date day days year place take took therefore order earliest latest early late higher lower larger smaller differ difference apart put puts come comes came annual judgment document source describe described detail information learn state enter entered appear appears case company patient organisation organization person exactly account follow concern regard as for".split(
    " ",
  ),
);

/** The text without fillers, in pieces that were parted by them. */
export const withoutFillersZh = (text: string): string[] =>
  text.split(FILLER_ZH).filter(piece => piece !== "");

export const isFillerEn = (word: string): boolean => FILLER_EN.has(word);
