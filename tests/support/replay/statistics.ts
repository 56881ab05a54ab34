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

interface RequestCounts {
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
  readonly requests: { readonly total: number };
  readonly bill: Record<Tariff, Account>;
  readonly distinctRequests: number;
  /** Good replies beyond the first to one request: billed, and delivered too. 0 when nothing was paid for twice. */
  readonly repeats: { readonly goodBilled: number; readonly goodDelivered: number };
}

export interface Statistics {
  came(): void;
  asked(request: string): void;
  bill(billed: Billed): void;
  deliver(billed: Billed): void;
  read(): BillStats;
}

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

const beyondFirst = (counts: readonly number[]) =>
  counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0);

export function keepStatistics(): Statistics {
  let total = 0;
  const accounts = { chat: accountOf(), batch: accountOf() };
  const requests = new Map<string, RequestCounts>();
  const countsOf = (request: string): RequestCounts => {
    const counts = requests.get(request) ?? { asked: 0, goodBilled: 0, goodDelivered: 0 };
    requests.set(request, counts);
    return counts;
  };
  return {
    came: () => {
      total++;
    },
    asked: request => void countsOf(request).asked++,
    bill: ({ tariff, request, usage, good }) => {
      add(accounts[tariff].billed, usage);
      if (good) countsOf(request).goodBilled++;
    },
    deliver: ({ tariff, request, usage, good }) => {
      add(accounts[tariff].delivered, usage);
      if (good) countsOf(request).goodDelivered++;
    },
    read: () => ({
      requests: { total },
      bill: { chat: closed(accounts.chat), batch: closed(accounts.batch) },
      distinctRequests: requests.size,
      repeats: {
        goodBilled: beyondFirst([...requests.values()].map(counts => counts.goodBilled)),
        goodDelivered: beyondFirst([...requests.values()].map(counts => counts.goodDelivered)),
      },
    }),
  };
}
