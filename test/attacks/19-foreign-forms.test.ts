/** Attack: another site has a signed-in person's browser send a form, or the form lacks the token of its page. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { app } from "../../src/app.ts";
import { signIn } from "../support/visitor.ts";

const TOKEN = env.ADMIN_TOKEN ?? "";
/** Forms that a visitor may send before there is a session, and files that are sent with a bearer token. */
const WITHOUT_SESSION = /\/sign-in(\/code)?$|\/imports$|\/admin\/index\//;

const forms = app.routes
  .filter(({ method, path }) => method === "POST" && /^\/(console|admin|oauth\/authorize)\b/.test(path))
  .map(({ path }) => path.replace(":id", "0".repeat(32)))
  .filter((path) => !WITHOUT_SESSION.test(path));

it("every form of the console, of the operator and of consent needs its own page and the session's token", async () => {
  expect(new Set(forms).size).toBeGreaterThan(30);
  const visitor = await signIn("victim@corp.example");
  expect((await visitor.post("/admin/sign-in", { token: TOKEN })).status).toBe(303);
  const tokenOf = async (page: string) =>
    /name="form_token" value="([0-9a-f]{64})"/.exec((await visitor.get(page)).text)?.[1] ?? "";
  const [own, operators] = [await tokenOf("/console/keys"), await tokenOf("/admin")];
  for (const path of new Set(forms)) {
    const [right, wrong] = path.startsWith("/admin") ? [operators, own] : [own, operators];
    const send = async (form_token: string, headers?: Record<string, string>) => {
      const form = new FormData();
      form.set("form_token", form_token);
      const isFile = /\/console\/batches\/(columns|estimate|start)$/.test(path);
      const answer = isFile && !headers ? visitor.upload(path, form) : visitor.post(path, { form_token }, headers);
      return (await answer).status;
    };
    const foreign = await send(right, { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" });
    expect([path, foreign, await send(wrong)]).toEqual([path, 403, 403]);
  }
  expect(await tokenOf("/console/keys")).toBe(own);
});
