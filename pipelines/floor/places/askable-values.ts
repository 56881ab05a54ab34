// Decides which values, labels and headers may be asked for: complete ones that make sense on their own.

type Language = "zh" | "en";

const maxLength = { value: { zh: 40, en: 100 }, name: { zh: 24, en: 60 } };
/** Maximum number of words in an English keyword. */
const maxWords = 18;

/** A footnote mark, or a superscript digit that is not an exponent of ten or of a unit. */
const NOTE_MARK =
  /[*†‡§]|\[\w{1,3}\]|[（(][a-z\d][)）]$|(?<![\p{L}]|[×x·]\s?10)[⁰¹²³⁴-⁹]+$|\p{L}[⁰¹⁴-⁹]$/u;
const NO_CONTENT =
  /^(?:n\/?a|n\.a\.|none|nil|null|unknown|tb[ad]|pending|yes|no|same|ditto|[-–—−/_.…×√✓xX]+|无|暂无|不详|未知|同上|是|否|有|待.{0,3})$|_{2,}|\.{3}|…|[[\]{}<>〔〕【】]|lorem ipsum|(?:to be|待)(?: ?(?:determined|confirmed|filled|announced)|填|定|补)/i;
const POINTER =
  /\b(?:above|below|ditto|see|following|follows|attached|overleaf|aforementioned|as (?:before|stated))\b|https?:|www\.|[同如见详参][上下前附]|上述|下述|以下|详见|参见|见附/i;
/** Signs that the value continues in a line or column out of view. */
const CUT_OFF =
  /[,;:，；、：(（\-–—/&]$|\b(?:and|or|of|the|an?|to|in|on|at|by|for|with|from|than|if|per|that|which|is|are)$|[和或及与的在为]$/i;
const SENTENCES =
  /[。！？；;].|[!?]\s|(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nos|Hon|Jr|Sr|Inc|Ltd|Co|Corp|vs|approx|\p{L}))\.\s/u;

const isBalanced = (text: string): boolean =>
  ["()", "（）", "“”", "《》", "「」"].every(
    ([open = "", close = ""]) => text.split(open).length === text.split(close).length,
  );
const QUOTE_MARK = /[“”"|\n\uFFFD]|[âÃ][\u0080-\u00BF]/;

const isShort = (
  text: string,
  maxLengths: Readonly<Record<Language, number>>,
  language: Language,
): boolean => text.length <= maxLengths[language] && text.split(/\s+/).length <= maxWords;

/** Whether a value is complete, says something, and depends on nothing elsewhere. */
export const isCompleteValue = (value: string, language: Language): boolean =>
  /[\p{L}\p{N}]/u.test(value) &&
  isShort(value, maxLength.value, language) &&
  isBalanced(value) &&
  ![QUOTE_MARK, NOTE_MARK, NO_CONTENT, POINTER, CUT_OFF, SENTENCES, /[:：]\s|：/].some(pattern =>
    pattern.test(value),
  );

const NOT_A_NAME =
  /^(?:notes?|remarks?|no\.?|id|sources?|see|example|e\.g\.|tel|fax|email|nb|warning|caution|tip|column ?\d*|unnamed.*|备注|说明|注|序号|编号|来源|例|附件|列\d+|链接)$|^(?:sub-?|grand )?totals?\b|^(?:sum|overall|all|others?)$|^(?:合计|总计|小计|其他|其它|总和)/i;

/** Signs that a name is part of its neighbour, or has a note. */
const DEPENDENT_NAME = /\bof which\b|\bthereof\b|其中|[（(][a-z\d][)）]|\bnotes? \d|附注/i;

const NOT_WORDS = /[。；;!?！？]|[,，]$|https?|lorem ipsum|[[\]{}<>]/i;

/** Whether a question can quote these words to name a label, row or column: not a number, a clause, a total or a note. */
export const canName = (name: string, language: Language): boolean =>
  (/\p{L}{2}/u.test(name) || /^(?:19|20)\d\d年?$/.test(name)) &&
  /^[\p{L}\p{N}$€£%]/u.test(name) &&
  !/^\d+[.)、．]/.test(name) &&
  isShort(name, maxLength.name, language) &&
  isBalanced(name) &&
  ![QUOTE_MARK, NOTE_MARK, NOT_A_NAME, DEPENDENT_NAME, NOT_WORDS, POINTER].some(pattern =>
    pattern.test(name),
  );
