// Builds the labelling configuration of a batch for Label Studio: names, options and variables; corpus texts come with the data of each task.

import type { PersonTask } from "../../../schemas/annotation.ts";
import type {
  ChoiceField,
  Field,
  Option,
  RepeatedList,
  TextField,
  BilingualText,
} from "../form.ts";
import { bilingualText, listsOf, controlNameOf } from "./label-studio-tasks.ts";
import type { AnnotationProtocol } from "../protocol.ts";

const textTitles = {
  question: { zh: "问题", en: "Question" },
  answer: { zh: "答案", en: "Answer" },
  response: { zh: "系统的回答", en: "System response" },
};
const listTitles = {
  references: { zh: "参考片段", en: "References" },
  keypoints: { zh: "要点", en: "Keypoints" },
  coarse: { zh: "粗粒度关键词", en: "Coarse keywords" },
  fine: { zh: "细粒度关键词", en: "Fine keywords" },
  candidates: { zh: "文稿", en: "Drafts" },
  documents: { zh: "文档", en: "Documents" },
};
type ShownText = keyof typeof textTitles;
type ShownList = keyof typeof listTitles;

/** All parts that a batch's tasks show, and each field once, as its first repetition. */
interface BatchShape {
  readonly parts: Set<ShownText | ShownList>;
  readonly fields: Map<string, Field>;
}

const templateOf = (field: Field): string => controlNameOf(field, "{{idx}}");

/** Adds the options that another task has for a field: with more drafts, there are more ranks. */
function addOptions(existing: Field | undefined, field: Field): Field {
  if (existing?.kind !== "choice" || field.kind !== "choice") return existing ?? field;
  const values = new Set(existing.options.map(({ value }) => value));
  const newOptions = field.options.filter(({ value }) => !values.has(value));
  return newOptions.length === 0
    ? existing
    : { ...existing, options: [...existing.options, ...newOptions] };
}

function shapeOf(protocol: AnnotationProtocol, tasks: Iterable<PersonTask>): BatchShape {
  const shape: BatchShape = { parts: new Set(), fields: new Map() };
  for (const { content } of tasks) {
    const { question, answer, response, evidence: references, documentIds: documents } = content;
    const parts = { question, answer, response, references, documents, ...listsOf(content) };
    for (const part of Object.keys(parts) as (ShownText | ShownList)[])
      if (parts[part].length > 0) shape.parts.add(part);
    for (const field of protocol.fields(content))
      shape.fields.set(templateOf(field), addOptions(shape.fields.get(templateOf(field)), field));
  }
  return shape;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

type Attributes = Readonly<Record<string, string>>;

function tag(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const attributeMarkup = Object.entries(attributes).map(
    ([key, value]) =>
      ` ${key}="${value.replaceAll(/[&<>"\n]/g, character => escapes[character] ?? character)}"`,
  );
  const opening = `<${name}${attributeMarkup.join("")}`;
  if (children.length === 0) return `${opening}/>`;
  return `${opening}>\n${children.join("\n").replaceAll(/^/gm, "  ")}\n</${name}>`;
}

/** Prevents Label Studio from reading our own text as a variable. */
const escapeVariables = (text: string): string => text.replaceAll("$", "＄");
const heading = (text: string, size: "3" | "4" | "5" | "6" = "5"): string =>
  tag("Header", { value: text, size });
const title = (words: BilingualText): string => heading(escapeVariables(bilingualText(words)), "4");

/** Plain text in a scrolling box, not read as a URL even if Label Studio is set to treat data as URLs. */
const scrollBox = (name: string, value: string, height = "24em"): string =>
  tag(
    "View",
    { style: `max-height: ${height}; overflow: auto; white-space: pre-wrap; margin-bottom: 1em` },
    [tag("Text", { name, value, valueType: "text" })],
  );

const taskAnchor = "shown_task";

/** The text that a control is attached to. For a repeated control it is the list element, by which exports identify the control. */
const anchorOf = ({ repeats }: Field): string =>
  repeats ? `shown_${repeats.list}_{{idx}}` : taskAnchor;

const missingMessage = (field: Field): string =>
  `尚未填写 / Not filled in yet: ${templateOf(field)}`;

/** An option's text; points of a scale include their number. */
const optionText = ({ value, words }: Option, level: ChoiceField["level"]): string => {
  const text = escapeVariables(bilingualText(words));
  return level === "nominal" || text.includes(value) ? text : `${value}: ${text}`;
};

const choices = (field: ChoiceField): string =>
  tag(
    "Choices",
    {
      name: templateOf(field),
      toName: anchorOf(field),
      choice: "single-radio",
      required: "true",
      requiredMessage: missingMessage(field),
    },
    field.options.map(option =>
      tag("Choice", { value: optionText(option, field.level), alias: option.value }),
    ),
  );

const textArea = (field: TextField): string =>
  tag("TextArea", {
    name: templateOf(field),
    toName: anchorOf(field),
    ...(field.when
      ? {
          value: `$form[0].${templateOf(field)}.initial`,
          required: "true",
          requiredMessage: missingMessage(field),
        }
      : {}),
    rows: "3",
    maxSubmissions: "1",
    editable: "true",
  });

function control(field: Field, fields: readonly Field[]): string {
  const label = heading(`$form[0].${templateOf(field)}.words`);
  if (field.kind === "choice") return tag("View", {}, [label, choices(field)]);
  const condition = fields.find(({ name }) => name === field.when?.field);
  const visibility =
    field.when && condition
      ? {
          visibleWhen: "choice-selected",
          whenTagName: templateOf(condition),
          whenChoiceValue: field.when.oneOf.join(","),
        }
      : {};
  return tag("View", visibility, [label, textArea(field)]);
}

const repeater = (list: ShownList, controls: readonly string[]): string =>
  tag("View", {}, [
    title(listTitles[list]),
    tag("Repeater", { on: `$${list}`, indexFlag: "{{idx}}" }, [
      tag("View", {}, [
        heading(`$${list}[{{idx}}].title`),
        scrollBox(
          `shown_${list}_{{idx}}`,
          `$${list}[{{idx}}].text`,
          list === "documents" ? "60vh" : "24em",
        ),
        ...controls,
      ]),
    ]),
  ]);

const guidePanel = ({ title: words, guide }: AnnotationProtocol): string =>
  tag("Collapse", {}, [
    tag(
      "Panel",
      { value: escapeVariables(`说明 / Guide: ${bilingualText(words)}`) },
      [...guide.zh, ...guide.en].map(paragraph =>
        tag("View", { style: "margin: 0 0 0.5em" }, [heading(escapeVariables(paragraph), "6")]),
      ),
    ),
  ]);

/** Returns label-studio.xml for the tasks of a batch, well-formed and without corpus text. Each task's `form` contains the labels of its controls. */
export function labelStudioConfig(
  protocol: AnnotationProtocol,
  tasks: Iterable<PersonTask>,
): string {
  const { parts, fields: byTemplate } = shapeOf(protocol, tasks);
  const fields = [...byTemplate.values()];
  const formLists = new Set<ShownList>(fields.flatMap(({ repeats }) => repeats?.list ?? []));
  const controlsOf = (list: RepeatedList | undefined) =>
    fields.filter(({ repeats }) => repeats?.list === list).map(field => control(field, fields));
  const shownParts = [
    ...(Object.keys(textTitles) as ShownText[])
      .filter(part => parts.has(part))
      .flatMap(part => [title(textTitles[part]), scrollBox(`shown_${part}`, `$${part}`)]),
    ...(Object.keys(listTitles) as ShownList[])
      .filter(list => parts.has(list) && !formLists.has(list))
      .map(list => repeater(list, [])),
  ];
  const form = [
    ...[...formLists].map(list => repeater(list, controlsOf(list as RepeatedList))),
    ...controlsOf(undefined),
  ];
  const column = (style: string, children: readonly string[]) =>
    tag("View", { style: `${style}; min-width: 20em` }, children);
  return `${tag("View", {}, [
    guidePanel(protocol),
    heading("$heading", "6"),
    tag("Text", { name: taskAnchor, value: "$task_id", valueType: "text" }),
    tag("View", { style: "display: flex; flex-wrap: wrap; gap: 1.5em" }, [
      ...(shownParts.length > 0 ? [column("flex: 3", shownParts)] : []),
      column("flex: 2", form),
    ]),
  ])}\n`;
}
