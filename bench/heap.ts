/**
 * Reads the JavaScript heap of the benched worker's isolate, in megabytes, through the inspector at `inspector`
 * (Chrome DevTools Protocol, `Runtime.getHeapUsage`). What has become garbage counts until it is collected. Null while it does not answer.
 */
export async function heapReader(inspector: URL): Promise<() => Promise<number | null>> {
  const targets = (await (await fetch(new URL("/json/list", inspector))).json()) as Record<string, string>[];
  const target = targets.find(({ id }) => id === "core:user:bench");
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let id = 0;
  return () =>
    new Promise((resolve) => {
      const asked = ++id;
      const answer = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data)) as { id?: number; result?: { usedSize: number } };
        if (message.id === asked) done(message.result ? message.result.usedSize / 1_048_576 : null);
      };
      const done = (megabytes: number | null) => {
        clearTimeout(timer);
        socket.removeEventListener("message", answer);
        resolve(megabytes);
      };
      const timer = setTimeout(done, 5_000, null);
      socket.addEventListener("message", answer);
      socket.send(JSON.stringify({ id: asked, method: "Runtime.getHeapUsage" }));
    });
}
