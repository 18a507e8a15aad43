import type { Handler, Hosts } from "./index.ts";

/**
 * Receivers of webhooks. `hooks.example` answers the challenge, except at `/silent` and `/mirror`, and every event with the
 * status that its path names, 200 by default. `GET /log` lists what came, `DELETE /log` forgets it.
 */
type Received = { url: string; headers: Record<string, string>; body: string };
let received: Received[] = [];
/** 3 of 10 requests to `/flaky` fail. */
let flaky = 0;

const receiver: Handler = async (request, url) => {
  if (url.pathname === "/log") {
    if (request.method === "DELETE") received = [];
    return Response.json(received);
  }
  const body = await request.text();
  received.push({ url: url.href, headers: Object.fromEntries(request.headers), body });
  if (url.pathname === "/mirror") return new Response(body);
  if (url.pathname === "/silent") return new Response("ok");
  const { type, data } = JSON.parse(body) as { type: string; data: { challenge?: string } };
  if (type === "endpoint.verify") return Response.json({ challenge: data.challenge });
  if (url.pathname === "/flaky") return new Response("x".repeat(9_000), { status: flaky++ % 10 < 3 ? 503 : 200 });
  if (url.pathname === "/busy") return new Response(null, { status: 503, headers: { "Retry-After": "3600" } });
  if (url.pathname.startsWith("/redirect")) {
    return new Response(null, { status: 307, headers: { Location: "http://private-address.example/" } });
  }
  return new Response(null, { status: Number(/^\/status\/(\d{3})$/.exec(url.pathname)?.[1] ?? 200) });
};

export const webhookHosts: Hosts = { "hooks.example": receiver, "rebinding.example": receiver };

/** Two look-ups (A and AAAA) of `rebinding.example` are answered with public addresses, all later ones with private ones. */
let lookUps = 0;
export function rebindingZone(): Record<string, string[]> {
  return lookUps++ < 2 ? { A: ["93.184.215.14"] } : { A: ["10.0.0.7"] };
}
