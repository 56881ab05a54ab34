// English stops after which a sentence goes on: those of an abbreviation, an initial, a number, a piece of code.

/** Always followed by more of the same sentence. */
const TITLE =
  /(?<=^|[\s(["'“‘*_])(?:Dr|Mr|Mrs|Ms|Prof|Hon|Rev|St|Gen|Col|Capt|Lt|Sgt|Messrs|vs|v|e\.g|i\.e|cf|approx|ca|al|viz)\.$/i;
/** The same only before a number or a numeral: "No. 12", "Art. 5", "Fig. 3". */
const COUNTED =
  /(?<=^|[\s(["'“‘*_])(?:Nos?|Art|Arts|Figs?|Secs?|Sect|Vol|Ch|Chap|Para|Eq|Ref|Tab|pp?|Ex)\.$/i;
/** May end a sentence: it does when what follows opens one. */
const EITHER =
  /(?<=^|[\s(["'“‘*_])(?:Inc|Ltd|Corp|Co|Bros|LLC|LLP|PLC|Jr|Sr|Esq|Ph\.D|M\.D|B\.A|M\.A|U\.S\.A|U\.S|U\.K|U\.N|E\.U|D\.C|a\.m|p\.m|etc|Dept|Univ|Ave|Blvd|Rd|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$/i;
/** One capital letter: an initial in a name, unless a sentence opens after it ("vitamin C. The patient"). */
const INITIAL = /(?<=^|[\s(["'“‘*_.])\p{Lu}\.$/u;
/** Nothing but the marker of a list entry, alone or behind a label. */
const MARKER = /(?:^|[:;]\s)[\s(*#>-]*(?:\d{1,3}|[ivxIVX]{1,4}|[a-zA-Z])\.$/;
/** Too short to tell from an abbreviation that a number follows: "cl. 3", "ver. 2". */
const SHORT = /(?<=^|[\s(["'“‘*_])\p{L}\p{Ll}{0,2}\.$/u;
/** Words that open a sentence far more often than they go on with one. */
const OPENER =
  /^["'“‘(*\s]*(?:The|This|That|These|Those|There|It|Its|He|She|They|We|You|I|His|Her|Their|Our|In|On|At|As|An?|For|From|By|After|Before|During|When|While|If|However|Although|Though|Moreover|Furthermore|Additionally|Also|But|And|So|Then|Thus|Therefore|Meanwhile|Finally|Since|Upon|Under|With|To|No|Not|All|Both|Each|Such|Some|Following|According|Despite)\b(?!\.)/;

/** Whether a sentence goes on behind a sign that seems to end it, seeing what follows on the same line. */
export function goesOn(before: string, after: string): boolean {
  const tail = before.slice(-60).replace(/[\s*_]+$/, "");
  if (/^\p{P}{0,9}\p{Ll}|^[,;:–—-]/u.test(after) || TITLE.test(tail) || MARKER.test(tail))
    return true;
  if (COUNTED.test(tail) && /^(?:[IVXLC]+\b|[#(§]|\S*\d)/.test(after)) return true;
  if (EITHER.test(tail)) return !OPENER.test(after);
  if (/^\d/.test(after)) return SHORT.test(tail);
  return INITIAL.test(tail) && /^\p{Lu}/u.test(after) && !OPENER.test(after);
}
