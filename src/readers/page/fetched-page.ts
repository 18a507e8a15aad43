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
  /** Our product token, and what the site's robots.txt says to it about the use of pages. */
  house?: { token: string; usage: string };
};
