declare module "*?raw" {
  const text: string;
  export default text;
}

interface ImportMeta {
  /** Vite's: the modules that match the pattern, by path. */
  glob<Module>(pattern: string): Record<string, () => Promise<Module>>;
  /** With `eager`, the modules themselves: texts, when `query` is `?raw`. */
  glob(pattern: string, options: { query: "?raw"; import: "default"; eager: true }): Record<string, string>;
}
