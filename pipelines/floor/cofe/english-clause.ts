// An English main clause turned into the body of a question: "the mill closed in 2020" → "did the mill close in 2020".

import { withinSentence } from "../news/clauses-en.ts";
import { plainVerb } from "../news/verbs-en.ts";
import { points } from "./named-subject.ts";

const AUXILIARY = /^(?:was|were|is|are|will|would|can|could|must|should|may|has|have|had)$/;
const BREAKS = /^(?:who|which|that|whose|where|when|while|because|if|although|as|said|says|to|by)$/i;
const ADVERB =
  /\s(?:also|then|later|soon|now|still|already|subsequently|successfully|formally|officially|significantly|greatly|further|steadily|immediately|initially|eventually|actively|finally|quickly|recently|largely|mainly|primarily|consistently|currently|effectively|substantially|only|even|just|nevertheless|therefore|thus|afterwards)(?=\s)/g;

// Verbs of reports and manuals that news does without: plain form first where the past is not regular.
const MORE =
  "enhance optimize optimise utilize utilise achieve enable promote mitigate evaluate generate operate allocate motivate stimulate validate isolate complicate indicate initiate update integrate dedicate prioritize prioritise minimize minimise maximize maximise modernize modernise streamline stabilise stabilize collapse restructure facilitate cease elevate hesitate advise revise lose emphasize emphasise surge leverage alleviate migrate rotate terminate revoke seize merge double consolidate accelerate automate deteriorate exacerbate diagnose anticipate cooperate collaborate formulate demonstrate contribute distribute execute institute embezzle misappropriate prescribe disguise";
const MORE_ED =
  "strengthen implement boost invest adjust respond result experience benefit attract develop weaken broaden deepen strain dampen slow contract disrupt affect attempt threaten prompt trigger switch shift relocate restrict limit focus concentrate lower conduct monitor redirect convict sentence consult administer obtain follow turn ask wait need want seem appear happen remain differ consider head succeed conceal abscond defraud exploit withhold neglect fail concern treat consent demand stress help act add work";
const MORE_Y = "diversify intensify simplify clarify rectify certify notify verify satisfy specify justify falsify comply";
const IRREGULAR =
  "led lead, rose rise, sought seek, undertook undertake, overcame overcome, dealt deal, taught teach, thought think, knew know, went go, did do, said say, met meet, spoke speak, froze freeze, shrank shrink, swung swing, slid slide, drove drive, told tell, admitted admit, referred refer, committed commit, permitted permit, occurred occur, transferred transfer, controlled control, cancelled cancel, travelled travel, planned plan, stopped stop, deferred defer, incurred incur";

const EXTRA: ReadonlyMap<string, string> = new Map([
  ...MORE.split(" ").map(verb => [`${verb}d`, verb] as const),
  ...MORE_ED.split(" ").map(verb => [`${verb}ed`, verb] as const),
  ...MORE_Y.split(" ").map(verb => [`${verb.slice(0, -1)}ied`, verb] as const),
  ...IRREGULAR.split(", ").map(pair => pair.split(" ") as [string, string]),
]);

/** The plain form of a past tense; undefined for a word that is not surely one. */
export const pastOf = (word: string): string | undefined => plainVerb(word) ?? EXTRA.get(word);

const isPlain = (verb: string): boolean => [`${verb}d`, `${verb}ed`, `${verb.slice(0, -1)}ied`].some(past => pastOf(past) === verb);
const PRESENT_IRREGULAR = new Set("make take give keep hold lead rise fall bring build get let put become mean need require contain provide allow".split(" "));

/** "reduces" → "reduce"; undefined where it may as well be a plural. */
function presentOf(word: string): string | undefined {
  if (!/^[a-z]{3,}s$/.test(word) || word.endsWith("ss")) return undefined;
  return [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`].find(verb => PRESENT_IRREGULAR.has(verb) || isPlain(verb));
}

// A plain noun at the head of a sentence: by its ending, or known from reports.
const COMMON =
  /^(?!Inc|Ltd)(?:[A-Z][a-z]+(?:tion|sion|ment|ness|ity|ance|ence|ings|ers|ists|ures|ages|ations|ments|cies|ties)|Revenues?|Sales|Profits?|Costs?|Output|Production|Demand|Prices?|Traffic|Staff|Appetite|Treatment|Surgery|Water|Energy|Growth|Income|Expenses?|Margins?|Shares?|Orders|Detailed|Total|Net|Gross|Operating|Cash|Higher|Lower|Strong|Weak|Early|New|Further|Additional|Internal|External|Increased|Reduced|Improved|Poor|Good|Regular)$/;

/** A subject within a sentence: articles, plain nouns and plurals go small, names keep their capital. */
export function smallSubject(subject: string): string {
  const small = withinSentence(subject);
  const [first = ""] = small.split(" ");
  return COMMON.test(first) && !/^[A-Z][a-z]+ [A-Z]/.test(small) ? small.charAt(0).toLowerCase() + small.slice(1) : small;
}

export interface MainClause {
  readonly subject: string;
  /** "did the mill close in 2020". */
  readonly inverted: string;
}

const PARTICIPLE = /^(?:be(?:en)?|not|[\p{L}-]+(?:ed|en|wn|ne|ing|ught|ld|un|ut|ade|ent|old|aid|ept|eld|ound|own|orn|ven))$/u;

function auxiliaryFor(words: readonly string[], at: number): { auxiliary: string; verb: string } | undefined {
  const told = words[at] ?? "";
  if (AUXILIARY.test(told)) {
    const owns = /^(?:has|have|had)$/.test(told) && !PARTICIPLE.test(words[at + 1] ?? "");
    return owns ? { auxiliary: told === "had" ? "did" : told === "has" ? "does" : "do", verb: "have" } : { auxiliary: told, verb: "" };
  }
  const past = pastOf(told);
  // "the contract signed in May" would be no clause: a participle is told by the preposition behind it only where a verb follows later.
  if (past !== undefined) return { auxiliary: "did", verb: past };
  const present = presentOf(told);
  const singular = /^(?:the|a|an|each|every|its|\p{Lu})/iu.test(words[0] ?? "") && words[at - 1]?.endsWith("s") !== true;
  return present !== undefined && singular && at >= 2 ? { auxiliary: "does", verb: present } : undefined;
}

const LEAD = /^((?:In|On|During|By|At|Since|Between|From) [^,]{2,40}?(?:, \d{4})?), (?=\p{Lu}|the |a |an |\d)/u;

/** The clause inverted; undefined where its subject points elsewhere or its verb is none that is known. */
export function invertClause(source: string): MainClause | undefined {
  const text = source.replace(/\s+/g, " ").replace(/[.;,\s]+$/, "");
  const lead = LEAD.exec(text)?.[1] ?? "";
  const words = (lead === "" ? text : text.slice(lead.length + 2)).replace(ADVERB, "").split(" ");
  const at = words.findIndex((word, index) => index > 0 && (AUXILIARY.test(word) || pastOf(word) !== undefined || (index > 1 && presentOf(word) !== undefined)));
  const subject = words.slice(0, at).join(" ");
  if (
    at < 1 ||
    at > 14 ||
    /^(?:Between|In|On|At|From|During|After|Before|By|Of|With|For|There|Here)\b/.test(subject) ||
    words.slice(0, at).some(word => BREAKS.test(word)) ||
    subject.endsWith(",") ||
    /,/.test(subject.replace(/, (?:Inc|Ltd)/g, ""))
  )
    return undefined;
  const verb = auxiliaryFor(words, at);
  const rest = words.slice(at + 1).join(" ");
  if (
    verb === undefined ||
    rest.length < 4 ||
    points(subject, "en") ||
    points(rest, "en", true) ||
    /["“”]/.test(text) ||
    /^(?:not|but|and|due|by|has|have|had|is|are|was|were|will|can|could)\b/.test(rest)
  )
    return undefined;
  const when = lead === "" || points(lead, "en") ? "" : ` ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`;
  return { subject, inverted: `${verb.auxiliary} ${smallSubject(subject)} ${verb.verb} ${rest}${when}`.replace(/\s+/g, " ").trim() };
}

const JOINS =
  /^(?:First(?:ly)?|Second(?:ly)?|Third(?:ly)?|Finally|Lastly|Additionally|Furthermore|Moreover|In addition|Notably|Meanwhile|However|Also|Besides|Overall|Subsequently|Specifically|In particular|Initially|Next|Then|Nevertheless|Nonetheless|Importantly|Similarly|Conversely|Indeed|For example|For instance|Of note|On the other hand),\s+/;

/** The sentence without the words that join it to the one before. */
export const withoutJoins = (text: string): string => text.replace(JOINS, "").replace(/^\p{Ll}/u, letter => letter.toUpperCase());
