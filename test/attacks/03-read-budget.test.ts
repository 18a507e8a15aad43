/** Attack: a site whose pages are small enough each, and take seconds to parse together. */
import { describe, expect, it } from "vitest";
import { workBudget } from "../../src/platform/outbound/context.ts";
import { outboundFor } from "../../src/platform/outbound/outbound.ts";
import { peopleOnSite } from "../../src/sources/people/site-people.ts";
import { fetchedFrom, sourceContext } from "../support/source-context.ts";

const withBytes = (bytesLeft: number) => sourceContext({ work: { ...workBudget(), bytesLeft } });

describe("a request that has read as much as it may", () => {
  it("does not say that there is nothing", async () => {
    const found = await peopleOnSite(withBytes(50_000), { domain: "heavy.example" });
    expect(found).toMatchObject({ status: "failed", error: { code: "upstream_unavailable" } });
    expect(await outboundFor(withBytes(10)).api("https://heavy.example/team")).toEqual({ status: "out_of_work" });
  });

  it("keeps what it has found and says that it is not all", async () => {
    const found = await peopleOnSite(withBytes(150_000), { domain: "heavy.example" });
    expect(found).toMatchObject({ status: "found", isPartial: true });
  });

  it("takes no half page for a whole one, and sends no further request", async () => {
    const outbound = outboundFor(withBytes(50_000));
    expect(await outbound.page("https://heavy.example/whole")).toMatchObject({ status: "unavailable" });
    expect((await outbound.page("https://heavy.example/next")).status).not.toBe("ok");
    expect(await fetchedFrom("heavy.example")).not.toContain("GET https://heavy.example/next");
  });

  it("counts a tag for more than its bytes, because parsers spend their time on tags", async () => {
    const work = workBudget();
    const before = work.bytesLeft;
    const seen = await outboundFor(sourceContext({ work })).page("https://nested.example/");
    const length = seen.status === "ok" ? seen.text.length : 0;
    expect(length).toBeGreaterThan(100_000);
    expect(before - work.bytesLeft).toBeGreaterThan(8 * length);
    const small = sourceContext({ work: { ...workBudget(), bytesLeft: 2 * length } });
    expect((await outboundFor(small).page("https://nested.example/")).status).not.toBe("ok");
  });

  it("counts what a packed page unpacks to", async () => {
    const work = { ...workBudget(), bytesLeft: 5_000_000 };
    const seen = await outboundFor(sourceContext({ work })).page("https://gzip-bomb.example/");
    expect(seen).toMatchObject({ status: "ok", truncated: true });
    expect(seen.status === "ok" && seen.text.length).toBe(1_500_000);
    expect(work.bytesLeft).toBeLessThan(3_600_000);
  });
});
