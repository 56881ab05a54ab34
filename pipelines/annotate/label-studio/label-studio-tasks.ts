// Writes a folder's tasks as the JSON array that Label Studio imports, with all corpus text; the labelling configuration has none.

import type { Content, PersonTask, ShownDocument } from "../../../schemas/annotation.ts";
import type { LabelStudioForm, LabelStudioItem } from "../../../schemas/formats/label-studio.ts";
import type { Field, BilingualText } from "../form.ts";
import type { AnnotationProtocol } from "../protocol.ts";

export interface LabelStudioSource {
  readonly protocol: AnnotationProtocol;
  readonly tasks: Iterable<PersonTask>;
  document(id: string): ShownDocument | undefined;
}

/** A text in both languages, once if they are the same. */
export const bilingualText = ({ zh, en }: BilingualText): string =>
  zh === en ? zh : `${zh} / ${en}`;

/** Label Studio's variables allow only letters, digits and underscores; repeated fields count from 0, as its Repeater does. */
export const controlNameOf = (
  { name, repeats }: Pick<Field, "name" | "repeats">,
  index: number | string | undefined = repeats?.index,
): string =>
  repeats ? `${repeats.stem.replaceAll(/\W/g, "_")}_${index}` : name.replaceAll(/\W/g, "_");

const numberedItems = (texts: readonly string[]): LabelStudioItem[] =>
  texts.map((text, index) => ({ title: String(index + 1), text }));

/** The lists that the configuration repeats over, whether or not their elements have form fields. */
export const listsOf = ({ keypoints, keywords, candidates }: Content) => ({
  keypoints: numberedItems(keypoints),
  coarse: numberedItems(keywords.coarse),
  fine: numberedItems(keywords.fine.map(spans => spans.join(" · "))),
  candidates: candidates.map(({ label, text }): LabelStudioItem => ({ title: label, text })),
});

/** Maps Label Studio's controls back to fields, and gives their labels. */
const describeForm = (fields: readonly Field[]): LabelStudioForm =>
  Object.fromEntries(
    fields.map(field => [
      controlNameOf(field),
      {
        field: field.name,
        words: bilingualText(field.words),
        ...(field.kind === "text" ? { initial: field.initial } : {}),
      },
    ]),
  );

/** A document may be missing from the run; the rest of its task can still be judged. */
function describeDocument({ document }: LabelStudioSource, id: string): LabelStudioItem {
  const shownDocument = document(id);
  return shownDocument
    ? { title: shownDocument.name, text: shownDocument.text }
    : {
        title: id,
        text: bilingualText({
          zh: "本批次里没有这份文档的原文。",
          en: "The text of this document is not in the batch.",
        }),
      };
}

function describeTask(source: LabelStudioSource, { id, content }: PersonTask) {
  const { type, language, domain, question, answer, response, evidence } = content;
  return {
    task_id: id,
    heading: [type, domain, language].filter(Boolean).join(" · "),
    question,
    answer,
    response,
    references: evidence.map(
      ({ number, span, text }): LabelStudioItem => ({
        title: `[${number}] ${source.document(span.documentId)?.name ?? span.documentId}`,
        text,
      }),
    ),
    ...listsOf(content),
    documents: content.documentIds.map(documentId => describeDocument(source, documentId)),
    // In an array, because Label Studio requires a name after a bare "$" to be at the top level of the data.
    form: [describeForm(source.protocol.fields(content))],
  };
}

/** Replaces lone surrogates and NUL, which Label Studio's databases reject; tests first, since most texts have neither. */
const replaceUnstorable = (_key: string, value: unknown) =>
  typeof value === "string" && /[\uD800-\uDFFF]|\0/.test(value)
    ? value.replaceAll(/\p{Surrogate}/gu, "\uFFFD").replaceAll("\0", "\uFFFD")
    : value;

/** Yields label-studio.json, a JSON array of `{ "data": … }`, one task at a time. Each task repeats the texts that it shows. */
export function* labelStudioTasks(source: LabelStudioSource): Generator<string> {
  let separator = "[\n";
  for (const task of source.tasks) {
    yield `${separator}${JSON.stringify({ data: describeTask(source, task) }, replaceUnstorable)}`;
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}
