import { expect, it, vi } from "vitest";
import { anonymousKey, requestWith } from "../support/harness.ts";

it("each call is one data point: tool, outcome, status, tokens, time; nothing that names the caller", async () => {
  const key = await anonymousKey();
  const writeDataPoint = vi.fn();
  const call = (tool: string, body: string) =>
    requestWith({ ANALYTICS: { writeDataPoint } }, `/api/v0/${tool}`, {
      method: "POST",
      body,
      headers: { Authorization: `Bearer ${key}` },
    });
  await call("get_network_company_url", '{"domain":"does-not-exist.example"}');
  await call("get_network_company_url", '{"domain":"failing.example"}');
  await call("get_network_company_url", "{");
  await call("made-up-by-somebody", "{}");
  const points = writeDataPoint.mock.calls.map(([point]) => point);
  expect(points.map(({ indexes, blobs, doubles: [status, tokens] }) => [indexes, blobs, status, tokens])).toEqual([
    [["get_network_company_url"], ["get_network_company_url", "ok"], 200, 0],
    [["get_network_company_url"], ["get_network_company_url", "upstream_error"], 502, 0],
    [["get_network_company_url"], ["get_network_company_url", "invalid_request"], 400, 0],
    [["unknown"], ["unknown", "tool_not_found"], 404, 0],
  ]);
  expect(points[0].doubles.slice(2)).toEqual([expect.any(Number)]);
  expect(JSON.stringify(points)).not.toContain(key);
});
