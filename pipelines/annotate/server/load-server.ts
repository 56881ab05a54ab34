// The page on which people judge is served with two packages that a plain install leaves out.

import { loadOptional } from "../../engine/optional-packages.ts";

/** Throws PipelineError("bad-settings") with the line to type where they are not installed. */
export const loadServer = (): Promise<typeof import("./server.ts")> =>
  loadOptional(
    { what: "The annotation page", packages: ["hono", "@hono/node-server"] },
    () => import("./server.ts"),
  );
