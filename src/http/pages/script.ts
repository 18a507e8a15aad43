/** Adds a button to every block of code, and to the landing page how the service is. Pages lose nothing without it. */
export const SCRIPT = `for (const block of document.querySelectorAll("pre")) {
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
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  block.prepend(button);
}

const ready = document.querySelector('main a[href$="/readyz"]');
if (ready) {
  const said = { true: "Right now all of it answers.", false: "Right now not all of it answers." };
  fetch("/readyz", { method: "HEAD", cache: "no-store" }).then(({ ok }) => said[ok], () => "Right now it cannot be reached.").then((text) => {
    const status = document.createElement("output");
    status.textContent = " " + text;
    ready.closest("p").append(status);
  });
}
`;
