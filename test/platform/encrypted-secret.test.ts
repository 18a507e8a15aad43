import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { decryptSecret, encryptSecret } from "../../src/platform/secrets.ts";
import { openSecrets } from "../../src/webhooks/post-signed.ts";

const configOf = (changes: Record<string, string>) => readConfig({ ...env, ...changes });

it("an encrypted secret opens for its owner, under the current or the previous signing secret, and no longer after both", async () => {
  const before = configOf({ SIGNING_SECRET: "one" });
  const sealed = await encryptSecret(before, "wep_a", "whsec_text");
  expect(sealed).not.toBe(await encryptSecret(before, "wep_a", "whsec_text"));
  expect(await decryptSecret(before, "wep_a", sealed)).toEqual({ text: "whsec_text", isCurrent: true });
  expect(await decryptSecret(before, "wep_b", sealed)).toBeNull();
  expect(await decryptSecret(before, "wep_a", `${sealed.slice(0, -8)}AAAAAAA=`)).toBeNull();
  const rotated = configOf({ SIGNING_SECRET: "two", SIGNING_SECRET_PREVIOUS: "one" });
  expect(await decryptSecret(rotated, "wep_a", sealed)).toEqual({ text: "whsec_text", isCurrent: false });
  expect(await decryptSecret(configOf({ SIGNING_SECRET: "two" }), "wep_a", sealed)).toBeNull();

  // A webhook's secret is encrypted again at its next use, so that it outlives the second rotation.
  await env.DB.prepare(
    `INSERT INTO webhook_endpoints (id, organisation_id, url, host, status, secret, base_url, request_host, created_at)
     VALUES ('wep_a', 'o', 'https://hooks.example/', 'hooks.example', 'active', ?, 'https://a.example', 'a.example', 0)`,
  )
    .bind(sealed)
    .run();
  const endpoint = { id: "wep_a", secret: sealed, previousSecret: null, previousUntil: null };
  expect(await openSecrets(env as Env, rotated, endpoint)).toEqual(["whsec_text"]);
  const renewed = (await env.DB.prepare("SELECT secret FROM webhook_endpoints WHERE id = 'wep_a'").first(
    "secret",
  )) as string;
  expect(await openSecrets(env as Env, configOf({ SIGNING_SECRET: "two" }), { ...endpoint, secret: renewed })).toEqual([
    "whsec_text",
  ]);
  expect(await openSecrets(env as Env, configOf({ SIGNING_SECRET: "three" }), endpoint)).toEqual([]);
});
