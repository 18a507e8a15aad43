/**
 * A page as it was fetched: the text is decoded, and cut (`truncated`) where it exceeds the limit of its kind. `url` is where redirects
 * ended; `fetchedAt` is milliseconds since 1970, at most a day ago, and absent for a text that came from elsewhere.
 */
export type FetchedPage = {
  status: "ok";
  url: URL;
  headers: Headers;
  text: string;
  truncated: boolean;
  fetchedAt?: number;
  house?: HouseTexts;
};

/**
 * What the files of a site say about the use of its pages: `robots` are the lines of robots.txt for our product `token`; a file that the
 * site does not have, or that was not asked for, is empty.
 */
export type HouseTexts = { token: string; robots: string; tdmrep: string; aiTxt: string };
