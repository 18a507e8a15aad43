import { IMPORT_ROWS } from "../src/constants.ts";
import { startWorker } from "./server.ts";

const ROWS = 100_000;
const DOMAIN = "large.example";
const TITLES = ["Software Engineer", "Account Executive", "VP Sales", "Head of Marketing", "Intern", "Data Analyst"];

/** 100,000 people imported in requests of the most rows, then listed, searched and named: time, CPU and the memory of the whole workerd. */
export async function directory(): Promise<void> {
  const server = await startWorker("src/index.ts");
  const admin = { Authorization: "Bearer local-admin-token-for-this-machine-only" };
  const before = server.memoryMb() ?? 0;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, server.memoryMb() ?? 0);
  }, 100);

  const parameters = new URLSearchParams({ kind: "people", licence_note: "made up for the benchmark" });
  for (let first = 0; first < ROWS; first += IMPORT_ROWS) {
    const last = Math.min(first + IMPORT_ROWS, ROWS) - 1;
    await timed(`import of rows ${first} to ${last}`, server.cpuMs, async () => {
      const init = { method: "POST", headers: admin, body: csv(first, last) };
      const report = await fetch(new URL(`/admin/directory/imports?${parameters}`, server.url), init);
      const { import_id, rows_ok } = (await report.json()) as { import_id: string; rows_ok: number };
      if (rows_ok !== last - first + 1) throw new Error(`${rows_ok} rows went in`);
      parameters.set("import_id", import_id);
    });
  }
  clearInterval(watch);
  console.log(`memory: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`);

  const { access_token } = (await (await post("/agent/identity", { type: "anonymous" })).json()) as {
    access_token: string;
  };
  const questions = [
    ["search_network_company_employees", { title_filters: "VP sales" }],
    ["search_network_company_employees", {}],
    ["search_network_company_employees", { title_filters: "NOT intern", page: 1_000, limit: 50 }],
    ["get_network_profile_url", { name: "Jo Vanbaaa" }],
  ] as const;
  for (const [tool, question] of questions) {
    await timed(`${tool} ${JSON.stringify(question)}`, server.cpuMs, async () => {
      const answer = await post(
        `/api/v0/${tool}`,
        { domain: DOMAIN, ...question },
        { Authorization: `Bearer ${access_token}` },
      );
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    });
  }
  await server.stop();

  function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    };
    return fetch(new URL(path, server.url), init);
  }
}

async function timed(what: string, cpuMs: () => number | null, run: () => Promise<void>): Promise<void> {
  const [start, cpu] = [performance.now(), cpuMs() ?? 0];
  await run();
  console.log(
    `${what}: ${((performance.now() - start) / 1000).toFixed(2)} s, ${(((cpuMs() ?? 0) - cpu) / 1000).toFixed(2)} s of CPU`,
  );
}

function csv(first: number, last: number): string {
  const word = (index: number) =>
    [...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");
  let text = "First Name,Last Name,Title,Website,Email,Person Linkedin Url,City,Country\n";
  for (let row = first; row <= last; row++) {
    const title = `"${TITLES[row % TITLES.length]}, Team ${word(row % 300)}"`;
    text += `Jo,Van${word(row)},${title},https://www.${DOMAIN}/,jo.${row}@${DOMAIN},linkedin.com/in/jo-${row},Berlin,Germany\n`;
  }
  return text;
}
