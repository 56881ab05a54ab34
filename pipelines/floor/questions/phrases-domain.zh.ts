// 各领域里，中文问句怎样称呼所问的对象。

interface DomainWordsZh {
  /** 哪家公司、哪起案件、哪位患者 */
  readonly which: string;
  /** 两家公司、两起案件、两位患者 */
  readonly both: string;
}

const other: DomainWordsZh = { which: "哪一方", both: "两份文件" };

const domains: readonly (readonly [RegExp, DomainWordsZh])[] = [
  [/financ|business|corporat|compan|财|金融|公司|企业/i, { which: "哪家公司", both: "两家公司" }],
  [/law|legal|court|judg|crim|法/i, { which: "哪起案件", both: "两起案件" }],
  [/medic|health|hospital|clinic|patient|医/i, { which: "哪位患者", both: "两位患者" }],
];

/** 未列出的领域用中性的称呼。 */
export const domainWordsZh = (domain: string): DomainWordsZh =>
  domains.find(([name]) => name.test(domain))?.[1] ?? other;
