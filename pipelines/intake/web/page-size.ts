// Checks whether a page can be parsed in reasonable time: the work grows with its tags and, faster, with their depth.

/** Characters of a page. */
const maxBytes = 2 * 1024 * 1024;
/** Tags of a page; the longest articles have a few thousand. */
const maxTags = 15_000;
/** Depth of nested elements; layouts have some dozens. */
const deepest = 250;
/** Attributes of one tag. */
const maxAttributes = 500;
/** Character references, by name or number. */
const maxReferences = 50_000;
/** List items: readability compares each with every other. */
const maxItems = 3000;

// Elements that HTML closes implicitly are not counted: good pages may omit their end tags.
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
    if (depth > deepest) return `more than ${deepest} nested elements`;
  }
  return undefined;
}

/** Why a page must not be parsed, in words; undefined for an ordinary page. */
export function unparsable(html: string): string | undefined {
  if (html.length > maxBytes) return `more than ${maxBytes / 1024 / 1024} million characters`;
  if (count(html, "&") > maxReferences) return `more than ${maxReferences} character references`;
  if ((html.match(/<li\b/gi)?.length ?? 0) > maxItems) return `more than ${maxItems} list items`;
  return nesting(html);
}
