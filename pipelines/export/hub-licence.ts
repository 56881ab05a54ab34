// The licences of the documents in the words that the Hugging Face Hub knows.

/** Licences of texts and data among the Hub's identifiers (huggingface.co/docs/hub/repositories-licenses). */
const known = new Set([
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

/** SPDX's names for what the Hub calls otherwise. */
const renamed: Readonly<Record<string, string>> = {
  "odc-by-1.0": "odc-by",
  "odbl-1.0": "odbl",
  "pddl-1.0": "pddl",
  "gfdl-1.3": "gfdl",
};

function identifierOf(licence: string): string | undefined {
  const written = licence.trim().toLowerCase().replace(/\s+/g, "-");
  const identifier = renamed[written] ?? written;
  return known.has(identifier) ? identifier : undefined;
}

/** `none stated` is what a document without one is counted under. */
export function hubLicence(licences: readonly string[]): string | string[] {
  if (licences.every(licence => licence === "none stated")) return "unknown";
  const identifiers = licences.map(identifierOf);
  const all = identifiers.filter(identifier => identifier !== undefined);
  const [first, ...others] = new Set(all);
  if (first === undefined || all.length < identifiers.length) return "other";
  return others.length === 0 ? first : [first, ...others];
}
