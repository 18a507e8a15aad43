import { Hono } from "hono";
import { type AppEnv, clientOf } from "../http/app-env.ts";
import { checkReadiness } from "../http/health.ts";
import { Readiness } from "../http/pages/figures.tsx";
import { privatePage } from "../http/pages/private-page.tsx";
import { formatCount } from "../lib/numbers.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { shieldRead } from "../platform/limits/limits.ts";
import { readCallSums, totalOf } from "./call-sums.ts";

const WINDOW_HOURS = 24;

type Status = { checks: Record<string, "ok" | "failing">; calls: number; failed: number };
const remembered = new WeakMap<object, { until: number; status: Promise<Status> }>();

/** `/status`, for everybody: the bindings, and how many paid calls of the last day failed. Looked up once a minute per isolate. */
export const status = new Hono<AppEnv>().get(PATHS.status, async (c) => {
  await shieldRead(c.env, clientOf(c).ip);
  const known = remembered.get(c.var.config);
  const fresh =
    known && Date.now() < known.until ? known : { until: Date.now() + MINUTE_MS, status: readStatus(c.env) };
  remembered.set(c.var.config, fresh);
  const { checks, calls, failed } = await fresh.status.catch((failure: unknown) => {
    remembered.delete(c.var.config);
    throw failure;
  });
  const isWell = Object.values(checks).every((check) => check === "ok");
  const share = calls === 0 ? 0 : failed / calls;
  if (/\bapplication\/json\b/.test(c.req.header("accept") ?? "")) {
    const told = { status: isWell ? "ok" : "failing", checks, window_hours: WINDOW_HOURS, calls };
    return c.json({ ...told, error_rate: Number(share.toFixed(4)) });
  }
  const body = (
    <>
      <p class={isWell ? "notice" : "alert"}>
        {isWell
          ? "Everything that the service depends on answers."
          : "Something that the service depends on does not answer."}
      </p>
      <Readiness of={checks} />
      <p>
        {calls === 0
          ? `No paid calls in the last ${WINDOW_HOURS} hours.`
          : `Of ${formatCount(calls)} paid ${calls === 1 ? "call" : "calls"} in the last ${WINDOW_HOURS} hours, ${(share * 100).toFixed(1)}\u00a0% failed and gave their tokens back.`}
      </p>
    </>
  );
  return c.html(privatePage(c, { title: "Status", body }));
});

async function readStatus(env: Env): Promise<Status> {
  const [checks, sums] = await Promise.all([
    checkReadiness(env),
    // A database that fails is among the checks.
    readCallSums(env.DB, Date.now() - WINDOW_HOURS * HOUR_MS).catch(() => []),
  ]);
  return { checks, ...totalOf(sums) };
}
