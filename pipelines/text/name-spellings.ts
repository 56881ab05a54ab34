// Lists alternative spellings of a name: without its title or legal form, with the form spelled out, or a synonym.

export type NameType = "person" | "organisation" | "place" | "choice";

const leadingTitles =
  /^(?:(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Doctor|Judge|Justice|Hon|Sir|Madam|Attorney|Clerk|Chief Judge|Presiding Judge)\.?\s+)+/i;
const trailingTitle =
  /(?:主治医师|主任医师|副主任医师|医师|医生|大夫|教授|主任|先生|女士|法官|律师|检察官|审判长|审判员|书记员)$/;
const trailingDegree = /,?\s+(?:M\.?D\.?|Ph\.?D\.?|Esq\.?|J\.?D\.?|R\.?N\.?)$/i;
const legalForms: readonly (readonly [RegExp, string])[] = [
  [/\bLtd\.?$/i, "Limited"],
  [/\bLimited$/i, "Ltd"],
  [/\bInc\.?$/i, "Incorporated"],
  [/\bIncorporated$/i, "Inc"],
  [/\bCorp\.?$/i, "Corporation"],
  [/\bCorporation$/i, "Corp"],
  [/\bCo\.?$/i, "Company"],
  [/\bCompany$/i, "Co"],
];
const legalForm =
  /,?\s+(?:Co\.?,?\s+)?(?:Ltd|Limited|Inc|Incorporated|Corp|Corporation|Co|Company|LLC|LLP|PLC|GmbH|AG|S\.A)\.?$/i;
const hanLegalForm = /(?:股份有限公司|有限责任公司|有限公司)$/;
const countries: readonly (readonly [RegExp, string])[] = [
  [
    /\bUSA$|\bU\.S\.A\.?$|\bU\.?S\.?$|\bUnited States(?: of America)?$/,
    "USA|United States|U.S.|United States of America",
  ],
  [/\bUK$|\bU\.K\.?$|\bUnited Kingdom$/, "UK|United Kingdom"],
];
/** Choices that mean the same in every domain. */
const synonyms = [
  "male|man",
  "female|woman",
  "unemployed|jobless|out of work|without employment",
  "失业|无业|待业",
  "married|已婚",
  "男|男性|男子",
  "女|女性|女子",
  "unmarried|single|never married",
  "unlisted|not listed|non-listed|privately held",
].map(group => group.split("|"));

/** The name itself, then looser spellings of it. */
export function spellingsOf(value: string, type: NameType): string[] {
  const name = value.trim();
  const others = {
    person: personSpellings,
    organisation: organisationSpellings,
    place: placeSpellings,
    choice: choiceSpellings,
  }[type](name);
  return [...new Set([name, ...others])];
}

function personSpellings(name: string): string[] {
  const plainName = name
    .replace(leadingTitles, "")
    .replace(trailingDegree, "")
    .replace(trailingTitle, "");
  const words = /\p{Script=Latin}/u.test(plainName)
    ? plainName.split(/[\s.]+/).filter(word => word !== "")
    : [];
  const [first, last] = [words[0], words.at(-1)];
  // Surname first, as in lists.
  const familyNameFirst =
    words.length === 2 && first !== undefined && last !== undefined ? [`${last}, ${first}`] : [];
  // One Chinese character or one Latin initial is not a name.
  return [...([...plainName].length >= 2 ? [plainName] : []), ...familyNameFirst];
}

function organisationSpellings(name: string): string[] {
  const forms = legalForms
    .filter(([form]) => form.test(name))
    .map(([form, other]) => name.replace(form, other));
  const core = name.replace(legalForm, "");
  const hanCore = name.replace(hanLegalForm, "");
  const coreNames = [
    ...(core !== name && core.split(/\s+/).length >= 2 ? [core] : []),
    ...(hanCore !== name && hanCore.length >= 4 ? [hanCore] : []),
  ];
  return [...forms, ...coreNames];
}

function placeSpellings(name: string): string[] {
  const country = countries.find(([form]) => form.test(name));
  const others = country?.[1].split("|").map(other => name.replace(country[0], other)) ?? [];
  const localNames =
    country === undefined ? [] : [name.replace(country[0], "").replace(/,\s*$/, "")];
  return [
    ...others,
    ...localNames,
    name.replace(/\bSt\.?(?=,|$)/i, "Street"),
    name.replace(/\bStreet\b/i, "St"),
  ].filter(other => other.trim().length > 2);
}

const choiceSpellings = (name: string): string[] =>
  synonyms.find(group => group.includes(name.toLowerCase())) ?? [];
