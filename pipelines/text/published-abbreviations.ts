// Hides the full stops of English abbreviations as pysbd 0.3.4 does: the words it knows and what must follow each.

import { applyRules, marks, type Rule } from "./published-marks.ts";

const { stop } = marks;

/** Abbreviations before a name: any word may follow. */
const titles = new Set(
  "mr mrs ms messrs mssrs dr prof rev st ph gen col lt maj capt brig cmdr adm cpl sgt supt det ing gov sen sens rep reps attys mt v vs fig".split(
    " ",
  ),
);
/** Abbreviations before a number. */
const numbered = new Set("no nos p pp art ext".split(" "));
/** All others: what follows must continue the sentence. Some are everyday words ("is", "may", "me"), as in the original. */
const others = new Set(
  [
    "jan feb mar apr may jun jul aug sep sept oct nov dec",
    "inc ltd co corp bros assn mfg dept univ hosp",
    "ala alta ariz ark cal calif colo con conn dak del fed fla ga ia id ida ill ind is kan kans ken ky la mass md me mex mich minn miss mo mont",
    "neb nebr nev okla ok ont ore pa penn penna que sask tenn tex usafa ut u.s va vt wash wis wisc wy wyo yuk",
    "ave bld bldg blvd cl cres ct dist expy ft fwy hway hwy mtn pd pde pl plz rd rs rt tce",
    "adj adv al arc asst bart btw comdr d.phil dr.phil dr.philos drs e.g ens esp esq etc exp fy hon hr i.e insp jr man med min mlle mm mme msgr nr op ord pfc ph.d pvt",
    "ref res sec sfc sr surg ver viz",
  ].flatMap(line => line.split(" ")),
);

const afterTitle = /^(?:\s|:\d)/;
const afterNumbered = /^(?:\s\d|\s+\()/;
const afterOther = /^(?:[.:?,-]|\s(?:[a-z\d(]|I\s|I'm|I'll))/;

/** Replaces the full stops of the words above, of initials and of dotted letters with marks. */
export function hideAbbreviations(text: string): string {
  return applyRules(applyRules(text, earlyRules).replace(/\./g, hideStop), lateRules);
}

/** Maximum length of a known word, in letters and full stops. */
const maxWordLength = 10;

function hideStop(fullStop: string, index: number, text: string): string {
  // Preceded by white space or the beginning of the text.
  const word = /(?:^|\s)(\S{1,10})$/
    .exec(text.slice(Math.max(0, index - maxWordLength - 1), index))?.[1]
    ?.toLowerCase();
  if (word === undefined) return fullStop;
  // A few characters are enough, except for white space before a bracket.
  const following = text.slice(index + 1, index + 41);
  const isAbbreviation = titles.has(word)
    ? afterTitle.test(following)
    : numbered.has(word)
      ? afterNumbered.test(following)
      : others.has(word) && afterOther.test(following);
  return isAbbreviation ? stop : fullStop;
}

const earlyRules: readonly Rule[] = [
  [/\.(?='s(?:\s|$))/g, stop],
  [/(?<=Co)\.(?=\sKG)/g, stop],
  [/(?<=^[A-Z])\.(?=\s)/g, stop],
  [/(?<=\s[A-Z])\.(?=,?\s)/g, stop],
];

/** Words that open a sentence after a country's abbreviation or the pronoun "I". */
const openers =
  "A Being Did For He How However I In It Millions More She That The There They We What When Where Who Why"
    .split(" ")
    .join("|");

const lateRules: readonly Rule[] = [
  [/\b[a-z](?:\.[a-z])+\./gi, letters => letters.replaceAll(".", stop)],
  // "p.m." before a capital ends its sentence; in capitals, only after a plain space.
  [new RegExp(`(?<= P${stop}M|A${stop}M|[ap]${stop}m)${stop}(?=\\s[A-Z])`, "g"), "."],
  [
    new RegExp(
      `(?<=U[.${stop}]S|U${stop}K|E[.${stop}]U|U${stop}S${stop}A|U\\.S\\.A|I|i[^\\n]v)${stop}(?=\\s(?:${openers})\\s)`,
      "g",
    ),
    ".",
  ],
];
