// Records of question types: names by which files are read back, and rows told apart in reports.

import { expect, test } from "vitest";
import { questionTypeNames, questionTypes } from "../../schemas/items/question-types.ts";

test.each(["label", "dragonball"] as const)("no two types share a %s", key => {
  for (const language of ["zh", "en"] as const) {
    const names = questionTypeNames.map(type => questionTypes[type][key][language].toLowerCase());
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});
