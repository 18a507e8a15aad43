import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";

export type Mail = { to: string; subject: string; text: string; html: string };

/** Sends one mail from `MAIL_FROM`. Throws `temporarily_unavailable` when it cannot be handed over. */
export async function sendMail(env: Env, config: Config, mail: Mail): Promise<void> {
  try {
    if (!config.MAIL_FROM) throw new Error("MAIL_FROM is not set");
    await env.EMAIL.send({ from: { email: config.MAIL_FROM, name: config.SERVICE_NAME }, ...mail });
  } catch (cause) {
    throw new AppError("temporarily_unavailable", "The mail could not be sent. Try again in a minute.", {
      retryAfterSeconds: 60,
      // The provider's text may hold the address or the message.
      cause: cause instanceof Error ? cause.name : "mail failed",
    });
  }
}
