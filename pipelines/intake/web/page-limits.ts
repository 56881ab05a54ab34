// Checks whether a page can be parsed in reasonable time: the work grows with its tags and, faster, with their depth.

/** Maximum length of a page, in characters. */
const maxLength = 2 * 1024 * 1024;
/** Maximum number of tags on a page; the longest articles have a few thousand. */
const maxTags = 15_000;
/** Maximum depth of nested elements; layouts have a few dozen levels. */
const maxDepth = 250;
/** Maximum number of attributes of one tag. */
const maxAttributes = 500;
/** Maximum number of character references, by name or number. */
const maxReferences = 50_000;
/** Maximum number of list items: Readability compares each with every other. */
const maxListItems = 3000;

/** Elements that HTML closes implicitly; their depth is not counted, as good pages may omit their end tags. */
const implicitlyClosed =
  /^(?:p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|colgroup|body|html|head|area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|path|use)$/;

const countOf = (text: string, separator: string) => text.split(separator).length - 1;

function tagProblem(html: string): string | undefined {
  let tags = 0;
  let depth = 0;
  for (const [, end, name = "", attributes = ""] of html.matchAll(
    /<(\/?)([a-zA-Z][\w-]*)?([^<>]*)/g,
  )) {
    if (++tags > maxTags) return `more than ${maxTags} tags`;
    if (countOf(attributes, "=") > maxAttributes)
      return `more than ${maxAttributes} attributes in one tag`;
    if (name === "" || attributes.endsWith("/") || implicitlyClosed.test(name.toLowerCase()))
      continue;
    depth = Math.max(0, depth + (end === "/" ? -1 : 1));
    if (depth > maxDepth) return `more than ${maxDepth} nested elements`;
  }
  return undefined;
}

/** What makes a page too large or complex to parse; undefined for an ordinary page. */
export function reasonNotToParse(html: string): string | undefined {
  if (html.length > maxLength) return `more than ${maxLength / 1024 / 1024} million characters`;
  if (countOf(html, "&") > maxReferences) return `more than ${maxReferences} character references`;
  if ((html.match(/<li\b/gi)?.length ?? 0) > maxListItems)
    return `more than ${maxListItems} list items`;
  return tagProblem(html);
}
