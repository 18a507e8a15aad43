import { DurableObject } from "cloudflare:workers";
import { readConfig, requestsPerMinute } from "../src/config.ts";
import type { Plan } from "../src/constants.ts";
import { rateOf, takeOne } from "../src/platform/limits/arithmetic.ts";

/** The floor's rate limit: one Durable Object call per request, with the arithmetic of the Worker. */
export class FloorLimiter extends DurableObject<Env> {
  #tat = 0;
  #plan: Promise<Plan | null> | undefined;

  async take() {
    const find = "SELECT plan FROM organisations WHERE id = ?";
    this.#plan ??= this.env.DB.prepare(find)
      .bind(this.ctx.id.name ?? "")
      .first<Plan>("plan");
    const perMinute = requestsPerMinute(readConfig(this.env), (await this.#plan) ?? "anonymous");
    const decision = takeOne(this.#tat, Date.now(), rateOf(perMinute));
    this.#tat = decision.tat;
    return { ...decision, perMinute };
  }
}
