import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const MEMORY = "/dev/shm";
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/** Only a hang may reach them: a machine under load is several times slower. */
export const HANG_LIMITS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 250_000, interval: 200 } },
};

/** Sets the environment of this process and of those it starts. */
export function prepareSurroundings(): void {
  // wrangler says on each start where it looks for secrets.
  process.env.WRANGLER_LOG = "warn";
  // wrangler is started some 30 times, and compiling it is a third of each start.
  process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compile");
  sendUncompressed();
  // On a disk, half of the time goes into waiting for D1 and Durable Objects to sync.
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < MIN_FREE_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, "tallygate-"));
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/**
 * Modules reach workerd through a web socket on this machine: to compress them takes longer than to send them. No option of
 * Miniflare reaches its client, which offers compression under this name.
 */
function sendUncompressed(): void {
  const { PerMessageDeflate } = createRequire(import.meta.resolve("miniflare"))("ws");
  Object.defineProperty(PerMessageDeflate, "extensionName", { get: () => "x-not-compressed" });
}
