// Why and what for in English: a sentence that gives a cause, an aim or an effect is asked for it.

import { asSentence } from "../questions/phrase.ts";
import type { Candidate } from "./candidate.ts";
import { invertClause, pastOf, smallSubject, withoutJoins } from "./english-clause.ts";
import { standingText } from "./factual-prose.ts";
import type { FragmentLine } from "./fragment-reading.ts";
import { points, type Subject } from "./named-subject.ts";

interface Found {
  readonly question: string;
  /** What the answer says and the question must not. */
  readonly secret: string;
  readonly worth: number;
}

/** ", reducing its debts by a third" tells more of the same. */
const TRAILING = /, (?:\w+ly )?(?!including|according|during)\w+ing (?:[^,]|,(?=\d)).*$/;

/** "The violation", "these findings": which one was said before. */
const HANGING =
  /^(?:[Tt]he|[Tt]hese|[Tt]hose|[Ss]uch) (?:violations?|findings?|incidents?|matters?|cases?|issues?|company|group|firm|changes?|increases?|decreases?|decisions?|measures?|events?|projects?|programme|program|solutions?|results?|approach|team|tool|system) (?!of\b|in\b|at\b|for\b|on\b|to\b|from\b|between\b)/;

/** "To address these concerns": the reason itself was said before. */
const SAID_BEFORE = /^(?:\w+ (?:with )?)?(?:these|this|those|such|the above)\b/i;

const why = (main: string, secret: string, worth: number): Found[] => {
  // "visit our page", "Introducing a feature": nobody does it.
  if (/^(?:visit|see|read|learn|find|check|click|notice|note|\p{L}+ing) /iu.test(main)) return [];
  if (/, (?:and|but) /.test(main) || HANGING.test(main) || SAID_BEFORE.test(secret)) return [];
  const clause = invertClause(main.replace(/^(?:and|but|so) /i, "").replace(TRAILING, ""));
  // What somebody said has its reason within what was said.
  return clause === undefined || /^(?:did|does|has|had) .{2,80}? (?:say|tell|add|argue|warn|note|explain|claim|state|said|told) /.test(clause.inverted)
    ? []
    : [{ question: `Why ${clause.inverted}?`, secret, worth }];
};

const BEHIND =
  /^(.{12,160}?),? (because(?: of)?|due to|owing to|as a result of|thanks to|in order to|so as to|so that(?= .{2,40}?\b(?:can|could|may|might|would|will|should)\b)|with the (?:aim|goal|intention|purpose) of|aim(?:ed|ing) (?:to|at)|on the grounds? (?:that|of)) (.{8,})$/;
const AIM =
  /^(.{12,160}?),? (to (?:avoid|prevent|ensure|protect|reduce|improve|increase|support|strengthen|enhance|address|meet|mitigate|limit|save|keep|make sure|cover|compensate|finance|fund|rule out|confirm|control|manage|relieve|cope|minimi[sz]e|optimi[sz]e|maintain|secure|conceal|evade|escape) .{6,})$/;

/** "The line closed because ice had brought down a mast." */
function behind(text: string): Found[] {
  const [, main = "", , reason = ""] = BEHIND.exec(text) ?? AIM_AS_BEHIND(text);
  // "was due to" has no clause before it; another finder asks for that.
  return main === "" || /\b(?:is|are|was|were|be|been|not|only|mainly|primarily|largely|partly|mostly|and|which|that|who|whom|but|ruled out)$/.test(main)
    ? []
    : why(main, reason, 6);
}

const AIM_AS_BEHIND = (text: string): readonly string[] => {
  const [, main = "", aim = ""] = AIM.exec(text) ?? [];
  // An object with "to" is no aim: "plans to improve", "helped to reduce", "a decision to increase".
  return main === "" ||
    /\b(?:plan(?:s|ned)?|aim(?:s|ed)?|help(?:s|ed)?|work(?:s|ed|ing)?|decision|ability|able|effort|efforts|measures?|failed?|need(?:s|ed)?|continu\w+|committed|designed|used|seek|sought|required?|expected|likely|opportunity|right|duty|power|way|ways|how|want(?:s|ed)?|tr(?:y|ied)|attempt(?:s|ed)?|order|refused|agreed|promised|strategies|strategy|commitment|potential|responsible|due|according|advised|instructed|ordered|and)$/i.test(
      main,
    )
    ? []
    : ["", main, "", aim];
};

const BEFORE = /^(?:Because of|Due to|Owing to|As a result of|Thanks to|In order to|Because|To|With the (?:aim|goal) of|Given) ([^,]{8,120}), (.{12,})$/;

/** "To cut waiting times, the clinic opened a second desk." */
function before(text: string): Found[] {
  const [, reason = "", main = ""] = BEFORE.exec(text) ?? [];
  return main === "" ? [] : why(main, reason, 7);
}

const DRIVEN =
  /^((?:The|An?|\p{Lu})[^,;]{6,110}?) (was|were|is|are) (?:mainly |primarily |largely |mostly |partly |chiefly |directly )?(driven by|attributed to|attributable to|caused by|due to|the result of|prompted by|supported by|influenced by) (.{8,})$/u;
const PASSIVE_QUESTION: Readonly<Record<string, string>> = { "the result of": "due to", "attributable to": "attributed to" };

/** "The fall in output was caused by a strike." */
function driven(text: string): Found[] {
  const [, thing = "", be = "", link = "", cause = ""] = DRIVEN.exec(text) ?? [];
  // "due to open in May" is a plan and no cause.
  if (
    link === "due to" &&
    !/^(?:the|an?|its|their|his|her|higher|lower|increased|reduced|strong|weak|poor|bad|\p{Lu}|\p{Ll}+(?:tions?|ings?|s|ments?|ures?|ances?|ences?))\b/u.test(cause)
  )
    return [];
  if (thing === "" || points(thing, "en") || /\b(?:which|that|who|was|were|is|are|and it)\b/.test(thing)) return [];
  return [{ question: `What ${be} ${smallSubject(thing)} ${PASSIVE_QUESTION[link] ?? link}?`, secret: cause, worth: 6 }];
}

const EFFECT =
  /^((?:The|An?|\p{Lu})[^,;]{6,110}?) (?:also |further |significantly |greatly |directly |ultimately |not only |successfully |effectively )?(led to|resulted in|contributed to|caused|triggered|prompted|enabled|allowed|improved|enhanced|strengthened|boosted|expanded|diversified|weakened|reduced|lowered|raised|optimi[sz]ed|broadened|affected|increased) (.{8,})$/u;
const OBJECT: Readonly<Record<string, string>> = { "led to": "lead to", "resulted in": "result in", "contributed to": "contribute to" };
/** Whoever acts on purpose has no effect but does something. */
const ACTOR =
  /\b(?:Ltd|Inc|Corp|Corporation|Company|plc|Group|Holdings|Hospital|Court|Bank|University|Council|Government|[Cc]ompany|[Dd]efendants?|[Pp]atient|[Bb]oard|[Mm]anagement|he|she|they|who)\.?$|^(?:[A-Z][\p{L}.’'-]*\s?){1,4}$/u;

/** "The strike led to a loss of 40 orders." */
function effect(text: string): Found[] {
  const [, thing = "", link = "", object = ""] = EFFECT.exec(text) ?? [];
  if (
    thing === "" ||
    /^(?:Between|In|On|At|From|During|After|Before|By|For|With|When|While)\b/.test(thing) ||
    points(thing, "en") ||
    ACTOR.test(thing) ||
    /\b(?:could|can|may|might|would|should|will|showed|shows|said|says)\b/.test(thing) ||
    /\b(?:which|that|who|was|were|is|are|has|have|had|been|in)$|\b(?:which|that|who|and it)\b/.test(thing)
  )
    return [];
  if (
    thing
      .split(" ")
      .slice(1)
      .some(word => pastOf(word) !== undefined)
  )
    return [];
  if (!/^(?:The|An?) |ing\b|\b(?:of|in|by|to|for)\b|(?:ment|tion|sion|ance|ship|s)$/.test(thing)) return [];
  const direct = OBJECT[link];
  return [{ question: direct === undefined ? `What effect did ${smallSubject(thing)} have?` : `What did ${smallSubject(thing)} ${direct}?`, secret: object, worth: 5 }];
}

const TRAIL =
  /^(.{20,170}?), (?:thereby|thus|resulting in|leading to|causing|(?:which|and this) (?:\w+ly )?(?:led to|resulted in|strengthened|improved|enhanced|increased|reduced|boosted|allowed|enabled|caused|meant)|(?:\w+ly )?(?:enhancing|improving|strengthening|increasing|reducing|boosting|expanding|enabling|allowing|diversifying|lowering|raising|endangering|contributing to)) ?(.{6,})$/;

/** "The firm bought two mills, doubling its capacity": what came of it. */
function trail(text: string): Found[] {
  const [, main = "", result = ""] = TRAIL.exec(text) ?? [];
  const clause = main === "" ? undefined : invertClause(main);
  if (clause === undefined || /,/.test(main.replace(/^(?:In|On|By|At) [^,]+(?:, \d{4})?, /, ""))) return [];
  const told = smallSubject(main.replace(/^((?:In|On|By|At) [^,]+(?:, \d{4})?), /, "")).replace(/ also (?=\p{Ll})/u, " ");
  const when = /^((?:In|On|By|At) [^,]+(?:, \d{4})?), /.exec(main)?.[1];
  return [{ question: `What was the result when ${told}${when === undefined ? "" : ` ${when.charAt(0).toLowerCase()}${when.slice(1)}`}?`, secret: result, worth: 4 }];
}

const SO = /^(?:As a result|Consequently|Therefore|Thus|Hence|For (?:this|that) reason|Accordingly),? (.{12,})$/;

/** Its cause stands in the sentence before it. */
const consequence = (text: string): Found[] => why(SO.exec(text)?.[1] ?? "", "", 3);

const finders = [before, behind, driven, effect, trail];

/** All questions on causes, aims and effects that the running text answers. */
export function analyticalEn(lines: readonly FragmentLine[], subject: Subject): Candidate[] {
  const prose = lines.filter(({ kind, whole, text }) => kind === "prose" && whole && text.length >= 40);
  return prose.flatMap((line): Candidate[] => {
    const text = standingText(line.text, subject).replace(/\.$/, "");
    const own = finders.flatMap(find => find(text)).map(found => toCandidate(found, [line.number], `${text}.`));
    const cause = lines.find(({ number }) => number === line.number - 1);
    if (own.length > 0 || cause === undefined || cause.kind !== "prose" || !cause.whole || points(cause.text, "en", true)) return own;
    return consequence(withoutJoins(text)).map(found => toCandidate(found, [cause.number, line.number], `${standingText(cause.text, subject)} ${text}.`));
  });
}

const toCandidate = ({ question, secret, worth }: Found, sentences: readonly number[], answer: string): Candidate => ({
  question,
  answer: asSentence(answer),
  sentences,
  secrets: secret === "" ? [] : [secret],
  worth: worth - Math.abs(question.length - 90) / 80,
});
