// Maps licences of documents to identifiers of the Hugging Face Hub.

/** The Hub's identifiers for licences of texts and data (huggingface.co/docs/hub/repositories-licenses). */
const hubIdentifiers = new Set([
  "apache-2.0",
  "mit",
  "bsd",
  "bsd-2-clause",
  "bsd-3-clause",
  "unlicense",
  "wtfpl",
  "gpl-3.0",
  "lgpl-3.0",
  "agpl-3.0",
  "mpl-2.0",
  "gfdl",
  "cc",
  "cc0-1.0",
  "cc-by-2.0",
  "cc-by-2.5",
  "cc-by-3.0",
  "cc-by-4.0",
  "cc-by-sa-3.0",
  "cc-by-sa-4.0",
  "cc-by-nc-2.0",
  "cc-by-nc-3.0",
  "cc-by-nc-4.0",
  "cc-by-nd-4.0",
  "cc-by-nc-nd-3.0",
  "cc-by-nc-nd-4.0",
  "cc-by-nc-sa-2.0",
  "cc-by-nc-sa-3.0",
  "cc-by-nc-sa-4.0",
  "cdla-sharing-1.0",
  "cdla-permissive-1.0",
  "cdla-permissive-2.0",
  "odc-by",
  "odbl",
  "pddl",
  "etalab-2.0",
]);

/** The Hub's identifiers by SPDX name, where the two differ. */
const hubIdentifierBySpdx: Readonly<Record<string, string>> = {
  "odc-by-1.0": "odc-by",
  "odbl-1.0": "odbl",
  "pddl-1.0": "pddl",
  "gfdl-1.3": "gfdl",
};

function identifierOf(licence: string): string | undefined {
  const spdxName = licence.trim().toLowerCase().replace(/\s+/g, "-");
  const identifier = hubIdentifierBySpdx[spdxName] ?? spdxName;
  return hubIdentifiers.has(identifier) ? identifier : undefined;
}

/** Returns the Hub's identifier, or identifiers, for the licences of documents; `none stated` is the licence of a document without one. */
export function hubLicence(licences: readonly string[]): string | string[] {
  if (licences.every(licence => licence === "none stated")) return "unknown";
  const identifiers = licences.map(identifierOf);
  const knownIdentifiers = identifiers.filter(identifier => identifier !== undefined);
  const [first, ...others] = new Set(knownIdentifiers);
  if (first === undefined || knownIdentifiers.length < identifiers.length) return "other";
  return others.length === 0 ? first : [first, ...others];
}
