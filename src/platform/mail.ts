import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { escapeHtml } from "../readers/page/html-text.ts";

export type MailContent = { subject: string; text: string; html: string };
type Mail = MailContent & { to: string };

/** One block of a mail: a paragraph, a paragraph that leads to a link, or a code to type. `label` replaces the URL in HTML. */
export type MailBlock =
  | string
  | { kind: "link"; paragraph: string; link: string; label?: string }
  | { kind: "code"; code: string };

/** Sends one mail from `MAIL_FROM`. Throws `temporarily_unavailable` when it cannot be handed over. */
export async function sendMail(env: Env, config: Config, mail: Mail): Promise<void> {
  try {
    if (!config.MAIL_FROM) throw new Error("MAIL_FROM is not set");
    await env.EMAIL.send({ from: { email: config.MAIL_FROM, name: config.SERVICE_NAME }, ...mail });
  } catch (cause) {
    throw new AppError("temporarily_unavailable", "The mail could not be sent. Try again in a minute.", {
      retryAfterSeconds: 60,
      // The provider's text can contain the address or the message.
      cause: cause instanceof Error ? cause.name : "mail failed",
    });
  }
}

/** The same blocks as plain text and as HTML. */
export function writeMail(subject: string, blocks: MailBlock[]): MailContent {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem">
${blocks.map(htmlOf).join("\n")}</body></html>`;
  return { subject, text: `${blocks.map(textOf).join("\n\n")}\n`, html };
}

function textOf(block: MailBlock): string {
  if (typeof block === "string") return block;
  return block.kind === "code" ? `    ${block.code}` : `${block.paragraph}\n${block.link}`;
}

function htmlOf(block: MailBlock): string {
  if (typeof block === "string") return `<p>${escapeHtml(block)}</p>`;
  if (block.kind === "code") {
    return `<p style="font:700 28px/1.2 ui-monospace,monospace;letter-spacing:.2em">${escapeHtml(block.code)}</p>`;
  }
  const { paragraph, link, label = link } = block;
  return `<p>${escapeHtml(paragraph)}<br><a href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>`;
}
