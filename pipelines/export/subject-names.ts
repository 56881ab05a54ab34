// A document's subject as DragonBall writes it: the company, the court, or Hospital_Patient.

import { subjectKey } from "../../schemas/formats/dragonball.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { configs, members } from "../../schemas/rageval/records.ts";
import type { OpenRun } from "../engine/open-run.ts";

/** Leaves of the scenario schemas that hold the names, by DragonBall's keys. */
const leaves = {
  company_name: ["company/name"],
  court_name: ["court/name"],
  hospital_patient_name: ["hospital/name", "patient/name"],
  name: [],
} as const;

/** Finds the subject of each document: its config's names, else the document's name. */
export function subjectNames(run: OpenRun): (document: DocumentRow) => string {
  const valuesOf = new Map<string, ReadonlyMap<string, string>>();
  // In runs from before families existed, a document's config belongs to its subject.
  for (const { id, values } of [...run.rows(configs), ...run.rows(members)])
    valuesOf.set(id, new Map(values.map(({ path, value }) => [path, value])));
  return ({ domain, name, configId }) => {
    const key = subjectKey(domain);
    const values = valuesOf.get(configId ?? "");
    const parts = leaves[key].map(path => values?.get(path));
    if (parts.length > 0 && parts.every(part => part !== undefined)) return parts.join("_");
    return key === "hospital_patient_name" ? name.replace(/\s*[,，、]\s*/, "_") : name;
  };
}
