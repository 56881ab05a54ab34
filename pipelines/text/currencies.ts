// Currencies in both languages: signs, codes and names before or after an amount, mapped to ISO 4217 codes.

const SIGNS: readonly (readonly [code: string, before: string, after: string])[] = [
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

const BEFORE = SIGNS.map(([code, before]) => [code, new RegExp(`(?:${before})\\s?$`)] as const);
const AFTER = SIGNS.map(
  ([code, , after]) =>
    [code, new RegExp(`[\\s-]?(?:of )?(?:(?:${after})(?![A-Za-z]))`, "iy")] as const,
);
const LONGEST_SIGN = 6;

/** The currency right before an amount that starts at `at`, and where its sign starts. */
export function currencyBefore(
  text: string,
  at: number,
): { code: string; start: number } | undefined {
  const head = text.slice(Math.max(0, at - LONGEST_SIGN), at);
  for (const [code, pattern] of BEFORE) {
    const match = pattern.exec(head);
    if (match !== null) return { code, start: at - match[0].length };
  }
  return undefined;
}

/** The currency right after an amount that ends at `at`, and where its name ends. */
export function currencyAfter(text: string, at: number): { code: string; end: number } | undefined {
  for (const [code, pattern] of AFTER) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) return { code, end: at + match[0].length };
  }
  return undefined;
}
