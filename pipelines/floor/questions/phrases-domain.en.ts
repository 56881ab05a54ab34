// What an English question calls the subjects of a domain, and the prepositions that tie a fact to them.

interface DomainWordsEn {
  /** "which company". */
  readonly one: string;
  /** "the annual report of Foo", "the judgment in the case …". */
  readonly source: string;
  /** "the revenue of Foo", "the fine in the case …". */
  readonly of: string;
  /** "the chair of the board at Foo": after a label that has a preposition of its own. */
  readonly at: string;
  /** "the stake acquired by Foo": after a participle. */
  readonly by: string;
}

const other: DomainWordsEn = { one: "document", source: "on", of: "of", at: "for", by: "for" };

const domains: readonly (readonly [RegExp, DomainWordsEn])[] = [
  [
    /financ|business|corporat|compan/i,
    { one: "company", source: "of", of: "of", at: "at", by: "by" },
  ],
  [/law|legal|court|judg|crim/i, { one: "case", source: "in", of: "in", at: "in", by: "in" }],
  [
    /medic|health|hospital|clinic|patient/i,
    { one: "patient", source: "of", of: "of", at: "for", by: "for" },
  ],
];

/** The words for a domain; neutral ones for a domain not named here. */
export const domainWordsEn = (domain: string): DomainWordsEn =>
  domains.find(([name]) => name.test(domain))?.[1] ?? other;
