import { once } from "node:events";
import { createServer } from "node:net";

/** The system gives ports from 32,768 on to connections, and to servers that name none. */
const [FIRST, COUNT] = [10_000, 20_000];

/** A port of loopback that is free, and that only a program that names it can take. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  server.close();
  await once(server, "close");
  return port;
}
