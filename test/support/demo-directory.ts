import { env } from "cloudflare:workers";
import directory from "../internet/directory.sql?raw";

export { directory };

/** Loads the demo directory as `npm start` does. */
export async function loadDemoDirectory(): Promise<void> {
  const statements = directory.split(/;\n/).filter((statement) => statement.trim());
  await env.DATA.batch(statements.map((statement) => env.DATA.prepare(statement)));
}
