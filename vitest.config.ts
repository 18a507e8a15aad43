import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { build } from "esbuild";
import { defineConfig } from "vitest/config";

/** Tests run inside workerd, against the Worker as `[env.local]` configures it, with the demo internet bound as OUTBOUND. */
export default defineConfig({
  plugins: [
    cloudflareTest(async () => {
      const internet = await build({
        entryPoints: ["test/internet/index.ts"],
        bundle: true,
        format: "esm",
        write: false,
        loader: { ".html": "text", ".csv": "text" },
      });
      return {
        wrangler: { configPath: "./wrangler.toml", environment: "local" },
        miniflare: {
          bindings: { TEST_MIGRATIONS: await readD1Migrations("./migrations") },
          workers: [
            {
              name: "tallygate-internet",
              modules: true,
              script: internet.outputFiles[0]?.text ?? "",
              compatibilityDate: "2026-10-20",
            },
          ],
        },
      };
    }),
  ],
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/setup.ts"] },
});
