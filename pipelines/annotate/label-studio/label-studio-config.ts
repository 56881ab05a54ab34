// Labelling configuration of a batch for Label Studio: names, options and variables; corpus texts come with each task's data.

import type { PersonTask } from "../../../schemas/annotation.ts";
import type { ChoiceField, Field, Option, RepeatedList, TextField, Words } from "../form.ts";
import { inBoth, listsOf, nameControl } from "./label-studio-tasks.ts";
import type { AnnotationProtocol } from "../protocol.ts";

const textWords = {
  question: { zh: "问题", en: "Question" },
  answer: { zh: "答案", en: "Answer" },
  response: { zh: "系统的回答", en: "Response of the system" },
};
const listWords = {
  references: { zh: "参考片段", en: "References" },
  keypoints: { zh: "要点", en: "Keypoints" },
  coarse: { zh: "粗粒度关键词", en: "Coarse keywords" },
  fine: { zh: "细粒度关键词", en: "Fine keywords" },
  candidates: { zh: "文稿", en: "Drafts" },
  documents: { zh: "文档", en: "Documents" },
};
type ShownText = keyof typeof textWords;
type ShownList = keyof typeof listWords;

/** All parts that any task of a batch shows, and each field once (the first of repeated ones). */
interface BatchShape {
  readonly parts: Set<ShownText | ShownList>;
  readonly fields: Map<string, Field>;
}

const templateOf = (field: Field): string => nameControl(field, "{{idx}}");

/** Adds a task's further options: a task with more drafts has more ranks. */
function widen(known: Field | undefined, field: Field): Field {
  if (known?.kind !== "choice" || field.kind !== "choice") return known ?? field;
  const values = new Set(known.options.map(({ value }) => value));
  const more = field.options.filter(({ value }) => !values.has(value));
  return more.length === 0 ? known : { ...known, options: [...known.options, ...more] };
}

function learnShape(protocol: AnnotationProtocol, tasks: Iterable<PersonTask>): BatchShape {
  const shape: BatchShape = { parts: new Set(), fields: new Map() };
  for (const { content } of tasks) {
    const { question, answer, response, evidence: references, documentIds: documents } = content;
    const shown = { question, answer, response, references, documents, ...listsOf(content) };
    for (const part of Object.keys(shown) as (ShownText | ShownList)[])
      if (shown[part].length > 0) shape.parts.add(part);
    for (const field of protocol.fields(content))
      shape.fields.set(templateOf(field), widen(shape.fields.get(templateOf(field)), field));
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
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${value.replaceAll(/[&<>"\n]/g, sign => escapes[sign] ?? sign)}"`,
  );
  const opening = `<${name}${written.join("")}`;
  if (children.length === 0) return `${opening}/>`;
  return `${opening}>\n${children.join("\n").replaceAll(/^/gm, "  ")}\n</${name}>`;
}

/** Keeps our own text from being read as a variable. */
const fixed = (text: string): string => text.replaceAll("$", "＄");
const heading = (text: string, size: "3" | "4" | "5" | "6" = "5"): string =>
  tag("Header", { value: text, size });
const title = (words: Words): string => heading(fixed(inBoth(words)), "4");

/** Plain text in a scrolling box. Never read as a URL, even if Label Studio is set to treat data as URLs. */
const box = (name: string, value: string, height = "24em"): string =>
  tag(
    "View",
    { style: `max-height: ${height}; overflow: auto; white-space: pre-wrap; margin-bottom: 1em` },
    [tag("Text", { name, value, valueType: "text" })],
  );

const anchor = "shown_task";

/** The text that a control is attached to; its element for a repeated control, since exports identify it by that. */
const anchorOf = ({ repeats }: Field): string =>
  repeats ? `shown_${repeats.list}_{{idx}}` : anchor;

const labelOf = (field: Field): string => heading(`$form[0].${templateOf(field)}.words`);

const missing = (field: Field): string => `还没有填 / Not filled in yet: ${templateOf(field)}`;

/** An option's text; points of a scale include their number. */
const optionWords = ({ value, words }: Option, level: ChoiceField["level"]): string => {
  const text = fixed(inBoth(words));
  return level === "nominal" || text.includes(value) ? text : `${value}: ${text}`;
};

const choices = (field: ChoiceField): string[] => [
  labelOf(field),
  tag(
    "Choices",
    {
      name: templateOf(field),
      toName: anchorOf(field),
      choice: field.required ? "single-radio" : "single",
      required: String(field.required),
      requiredMessage: missing(field),
    },
    field.options.map(option =>
      tag("Choice", { value: optionWords(option, field.level), alias: option.value }),
    ),
  ),
];

const textArea = (field: TextField): string[] => [
  labelOf(field),
  tag("TextArea", {
    name: templateOf(field),
    toName: anchorOf(field),
    ...(field.when
      ? {
          value: `$form[0].${templateOf(field)}.initial`,
          required: "true",
          requiredMessage: missing(field),
        }
      : {}),
    rows: "3",
    maxSubmissions: "1",
    editable: "true",
  }),
];

function control(field: Field, fields: readonly Field[]): string {
  if (field.kind === "choice") return tag("View", {}, choices(field));
  const cause = fields.find(({ name }) => name === field.when?.field);
  const visible =
    field.when && cause
      ? {
          visibleWhen: "choice-selected",
          whenTagName: templateOf(cause),
          whenChoiceValue: field.when.oneOf.join(","),
        }
      : {};
  return tag("View", visible, textArea(field));
}

const repeated = (list: ShownList, controls: readonly string[]): string =>
  tag("View", {}, [
    title(listWords[list]),
    tag("Repeater", { on: `$${list}`, indexFlag: "{{idx}}" }, [
      tag("View", {}, [
        heading(`$${list}[{{idx}}].title`),
        box(
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
      { value: fixed(`说明 / Guide: ${inBoth(words)}`) },
      [...guide.zh, ...guide.en].map(paragraph =>
        tag("View", { style: "margin: 0 0 0.5em" }, [heading(fixed(paragraph), "6")]),
      ),
    ),
  ]);

/** label-studio.xml for the tasks of a batch, well-formed and without corpus text. Each task's `form` holds the labels of its controls. */
export function labelStudioConfig(
  protocol: AnnotationProtocol,
  tasks: Iterable<PersonTask>,
): string {
  const { parts, fields: byTemplate } = learnShape(protocol, tasks);
  const fields = [...byTemplate.values()];
  const formLists = new Set<ShownList>(fields.flatMap(({ repeats }) => repeats?.list ?? []));
  const controlsOf = (list: RepeatedList | undefined) =>
    fields.filter(({ repeats }) => repeats?.list === list).map(field => control(field, fields));
  const shown = [
    ...(Object.keys(textWords) as ShownText[])
      .filter(part => parts.has(part))
      .flatMap(part => [title(textWords[part]), box(`shown_${part}`, `$${part}`)]),
    ...(Object.keys(listWords) as ShownList[])
      .filter(list => parts.has(list) && !formLists.has(list))
      .map(list => repeated(list, [])),
  ];
  const form = [
    ...[...formLists].map(list => repeated(list, controlsOf(list as RepeatedList))),
    ...controlsOf(undefined),
  ];
  const column = (style: string, children: readonly string[]) =>
    tag("View", { style: `${style}; min-width: 20em` }, children);
  return `${tag("View", {}, [
    guidePanel(protocol),
    heading("$heading", "6"),
    tag("Text", { name: anchor, value: "$task_id", valueType: "text" }),
    tag("View", { style: "display: flex; flex-wrap: wrap; gap: 1.5em" }, [
      ...(shown.length > 0 ? [column("flex: 3", shown)] : []),
      column("flex: 2", form),
    ]),
  ])}\n`;
}
