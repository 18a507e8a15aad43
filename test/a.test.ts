import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
it("works", async () => {
  const r = await env.OUTBOUND!.fetch("https://x.example/");
  expect(await r.text()).toBe("hi");
  expect(await (await exports.default.fetch("https://x/")).text()).toBe("hi");
  console.log(await env.DB.prepare("insert into a values (1)").run());
});
