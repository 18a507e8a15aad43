import { beforeAll, expect, it } from "vitest";
import { anonymousKey, balanceOf, brokenLedgers, makePaid, request } from "../support/harness.ts";

/** Lists as people's spreadsheets save them. Each is priced in a dry run, which says by line what cannot be run. */
const TOOL = "get_network_company_url";
let key = "";
let balance = 0;

beforeAll(async () => {
  key = await anonymousKey();
  await makePaid(key);
  balance = await balanceOf(key);
});

function upload(body: BodyInit, type = "text/csv", query = `tool=${TOOL}`) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": type };
  return request(`/api/v0/create_batch?${query}&dry_run=true`, { method: "POST", body, headers });
}

const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0), 0])]);
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** What can be run of a list, and the lines that cannot, with a word of the reason. */
type Read = { distinct: number; duplicates?: number; invalid?: [line: number, reason: string][] };

it.each<[string, BodyInit, Read]>([
  ["tabs", "domain\tNote\na.example\tx, y; z\n", { distinct: 1 }],
  ["bars", "Note|domain\nx|a.example\n", { distinct: 1 }],
  ["semicolons, a BOM and a quoted header", '\ufeff"Domain";"Note"\r\n"a.example";"x"\r\n', { distinct: 1 }],
  ["line breaks of old Macs", "domain,Note\ra.example,x\rb.example,y\r", { distinct: 2 }],
  ["mixed line breaks", "domain\r\na.example\nb.example\r\nc.example", { distinct: 3 }],
  [
    "blank lines, which count as lines",
    "domain\n\n\na.example\n   \nno domain\n",
    { distinct: 1, invalid: [[6, "domain"]] },
  ],
  ["rows that were emptied", "Note,domain\n,\n,,,\nx,a.example\n", { distinct: 1 }],
  [
    "rows that are too short or too long",
    "Note,domain\nx\nx,a.example\nx,b.example,y\n",
    {
      distinct: 1,
      invalid: [
        [2, "domain"],
        [4, "3 cells"],
      ],
    },
  ],
  ["a comma at the end of each row", "domain,\na.example,\nb.example,\n", { distinct: 2 }],
  [
    "a line number after quoted line breaks",
    'Note,domain\n"1\n2\n3",a.example\nx,10.0.0.1\n',
    { distinct: 1, invalid: [[5, "domain"]] },
  ],
  [
    "a stray quotation mark, which makes the lines after it one record",
    'domain,Note\na.example,5" disk\nb.example,"x"y\nc.example,z\n',
    { distinct: 1, invalid: [[3, "quotation mark"]] },
  ],
  [
    "formulas as arguments",
    'domain\n=HYPERLINK("http://x.example")\n@SUM(1)\n+1\na.example\n',
    {
      distinct: 1,
      invalid: [
        [2, "domain"],
        [3, "domain"],
        [4, "domain"],
      ],
    },
  ],
  ["NUL characters", "domain,Note\na\u0000.example,x\nb.example,y\u0000z\n", { distinct: 1, invalid: [[2, "domain"]] }],
  ["columns of one name, or without one", "domain,Note,Note,,\na.example,1,2,3,4\n", { distinct: 1 }],
  ["columns called like parts of JavaScript", "__proto__,constructor,domain\nx,y,a.example\n", { distinct: 1 }],
  ["letters of many scripts", "domain,名前\na.example,株式会社\nb.example,🦊\u202e\n", { distinct: 2 }],
  [
    "one domain written in five ways",
    "domain\na.example\nA.EXAMPLE\nhttps://a.example/\nwww.a.example\na.example.\n",
    { distinct: 1, duplicates: 4 },
  ],
  ["an export of HubSpot", "Record ID,Company name,Company Domain Name,City\n1,Acme,a.example,Oslo\n", { distinct: 1 }],
  ["a column of websites", "Name,Website\nAcme,https://www.a.example/about\n", { distinct: 1 }],
  [
    "an argument beside a column that is like it",
    "Website,Domain\nb.example,a.example\n,a.example\n",
    { distinct: 1, duplicates: 1 },
  ],
])("%s: says by line what cannot be run", async (_, body, { distinct, duplicates = 0, invalid = [] }) => {
  const answer = await upload(body);
  expect(answer.status, answer.text).toBe(200);
  const { estimate } = answer.body;
  expect([estimate.distinct, estimate.duplicates]).toEqual([distinct, duplicates]);
  expect(estimate.invalid).toEqual(
    invalid.map(([line, reason]) => ({ line, reason: expect.stringContaining(reason) })),
  );
});

it.each<[string, BodyInit, number, string]>([
  ["Windows-1252 with curly quotes", latin1("domain,Note\na.example,\x93x\x94\n"), 400, "Line 2 is not UTF-8"],
  ["Latin-1 in the header", latin1("domain,Stra\xdfe\na.example,x\n"), 400, "Line 1 is not UTF-8"],
  ["UTF-16 of Excel's Unicode text", utf16("domain\tNote\r\na.example\tx\r\n"), 400, "UTF-16"],
  ["a workbook", new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0x06, 0]), 400, "spreadsheet"],
  ["Excel's line for the separator", "sep=;\ndomain;Note\na.example;x\n", 400, "Line 1 must be a header"],
  ["a page of HTML", "<!doctype html>\n<p>Sign in</p>\n", 400, "header"],
  ["a list in JSON", '[{"domain":"a.example"}]', 400, "header"],
  ["one cell of 10 MB", `domain\n${"a".repeat(10_000_000)}`, 413, "2000000"],
  ["one quoted cell of 1.9 MB", `domain\n"${"a".repeat(1_900_000)}\n"`, 400, "line 2 does not end"],
  ["201 columns", `domain${",x".repeat(200)}\na.example\n`, 400, "201 columns"],
  ["nothing but blank lines", "\n\n \n", 400, "empty"],
  ["nothing but a BOM", "\ufeff", 400, "empty"],
])("%s is refused with the way out", async (_, body, status, said) => {
  const answer = await upload(body);
  expect([answer.status, answer.body.detail], answer.text).toEqual([status, expect.stringContaining(said)]);
});

it.each<[string, string, number]>([
  ["First Name,Last Name,Website\nAda,Lovelace,a.example\nAda,,b.example\n,,c.example\n", "tool=get_email", 2],
  ["Surname,domain,Given Name\nLovelace,a.example,Ada\n", "tool=get_email", 1],
  ["Nachname,domain\nLovelace,a.example\n", 'tool=get_email&columns={"Nachname":"last_name","domain":"domain"}', 1],
  ["First Name,Last Name,domain\nAda,Lovelace,a.example\n", "tool=get_company&name=2026", 1],
])("%s of %s: %i can be run", async (list, query, distinct) => {
  const answer = await upload(list, "text/csv", query);
  expect([answer.status, answer.body.estimate?.distinct], answer.text).toEqual([200, distinct]);
});

it("CSV under another type is told the right one", async () => {
  const answer = await upload("domain\na.example\n", "text/plain");
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining("Content-Type: text/csv")]);
});

it("none of the refused lists was charged", async () => {
  expect(await balanceOf(key)).toBe(balance);
  expect(await brokenLedgers()).toEqual([]);
});
