/** How many further pages of one list are opened. */
const MAX_NEXT = 3;
const PAGE_KEY = /^(?:page|paged|p|pg|pagina|seite|start|offset)$/i;

/** The addresses of the further pages of a list that begins with `here`: `/team/page/2`, `/team?page=2`. */
export function nextPages(here: URL, anchors: { url: URL }[]): string[] {
  const base = here.pathname.replace(/(?<!\/)\/+$/, "");
  const isNext = ({ origin, pathname, searchParams }: URL) => {
    const path = pathname.replace(/(?<!\/)\/+$/, "");
    if (origin !== here.origin || !path.startsWith(base)) return false;
    if (path === base) return [...searchParams].some(([key, value]) => PAGE_KEY.test(key) && /^\d{1,3}$/.test(value));
    return /^\/(?:(?:page|seite|pagina)\/)?\d{1,2}$/i.test(path.slice(base.length));
  };
  const found = anchors.filter(({ url }) => isNext(url)).map(({ url }) => url.origin + url.pathname + url.search);
  return [...new Set(found)].slice(0, MAX_NEXT);
}
