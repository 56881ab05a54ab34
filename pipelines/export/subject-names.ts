// Names a document's subject as DragonBall does: the company, the court, or Hospital_Patient.

import { subjectKey } from "../../schemas/formats/dragonball.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { configs, members } from "../../schemas/rageval/records.ts";
import type { OpenRun } from "../engine/open-run.ts";

/** Leaves of the scenario schemas that hold the names, by DragonBall's keys. */
const nameLeaves = {
  company_name: ["company/name"],
  court_name: ["court/name"],
  hospital_patient_name: ["hospital/name", "patient/name"],
  name: [],
} as const;

/** Returns a function that names a document's subject: after the names in its config, or after the document itself if it has none. */
export function subjectNamer(run: OpenRun): (document: DocumentRow) => string {
  const valuesByConfig = new Map<string, ReadonlyMap<string, string>>();
  // In runs made before families existed, a document has the config of its subject.
  for (const { id, values } of [...run.rows(configs), ...run.rows(members)])
    valuesByConfig.set(id, new Map(values.map(({ path, value }) => [path, value])));
  return ({ domain, name, configId }) => {
    const key = subjectKey(domain);
    const values = valuesByConfig.get(configId ?? "");
    const subjectParts = nameLeaves[key].map(path => values?.get(path));
    if (subjectParts.length > 0 && subjectParts.every(part => part !== undefined))
      return subjectParts.join("_");
    return key === "hospital_patient_name" ? name.replace(/\s*[,，、]\s*/, "_") : name;
  };
}
