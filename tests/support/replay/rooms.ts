// Everything the replay server remembers, and the statistics read from it.

import { countAsks } from "./asks.ts";
import { openBatchOffice } from "./batches.ts";
import type { BatchDesk } from "./batch-work.ts";
import { chatWork } from "./chat.ts";
import { storeFiles } from "./files.ts";
import { openRecordings } from "./recordings.ts";
import { openRequestLog } from "./request-log.ts";
import type { Rooms } from "./routes.ts";
import type { ReplaySettings } from "./settings.ts";
import { type BillStats, keepStatistics, type RequestRow } from "./statistics.ts";
import { tokenCounter } from "./tokens.ts";
import type { Works } from "./work.ts";

export interface ReplayStats extends BillStats {
  /** Processor time of this process since the start or the last reset; in a test that is the test's own too. */
  readonly cpu: { readonly seconds: number; readonly microsecondsPerRequest: number | null };
  /** Only when they are asked for. */
  readonly requestRows?: readonly RequestRow[];
}

interface Memory extends BatchDesk {
  readonly cpu: NodeJS.CpuUsage;
}

function readStats({ statistics, cpu: since }: Memory, withRequests: boolean): ReplayStats {
  const bill = statistics.read();
  const { user, system } = process.cpuUsage(since);
  const { total } = bill.requests;
  const cpu = {
    seconds: (user + system) / 1e6,
    microsecondsPerRequest: total === 0 ? null : Math.round((user + system) / total),
  };
  return {
    ...bill,
    cpu,
    ...(withRequests ? { requestRows: statistics.rows() } : {}),
  };
}

function openWorks(settings: ReplaySettings): Works {
  const countTokens = tokenCounter();
  const chatDesk = { settings, countTokens, recording: openRecordings(settings.calls) };
  return { "/v1/chat/completions": body => chatWork(chatDesk, body) };
}

export interface OpenRooms extends Rooms {
  readonly stats: (withRequests: boolean) => ReplayStats;
}

/** Reads the recordings and opens all that is kept; `now` counts milliseconds and never goes back. */
export function openRooms(settings: ReplaySettings, now: () => number): OpenRooms {
  const works = openWorks(settings);
  const log = openRequestLog(settings.log);
  const fresh = (): Memory => ({
    settings,
    log,
    now,
    works,
    statistics: keepStatistics(),
    asks: countAsks(settings),
    lapses: new Map(),
    cpu: process.cpuUsage(),
  });
  let memory = fresh();
  const seconds = () => Math.floor(Date.now() / 1000);
  const files = storeFiles(seconds);
  const office = openBatchOffice(() => memory, files, seconds);
  const reset = () => {
    memory = fresh();
    log.clear();
    files.clear();
    office.clear();
  };
  return {
    desk: () => memory,
    files,
    office,
    works,
    stats: withRequests => readStats(memory, withRequests),
    reset,
  };
}
