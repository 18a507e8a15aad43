// `wrangler dev` holds any entry that ends in .ts against worker-configuration.d.ts, which is the service's and not ours.
export { default } from "./index.ts";
