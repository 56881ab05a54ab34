// Currencies in both languages: signs, codes and names before or after an amount, mapped to ISO 4217 codes.

const currencies: readonly (readonly [code: string, prefixes: string, suffixes: string])[] = [
  ["USD", "US\\$|USD", "美元|美金|US dollars?|U\\.S\\. dollars?|dollars?|USD"],
  ["HKD", "HK\\$|HKD", "港元|港币|Hong Kong dollars?|HKD"],
  ["AUD", "A\\$|AUD", "澳元|Australian dollars?|AUD"],
  ["CAD", "C\\$|CAD", "加元|Canadian dollars?|CAD"],
  ["SGD", "S\\$|SGD", "新加坡元|新元|Singapore dollars?|SGD"],
  ["TWD", "NT\\$|TWD", "新台币|New Taiwan dollars?|TWD"],
  ["INR", "₹|INR", "印度卢比|卢比|rupees?|INR"],
  ["EUR", "€|EUR", "欧元|euros?|EUR"],
  ["GBP", "£|GBP", "英镑|pounds?(?: sterling)?|GBP"],
  ["JPY", "JP¥|JPY", "日元|日圆|Japanese yen|yen|JPY"],
  ["KRW", "₩|KRW", "韩元|(?:Korean )?won|KRW"],
  [
    "CNY",
    "RMB|CNY|人民币|¥",
    "元人民币|人民币|元(?![素旦宵首老件组气])|块钱|yuan|renminbi|RMB|CNY",
  ],
  // "$50 million of $400 million" are two amounts.
  ["USD", "\\$", "\\$(?! ?\\d)"],
];

const prefixPatterns = currencies.map(
  ([code, prefixes]) => [code, new RegExp(`(?:${prefixes})\\s?$`)] as const,
);
const suffixPatterns = currencies.map(
  ([code, , suffixes]) =>
    [code, new RegExp(`[\\s-]?(?:of )?(?:(?:${suffixes})(?![A-Za-z]))`, "iy")] as const,
);
const maxPrefixLength = 6;

/** The currency directly before an amount, and where its sign starts. */
export function currencyBefore(
  text: string,
  amountStart: number,
): { code: string; start: number } | undefined {
  const head = text.slice(Math.max(0, amountStart - maxPrefixLength), amountStart);
  for (const [code, pattern] of prefixPatterns) {
    const match = pattern.exec(head);
    if (match !== null) return { code, start: amountStart - match[0].length };
  }
  return undefined;
}

/** The currency directly after an amount, and where its name ends. */
export function currencyAfter(
  text: string,
  amountEnd: number,
): { code: string; end: number } | undefined {
  for (const [code, pattern] of suffixPatterns) {
    pattern.lastIndex = amountEnd;
    const match = pattern.exec(text);
    if (match !== null) return { code, end: amountEnd + match[0].length };
  }
  return undefined;
}
