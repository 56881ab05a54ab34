// The replay server's bill: what was asked, billed and delivered whole, and what was paid for more than once.

import type { Usage } from "../../../pipelines/llm/model.ts";

interface Sum {
  replies: number;
  inputTokens: number;
  outputTokens: number;
}

/** `chat` is billed at the full price, `batch` at a batch's. */
export type Tariff = "chat" | "batch";

/** One billed reply. `good` when it was as recorded, without a planted fault. */
export interface Billed {
  readonly tariff: Tariff;
  readonly request: string;
  readonly usage: Usage;
  readonly good: boolean;
}

export interface RequestRow {
  readonly request: string;
  asked: number;
  goodBilled: number;
  goodDelivered: number;
}

interface Account {
  readonly billed: Sum;
  /** Of these, sent to the last byte while the client was still there. */
  readonly delivered: Sum;
  /** Billed and not delivered. */
  readonly lost: Sum;
}

export interface BillStats {
  readonly requests: {
    readonly total: number;
    readonly byPath: Record<string, number>;
    readonly byOutcome: Record<string, number>;
  };
  readonly bill: Record<Tariff, Account>;
  readonly distinctRequests: number;
  /** Good replies beyond the first to one request: billed, and delivered too. 0 when nothing was paid for twice. */
  readonly repeats: {
    readonly goodBilled: number;
    readonly goodDelivered: number;
    readonly examples: readonly RequestRow[];
  };
}

export interface Statistics {
  came(path: string): void;
  outcome(name: string): void;
  asked(request: string): void;
  bill(billed: Billed): void;
  deliver(billed: Billed): void;
  read(): BillStats;
  rows(): RequestRow[];
}

const maxExamples = 20;
const emptySum = (): Sum => ({ replies: 0, inputTokens: 0, outputTokens: 0 });
const accountOf = (): Pick<Account, "billed" | "delivered"> => ({
  billed: emptySum(),
  delivered: emptySum(),
});

function add(sum: Sum, { inputTokens, outputTokens }: Usage): void {
  sum.replies++;
  sum.inputTokens += inputTokens;
  sum.outputTokens += outputTokens;
}

const closed = ({ billed, delivered }: Pick<Account, "billed" | "delivered">): Account => ({
  billed: { ...billed },
  delivered: { ...delivered },
  lost: {
    replies: billed.replies - delivered.replies,
    inputTokens: billed.inputTokens - delivered.inputTokens,
    outputTokens: billed.outputTokens - delivered.outputTokens,
  },
});

const beyondFirst = (rows: readonly RequestRow[], of: (row: RequestRow) => number) =>
  rows.reduce((sum, row) => sum + Math.max(0, of(row) - 1), 0);

export function keepStatistics(): Statistics {
  const byPath = new Map<string, number>();
  const byOutcome = new Map<string, number>();
  const accounts = { chat: accountOf(), batch: accountOf() };
  const requests = new Map<string, RequestRow>();
  const count = (counts: Map<string, number>, name: string) =>
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const rowOf = (request: string): RequestRow => {
    const row = requests.get(request) ?? { request, asked: 0, goodBilled: 0, goodDelivered: 0 };
    requests.set(request, row);
    return row;
  };
  const rows = () => [...requests.values()];
  return {
    came: path => count(byPath, path),
    outcome: name => count(byOutcome, name),
    asked: request => void rowOf(request).asked++,
    bill: ({ tariff, request, usage, good }) => {
      add(accounts[tariff].billed, usage);
      if (good) rowOf(request).goodBilled++;
    },
    deliver: ({ tariff, request, usage, good }) => {
      add(accounts[tariff].delivered, usage);
      if (good) rowOf(request).goodDelivered++;
    },
    read: () => ({
      requests: {
        total: [...byPath.values()].reduce((sum, n) => sum + n, 0),
        byPath: Object.fromEntries(byPath),
        byOutcome: Object.fromEntries(byOutcome),
      },
      bill: { chat: closed(accounts.chat), batch: closed(accounts.batch) },
      distinctRequests: requests.size,
      repeats: {
        goodBilled: beyondFirst(rows(), row => row.goodBilled),
        goodDelivered: beyondFirst(rows(), row => row.goodDelivered),
        examples: rows()
          .filter(row => row.goodBilled > 1)
          .slice(0, maxExamples),
      },
    }),
    rows,
  };
}
