import { Agent, request } from "node:http";

export type Shot = { method: string; path: string; headers?: Record<string, string>; body?: string };
export type Load = { perSecond: number; p50: number; p99: number; statuses: Record<number, number>; calls: number };

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Sends `shot` from `connections` callers, one request at a time each, for `durationMs`. Latencies are milliseconds. */
export async function load(base: URL, shot: Shot, connections: number, durationMs: number): Promise<Load> {
  const latencies: number[] = [];
  const statuses: Record<number, number> = {};
  const start = performance.now();
  const caller = async () => {
    while (performance.now() - start < durationMs) {
      const sent = performance.now();
      const status = await fire(base, shot);
      latencies.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), statuses, calls: latencies.length };
}

function fire(base: URL, { method, path, headers, body }: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: base.hostname, port: base.port, method, path, headers, agent }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
