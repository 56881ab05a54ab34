// What an English question calls the subjects of a domain, and the prepositions that tie a fact to them.

export interface DomainWordsEn {
  readonly one: string;
  /** "the chair of the board at Foo": after a label that has a preposition of its own. */
  readonly at: string;
  /** "the stake acquired by Foo": after a participle. */
  readonly by: string;
  /** "the company whose …", "the case in which the …". */
  readonly whose: string;
  readonly its: string;
  /** What something that happened to the subject is called without saying what it was. */
  readonly matter: string;
}

const other: DomainWordsEn = { one: "document", at: "for", by: "for", whose: "in which the", its: "its", matter: "matter" };

const domains: readonly (readonly [RegExp, DomainWordsEn])[] = [
  [/financ|business|corporat|compan/i, { one: "company", at: "at", by: "by", whose: "whose", its: "its", matter: "transaction or decision" }],
  [/law|legal|court|judg|crim/i, { one: "case", at: "in", by: "in", whose: "in which the", its: "its", matter: "step or act" }],
  [/medic|health|hospital|clinic|patient/i, { one: "patient", at: "for", by: "for", whose: "whose", its: "the patient's", matter: "step of care" }],
];

/** The words for a domain; neutral ones for a domain not named here. */
export const domainWordsEn = (domain: string): DomainWordsEn => domains.find(([name]) => name.test(domain))?.[1] ?? other;
