import { Hono } from "hono";
import type { AppEnv } from "./app-env.ts";
import { STYLE } from "./page.tsx";

/** Pages for people and what they need. */
export const pages = new Hono<AppEnv>().get("/style.css", (c) =>
  c.body(STYLE, 200, { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=300" }),
);
