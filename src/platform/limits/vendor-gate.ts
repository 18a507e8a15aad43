import { HOUR_MS } from "../../lib/time.ts";
/** A vendor's access token, or why there is none. `expiresAt` is milliseconds since 1970. */
export type Grant =
  | { status: "granted"; token: string; expiresAt: number }
  /** The vendor does not accept our credentials. */
  | { status: "refused" }
  | { status: "wait"; waitMs: number }
  | { status: "error" | "timeout" };

/** The gate's answer to a call: a pass, or the reason of the refusal. */
export type GateEntry = { status: "in"; token: string } | Exclude<Grant, { status: "granted" }>;

type Quota = { remaining: number; resetAt: number };
type Store = { get<T>(name: string): T | undefined; put(name: string, value: unknown): void };

const MAX_WINDOW_MS = HOUR_MS;
/** Clocks and rounding: resets closer than this are the same window. */
const SAME_WINDOW_MS = 2_000;

/**
 * The gate that all isolates pass before they call a vendor's API. It keeps the vendor's access token and the rest of its
 * rate limit. It runs in a Durable Object with `store` as its storage, so the token is never in D1 or KV.
 */
export function vendorGate(store: Store) {
  let granting: Promise<Grant> | undefined;

  /** Takes one call and returns the token. Without one, or with the `refused` one, `grant` fetches another, once. */
  async function enter(grant: () => Promise<Grant>, refused: string | null): Promise<GateEntry> {
    const quota = store.get<Quota>("quota");
    const waitMs = quota ? quota.resetAt - Date.now() : 0;
    if (quota && waitMs > 0) {
      if (quota.remaining < 1) return { status: "wait", waitMs };
      store.put("quota", { ...quota, remaining: quota.remaining - 1 });
    }
    const known = store.get<Grant & { status: "granted" }>("grant");
    if (known && known.expiresAt > Date.now() && known.token !== refused) return { status: "in", token: known.token };
    granting ??= keep(grant).finally(() => {
      granting = undefined;
    });
    const granted = await granting;
    return granted.status === "granted" ? { status: "in", token: granted.token } : granted;
  }

  async function keep(grant: () => Promise<Grant & Partial<Disposable>>): Promise<Grant> {
    // An RPC stub: dispose the result, or the isolate leaks.
    const granted = await grant();
    granted[Symbol.dispose]?.();
    if (granted.status === "granted") store.put("grant", granted);
    return granted;
  }

  /** The calls that the vendor allows until `resetMs` from now, only ever fewer. Returns the ms until the next. */
  function noteQuota(remaining: number, resetMs: number): number {
    const now = Date.now();
    const resetAt = now + Math.min(Math.max(resetMs, 0), MAX_WINDOW_MS);
    const known = store.get<Quota>("quota");
    const isSameWindow = known && known.resetAt > now && resetAt < known.resetAt + SAME_WINDOW_MS;
    const quota = isSameWindow
      ? { remaining: Math.min(known.remaining, remaining), resetAt: known.resetAt }
      : { remaining, resetAt };
    store.put("quota", quota);
    return quota.remaining < 1 ? Math.max(0, quota.resetAt - now) : 0;
  }

  /** When the stored state expires, in milliseconds since 1970. */
  const neededUntil = () =>
    Math.max(
      store.get<Quota>("quota")?.resetAt ?? 0,
      store.get<Grant & { status: "granted" }>("grant")?.expiresAt ?? 0,
    );

  return { enter, noteQuota, neededUntil };
}
