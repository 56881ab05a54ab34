// Whether a page can be parsed in reasonable time: a parser's work grows with tags and, faster, with their depth.

/** Tags of a page; the longest of articles have a few thousand. */
const mostTags = 30_000;
/** Elements within one another; layouts have some dozens. */
const deepest = 250;

// Those that HTML closes by itself are not counted: their end tags may be missing in good pages.
const selfClosing =
  /^(?:p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|colgroup|body|html|head|area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|path|use)$/;

/** What is wrong with a page that is not to be parsed, in words; undefined for an ordinary one. */
export function unparsable(html: string): string | undefined {
  let tags = 0;
  let depth = 0;
  for (const [, end, name = "", close] of html.matchAll(/<(\/?)([a-zA-Z][\w-]*)?(?:[^<>]{0,1000}?(\/)>)?/g)) {
    if (++tags > mostTags) return `more than ${mostTags} tags`;
    if (name === "" || close === "/" || selfClosing.test(name.toLowerCase())) continue;
    depth = Math.max(0, depth + (end === "/" ? -1 : 1));
    if (depth > deepest) return `more than ${deepest} elements within one another`;
  }
  return undefined;
}
