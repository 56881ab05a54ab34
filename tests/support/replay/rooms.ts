// Everything the replay server remembers.

import { countAsks } from "./asks.ts";
import type { BatchCounter } from "./batch-routes.ts";
import { openBatchOffice } from "./batches.ts";
import { chatWork } from "./chat.ts";
import { storeFiles } from "./files.ts";
import { openRecordings } from "./recordings.ts";
import { openRequestLog } from "./request-log.ts";
import type { ReplaySettings } from "./settings.ts";
import { keepStatistics } from "./statistics.ts";
import { tokenCounter } from "./tokens.ts";

/** Reads the recordings and opens all that is kept; `now` counts milliseconds and never goes back. */
export function openRooms(settings: ReplaySettings, now: () => number): BatchCounter {
  const chatDesk = {
    settings,
    countTokens: tokenCounter(),
    recording: openRecordings(settings.calls),
  };
  const desk = {
    settings,
    log: openRequestLog(settings.log),
    now,
    works: { "/v1/chat/completions": (body: unknown) => chatWork(chatDesk, body) },
    statistics: keepStatistics(),
    asks: countAsks(settings),
    lapses: new Map(),
  };
  const seconds = () => Math.floor(Date.now() / 1000);
  const files = storeFiles(seconds);
  return { desk, files, office: openBatchOffice(desk, files, seconds) };
}
