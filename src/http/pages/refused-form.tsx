import type { Child } from "hono/jsx";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../app-env.ts";
import { FORM_TOKEN } from "./browser-session.ts";
import { Alert, wantsPage } from "./private-page.tsx";

/** Answers a refused form with its page, the reason first. Throws the error for a client that wants no page. */
export async function refusedForm(
  c: AppContext,
  error: unknown,
  sent: URLSearchParams | FormData,
  page: (reason: Child) => string | Promise<string>,
): Promise<Response> {
  if (!(error instanceof AppError && wantsPage(c, error))) throw error;
  const html = await page(<Alert>{error.detail.replaceAll("`", "")}</Alert>);
  for (const [name, value] of Object.entries(error.allHeaders())) c.header(name, value);
  return refilled(await c.html(html, error.status as 400), c.req.path, sent);
}

/** The page with its form to `action` filled in as it was sent. Passwords stay empty. */
function refilled(page: Response, action: string, sent: URLSearchParams | FormData): Response {
  const form = `form[action="${action}"]`;
  let chosen: unknown = null;
  return new HTMLRewriter()
    .on(`${form} input`, {
      element(input) {
        const name = input.getAttribute("name") ?? "";
        if (input.getAttribute("type") === "checkbox") {
          if (sent.getAll(name).includes(input.getAttribute("value") ?? "on")) input.setAttribute("checked", "");
          else input.removeAttribute("checked");
          return;
        }
        const value = sent.get(name);
        if (typeof value !== "string" || name === FORM_TOKEN || input.getAttribute("type") === "password") return;
        // The rewriter escapes quotation marks only.
        input.setAttribute("value", value.replaceAll("&", "&amp;"));
      },
    })
    .on(`${form} textarea`, {
      element(area) {
        area.setInnerContent(String(sent.get(area.getAttribute("name") ?? "") ?? ""));
      },
    })
    .on(`${form} select`, {
      element(select) {
        chosen = sent.get(select.getAttribute("name") ?? "");
      },
    })
    .on(`${form} option`, {
      element(option) {
        if (chosen === null) return;
        if (option.getAttribute("value") === chosen) option.setAttribute("selected", "");
        else option.removeAttribute("selected");
      },
    })
    .transform(page);
}
