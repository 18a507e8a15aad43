import type { Settled, Settlement } from "../ledger/account-types.ts";

/**
 * How a call was settled, and the spendable tokens afterwards; null if unknown. `unacknowledged`: neither the account object
 * nor D1 is known to have the settlement, so the answer must not be delivered.
 */
export type EndedCall = { settled: Settled | { status: "unacknowledged" }; balance: number | null };

type Send = (all: Settlement[]) => Promise<EndedCall[]>;
type Waiting = { settlement: Settlement; send: Send; resolve(ended: EndedCall): void; reject(cause: unknown): void };

/** One of several calls in the same HTTP response. */
export type BatchedCall = {
  settle(settlement: Settlement, send: Send): Promise<EndedCall>;
  /** The call has ended, with or without a settlement. */
  leave(): void;
};

/** Collects the settlements of calls in the same HTTP response and sends them together once no call is running. */
export function settlementBatch(): { enter(): BatchedCall } {
  let running = 0;
  let waiting: Waiting[] = [];

  function sendTogether(): void {
    const all = waiting;
    waiting = [];
    all
      .at(-1)
      ?.send(all.map(({ settlement }) => settlement))
      .then(
        (ended) => {
          for (const [index, { resolve }] of all.entries()) resolve(ended[index] as EndedCall);
        },
        (cause) => {
          for (const { reject } of all) reject(cause);
        },
      );
  }

  function enter(): BatchedCall {
    running++;
    let isRunning = true;
    const leave = () => {
      if (!isRunning) return;
      isRunning = false;
      running--;
      if (running === 0) sendTogether();
    };
    return {
      settle(settlement, send) {
        const { promise, resolve, reject } = Promise.withResolvers<EndedCall>();
        waiting.push({ settlement, send, resolve, reject });
        leave();
        return promise;
      },
      leave,
    };
  }
  return { enter };
}
