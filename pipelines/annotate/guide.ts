// GUIDE.zh.md and GUIDE.en.md of a person's folder: what to judge, what each field means, how to fill it in, what to send back.

import { type Field, sampleContent, type BilingualText } from "./form.ts";
import type { AnnotationProtocol } from "./protocol.ts";

type GuideLanguage = keyof BilingualText;

const words = {
  zh: {
    fields: "填写内容",
    colon: "：",
    comma: "，",
    inBrackets: (text: string) => `（${text}）`,
    oneEach: "每一项各填一次",
    required: "必填",
    optional: "选填",
    freeText: "自由填写",
    requiredWhen: (field: string, values: string) =>
      `当 \`${field}\` 选 ${values}时必填，请写出修改后的完整内容`,
    source: "标注规则的出处",
    instructions: [
      "## 如何填写",
      "请从以下方式中任选一种，并自始至终只用这一种。请独立判断，交回之前不要看别人的答案，也不要互相讨论。",
      "### 网页（推荐）",
      "在终端中运行 `ragwright annotate serve <本文件夹>`，按提示用浏览器打开网页。每填一处都会立即存入 `verdicts.jsonl`，可以随时关闭网页，下次继续。",
      "### CSV 表格：tasks.csv",
      "用表格软件以 UTF-8 编码打开，每行是一个任务。要填的列以上面的字段名为列名，填竖线左边的值（填选项的文字也可以）。不要改动 `task_id` 列、列名和其他内容；做完后仍存为 CSV（UTF-8）。如果没有这个文件，说明这批任务未提供这种格式。",
      "### Excel 表格：tasks.xlsx",
      "在 “tasks” 工作表里填带颜色的列，填法和 CSV 一样；“guide” 工作表里有各字段的说明，“documents” 工作表里有文档原文。做完后仍存为 .xlsx。",
      "### Label Studio",
      "1. 新建一个项目（Create Project）。\n2. 在 Settings → Labeling Interface → Code 里，用 `label-studio.xml` 的全部内容替换原有配置，保存。\n3. 用 Import 导入 `label-studio.json`。请先保存配置，再导入。\n4. 逐个任务填写，点 Submit 提交；跳过（Skip）的任务不计为已判断。\n5. 做完后点 Export，格式选 JSON（不要选 JSON-MIN 或 CSV）。",
      "## 交回什么",
      "- 使用网页：交回整个文件夹，至少要有其中的 `verdicts.jsonl`。\n- 使用表格：交回填好的 `tasks.csv` 或 `tasks.xlsx`。\n- 使用 Label Studio：交回导出的 JSON 文件。",
      "给您布置任务的人会用 `ragwright annotate import <run> <交回的文件>` 读入。没做完也可以先交回一部分，其余以后再交；同一个任务以最后一次的判断为准。",
    ],
  },
  en: {
    fields: "What to fill in",
    colon: ": ",
    comma: ", ",
    inBrackets: (text: string) => ` (${text})`,
    oneEach: "one for each",
    required: "required",
    optional: "optional",
    freeText: "free text",
    requiredWhen: (field: string, values: string) =>
      `required if \`${field}\` is ${values}: write the complete corrected text`,
    source: "Where these rules come from",
    instructions: [
      "## How to fill it in",
      "Choose one of the following ways and stick to it. Judge on your own: until you have sent your answers back, do not look at other people's or discuss the tasks.",
      "### The page (recommended)",
      "In a terminal, run `ragwright annotate serve <this folder>` and open the address it prints in a browser. Everything you fill in is saved to `verdicts.jsonl` at once; you may close the page at any time and continue later.",
      "### CSV table: tasks.csv",
      "Open it as UTF-8 in a spreadsheet program; each row is a task. The columns to fill in are named after the fields above: enter the value to the left of the bar (an option's text works too). Leave `task_id`, the column names and everything else unchanged, and save it as CSV (UTF-8) again. If there is no such file, the batch does not include this format.",
      "### Excel table: tasks.xlsx",
      "On the sheet “tasks”, fill in the coloured columns in the same way; the sheet “guide” explains the fields, the sheet “documents” contains the documents' texts. Save it as .xlsx again.",
      "### Label Studio",
      '1. Create a project.\n2. Under Settings → Labeling Interface → Code, replace everything with the contents of `label-studio.xml`, and save.\n3. Import `label-studio.json`, but only after you have saved the interface.\n4. Fill in each task and press "Submit"; a skipped task does not count as judged.\n5. When you have finished, choose Export and the JSON format (not JSON-MIN, not CSV).',
      "## What to send back",
      "- From the page: the whole folder, or at least its `verdicts.jsonl`.\n- From a table: the `tasks.csv` or `tasks.xlsx` you filled in.\n- From Label Studio: the JSON file you exported.",
      "The person who gave you the tasks will import it with `ragwright annotate import <run> <what you sent>`. You may send part of it now and the rest later: for each task, your last answer counts.",
    ],
  },
} as const satisfies Record<GuideLanguage, object>;

/** Lines below a field: its options with their meanings, or a note on when its text is required. */
function describeAnswer(field: Field, fields: readonly Field[], language: GuideLanguage): string[] {
  if (field.kind === "choice")
    return field.options.map(option => `  - \`${option.value}\` | ${option.words[language]}`);
  const { comma, freeText, inBrackets, optional, requiredWhen } = words[language];
  const condition = fields.find(({ name }) => name === field.when?.field);
  const options =
    condition?.kind === "choice"
      ? condition.options.filter(({ value }) => field.when?.oneOf.includes(value))
      : [];
  const requiringValues = options
    .map(option => `\`${option.value}\`${inBrackets(option.words[language])}`)
    .join(comma);
  return [
    `  - ${freeText}${comma}${field.when ? requiredWhen(field.when.field, requiringValues) : optional}`,
  ];
}

/** Describes a field together with all its repetitions. */
function describeField(field: Field, fields: readonly Field[], language: GuideLanguage): string {
  const { comma, inBrackets, oneEach, required } = words[language];
  const { repeats } = field;
  const names = repeats
    ? fields.filter(other => other.repeats?.stem === repeats.stem).map(({ name }) => `\`${name}\``)
    : [`\`${field.name}\``];
  const notes = [...(repeats ? [oneEach] : []), ...(field.kind === "choice" ? [required] : [])];
  const heading = `- **${field.words[language]}** ${names.join(" ")}${repeats ? " …" : ""}${notes.length > 0 ? inBrackets(notes.join(comma)) : ""}`;
  return [heading, ...describeAnswer(field, fields, language)].join("\n");
}

function describeProtocol(protocol: AnnotationProtocol, language: GuideLanguage): string {
  const fields = protocol.fields(sampleContent(language));
  const distinctFields = fields.filter(
    ({ repeats }) => repeats === undefined || repeats.index === 0,
  );
  const { colon, fields: title, source, instructions } = words[language];
  return `${[
    `# ${protocol.title[language]}`,
    ...protocol.guide[language],
    `## ${title}`,
    distinctFields.map(field => describeField(field, fields, language)).join("\n"),
    ...instructions,
    `${source}${colon}${protocol.source}`,
  ].join("\n\n")}\n`;
}

/** Texts of the two guides, by file name; they are the same for all batches of a protocol and contain no corpus text. */
export const guideFiles = (
  protocol: AnnotationProtocol,
): Readonly<Record<"GUIDE.zh.md" | "GUIDE.en.md", string>> => ({
  "GUIDE.zh.md": describeProtocol(protocol, "zh"),
  "GUIDE.en.md": describeProtocol(protocol, "en"),
});
