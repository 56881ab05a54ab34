// Records which documents repeat a held-out one: in the corpus they would give the answer away.

import { heldOut, leaks, pool } from "../../schemas/crud/records.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { leaksOf } from "./repeated-text.ts";

export const leaksStage = ({ leak }: Pick<CrudSettings, "leak">) =>
  defineWholeStage({
    name: "crud/leaks",
    module: import.meta.filename,
    prompts: [],
    settings: { leak },
    over: pool,
    lookup: { heldOut },
    writes: leaks,
    all: (documents, { tables }) => ({ rows: leaksOf(documents, tables.heldOut.rows(), leak) }),
  });
