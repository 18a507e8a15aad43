import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callTool, richKey } from "../../support/harness.ts";
import { calmGdelt } from "../../support/signal-harness.ts";

let key = "";
beforeAll(async () => {
  key = await richKey();
});
beforeEach(calmGdelt);

describe("funding by form D", () => {
  it("answers how much, from the last notice of the offering, without its officers", async () => {
    const { body, text } = await callTool(key, "signal_funding", { domain: "hudson-labs.example" });
    expect(body).toMatchObject({
      is_detected: true,
      amount: 8_250_000,
      currency: "USD",
      round: null,
      investors: [],
      source: "edgar",
    });
    expect(body.events).toMatchObject([
      {
        url: "https://www.sec.gov/Archives/edgar/data/5/000000000526000001/primary_doc.xml",
        form_d: {
          amount_sold: 8_250_000,
          amount_offered: null,
          is_amendment: true,
          security: ["equity"],
          investors_count: 7,
        },
      },
    ]);
    expect(body.events[0].form_d.offering_since < body.events[0].form_d.filed).toBe(true);
    expect(text).not.toMatch(/Private Home|Quill|99000000|99,000,000/);
  });

  it("asks about a name of one word, and tells two firms that bear it", async () => {
    const { body } = await callTool(key, "signal_funding", { domain: "figmint.example" });
    expect(body).toMatchObject({ is_detected: true, amount: 3_000_000, source: "edgar" });
    // The article names somebody of the team beside the company.
    expect(body.events).toMatchObject([
      { source: "gdelt", url: "https://daily.example/1", amount: 8_500_000 },
      { source: "edgar", amount: 3_000_000 },
    ]);
    await calmGdelt();
    const other = await callTool(key, "signal_funding", { domain: "other-figmint.example" });
    expect(other.body).toMatchObject({ is_detected: false, amount: null, events: [], incomplete: [] });
  });

  it("takes an article that the company's own page links", async () => {
    const { body } = await callTool(key, "signal_leadership_change", { domain: "other-figmint.example" });
    expect(body).toMatchObject({
      is_detected: true,
      person: "Otto Blum",
      role: "CEO",
      change: "joined",
      source: "gdelt",
    });
    await calmGdelt();
    const { body: other } = await callTool(key, "signal_leadership_change", { domain: "figmint.example" });
    expect(other).toMatchObject({ is_detected: false, events: [] });
  });
});

it("answers amount, currency, round and date of an announced round", async () => {
  const { body } = await callTool(key, "signal_funding", { domain: "acme-robotics.example" });
  expect(body).toMatchObject({ amount: 12_000_000, currency: "USD", round: "Series A" });
  expect(Date.parse(body.date)).toBeGreaterThan(0);
});

it("reads a press page without machine-readable dates", async () => {
  const { body } = await callTool(key, "signal_funding", { domain: "press-list.example" });
  expect(body).toMatchObject({
    is_detected: true,
    round: "Series B",
    events: [{ title: "Announcing our Series B funding", url: "https://press-list.example/news/runde" }],
  });
});

it("answers person, role and date of a change", async () => {
  const { body } = await callTool(key, "signal_leadership_change", { domain: "newsroom.example" });
  expect(body).toMatchObject({ is_detected: true, person: "Ana Reis", role: "CFO", change: "joined" });
});

it("names who came and who left by the text of a Form 8-K", async () => {
  const { body } = await callTool(key, "signal_leadership_change", { domain: "acme-robotics.example" });
  const filed = body.events.filter(({ source }: { source: string }) => source === "edgar");
  expect(filed).toMatchObject([
    { person: "Ada Winter", role: "Chief Financial Officer", change: "left" },
    { person: "Jonas Feld", role: "Chief Operating Officer", change: "joined" },
  ]);
});
