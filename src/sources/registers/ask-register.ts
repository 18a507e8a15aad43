import type { Config } from "../../config.ts";
import { nodesAt, parseJson, type Row, record } from "../../lib/loose-json.ts";
import { retryAfterSeconds } from "../../lib/retry-after.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { type ApiRequest, outboundFor } from "../../platform/outbound/outbound.ts";
import type { LegalNumber } from "../../readers/legal/legal-numbers.ts";

/** Thrown by a {@link RegisterClient}: the register could not be asked, so the answer is unknown. */
export class RegisterUnavailable extends Error {
  readonly retryAfterSeconds: number;
  constructor(reason: string, retryAfterSeconds: number) {
    super(reason);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Thrown by an adapter: the number is valid, and the register does not disclose its owner. */
export class NameWithheld extends Error {}

/** The requests of an adapter to its register, for one call. */
export type RegisterClient = ReturnType<typeof createRegisterClient>;

const INTERVAL_MS = 300;
const MAX_WAIT_MS = 4_000;
const TIMEOUT_MS = 12_000;
const MAX_BYTES = 6_000_000;
const BUSY_SECONDS = 30;
const DOWN_SECONDS = 60;
/** The longest `Retry-After` that is obeyed. */
const MAX_PENALTY_MS = 600_000;

/** A client for one call. All requests of the deployment to a host share one queue, which a `Retry-After` pauses. */
export function createRegisterClient(
  context: SourceContext,
  { intervalMs = INTERVAL_MS, headers }: { intervalMs?: number; headers?(config: Config): Record<string, string> },
) {
  return {
    context,
    /** One request. `text` is for XML, whose body is not parsed. Throws {@link RegisterUnavailable} for statuses but 200 and those in `accept`. */
    async ask(url: string, init: ApiRequest = {}, accept: readonly number[] = [], format: "json" | "text" = "json") {
      const { hostname } = new URL(url);
      // The SEC counts its hosts together.
      const host = hostname.endsWith(".sec.gov") ? "sec.gov" : hostname;
      const queue = context.env.RATE_LIMITER.getByName(`host:${host}`);
      const waitMs = await queue.pace(intervalMs, MAX_WAIT_MS).catch(() => intervalMs);
      if (waitMs > MAX_WAIT_MS) throw new RegisterUnavailable("queue", Math.ceil(waitMs / 1000));
      await scheduler.wait(waitMs);
      const request = { ...init, headers: { ...headers?.(context.config), ...init.headers } };
      const reply = await outboundFor(context).api(url, request, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
      if (reply.status !== "ok") throw new RegisterUnavailable(reply.status, DOWN_SECONDS);
      const { httpStatus, text } = reply;
      const seconds = retryAfterSeconds(reply.headers);
      if (httpStatus === 429 || (httpStatus === 503 && seconds)) {
        const penaltyMs = Math.min((seconds ?? BUSY_SECONDS) * 1000, MAX_PENALTY_MS);
        await queue.pace(penaltyMs, Number.MAX_SAFE_INTEGER).catch(() => 0);
        throw new RegisterUnavailable("busy", seconds ?? BUSY_SECONDS);
      }
      if (httpStatus !== 200 && !accept.includes(httpStatus))
        throw new RegisterUnavailable(`HTTP ${httpStatus}`, DOWN_SECONDS);
      const body: unknown = format === "json" ? parseJson(text) : null;
      // The SEC and others send an HTML notice with 200 to clients that are too fast.
      if (httpStatus === 200 && body === undefined) throw new RegisterUnavailable("not JSON", DOWN_SECONDS);
      return { httpStatus, body, text };
    },
  };
}

/** What registers answer about a number that they do not have; 410 when it was removed on legal grounds. */
export const NONE = [204, 404, 410];

/** The rows at a path of an answer; none for the statuses of {@link NONE}. Throws as {@link RegisterClient.ask} does. */
export async function rowsAt({ ask }: RegisterClient, url: string, path: string, init?: ApiRequest): Promise<Row[]> {
  const { httpStatus, body } = await ask(url, init, NONE);
  return httpStatus === 200 ? nodesAt(body, path).map(record) : [];
}

/** The rows that a register gives about a number or the words of a name: at a path of the answer from an address. */
export function rowsBy(addressOf: (asked: string) => string, path: string) {
  return (client: RegisterClient, asked: string | LegalNumber): Promise<Row[]> => {
    const words = typeof asked === "string" ? asked : asked.number;
    return rowsAt(client, addressOf(encodeURIComponent(words)), path);
  };
}
