/** A Markdown file that is bundled as a module: a rule of wrangler.toml. */
declare module "*.md" {
  const text: string;
  export default text;
}
