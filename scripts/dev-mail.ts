/** `/dev/mail` of `npm start`: the mails that the Worker sent, which never leave this machine. No deployment has it. */
import { escapeHtml } from "../src/readers/page/html-text.ts";

const MAX_MAILS = 20;

type Sent = { to: string[]; subject: string; sentAt: string; messageId: string; text?: string };

/** Miniflare's own list of sent mails, newest first, of the server at `url`. */
async function sentMails(url: string): Promise<Sent[]> {
  const list = `${url}/cdn-cgi/local/explorer/api/local/email/sending`;
  const { result } = (await (await fetch(list)).json()) as { result: Sent[] };
  const newest = result.toSorted((a, b) => b.sentAt.localeCompare(a.sentAt)).slice(0, MAX_MAILS);
  return Promise.all(
    newest.map(async (mail) => {
      const answer = await fetch(`${list}?email_id=${encodeURIComponent(mail.messageId)}`);
      const { result: whole } = (await answer.json()) as { result: Sent };
      return { ...mail, text: whole.text ?? "" };
    }),
  );
}

/** A page of the newest mails, or JSON for a client that asks for it: `[{to, subject, sent_at, text}]`. */
export async function mailPage(url: string, request: { headers: Pick<Headers, "get"> }): Promise<Response> {
  const mails = await sentMails(url);
  const headers = { "Cache-Control": "no-store" };
  if (request.headers.get("accept")?.includes("application/json")) {
    const told = mails.map(({ to, subject, sentAt, text }) => ({ to, subject, sent_at: sentAt, text }));
    return Response.json(told, { headers });
  }
  const shown = mails.map(
    ({ to, subject, sentAt, text = "" }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to.join(", "))}, ${escapeHtml(sentAt)}</p><pre>${linked(text)}</pre></article>`,
  );
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Local mail</title><link rel="stylesheet" href="/style.css">
<main><h1>Local mail</h1><p>Mail of this machine's <code>npm start</code>. It is not sent anywhere. Reload for newer mail.</p>
${shown.join("\n") || "<p>No mail yet.</p>"}</main></html>`;
  return new Response(page, { headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
}

/** Text as HTML, with its links. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
