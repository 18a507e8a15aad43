/** Adds copy buttons to code blocks, search and the current section to the reference, and the service's status to the landing page. Pages work without it. */
for (const block of document.querySelectorAll("pre")) {
  const code = block.querySelector("code");
  if (!code || !navigator.clipboard) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select and copy by hand";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  block.prepend(button);
}

/** Opens what is folded around the element that the address names. Browsers open the parts above it by themselves. */
function unfold(hash) {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  target.scrollIntoView();
}
unfold(location.hash);
addEventListener("hashchange", () => unfold(location.hash));
// A second click on a link of the same page changes no address.
addEventListener("click", ({ target }) => unfold(target.closest('a[href^="#"]')?.hash));

const contents = document.querySelector(".contents");
if (contents) {
  const links = [...contents.querySelectorAll('a[href^="#"]')];
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)));
  const mark = () => {
    // A folded tool is hardly higher than its heading: the next one is right below.
    const above = headings.findLastIndex(
      (heading) => heading?.checkVisibility() && heading.getBoundingClientRect().top < 60,
    );
    // The last sections cannot scroll to the top: there the one that the address names counts.
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const named = isAtEnd ? links.findIndex((link) => link.hash === location.hash) : -1;
    const current = Math.max(above, named);
    for (const [index, link] of links.entries()) {
      if (index === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -60% 0px" });
  for (const heading of headings) if (heading) observer.observe(heading);
  addEventListener("scrollend", mark);
  addEventListener("hashchange", mark);

  const textBelow = (heading) => {
    let text = heading.textContent;
    if (heading.tagName === "DETAILS") return text.toLowerCase();
    const isEnd = (next) => !next || /^(H[23]|DETAILS)$/.test(next.tagName);
    for (let next = heading.nextElementSibling; !isEnd(next); next = next.nextElementSibling)
      text += ` ${next.textContent}`;
    return text.toLowerCase();
  };
  const search = contents.querySelector(".find");
  let texts = null;
  search.hidden = false;
  const none = document.createElement("output");
  search.after(none);
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(" ").filter(Boolean);
    texts ??= headings.map((heading) => (heading ? textBelow(heading) : ""));
    contents.classList.toggle("searching", words.length > 0);
    for (const item of contents.querySelectorAll("li")) item.hidden = false;
    const found = (link) => words.every((word) => texts[links.indexOf(link)].includes(word));
    for (const item of contents.querySelectorAll("li")) item.hidden = ![...item.querySelectorAll("a")].some(found);
    none.textContent = links.some(found) ? "" : "Nothing found. Try another word.";
  });
}

const ready = document.querySelector('main a[href$="/readyz"]');
if (ready) {
  const said = { true: "All of them respond right now.", false: "Not all of them respond right now." };
  void fetch("/readyz", { method: "HEAD", cache: "no-store" })
    .then(
      ({ ok }) => said[ok],
      () => "It cannot be reached right now.",
    )
    .then((text) => {
      const status = document.createElement("output");
      status.textContent = ` ${text}`;
      ready.closest("p").append(status);
    });
}
