import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach } from "vitest";
import { forgetHere } from "../../src/platform/isolate-memory.ts";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// Tests write facts and directory rows into D1 themselves.
beforeEach(() => forgetHere(env.DB));
