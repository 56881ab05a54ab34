// Checks whether a reply can be used: it must be complete JSON, fit its contract and language, and pass the stage's check.

import { z } from "zod";
import type { ModelReply } from "./model.ts";
import { isWrongLanguage } from "./reply-language.ts";

export type MisfitCode =
  | "refused"
  | "filtered"
  | "cut"
  | "empty"
  | "no-json"
  | "bad-shape"
  | "wrong-language"
  | "failed-check";

export type ReplyCheck<Value> =
  | { readonly fits: true; readonly value: Value }
  /** `reason` is for the model, in the prompt's language; null if the code says it all. */
  | { readonly fits: false; readonly code: MisfitCode; readonly reason: string | null };

const misfit = (code: MisfitCode, reason: string | null = null) =>
  ({ fits: false, code, reason }) as const;

// Local models think aloud before they answer, and many put their JSON in a code fence.
function unwrap(text: string): string {
  const answer = text.trimStart().startsWith("<think>")
    ? text.slice(text.indexOf("</think>") + "</think>".length)
    : text;
  const body = answer.replace(/^\uFEFF/, "").trim();
  const opening = body.indexOf("```");
  const lineEnd = body.indexOf("\n", opening);
  const closing = body.lastIndexOf("```");
  const isFenced = opening >= 0 && closing > lineEnd && lineEnd > opening && !body.startsWith("{");
  return isFenced ? body.slice(lineEnd + 1, closing).trim() : body;
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(unwrap(text)) };
  } catch {
    return undefined;
  }
}

const issueMessages = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError };
const maxIssues = 30;

// Zod's Chinese messages leave the names of most types in English.
const typeNames: Readonly<Record<string, string>> = {
  string: "文本",
  boolean: "true 或 false",
  int: "整数",
  number: "数字",
  object: "对象",
  array: "列表",
  数组: "列表",
  undefined: "空缺",
};
const typeMention = new RegExp(
  `(期望|实际接收) ?(${Object.keys(typeNames).join("|")})(?![A-Za-z])`,
  "g",
);
const translateTypes = (message: string) =>
  message
    .replace(typeMention, (_, verb: string, type: string) => `${verb}${typeNames[type] ?? type}`)
    .replace("实际接收 ", "实际接收");

const describe = (error: z.ZodError, language: "zh" | "en") =>
  error.issues
    .slice(0, maxIssues)
    .map(({ path, message }) => {
      const prefix = path.length > 0 ? `${path.join(".")}${{ zh: "：", en: ": " }[language]}` : "";
      return `- ${prefix}${language === "zh" ? translateTypes(message) : message}`;
    })
    .join("\n");

const languageComplaints = {
  zh: "回复是用英文写的。请改用中文书写；专有名称、代码和给定的选项保持原样。",
  en: "The reply is written in Chinese. Write it in English; leave names, codes and given choices as they are.",
};

function unusableCode({ finish, text }: ModelReply): MisfitCode | undefined {
  if (finish === "refusal") return "refused";
  if (finish === "filter") return "filtered";
  if (finish === "length") return "cut";
  return text.trim() === "" ? "empty" : undefined;
}

/** Whether the model declined: where it may, `declined` contains its reason, or null. The rest of the reply is then ignored. */
const isDecline = ({ declined }: { readonly declined?: unknown }): boolean =>
  typeof declined === "string" && declined.trim() !== "";

/** Checks one reply; `check` is the stage's own and receives only replies that fit the contract. */
export function checkReply<R extends z.ZodObject>(
  reply: ModelReply,
  { reply: contract, anyLanguage }: { readonly reply: R; readonly anyLanguage?: true },
  language: "zh" | "en",
  check: ((value: z.output<R>) => string | undefined) | undefined,
): ReplyCheck<z.output<R>> {
  const code = unusableCode(reply);
  if (code) return misfit(code);
  const json = parse(reply.text);
  if (!json) return misfit("no-json");
  const parsed = contract.safeParse(json.value, { error: issueMessages[language] });
  if (!parsed.success) return misfit("bad-shape", describe(parsed.error, language));
  if (!anyLanguage && !isDecline(parsed.data) && isWrongLanguage(parsed.data, language))
    return misfit("wrong-language", languageComplaints[language]);
  const complaint = check?.(parsed.data);
  return complaint === undefined
    ? { fits: true, value: parsed.data }
    : misfit("failed-check", complaint);
}
