// Reading a feed needs a package that a plain install leaves out.

import { loadOptional } from "../../engine/optional-packages.ts";

/** Throws PipelineError("bad-settings") with the line to type where it is not installed. */
export const loadFeedEntries = (): Promise<typeof import("./feed-entries.ts")> =>
  loadOptional({ what: "A feed", packages: ["feedsmith"] }, () => import("./feed-entries.ts"));
