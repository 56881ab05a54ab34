// Reads UHGEval's marks on a continuation: which words are wrong, and why.

export interface UhgevalMark {
  readonly keyword: string;
  readonly unreasonable: boolean;
  /** Why it is wrong; "" for a reasonable one. */
  readonly rationale: string;
  /** Where the keyword first stands in the continuation (UTF-16); null where it does not. */
  readonly firstOffset: number | null;
}

const SEPARATOR = "<sep>";
/** Behind the separator, without the white space around it. */
const VERDICT = /^(不)?合理\s*[，,。：:；;]?/;

/** `words<sep>合理` or `words<sep>不合理，why`; null for what is neither. */
export function readMark(annotation: string, continuation: string): UhgevalMark | null {
  const at = annotation.indexOf(SEPARATOR);
  const keyword = annotation.slice(0, Math.max(at, 0)).trim();
  const said = annotation.slice(at + SEPARATOR.length).trim();
  const verdict = VERDICT.exec(said);
  if (keyword === "" || verdict === null) return null;
  const offset = continuation.indexOf(keyword);
  return {
    keyword,
    unreasonable: verdict[1] !== undefined,
    rationale: said.slice(verdict[0].length).trim(),
    firstOffset: offset < 0 ? null : offset,
  };
}
