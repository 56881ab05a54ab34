// Loads the feed reader, which needs a package that a plain install leaves out.

import { loadOptional } from "../../engine/optional-packages.ts";

/** Throws PipelineError("bad-settings") with the install command if the package is missing. */
export const loadFeedEntries = (): Promise<typeof import("./feed-entries.ts")> =>
  loadOptional(
    { featureName: "A feed", packages: ["feedsmith"] },
    () => import("./feed-entries.ts"),
  );
