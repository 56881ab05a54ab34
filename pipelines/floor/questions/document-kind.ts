// What a question calls the document itself ("the annual report of Foo"), from the schema's scenario.

import { lowerFirst } from "./phrase.ts";

/** "annual report of a listed company" → "annual report"; "公司年度报告" → "年度报告". */
export function documentKind(scenario: string, language: "zh" | "en"): string {
  if (language === "zh") {
    const kind = scenario
      .trim()
      .replace(/^(?:一份|一篇|上市公司|公司|企业|医院|患者|法院|人民法院)+的?/, "");
    return /^\p{Script=Han}{2,14}$/u.test(kind) ? kind : "文件";
  }
  const bare = scenario.trim().replace(/^(?:an?|the)\s+/i, "");
  const [head = ""] = bare.split(
    /\s+(?:of|for|from|about|by|on|in|at|with|concerning|issued|to)\s/i,
  );
  return /^[\p{L}' -]{3,40}$/u.test(head) ? lowerFirst(head) : "document";
}
