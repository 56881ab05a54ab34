// 各领域里，中文问句怎样称呼所问的对象。

export interface DomainWordsZh {
  /** 哪家公司、哪起案件、哪位患者 */
  readonly which: string;
  /** 那家公司、那起案件、那位患者 */
  readonly that: string;
  /** 两家公司、两起案件、两位患者 */
  readonly both: string;
  /** 几家公司、几起案件、几位患者 */
  readonly several: string;
  /** 不点明内容地称一件事 */
  readonly matter: string;
}

const other: DomainWordsZh = { which: "哪一份", that: "那份文件", both: "两者", several: "几者", matter: "那件事" };

const domains: readonly (readonly [RegExp, DomainWordsZh])[] = [
  [/financ|business|corporat|compan|财|金融|公司|企业/i, { which: "哪家公司", that: "那家公司", both: "两家公司", several: "几家公司", matter: "那件事" }],
  [/law|legal|court|judg|crim|法/i, { which: "哪起案件", that: "那起案件", both: "两起案件", several: "几起案件", matter: "那件事" }],
  [/medic|health|hospital|clinic|patient|医/i, { which: "哪位患者", that: "那位患者", both: "两位患者", several: "几位患者", matter: "那件事" }],
];

/** 未列出的领域用中性的称呼。 */
export const domainWordsZh = (domain: string): DomainWordsZh => domains.find(([name]) => name.test(domain))?.[1] ?? other;
