// The guides: everything a person needs to fill in a task, in both languages.

import { describe, expect, it } from "vitest";
import { sampleContent } from "../../pipelines/annotate/form.ts";
import { guideFiles } from "../../pipelines/annotate/guide.ts";
import { protocols } from "../../pipelines/annotate/protocols/protocols.ts";

describe.each(Object.values(protocols))("the guide to $name", protocol => {
  const files = guideFiles(protocol);
  const both = [
    { language: "zh", text: files["GUIDE.zh.md"] },
    { language: "en", text: files["GUIDE.en.md"] },
  ] as const;

  it.each(both)(
    "says in $language what to do and where the rules come from",
    ({ language, text }) => {
      expect(
        [protocol.title[language], ...protocol.guide[language], protocol.source].filter(
          part => !text.includes(part),
        ),
      ).toEqual([]);
    },
  );

  it.each(both)(
    "names in $language every field, with each of its options and what they mean",
    ({ language, text }) => {
      const wanted = protocol
        .fields(sampleContent("en"))
        .flatMap(field => [
          `\`${field.name}\``,
          ...(field.kind === "choice"
            ? field.options.map(option => `  - \`${option.value}\` | ${option.words[language]}`)
            : []),
        ]);
      expect(wanted.filter(part => !text.includes(part))).toEqual([]);
    },
  );
});
