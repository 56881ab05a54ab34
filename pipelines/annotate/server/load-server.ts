// Loads the annotation server, which needs two packages that a plain install does not include.

import { loadOptional } from "../../engine/optional-packages.ts";

/** Throws PipelineError("bad-settings") with the install command if a package is missing. */
export const loadServer = (): Promise<typeof import("./server.ts")> =>
  loadOptional(
    { featureName: "The annotation page", packages: ["hono", "@hono/node-server"] },
    () => import("./server.ts"),
  );
