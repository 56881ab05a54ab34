// The words around a Chinese value that say it is not exact.

const HEDGE_BEFORE = /(?:大约|至少|最多|最高|不到|将近|接近|超过|突破|[约近超逾共]) ?$/;
const HEDGE_AFTER = /^(?: ?(?:余|多|左右|以上|以下|以内))/;

/** The value with the words that say it is not exact: they belong to it. */
export function withHedges(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  const head = text.slice(0, start);
  // In "将超过30万" the word is the verb.
  const before = /[将已可会能也仍或人口](?:超过|突破|接近|超) ?$/.test(head)
    ? ""
    : (HEDGE_BEFORE.exec(head)?.[0] ?? "");
  const after = HEDGE_AFTER.exec(text.slice(end))?.[0] ?? "";
  return { start: start - (before.startsWith("共") ? 0 : before.length), end: end + after.length };
}
