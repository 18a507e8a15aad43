import { avoidMidnight } from "./midnight.ts";

await avoidMidnight();

// A connection per request. A kept-alive one that the server has just closed fails the request that is sent on it, and
// fetch must not repeat a POST by itself.
const fetchAsUsual = globalThis.fetch;

// Files share a process, and each would wrap the last one's.
if (fetchAsUsual.name !== "fetchOnce") {
  globalThis.fetch = async function fetchOnce(input, init) {
    const request = new Request(input, init);
    request.headers.set("Connection", "close");
    return fetchAsUsual(request);
  };
}

// workerd has them, Node 24 does not.
Uint8Array.fromHex ??= (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
Uint8Array.prototype.toHex ??= function () {
  return Buffer.from(this).toString("hex");
};
