// Reads UHGEval's marks on a continuation: which words are wrong, and why.

export interface UhgevalMark {
  readonly keyword: string;
  readonly unreasonable: boolean;
  /** Why the words are wrong; "" if they are reasonable. */
  readonly rationale: string;
  /** First occurrence of the keyword in the continuation (UTF-16 offset); null if there is none. */
  readonly firstOffset: number | null;
}

const separator = "<sep>";
/** The trimmed text after the separator. */
const verdictPattern = /^(不)?合理\s*[，,。：:；;]?/;

/** Reads `words<sep>合理` or `words<sep>不合理，why`; null if the annotation is neither. */
export function readMark(annotation: string, continuation: string): UhgevalMark | null {
  const separatorOffset = annotation.indexOf(separator);
  const keyword = annotation.slice(0, Math.max(separatorOffset, 0)).trim();
  const verdictText = annotation.slice(separatorOffset + separator.length).trim();
  const verdict = verdictPattern.exec(verdictText);
  if (keyword === "" || verdict === null) return null;
  const offset = continuation.indexOf(keyword);
  return {
    keyword,
    unreasonable: verdict[1] !== undefined,
    rationale: verdictText.slice(verdict[0].length).trim(),
    firstOffset: offset < 0 ? null : offset,
  };
}
