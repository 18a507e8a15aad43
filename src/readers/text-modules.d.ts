/** A text file that is bundled as a module: wrangler's rule for `*.txt`, `scripts/text-modules.ts` in Node. */
declare module "*.txt" {
  const text: string;
  export default text;
}
