// Reads UHGEval's marks on a continuation: which words are wrong, and why.

export interface UhgevalMark {
  readonly keyword: string;
  readonly unreasonable: boolean;
  /** Why it is wrong; "" for a reasonable one. */
  readonly rationale: string;
  /** Where the keyword first stands in the continuation (UTF-16); null where it does not. */
  readonly firstOffset: number | null;
}

const MARK = /^\s*(.*?)\s*<sep>\s*(不)?合理\s*[，,。：:；;]?\s*([\s\S]*?)\s*$/s;

/** `words<sep>合理` or `words<sep>不合理，why`; null for what is neither. */
export function readMark(annotation: string, continuation: string): UhgevalMark | null {
  const [, keyword = "", negated, rationale = ""] = MARK.exec(annotation) ?? [];
  if (keyword === "") return null;
  const offset = continuation.indexOf(keyword);
  return {
    keyword,
    unreasonable: negated !== undefined,
    rationale,
    firstOffset: offset < 0 ? null : offset,
  };
}
