/** A fetched page: its text is decoded, and cut if `truncated`. `url` is after redirects, `fetchedAt` in ms. */
export type FetchedPage = {
  status: "ok";
  url: URL;
  headers: Headers;
  text: string;
  truncated: boolean;
  fetchedAt?: number;
  house?: HouseTexts;
};

/** What the files of a site say about the use of its pages; `robots` are the lines for our product `token`. */
export type HouseTexts = { token: string; robots: string; tdmrep: string; aiTxt: string };
