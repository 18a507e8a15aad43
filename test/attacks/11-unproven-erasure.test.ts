import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/lib/time.ts";
import { csvOf, employeesOf, importCsv } from "../support/directory-csv.ts";
import { advanceClock, callTool, requestWith, richKey } from "../support/harness.ts";
import { askPrivacy, confirmPrivacy, privacyToken } from "../support/privacy-request.ts";

let key: string;
vi.spyOn(console, "log").mockImplementation(() => {});
beforeAll(async () => {
  key = await richKey();
});

const count = (from: string, value: string) =>
  env.DATA.prepare(`SELECT count(*) AS n FROM ${from} = ?`).bind(value).first("n");

describe("13.11: a stranger's erasure deletes nothing that the operator has bought", () => {
  it("keeps directory rows of a name that the address does not prove, and shows them no more", async () => {
    const domain = "bought.example";
    const rows = [
      ["name", "title", "domain", "email"],
      ["Rita Moss", "CEO", domain, `rita.moss@${domain}`],
      ["Sven Falk", "CTO", domain, `sven.falk@${domain}`],
    ];
    await importCsv("people", csvOf(rows));
    for (const email of ["rita@mailbox-of-mine.example", `sven.falk@${domain}`, `hr@${domain}`]) {
      const done = await askPrivacy(key, { type: "erasure", email, name: "Rita Moss", domain });
      expect(done.text).toContain("does not prove");
    }
    // Sven's own address deleted Sven's row, because it proves that one.
    expect(await count("people WHERE domain", domain)).toBe(1);
    expect(await employeesOf(key, domain)).toEqual([]);

    const own = await askPrivacy(key, { type: "erasure", email: `rita.moss@${domain}`, name: "Rita Moss", domain });
    expect(own.text).toContain("What was stored about you is deleted");
    expect(await count("people WHERE domain", domain)).toBe(0);
  });

  it("keeps what customers have stored about others whose address ends like the stranger's", async () => {
    const domain = "acme-robotics.example";
    const get = () => callTool(key, "get_email", { name: "Ada Brandt", domain }, { "Idempotency-Key": domain });
    expect((await get()).text).toContain(`ada.brandt@${domain}`);
    await askPrivacy(key, { type: "erasure", email: `brandt@${domain}` });
    expect((await get()).headers.get("idempotent-replayed")).toBe("true");
    await askPrivacy(key, { type: "erasure", email: `ada.brandt@${domain}` });
    expect((await get()).body.error).toBe("idempotency_result_unavailable");
  });

  it("keeps paid vendor answers until the person proves their identity", async () => {
    const domain = "vendor-only.example";
    const list = () =>
      requestWith({ PDL_API_KEY: "good-key" }, "/api/v0/list_network_company_employees", {
        method: "POST",
        headers: { Authorization: `Bearer ${key}` },
        body: JSON.stringify({ domain }),
      });
    expect((await list()).text).toContain("Ada Brandt");
    const kept = async () =>
      Number(await count("source_cache WHERE kind = 'pdl_people' AND substr(key, 1, 19)", domain));
    const before = await kept();
    expect(before).toBeGreaterThan(0);
    const who = { name: "Ada Brandt", domain };
    await askPrivacy(key, { type: "erasure", email: "ada@mailbox-of-mine.example", ...who });
    expect(await kept()).toBe(before);
    expect((await list()).text).not.toContain("Brandt");
    await askPrivacy(key, { type: "erasure", email: `ada.brandt@${domain}`, ...who });
    expect(await kept()).toBe(0);

    // Asked again, the vendor still names her.
    await list();
    const stored = await env.DATA.prepare("SELECT data_json FROM source_cache WHERE kind = 'pdl_people'").first(
      "data_json",
    );
    expect(stored).toContain("people");
    expect(stored).not.toContain("Brandt");
  });

  it("withholds at most ten names a day at one company, and more only from addresses there", async () => {
    const domain = "crowded.example";
    const object = (index: number, email: string) => {
      const name = `Ann ${"abcdefghijklmnop"[index]}orman`;
      const from = { "CF-Connecting-IP": `192.0.2.${index}` };
      return callTool(key, "submit_privacy_request", { type: "objection", email, name, domain }, from);
    };
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++) {
      const email = `stranger-${index}@mailbox-of-mine.example`;
      expect((await object(index, email)).status).toBe(200);
      statuses.push((await confirmPrivacy(privacyToken(email))).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    const own = `ann.norman@${domain}`;
    expect((await object(13, own)).status).toBe(200);
    expect((await confirmPrivacy(privacyToken(own))).status).toBe(200);
    const refused = `stranger-11@mailbox-of-mine.example`;
    advanceClock(DAY_MS);
    expect((await confirmPrivacy(privacyToken(refused))).status).toBe(200);
  });
});
