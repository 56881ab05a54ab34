// Whether an English clause is whole: a subject, one finite verb, and nothing that belongs to another clause.

import { findValues } from "../../text/values.ts";
import { plainVerb } from "../news/verbs-en.ts";

export const AUXILIARY = /^(?:was|were|is|are|will|has|have|had|would|can|could|must|may)$/;
const MORE =
  /^(?:went|repay|repays|meets?|tripped|agreed|hopes|announced|consisted|appeared|flooded|weighed|counted|asked|refunded|lasted|expected|put|puts|employed|climbed|needed|showed|reached|reach|spread|burned|drank|killed|hurt|bred|repaid|consumed|visited|applied|tripled|doubled|halved|borrow|own|have|qualify|carry|pay|live|need|stay|keep|find|found|rode|handed|ordered|evacuated|charged|fined|raised|drilled|dug|scored|finished|completed|signed|joined|arrived|grew|brought|let|sat|stored|recorded|collected|received|hosts?|houses|houses|weigh|cost|contains?|provides?|provided|gets?|leaves|saves|saved|employs|posted)$/;
const PRESENT =
  /^(?:costs?|pays?|employs?|owns?|needs?|covers?|runs?|carries|serves?|holds?|includes?|contains?|grows?|produces?|makes?|sells?|charges?|spends?|earns?|loses?|gains?|receives?|offers?|takes?|uses?|keeps?|gives?|rents?|represents?|runs?|stores?|raises?|brings?|begins?|starts?|goes|go|resumes?|takes?|opens?|closes?|ends?|leads?|stands?|weighs?|measures?|lasts?|sits?|lies|live|lives|works?|remains?|comes?|think|thinks|expects?|plans?|wants?|want|lay|hold|see|sees|says?|argues?|hopes?)$/;
export const isVerb = (word: string): boolean => AUXILIARY.test(word) || PRESENT.test(word) || MORE.test(word) || plainVerb(word) !== undefined;

/** How many verbs stand apart from each other: a clause has one. */
export const verbGroups = (words: readonly string[]): number => words.filter((word, at) => isVerb(word) && !isVerbal(words[at - 1] ?? "")).length;
const isVerbal = (word: string): boolean => isVerb(word) || /^(?:be|been|not|have)$/.test(word);

const BREAKS_SUBJECT = /^(?:who|which|that|whose|where|when|while|because|if|although|as|said|says|not|by|about|than|only|and|to|with|at|after|before|since|without|like|until)$/i;
/** A subject, and behind it a verb. */
export function isWholeClause(told: string): boolean {
  const words = told.split(" ");
  const at = words.findIndex((word, place) => place > 0 && isVerb(word));
  const subject = words.slice(0, at);
  if (verbGroups(words) > 1 || findValues(told, "en").some(({ kind }) => kind === "percent")) return false;
  return at > 0 && at <= 9 && !subject.some(word => BREAKS_SUBJECT.test(word)) && !STOPS_SUBJECT.test(subject[0] ?? "") && !/\b(?:said|says|added|told|asked)\b/.test(told);
}

const STOPS_SUBJECT = /^(?:In|On|At|For|From|By|With|During|Under|Over|To|Of|Between|Into|Among|What|How|Why|Then|If|Not|No|None|Even|Most|Many|Some|All|One|Each|Neither|\d.*)$/;

/** Small letters where the sentence began; a name keeps its own. */
export const inside = (told: string): string =>
  told.replace(/^(?:The|A|An|Its|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)\b|^[A-Z]\p{Ll}+(?:ing|s|men|people)(?= (?!\p{Lu}))/u, word => word.toLowerCase());

/** "The officer, Ada Lorne, inspected …" → "The officer inspected …". */
export function withoutAppositive(text: string): string {
  const [subject = "", aside = "", ...rest] = text.split(/, (?!\d{4})/);
  const told = rest.join(", ");
  return rest.length > 0 && !subject.split(" ").some(isVerb) && isVerb(told.split(" ")[0] ?? "") && aside.length < 90 && !/^(?:on|in|at|by|since)\b/i.test(subject)
    ? `${subject} ${told}`
    : text;
}
