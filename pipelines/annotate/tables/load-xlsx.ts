// Loads the XLSX reader and writer, which need two packages that a plain install does not include.

import { loadOptional } from "../../engine/optional-packages.ts";

/** Throws PipelineError("bad-settings") with the install command if a package is missing. */
export const loadXlsx = (): Promise<typeof import("./xlsx.ts")> =>
  loadOptional(
    { featureName: "An XLSX of tasks", packages: ["read-excel-file", "write-excel-file"] },
    () => import("./xlsx.ts"),
  );
