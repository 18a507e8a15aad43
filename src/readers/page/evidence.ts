/** Where a fact was seen, and in which form. */
export type Evidence = { url: string; kind: string };
