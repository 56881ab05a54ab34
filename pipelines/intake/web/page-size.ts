// Whether a page can be parsed in reasonable time: a parser's work grows with tags and, faster, with their depth.

/** Characters of a page. */
const maxBytes = 2 * 1024 * 1024;
/** Tags of a page; the longest of articles have a few thousand. */
const maxTags = 15_000;
/** Elements within one another; layouts have some dozens. */
const deepest = 250;
/** Attributes of one tag. */
const maxAttributes = 500;
/** Characters written by name or number. */
const maxReferences = 50_000;
/** Items of lists: readability looks at each once for every other. */
const maxItems = 3000;

// Those that HTML closes by itself are not counted: their end tags may be missing in good pages.
const selfClosing =
  /^(?:p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|colgroup|body|html|head|area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|path|use)$/;

const count = (text: string, sign: string) => text.split(sign).length - 1;

function nesting(html: string): string | undefined {
  let tags = 0;
  let depth = 0;
  for (const [, end, name = "", inner = ""] of html.matchAll(/<(\/?)([a-zA-Z][\w-]*)?([^<>]*)/g)) {
    if (++tags > maxTags) return `more than ${maxTags} tags`;
    if (count(inner, "=") > maxAttributes)
      return `more than ${maxAttributes} attributes in one tag`;
    if (name === "" || inner.endsWith("/") || selfClosing.test(name.toLowerCase())) continue;
    depth = Math.max(0, depth + (end === "/" ? -1 : 1));
    if (depth > deepest) return `more than ${deepest} elements within one another`;
  }
  return undefined;
}

/** What is wrong with a page that is not to be parsed, in words; undefined for an ordinary one. */
export function unparsable(html: string): string | undefined {
  if (html.length > maxBytes) return `more than ${maxBytes / 1024 / 1024} million characters`;
  if (count(html, "&") > maxReferences)
    return `more than ${maxReferences} characters written by name`;
  if ((html.match(/<li\b/gi)?.length ?? 0) > maxItems) return `more than ${maxItems} list items`;
  return nesting(html);
}
