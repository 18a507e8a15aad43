import { describe, expect, it } from "vitest";
import * as z from "zod";
import { companyDomain, mailDomain, registrableDomain } from "../../../src/readers/words/company-domain.ts";

describe("a company domain", () => {
  it.each([
    ["acme.com", "acme.com"],
    ["  ACME.com.  ", "acme.com"],
    ["https://user:pw@www.Acme.co.uk:8443/about?x=1#y", "acme.co.uk"],
    ["//acme.com/path", "acme.com"],
    ["acme.com/path@x", "acme.com"],
    ["jo@acme.com", "acme.com"],
    ["www.acme.com", "acme.com"],
    ["www.com", "www.com"],
    ["shop.acme.com", "shop.acme.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["BÜCHER。example", "xn--bcher-kva.example"],
    ["acme-robotics.example", "acme-robotics.example"],
    ["someone.github.io", "someone.github.io"],
    ["公司.cn.example", "xn--55qx5d.cn.example"],
    ["folha.uol.com.br", "folha.uol.com.br"],
  ])("%j is %s", (text, expected) => {
    expect(companyDomain.parse(text)).toBe(expected);
  });

  it.each([
    ["", "empty"],
    ["https:///", "empty"],
    ["127.0.0.1", "IP address"],
    ["0x7f.1", "IP address"],
    ["2130706433", "IP address"],
    ["http://[::1]:80/", "IP address"],
    ["fe80::1", "IP address"],
    ["acme", "a name, not a domain"],
    ["localhost", "a name, not a domain"],
    ["printer.local", "private network"],
    ["metadata.google.internal", "private network"],
    ["co.uk", "public suffix"],
    ["github.io", "public suffix"],
    ["gmail.com", "mailboxes"],
    ["https://www.Outlook.com/", "mailboxes"],
    ["linkedin.com/company/acme", "social network"],
    ["de.linkedin.com", "social network"],
    ["m.facebook.com", "social network"],
    ["acme com", "a name, not a domain"],
    ["-acme.com", "not a domain"],
    ["acme_x.com", "not a domain"],
    ["acme..com", "not a domain"],
    ["a%2eb.com", "not a domain"],
    ["*.acme.com", "not a domain"],
    ["acme.com\u0000", "not a domain"],
    [`${"a".repeat(64)}.com`, "at most 253"],
    [`${"abcdefgh.".repeat(40)}com`, "at most 253"],
  ])("%j is refused: %s", (text, why) => {
    const result = companyDomain.safeParse(text);
    expect(result.error?.issues[0]?.message).toContain(why);
    expect(result.error?.issues[0]?.message).toMatch(/Send the domain|Call resolve_company/);
  });

  it("is a plain string in JSON Schema", () => {
    expect(z.toJSONSchema(z.object({ domain: companyDomain }), { io: "input" })).toMatchObject({
      properties: { domain: { type: "string" } },
    });
  });

  it("may be a free-mail host where mail is the question", () => {
    expect(mailDomain.parse("Gmail.com")).toBe("gmail.com");
    expect(mailDomain.safeParse("facebook.com").success).toBe(false);
  });

  it("knows private suffixes", () => {
    expect(registrableDomain("www.shop.acme.co.uk")).toBe("acme.co.uk");
    expect(registrableDomain("someone.github.io")).toBe("someone.github.io");
  });
});
