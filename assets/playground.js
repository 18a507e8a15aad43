/** Runs the playground of the landing page and of a tool's page. Texts of an answer go into the page as text only. */
const form = document.getElementById("playground");
if (form) {
  const { tools, mcp, base } = form.dataset;
  const outcome = document.getElementById("outcome");
  const shown = document.getElementById("shown");
  const views = document.getElementById("views");
  const STORED = "tallygate-trial-key";
  let view = "Answer";
  let answer = null;
  let answered = 0;

  const stored = () => {
    try {
      return sessionStorage.getItem(STORED);
    } catch {
      return null;
    }
  };
  const store = (key) => {
    try {
      sessionStorage.setItem(STORED, key);
    } catch {}
  };
  const post = (tool, body, key) =>
    fetch(`${tools}/${tool}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
    });

  /** The sandbox's on a tool's page. */
  let key = form.dataset.key ?? stored();
  const chosen = () => form.querySelector("fieldset:not([hidden])");
  const read = ({ value, dataset }) => {
    if (dataset.json !== "true") return value.trim();
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  };
  const call = () => {
    const filled = [...chosen().elements].filter(({ value }) => value.trim());
    return { tool: chosen().name, body: Object.fromEntries(filled.map((field) => [field.name, read(field)])) };
  };

  async function newKey() {
    const response = await post("get_api_key", {});
    const made = await response.json();
    if (!response.ok) throw new Error(made.detail || "No key can be made right now.");
    key = made.api_key;
    store(key);
  }

  async function ask() {
    const { tool, body } = call();
    if (!key) await newKey();
    let response = await post(tool, body, key);
    if (response.status === 401 && !form.dataset.key) {
      await newKey();
      response = await post(tool, body, key);
    }
    return response;
  }

  const texts = {
    Answer: () => (answer === null ? "Press Ask." : JSON.stringify(answer, null, 2)),
    curl: ({ tool, body }) => {
      const quoted = JSON.stringify(body).replaceAll("'", "'\\''");
      return `curl ${base}${tools}/${tool} \\\n  -H "Authorization: Bearer $API_KEY" \\\n  -d '${quoted}'`;
    },
    MCP: ({ tool, body }) => {
      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: body } };
      return `POST ${mcp}\n\n${JSON.stringify(message, null, 2)}`;
    },
    TypeScript: ({ tool, body }) => `const response = await fetch("${base}${tools}/${tool}", {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\` },
  body: JSON.stringify(${JSON.stringify(body)}),
});
console.log(await response.json());`,
  };

  function evidence() {
    const list = document.createElement("ul");
    const found = Array.isArray(answer?.evidence) ? answer.evidence : [];
    for (const { url, kind } of found) {
      const item = document.createElement("li");
      item.append(`${kind ?? "source"}: `);
      const isLink = /^https?:/.test(url ?? "");
      const place = document.createElement(isLink ? "a" : "span");
      place.textContent = url ?? "";
      if (isLink) Object.assign(place, { href: url, target: "_blank", rel: "noreferrer nofollow" });
      item.append(place);
      list.append(item);
    }
    if (found.length === 0) list.append(answer === null ? "Press Ask." : "This answer has none.");
    return list;
  }

  function show() {
    shown.setAttribute("aria-label", view);
    shown.querySelector("code").replaceChildren(view === "Evidence" ? evidence() : texts[view](call()));
  }

  // It scrolls, so a keyboard has to reach it.
  Object.assign(shown, { tabIndex: 0, role: "region", ariaLabel: view });
  views.hidden = false;
  form.parentElement.hidden = false;
  form.querySelector("select")?.addEventListener("change", ({ target }) => {
    const { domain } = chosen().elements;
    for (const fields of form.querySelectorAll("fieldset"))
      fields.hidden = fields.disabled = fields.name !== target.value;
    if (domain && chosen().elements.domain) chosen().elements.domain.value = domain.value;
  });
  views.addEventListener("click", ({ target }) => {
    if (target.tagName !== "BUTTON") return;
    view = target.textContent.trim();
    for (const button of views.children) button.setAttribute("aria-pressed", String(button === target));
    show();
  });
  form.addEventListener("input", () => {
    if (view !== "Answer" && view !== "Evidence") show();
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const turn = ++answered;
    const button = form.querySelector("button");
    const startedAt = performance.now();
    button.disabled = true;
    outcome.textContent = "Asking…";
    try {
      const response = await ask();
      const body = await response.json();
      if (turn !== answered) return;
      answer = body;
      const tokens = response.headers.get("x-tokens-charged");
      const left = response.headers.get("x-tokens-balance");
      const parts = [response.status, `${Math.round(performance.now() - startedAt)} ms`];
      if (tokens !== null) parts.push(`${tokens} tokens charged`);
      if (left !== null) parts.push(`${left} left`);
      if (response.status === 402) parts.push("the trial tokens are used up: sign in to the console for more");
      outcome.textContent = parts.join(" · ");
      if (view !== "Evidence") views.children[0].click();
      else show();
    } catch (error) {
      outcome.textContent = error.message;
    } finally {
      button.disabled = false;
    }
  });
}
