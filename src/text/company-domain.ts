import { parse } from "tldts";
import * as z from "zod";
import { isLocalName, isWithin } from "../lib/hosts.ts";

/**
 * Free mailbox providers. Deliberately short and exact: public lists also name portals, news sites and companies that once
 * offered mailboxes, and those are companies here.
 */
const FREE_MAIL = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.jp outlook.com.br hotmail.com hotmail.co.uk
  hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.com.br live.com live.co.uk live.fr live.nl live.it live.de live.com.mx
  msn.com windowslive.com passport.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.co.jp yahoo.co.in yahoo.in
  yahoo.com.br yahoo.com.mx yahoo.com.ar yahoo.com.au yahoo.ca yahoo.com.sg yahoo.com.ph yahoo.co.id yahoo.gr ymail.com rocketmail.com
  aol.com aim.com aol.de aol.co.uk icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de
  tutamail.com tuta.io tuta.com keemail.me gmx.com gmx.de gmx.net gmx.at gmx.ch gmx.fr gmx.us web.de freenet.de t-online.de
  arcor.de mail.de posteo.de posteo.net mailbox.org mail.com email.com usa.com engineer.com consultant.com fastmail.com fastmail.fm
  hushmail.com zohomail.com zohomail.eu yandex.com yandex.ru ya.ru mail.ru inbox.ru list.ru bk.ru internet.ru
  rambler.ru ukr.net i.ua meta.ua seznam.cz email.cz post.cz centrum.cz wp.pl o2.pl onet.pl interia.pl op.pl libero.it virgilio.it
  tiscali.it alice.it tin.it wanadoo.fr free.fr laposte.net neuf.fr bluewin.ch telenet.be skynet.be ziggo.nl
  kpnmail.nl hetnet.nl planet.nl home.nl btinternet.com btopenworld.com ntlworld.com virginmedia.com talktalk.net blueyonder.co.uk
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net optonline.net juno.com
  netzero.net sympatico.ca bigpond.com bigpond.net.au optusnet.com.au xtra.co.nz qq.com foxmail.com 163.com
  126.com yeah.net 139.com 189.cn sina.cn naver.com hanmail.net daum.net nate.com rediffmail.com
  bol.com.br inbox.com mail2world.com duck.com simplelogin.com mozmail.com
  privaterelay.appleid.com`.split(/\s+/),
);

/** Hosts of company profiles, which are never the company's own site. */
const SOCIAL =
  `linkedin.com lnkd.in licdn.com facebook.com fb.com fb.me messenger.com instagram.com threads.net threads.com twitter.com
  x.com t.co youtube.com youtu.be tiktok.com pinterest.com snapchat.com reddit.com redd.it tumblr.com whatsapp.com wa.me
  telegram.org t.me telegram.me discord.com discord.gg bsky.app bsky.social mastodon.social vk.com ok.ru weibo.com wechat.com
  xing.com linktr.ee about.me`.split(/\s+/);

export type DomainProblem =
  | "empty"
  | "too_long"
  | "bad_characters"
  | "ip_address"
  | "single_label"
  | "local_name"
  | "public_suffix"
  | "free_mail"
  | "social";

const SEND = 'Send the domain of the company\'s own web site, e.g. "acme.com".';
const PROBLEMS: Record<DomainProblem, string> = {
  empty: `The domain is empty. ${SEND}`,
  too_long: `A domain has at most 253 characters and 63 between two dots. ${SEND}`,
  bad_characters: `This is not a domain: its labels may have only letters, digits and inner hyphens. ${SEND}`,
  ip_address: `An IP address is not a company domain. ${SEND}`,
  single_label: `A domain has at least one dot. ${SEND}`,
  local_name: `This name means something only inside a private network. ${SEND}`,
  public_suffix: `This is a public suffix under which many companies register, not a company's domain. ${SEND}`,
  free_mail: `This host gives mailboxes to anybody, so it says nothing about a company. ${SEND}`,
  social: `This is a social network, not a company's own site. ${SEND}`,
};

/** True for a free mailbox provider. `domain` is normalised. */
export function isFreeMail(domain: string): boolean {
  return FREE_MAIL.has(domain);
}

/** True for hosts of social networks and their sub-domains. `host` is normalised. */
export function isSocialHost(host: string): boolean {
  return isWithin(host, SOCIAL);
}

/** The registrable domain (eTLD+1; private suffixes such as github.io count as suffixes), or the host itself. */
export function registrableDomain(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host;
}

/** The label that names the owner: `acme` of `www.acme.co.uk`. */
export function domainStem(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domainWithoutSuffix ?? host;
}

export type NormalisedDomain = { status: "ok"; domain: string } | { status: "refused"; problem: DomainProblem };

/**
 * Normalises a domain as people write it (URL, `www.`, capitals, Unicode, user and port, trailing dot) to the lower-case
 * ASCII host, sub-domains kept, or says what is wrong with it. The schemas decide about free-mail and social hosts.
 */
export function normaliseDomain(text: string): NormalisedDomain {
  const host = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/^\/\//, "")
    .replace(/[/?#\\].*/s, "")
    .replace(/^.*@/s, "")
    .replace(/:\d*$/, "");
  if (!host) return { status: "refused", problem: "empty" };
  if (/^\[.*\]$|^[\da-f]*:[\da-f:.]*$/i.test(host)) return { status: "refused", problem: "ip_address" };
  if (/[\s:[\]@%_*]/.test(host)) return { status: "refused", problem: "bad_characters" };
  if (host.length > 1_000) return { status: "refused", problem: "too_long" };
  // The URL parser does IDNA (UTS 46) and turns every spelling of an IPv4 address into the dotted one.
  const ascii = URL.parse(`http://${host}/`)
    ?.hostname.replace(/\.$/, "")
    .replace(/^www\.(?=.*\.)/, "");
  if (!ascii) return { status: "refused", problem: host.length > 253 ? "too_long" : "bad_characters" };
  const labels = ascii.split(".");
  if (ascii.length > 253 || labels.some((label) => label.length > 63))
    return { status: "refused", problem: "too_long" };
  if (/^\d+(\.\d+){3}$/.test(ascii)) return { status: "refused", problem: "ip_address" };
  if (!labels.every((label) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label)))
    return { status: "refused", problem: "bad_characters" };
  if (labels.length === 1) return { status: "refused", problem: "single_label" };
  if (isLocalName(ascii)) return { status: "refused", problem: "local_name" };
  if (!parse(ascii, { allowPrivateDomains: true }).domain) return { status: "refused", problem: "public_suffix" };
  return { status: "ok", domain: ascii };
}

function schema(refuse: (domain: string) => DomainProblem | null) {
  return z
    .string()
    .max(2_048)
    .transform((text, issues) => {
      const result = normaliseDomain(text);
      const problem = result.status === "ok" ? refuse(result.domain) : result.problem;
      if (result.status === "ok" && !problem) return result.domain;
      issues.addIssue({ code: "custom", message: PROBLEMS[problem ?? "empty"] });
      return z.NEVER;
    })
    .meta({
      description: "Web domain of the company, e.g. acme.com. Of a URL or an email address only the domain is used.",
    });
}

/** Input field of tools about a company: normalised, and neither a free-mail nor a social host. */
export const companyDomain = schema((domain) => {
  if (isFreeMail(domain)) return "free_mail";
  return isSocialHost(domain) ? "social" : null;
});

/** Input field of mail tools: as {@link companyDomain}, but free-mail hosts pass, because these tools have an answer for them. */
export const mailDomain = schema((domain) => (isSocialHost(domain) ? "social" : null));
