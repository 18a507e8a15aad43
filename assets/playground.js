/** Runs the playground of the landing page and of a tool's page. Texts of an answer go into the page as text only. */
const form = document.getElementById("playground");
if (form) {
  const { tools, mcp, base } = form.dataset;
  const outcome = document.getElementById("outcome");
  const shown = document.getElementById("shown");
  const views = document.getElementById("views");
  const results = document.getElementById("results");
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

  async function ask({ tool, body }) {
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
    results.hidden = view !== "Table";
    shown.hidden = view === "Table";
    if (view === "Table") return;
    shown.setAttribute("aria-label", view);
    shown.querySelector("code").replaceChildren(view === "Evidence" ? evidence() : texts[view](call()));
  }

  /** The answer of a search as a table of the server, which escapes it. */
  async function table({ tool, body: input }) {
    const body = JSON.stringify({ tool, input, answer });
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(results.dataset.from, { method: "POST", headers, body });
    if (response.ok) results.innerHTML = await response.text();
    return response.ok;
  }

  // They scroll, so a keyboard has to reach them.
  for (const box of [shown, results]) Object.assign(box, { tabIndex: 0, role: "region", ariaLabel: view });
  results.ariaLabel = "Table";
  views.hidden = false;
  form.parentElement.hidden = false;
  form.querySelector("select")?.addEventListener("change", ({ target }) => {
    const { domain } = chosen().elements;
    for (const fields of form.querySelectorAll("fieldset"))
      fields.hidden = fields.disabled = fields.name !== target.value;
    if (domain && chosen().elements.domain) chosen().elements.domain.value = domain.value;
    views.children[0].hidden = true;
    if (view === "Table") views.children[1].click();
  });
  // A story of the landing page leads here with its tool.
  const asked = new URLSearchParams(location.search).get("try");
  const select = form.querySelector("select");
  if (select && [...select.options].some(({ value }) => value === asked)) {
    select.value = asked;
    select.dispatchEvent(new Event("change"));
    setTimeout(() => form.requestSubmit());
  }
  views.addEventListener("click", ({ target }) => {
    if (target.tagName !== "BUTTON") return;
    view = target.textContent.trim();
    for (const button of views.children) button.setAttribute("aria-pressed", String(button === target));
    show();
  });
  form.addEventListener("input", () => {
    if (texts[view] && view !== "Answer") show();
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const turn = ++answered;
    const button = form.querySelector("button");
    const startedAt = performance.now();
    button.disabled = true;
    outcome.textContent = "Asking…";
    try {
      const asked = call();
      const response = await ask(asked);
      const body = await response.json();
      if (turn !== answered) return;
      answer = body;
      const hasTable = response.ok && chosen().dataset.table === "true" && (await table(asked).catch(() => false));
      views.children[0].hidden = !hasTable;
      const tokens = response.headers.get("x-tokens-charged");
      const left = response.headers.get("x-tokens-balance");
      const parts = [response.status, `${Math.round(performance.now() - startedAt)} ms`];
      if (tokens !== null) parts.push(`${tokens} tokens charged`);
      if (left !== null) parts.push(`${left} left`);
      if (response.status === 402) parts.push("the trial tokens are used up: sign in to the console for more");
      outcome.textContent = parts.join(" · ");
      if (view !== "Evidence") views.children[hasTable ? 0 : 1].click();
      else show();
    } catch (error) {
      outcome.textContent = error.message;
    } finally {
      button.disabled = false;
    }
  });
}
