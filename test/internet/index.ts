import { isLoopback } from "../../src/lib/hosts.ts";
import { boardCompanyHosts } from "./boards/index.ts";
import { changeHosts } from "./changes.ts";
import { dnsHosts } from "./dns.ts";
import { facilitatorHosts } from "./facilitator.ts";
import { hackerNewsHosts } from "./hackernews.ts";
import { hunterHosts } from "./hunter.ts";
import { hiringHosts, jobBoardHosts } from "./job-boards.ts";
import { mailHosts } from "./mail-sites.ts";
import { manyBoardHosts } from "./many-boards.ts";
import { newsHosts } from "./news.ts";
import { oddHosts } from "./oddities.ts";
import { peopleHosts } from "./people-sites.ts";
import { redditHosts } from "./reddit.ts";
import { registerSiteHosts } from "./register-sites.ts";
import { registerHosts } from "./registers.ts";
import { signalHosts } from "./signal-sites.ts";
import { companyHosts } from "./sites.ts";
import { forgetStripe, stripeHosts } from "./stripe.ts";
import { vendorHosts } from "./vendors.ts";
import { webhookHosts } from "./webhook-receivers.ts";

/**
 * The demo internet: what `OUTBOUND` is bound to in local development and in tests. Fictional hosts on *.example answer
 * from here, every other host from the real network. A further vendor or board is a further file with a table of hosts.
 */
export type Handler = (request: Request, url: URL) => Response | Promise<Response>;
export type Hosts = Record<string, Handler>;

const HOSTS: Hosts = {
  ...companyHosts,
  ...oddHosts,
  ...hiringHosts,
  ...jobBoardHosts,
  ...boardCompanyHosts,
  ...manyBoardHosts,
  ...peopleHosts,
  ...vendorHosts,
  ...dnsHosts,
  ...mailHosts,
  ...hunterHosts,
  ...signalHosts,
  ...newsHosts,
  ...hackerNewsHosts,
  ...redditHosts,
  ...registerHosts,
  ...registerSiteHosts,
  ...stripeHosts,
  ...facilitatorHosts,
  ...webhookHosts,
  ...changeHosts,
  "log.internet.example": answerLog,
};

/** The network itself: whoever gets this answer has fetched what must never be fetched. */
const NETWORK = /(^|\.)(network\.example|linkedin\.com|lnkd\.in)$/;
const MAX_LOG_LENGTH = 10_000;

let fetched: { line: string; at: number }[] = [];

/**
 * `GET http://log.internet.example/` lists every URL fetched since the start, as `METHOD url`, and `/times` with its time (ms since
 * 1970); `DELETE` forgets them and what Stripe holds.
 */
function answerLog(request: Request, { pathname }: URL): Response {
  if (request.method === "DELETE") {
    fetched = [];
    forgetStripe();
  }
  return Response.json(pathname === "/times" ? fetched : fetched.map(({ line }) => line));
}

export default {
  async fetch(request: Request, { OFFLINE }: { OFFLINE?: string } = {}): Promise<Response> {
    const url = new URL(request.url);
    const host = url.hostname.replace(/\.$/, "");
    if (host !== "log.internet.example")
      fetched = [...fetched.slice(-MAX_LOG_LENGTH), { line: `${request.method} ${url.href}`, at: Date.now() }];
    if (NETWORK.test(host)) return new Response("network host fetched", { status: 599 });
    const handler = HOSTS[host];
    if (handler) return handler(request, url);
    if (host.endsWith(".example")) return new Response("no such fictional host", { status: 404 });
    // workerd prints a stack for each host that it cannot find. A receiver of webhooks on this machine needs no Internet.
    return OFFLINE && !isLoopback(host)
      ? new Response("This machine has no Internet.", { status: 503 })
      : fetch(request);
  },
};
