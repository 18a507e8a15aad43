import { utf8 } from "../lib/bytes.ts";

/** A download that is written part by part while it is sent. */
export function streamFile(name: string, type: string, parts: AsyncGenerator<string>, more = {}): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let part = await parts.next();
      // A stream does not pull again after a pull that enqueued nothing.
      while (part.value === "") part = await parts.next();
      if (part.done) controller.close();
      else controller.enqueue(utf8(part.value));
    },
  });
  const headers = {
    ...more,
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"`,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
  };
  return new Response(body, { headers });
}
