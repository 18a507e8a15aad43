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

const contents = document.querySelector(".contents");
if (contents) {
  const links = [...contents.querySelectorAll('a[href^="#"]')];
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)));
  const mark = () => {
    // A folded tool is hardly higher than its heading: the next one is right below.
    const above = headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top < 60);
    for (const [index, link] of links.entries()) {
      if (index === above) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -60% 0px" });
  for (const heading of headings) if (heading) observer.observe(heading);
  addEventListener("scrollend", mark);

  const textBelow = (heading) => {
    let text = heading.textContent;
    for (let next = heading.nextElementSibling; next && !/^H[23]$/.test(next.tagName); next = next.nextElementSibling)
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
  const said = { true: "Right now all of it answers.", false: "Right now not all of it answers." };
  void fetch("/readyz", { method: "HEAD", cache: "no-store" })
    .then(
      ({ ok }) => said[ok],
      () => "Right now it cannot be reached.",
    )
    .then((text) => {
      const status = document.createElement("output");
      status.textContent = ` ${text}`;
      ready.closest("p").append(status);
    });
}
