import { env } from "cloudflare:workers";
import { type Answer, BASE, mailedCode, request } from "./harness.ts";

/** Fields of a form; boxes that share a name are a list. */
type Fields = Record<string, string | string[]>;

/** A person's browser as far as HTTP goes: it keeps cookies, and sends forms from the page they are on. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** Every `Set-Cookie` so far. */
  readonly set: string[] = [];
  readonly #fetch: typeof request;

  constructor(fetch: typeof request = request) {
    this.#fetch = fetch;
  }

  async get(path: string): Promise<Answer> {
    return this.#send(path, {});
  }

  /** Opens `page`, fills in its form that goes to `action` and sends it. */
  async submit(page: string, action: string, fields: Fields = {}): Promise<Answer> {
    return this.post(action, { ...hiddenFields((await this.get(page)).text, action), ...fields });
  }

  async post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> {
    const own = { Origin: BASE, "Sec-Fetch-Site": "same-origin" };
    const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
    return this.#send(path, { method: "POST", body: new URLSearchParams(pairs), headers: { ...own, ...headers } });
  }

  /** Sends a form with files. */
  async upload(path: string, form: FormData): Promise<Answer> {
    return this.#send(path, { method: "POST", body: form, headers: { Origin: BASE, "Sec-Fetch-Site": "same-origin" } });
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Accept: "text/html", ...(cookie && { Cookie: cookie }), ...init.headers };
    const answer = await this.#fetch(path, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      this.set.push(line);
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

/** The hidden fields of the first form on a page that goes to `action`. */
export function hiddenFields(html: string, action: string): Record<string, string> {
  const form = new RegExp(`<form[^>]* action="${action}".*?</form>`, "s").exec(html)?.[0] ?? "";
  const fields = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, value]));
}

/** The operator, signed in to `/admin`. */
export async function signInOperator(visitor = new Visitor()): Promise<Visitor> {
  await visitor.post("/admin/sign-in", { token: env.ADMIN_TOKEN ?? "" });
  return visitor;
}

/** Somebody who has signed in to the console with a mailed code. */
export async function signIn(email: string, visitor = new Visitor()): Promise<Visitor> {
  await visitor.submit("/console/sign-in", "/console/sign-in", { email });
  await visitor.submit("/console/sign-in/code", "/console/sign-in/code", { code: mailedCode(email) });
  return visitor;
}

/** The key that a signed-in person makes in the console, from the page that shows it. */
export async function makeKey(visitor: Visitor, name: string): Promise<string> {
  await visitor.submit("/console/keys", "/console/keys", { name });
  return /tg_[0-9A-Za-z]{60}/.exec((await visitor.get("/console/keys")).text)?.[0] ?? "";
}
