/** A page as it was fetched: the text is decoded, and cut (`truncated`) where it exceeds the limit of its kind. `url` is where redirects ended. */
export type FetchedPage = { status: "ok"; url: URL; headers: Headers; text: string; truncated: boolean };
