// Tasks of a run; each test names what it is about.

import { emptyContent } from "../../../pipelines/annotate/form.ts";
import { AnnotationTaskRow, type Protocol } from "../../../schemas/annotation.ts";

interface TaskParts extends Partial<Omit<AnnotationTaskRow, "content">> {
  readonly content?: Partial<AnnotationTaskRow["content"]>;
}

export const taskOf = (
  protocol: Protocol,
  id: string,
  { content = {}, ...parts }: TaskParts = {},
): AnnotationTaskRow => {
  const shown = {
    ...emptyContent({ language: parts.language ?? "zh", domain: "finance" }),
    type: "factual" as const,
    question: `问题 ${id}`,
    answer: "答案",
    ...content,
  };
  const head = {
    id,
    protocol,
    language: shown.language,
    itemId: `item-${id}`,
    sourceId: `answer-${id}`,
    weight: 1,
    automatic: { accepted: true, codes: [] },
  };
  return AnnotationTaskRow.parse({
    ...head,
    control: null,
    sources: {},
    arbitrates: false,
    ...parts,
    content: shown,
  });
};
