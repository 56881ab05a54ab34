// Texts of a dataset card in both languages: the origin of the questions, and the limits of what scores mean.

import { Wing } from "../../schemas/items/item-types.ts";
import { wings } from "../../schemas/wings.ts";
import type { RunHeading } from "./manifest.ts";

/** Describes the origin of the items of a wing; empty for an unknown wing. */
export function origins(wing: string | null): string {
  const parsedWing = Wing.safeParse(wing);
  return parsedWing.success ? wings[parsedWing.data].origin : "";
}

/** Whether the items were made by code alone. */
const isMadeByRules = ({ models }: RunHeading): boolean =>
  models.length > 0 && models.every(model => model === "rules" || model.startsWith("rules@"));

/** What scores do not mean, in one or two sentences each. */
export const limits = (heading: RunHeading): string[] => [
  "Scores compare systems on these documents and questions. They do not say how well a system does on other documents, or on your users' questions.",
  "A small difference between two systems may be chance: compare them item by item, with an interval.",
  "Not all documents without a label have been read: an unlabelled one may answer a question too.",
  "Questions in two languages are not translations of each other; do not compare scores of one language with those of the other.",
  isMadeByRules(heading)
    ? "All items were made by rules: they are plain, and easier than people's questions."
    : "A model that made or judged items may do better on them than it should.",
  ...(heading.people
    ? []
    : [
        "People have not accepted every item: some will be wrong, or have a different answer in another document.",
      ]),
];

/** A paragraph about the dataset, in Chinese. */
export const aboutChinese = ({
  items,
  test,
  dev,
  documents,
}: {
  readonly items: number;
  readonly test: number;
  readonly dev: number;
  readonly documents: number;
}): string =>
  `本数据集用于评测检索增强生成系统：${documents} 篇文档，${items} 道题（测试集 ${test} 道，开发集 ${dev} 道）。每道题附有参考答案和要点；文档能回答的，还附有逐字可查的依据，其起止位置按码点计，不含终点。corpus 是文档，items 是题目，qrels 标明哪些文档与题目相关。`;

/** `limits`, in Chinese. */
export const limitsChinese = (heading: RunHeading): string[] => [
  "分数只能说明各系统在这些文档和题目上孰优孰劣，不代表它们在别的文档上、面对真实用户提问时的表现。",
  "两个系统相差不大，可能只是偶然，应逐题比较并给出置信区间。",
  "没有标注的文档并未逐篇读过，其中也可能有能回答题目的内容。",
  "中英文题目并非互译，两种语言的分数不能相互比较。",
  isMadeByRules(heading)
    ? "全部题目由规则生成：句式平实，比人们实际提出的问题容易。"
    : "参与出题或评判的模型，在这些题目上的得分可能偏高。",
  ...(heading.people ? [] : ["题目未经人工逐条确认，个别题目可能有误，或在别的文档中另有答案。"]),
];
