// Label Studio: what goes in, what its editor would make of it, and what comes back.

import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { emptyContent, type Field, tidyValues } from "../../../pipelines/annotate/form.ts";
import { labelStudioConfig } from "../../../pipelines/annotate/label-studio/label-studio-config.ts";
import { readLabelStudio } from "../../../pipelines/annotate/label-studio/read-label-studio.ts";
import { labelStudioTasks } from "../../../pipelines/annotate/label-studio/label-studio-tasks.ts";
import { protocols } from "../../../pipelines/annotate/protocols/protocols.ts";
import { isUnreadable } from "../../../pipelines/annotate/verdicts/verdict-outcome.ts";
import type { Content, PersonTask, Values } from "../../../schemas/annotation.ts";
import type { LabelStudioForm } from "../../../schemas/formats/label-studio.ts";

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Tag[];
}

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  trimValues: false,
  htmlEntities: true,
});

function toTag({ ":@": attributes = {}, ...element }: Node): Tag[] {
  const [name = "", content] = Object.entries(element)[0] ?? [];
  if (name === "#text" && String(content).trim() === "") return [];
  const children = (content as Node[]).flatMap(toTag);
  return [{ name, attributes: attributes as Tag["attributes"], children }];
}

/** Throws at what is not well-formed, and at text between elements. */
function parseXml(text: string): Tag {
  const validity = XMLValidator.validate(text);
  if (validity !== true) throw new Error(validity.err.msg);
  return (parser.parse(text) as Node[]).flatMap(toTag)[0]!;
}

const flatten = (tag: Tag): Tag[] => [tag, ...tag.children.flatMap(flatten)];

interface Data {
  readonly task_id: string;
  readonly form: readonly LabelStudioForm[];
  readonly [list: string]: unknown;
}

/** The editor repeats what stands in a Repeater for each element of its list and puts the index, from 0, in place of the flag: once an attribute. */
function expand(tag: Tag, data: Data): Tag[] {
  if (tag.name !== "Repeater")
    return [{ ...tag, children: tag.children.flatMap(child => expand(child, data)) }];
  const list = data[tag.attributes["on"]!.slice(1)] as unknown[];
  const put = (inner: Tag, index: number): Tag => ({
    ...inner,
    attributes: Object.fromEntries(
      Object.entries(inner.attributes).map(([key, value]) => [
        key,
        value.replace(tag.attributes["indexFlag"]!, String(index)),
      ]),
    ),
    children: inner.children.map(child => put(child, index)),
  });
  return list.flatMap((_, index) => tag.children.map(child => put(child, index)));
}

/**
 * Results as Label Studio documents them: a choice comes as its alias, a text as a list; what a text stood at first is handed in even where nobody
 * touched it, and by older versions a second time beside an edited text.
 */
function answer(config: string, data: Data, values: Values): object[] {
  const tags = expand(parseXml(config), data).flatMap(flatten);
  const objects = new Set(
    tags.filter(({ name }) => name === "Text").map(({ attributes }) => attributes["name"]),
  );
  return tags.flatMap(({ name, attributes, children }): object[] => {
    if (name !== "Choices" && name !== "TextArea") return [];
    const control = data.form[0]![attributes["name"]!]!;
    if (!objects.has(attributes["toName"])) throw new Error(`${attributes["toName"]} is not shown`);
    const value = values[control.field];
    const entry = {
      id: "x",
      from_name: attributes["name"],
      to_name: attributes["toName"],
      origin: "manual",
      type: name.toLowerCase(),
    };
    if (name === "Choices") {
      const chosen = children.find(choice => choice.attributes["alias"] === value);
      return chosen ? [{ ...entry, value: { choices: [chosen.attributes["alias"]!] } }] : [];
    }
    const text = [
      ...(value ? [value] : []),
      ...(attributes["value"] && control.initial ? [control.initial] : []),
    ];
    return text.length > 0 ? [{ ...entry, value: { text } }] : [];
  });
}

const hostile = [
  "<script>alert(1)</script>",
  `"'&<>]]>-->`,
  "$question $form[0].note.words",
  "{{idx}}",
  "一行\n又一行\t，。",
  "=1+1",
  "\u202Eabc\u202C",
  "a\u0000b\uD800c",
  "&#10;",
  "s3://a/b",
];
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const texts = (maxLength: number) => fc.array(text, { maxLength });

const contents: fc.Arbitrary<Content> = fc.record({
  type: fc.constantFrom("factual", "unanswerable", "qa-2-documents", null),
  language: fc.constantFrom("zh", "en"),
  domain: text,
  question: text,
  answer: text,
  response: text,
  evidence: texts(2).map(all =>
    all.map((words, index) => ({
      number: index + 1,
      span: { documentId: "d", start: 0, end: 1 },
      text: words,
    })),
  ),
  keypoints: texts(12),
  documentIds: fc.subarray(["d", "gone"]),
  keywords: fc.record({ coarse: texts(2), fine: fc.array(texts(3), { maxLength: 3 }) }),
  candidates: texts(3).map(all =>
    all.map((words, index) => ({ label: "ABC"[index]!, text: words })),
  ),
});

const valuesFor = (fields: readonly Field[]): fc.Arbitrary<Values> =>
  fc.record(
    Object.fromEntries(
      fields.map(field => [
        field.name,
        field.kind === "choice"
          ? fc.constantFrom(...field.options.map(({ value }) => value))
          : text.map(words => `${words}!`),
      ]),
    ),
  );

const document = (id: string) =>
  id === "d" ? ({ id, language: "zh", name: "<i>", text: hostile.join("\n") } as const) : undefined;
const write = (protocol: PersonTask["protocol"], all: readonly Content[]) => {
  const tasks = all.map(
    (content, index): PersonTask => ({ id: `task-${index}`, protocol, content }),
  );
  const source = { protocol: protocols[protocol], tasks, document };
  return {
    config: labelStudioConfig(protocols[protocol], tasks),
    tasks: JSON.parse([...labelStudioTasks(source)].join("")) as { data: Data }[],
  };
};
const annotation = {
  id: 7,
  completed_by: 3,
  was_cancelled: false,
  created_at: "2026-01-02T03:04:05.678901Z",
  updated_at: "2026-01-02T04:04:05.678901Z",
  lead_time: 12.5,
};

describe.each(Object.values(protocols))("Label Studio and $name", protocol => {
  it("gives back the values that were chosen and typed, whatever the texts", () => {
    const drawn = fc
      .array(contents, { minLength: 1, maxLength: 3 })
      .chain(all =>
        fc.tuple(
          fc.constant(all),
          fc.tuple(...all.map(content => valuesFor(protocol.fields(content)))),
        ),
      );
    fc.assert(
      fc.property(drawn, ([all, values]) => {
        const { config, tasks } = write(protocol.name, all);
        const exported = tasks.map(({ data }, index) => ({
          id: index,
          data,
          annotations: [{ ...annotation, result: answer(config, data, values[index]!) }],
        }));
        const read = readLabelStudio(JSON.parse(JSON.stringify(exported)), "export.json").map(
          outcome => {
            if (isUnreadable(outcome)) throw new Error(outcome.problem);
            return { id: outcome.taskId, values: outcome.values };
          },
        );
        const tidy = (of: Values, index: number) => tidyValues(protocol.fields(all[index]!), of);
        expect(read.map(({ id, values: of }, index) => ({ id, values: tidy(of, index) }))).toEqual(
          all.map((_, index) => ({ id: `task-${index}`, values: tidy(values[index]!, index) })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("has a configuration without a word of the corpus, each name in it once", () => {
    const shape = (words: string): Content => ({
      ...emptyContent({ language: "en", domain: words }),
      question: words,
      answer: words,
      keypoints: [words],
      keywords: { coarse: [words], fine: [[words]] },
      evidence: [{ number: 1, span: { documentId: words, start: 0, end: 1 }, text: words }],
      candidates: ["A", "B"].map(label => ({ label, text: words })),
    });
    const plain = write(protocol.name, [shape("plain")]).config;
    const names = flatten(parseXml(plain)).flatMap(({ attributes }) => attributes["name"] ?? []);
    expect(hostile.map(words => write(protocol.name, [shape(words)]).config)).toEqual(
      hostile.map(() => plain),
    );
    expect(names).toEqual([...new Set(names)]);
    expect(plain).not.toMatch(/HyperText|html=/);
  });
});

it("a text to be edited stands there at first, and shows when it is wanted", () => {
  const { config, tasks } = write("crud-query", [
    { ...emptyContent({ language: "zh", domain: "" }), question: "谁？" },
  ]);
  const view = flatten(parseXml(config)).find(({ attributes }) => attributes["visibleWhen"]);
  expect(view?.attributes).toEqual({
    visibleWhen: "choice-selected",
    whenTagName: "verdict",
    whenChoiceValue: "needs-refinement",
  });
  expect(view?.children.map(({ attributes }) => attributes["value"])).toEqual([
    "$form[0].question.words",
    "$form[0].question.initial",
  ]);
  expect(tasks[0]!.data.form[0]!["question"]!.initial).toBe("谁？");
});
