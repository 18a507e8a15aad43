import type { Counted } from "./counting.ts";
import { startWorker } from "./server.ts";
import { addKey } from "./shots.ts";

const COMPANIES = ["acme-robotics", "brightwater", "fernhill", "hazel-and-oak", "lumenta"].map(
  (name) => `${name}.example`,
);
const TOOLS: Record<string, (domain: string) => object> = {
  get_network_company_url: (domain) => ({ domain }),
  get_company: (domain) => ({ domain }),
  list_network_company_employees: (domain) => ({ domain }),
  get_email: (domain) => ({ name: "Ada Brandt", domain }),
  list_company_jobs: (domain) => ({ domain }),
  signal_funding: (domain) => ({ domain }),
  list_technologies: (domain) => ({ domain }),
  detect_signal: (domain) => ({ domain }),
};
const RICH = 1_000_000_000;

type Look = { seconds: number; asked: string[]; cpuMs: number; database: Counted["database"] };

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const most = (values: number[]) => Math.max(...values);

/** What calls about companies cost that this deployment has not seen: the demo internet answers 120 ms late. */
export async function cold(): Promise<void> {
  const server = await startWorker("bench/counting.ts", { internet: "bench/slow-internet.ts", onLog: () => {} });
  const key = await addKey(server, "anonymous", RICH);
  const read = async <T>(path: string) => (await (await fetch(new URL(path, server.url))).json()) as T;
  const call = async (tool: string, domain: string) => {
    const answer = await fetch(new URL(`/api/v0/${tool}`, server.url), {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify(TOOLS[tool]?.(domain)),
    });
    if (!answer.ok) console.log(`${tool} ${domain}: ${answer.status} ${await answer.text()}`);
    else await answer.arrayBuffer();
  };
  const forget = () => read("/forget");
  const look = async (work: () => Promise<unknown>): Promise<Look> => {
    await read("/counted");
    const before = (await read<string[]>("/asked")).length;
    const cpu = server.cpuMs() ?? 0;
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1000;
    const cpuMs = (server.cpuMs() ?? 0) - cpu;
    // What the answer leaves to `waitUntil`.
    await new Promise((wait) => setTimeout(wait, 300));
    const { database } = await read<Counted>("/counted");
    return { seconds, cpuMs, database, asked: (await read<string[]>("/asked")).slice(before) };
  };
  const row = (name: string, looks: Look[], hosts: string[]) => {
    const own = looks.map(({ asked }, index) =>
      asked.filter((line) => new URL(line.split(" ")[1] ?? "").hostname.endsWith(hosts[index] ?? "")),
    );
    const repeats = own.map((lines) => lines.length - new Set(lines).size);
    const of = (pick: (look: Look) => number) => looks.map(pick);
    console.log(
      `| ${name} | ${middle(of(({ seconds }) => seconds)).toFixed(2)} | ${most(of(({ seconds }) => seconds)).toFixed(2)} | ` +
        `${middle(own.map(({ length }) => length))} | ${most(repeats)} | ${middle(of(({ database }) => database.trips))} | ` +
        `${middle(of(({ database }) => database.written))} | ${middle(of(({ cpuMs }) => cpuMs))} |`,
    );
  };
  const table = (title: string) =>
    console.log(
      `\n| ${title} | seconds | worst | requests to the company | of these repeated | D1 trips | rows written | CPU ms |\n` +
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    );

  // The first call loads the tables that every later one finds.
  for (const tool of Object.keys(TOOLS)) await call(tool, "quietfield.example");
  table("cold");
  for (const tool of Object.keys(TOOLS)) {
    const looks: Look[] = [];
    for (const domain of COMPANIES) {
      await forget();
      looks.push(await look(() => call(tool, domain)));
    }
    row(`\`${tool}\``, looks, COMPANIES);
  }
  table("after `get_company`");
  for (const tool of Object.keys(TOOLS)) {
    const looks: Look[] = [];
    for (const domain of COMPANIES) {
      await forget();
      await call("get_company", domain);
      looks.push(await look(() => call(tool, domain)));
    }
    row(`\`${tool}\``, looks, COMPANIES);
  }
  table("all eight");
  const together: Record<string, (domain: string) => Promise<unknown>> = {
    "in sequence": async (domain) => {
      for (const tool of Object.keys(TOOLS)) await call(tool, domain);
    },
    "at once": (domain) => Promise.all(Object.keys(TOOLS).map((tool) => call(tool, domain))),
  };
  for (const [name, work] of Object.entries(together)) {
    const looks: Look[] = [];
    for (const domain of COMPANIES) {
      await forget();
      looks.push(await look(() => work(domain)));
    }
    row(name, looks, COMPANIES);
  }
  await server.stop();
}
