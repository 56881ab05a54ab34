// Reads UHGEval's marks on a continuation: which words are wrong, why, and what they should have been.

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

/** "应为X", "应该是X" and the like; not the end of 反应, 效应, 供应. */
const SHOULD = /(?<![反效供对相适响回呼感])应(?:该|当)?(?:为|是)\s*[:：]?\s*/g;
/** "实际上是X", "实际跌幅为X". What is only described ("实际情况是…") is no wording. */
const IN_FACT = /实际上?(?:是|为)\s*|实际(?!情况|上|上是)[^，,。；;“”是为]{1,8}(?:是|为)\s*/g;
/** The marks of an English text are explained in English. */
const SHOULD_BE = /\bshould (?:be|have been)\s+/gi;
const QUOTED = /^(?:“([^”]+)”|'([^']+)'|‘([^’]+)’|"([^"]+)"|「([^」]+)」)/;
/** Where the wording ends and talk about it begins. */
const WORDING_END = /[，,。；;\n]|而非|而不是|并非|不是|[（(]/;
/** Several wordings to choose from, or none. */
const VAGUE =
  /或者|或(?!许)|不确定|可能|某一|之后$|^(?:根据|由|在|因|按|对|更|以|从|无|没|未|被)|冲突|描述|提到|提及|明确|等$/;
const LONGEST = 30;

/** The words that the rationale says should stand there; null where it names none, or several. */
export function shouldBe(rationale: string): string | null {
  for (const pattern of [SHOULD, IN_FACT, SHOULD_BE]) {
    for (const match of rationale.matchAll(pattern)) {
      const wording = wordingAt(rationale.slice(match.index + match[0].length));
      if (wording !== null) return wording;
    }
  }
  return null;
}

function wordingAt(text: string): string | null {
  const quoted = QUOTED.exec(text);
  // A quotation followed by "or" is one of several.
  if (quoted !== null && /^(?:或|、)/.test(text.slice(quoted[0].length))) return null;
  const wording = (
    quoted?.slice(1).find(group => group !== undefined) ??
    text.split(WORDING_END, 1)[0] ??
    ""
  ).trim();
  return wording === "" || wording.length > LONGEST || VAGUE.test(wording) ? null : wording;
}
