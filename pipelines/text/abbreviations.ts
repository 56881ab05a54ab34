// English full stops that end an abbreviation, an initial or a number rather than a sentence.

/** Always followed by more of the same sentence. */
const TITLE =
  /(?:^|[\s(["'“‘*])(?:Dr|Mr|Mrs|Ms|Prof|Hon|Rev|St|Gen|Col|Capt|Lt|Sgt|Messrs|vs|v|e\.g|i\.e|cf|approx|ca|al|viz)\.\s*$/i;
/** The same only before a number or a numeral: "No. 12", "Art. 5", "Fig. 3". */
const COUNTED =
  /(?:^|[\s(["'“‘*])(?:Nos?|Art|Arts|Figs?|Secs?|Vol|Ch|Para|Eq|Ref|Tab|pp?|Ex)\.\s*$/i;
/** May end a sentence: it does when what follows opens one. */
const EITHER =
  /(?:^|[\s(["'“‘*])(?:Inc|Ltd|Corp|Co|Bros|LLC|LLP|PLC|Jr|Sr|Esq|Ph\.D|M\.D|B\.A|M\.A|U\.S\.A|U\.S|U\.K|U\.N|E\.U|D\.C|a\.m|p\.m|etc|Dept|Univ|Ave|Blvd|Rd|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.\s*$/i;
/** One capital letter: an initial in a name, unless a sentence opens after it ("vitamin C. The patient"). */
const INITIAL = /(?:^|[\s(["'“‘*.])\p{Lu}\.\s*$/u;
/** Nothing but the marker of a list entry, alone or behind a label. */
const MARKER = /(?:^|[:;]\s)[\s(*#>-]*(?:\d{1,3}|[ivxIVX]{1,4}|[a-zA-Z])\.\s*$/;
/** Words that open a sentence far more often than they go on with one. */
const OPENER =
  /^["'“‘(*\s]*(?:The|This|That|These|Those|There|It|Its|He|She|They|We|You|I|His|Her|Their|Our|In|On|At|As|An?|For|From|By|After|Before|During|When|While|If|However|Although|Though|Moreover|Furthermore|Additionally|Also|But|And|So|Then|Thus|Therefore|Meanwhile|Finally|Since|Upon|Under|With|To|No|Not|All|Both|Each|Such|Some|Following|According|Despite)\b(?!\.)/;

/** Whether `before` only seems to end a sentence, seeing what follows it on the same line. */
export function endsInAbbreviation(before: string, after: string): boolean {
  const tail = before.slice(-40);
  if (/^\s*\p{Ll}/u.test(after) && /\.\s*$/.test(tail)) return true;
  if (TITLE.test(tail) || MARKER.test(before.slice(-60))) return true;
  if (COUNTED.test(tail)) return /^\s*[\dIVXLC#(§]/.test(after);
  if (EITHER.test(tail)) return !OPENER.test(after);
  return INITIAL.test(tail) && /^\s*\p{Lu}/u.test(after) && !OPENER.test(after);
}
