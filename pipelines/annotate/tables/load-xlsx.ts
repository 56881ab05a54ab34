// Reading and writing workbooks needs two packages that a plain install leaves out.

import { loadOptional } from "../../engine/optional-packages.ts";

/** Throws PipelineError("bad-settings") with the line to type where they are not installed. */
export const loadXlsx = (): Promise<typeof import("./xlsx.ts")> =>
  loadOptional(
    { what: "An XLSX of tasks", packages: ["read-excel-file", "write-excel-file"] },
    () => import("./xlsx.ts"),
  );
