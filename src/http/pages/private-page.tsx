import { type Child, createContext, type JSX, useContext } from "hono/jsx";
import type { AppError } from "../../errors.ts";
import { countryName } from "../../lib/country.ts";
import { isoTime } from "../../lib/ids.ts";
import { PATHS } from "../../paths.ts";
import type { AppContext } from "../app-env.ts";
import { FORM_TOKEN } from "./browser-session.ts";
import { type Layout, layout, PAGE_HEADERS } from "./page.tsx";

type PrivatePage = Omit<Layout, "serviceName"> & {
  /** The `formToken` of this person, for every {@link Form} of the page. */
  token?: string;
  /** Why this person may not send the form at `path`, in place of it. */
  refusal?: ((path: string) => string | null) | undefined;
  /** Origins that a form may redirect to: browsers apply `form-action` to redirects too. */
  formTarget?: string | undefined;
};

/** A page for one person: never cached, own scripts only. Its referrer policy lets forms send `Origin`, which `no-referrer` would hide. */
export function privatePage(c: AppContext, asked: PrivatePage): string {
  const { formTarget, token = "", refusal, body, hasScript = false, ...page } = asked;
  const target = formTarget ? ` ${formTarget}` : "";
  const script = hasScript ? "script-src 'self'; " : "";
  const forms = `form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`;
  const policy = `default-src 'none'; ${script}style-src 'self'; img-src 'self'; ${forms}`;
  const headers = {
    ...PAGE_HEADERS,
    "Content-Security-Policy": policy,
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const provide = (content: Child) => (
    <FormRules.Provider value={{ token, refusal, at: page.current ?? "" }}>{content}</FormRules.Provider>
  );
  const footer = page.footer && provide(page.footer);
  return layout({ serviceName: c.var.config.SERVICE_NAME, ...page, hasScript, body: provide(body), footer });
}

/** What forms need to know about the person who sees their page. */
const FormRules = createContext<Pick<PrivatePage, "token" | "refusal"> & { at: string }>({ at: "" });

/** The HTML page of an error, in place of the JSON body. */
export function errorPage(c: AppContext, error: AppError, requestId: string): Response | Promise<Response> {
  for (const [name, value] of Object.entries(error.allHeaders())) c.header(name, value);
  c.header("X-Request-Id", requestId);
  const own = [PATHS.admin, PATHS.privacy, PATHS.console].find((path) => isBelow(c, path));
  const body = (
    <>
      <p>{error.code === "not_found" && !own ? "There is no page at this address." : error.detail}</p>
      <p>
        <a href={own ?? PATHS.landing}>Start page</a>
        {!own && (
          <>
            {" "}
            · <a href={PATHS.docs}>Reference</a>
          </>
        )}
      </p>
    </>
  );
  return c.html(privatePage(c, { title: error.title, body }), error.status as 400);
}

/** Whether an error is an HTML page: on paths of pages, elsewhere only for an unknown path, whatever `Accept` says. */
export function wantsPage(c: AppContext, error: AppError): boolean {
  if (!(c.req.header("accept") ?? "").includes("text/html")) return false;
  if ([PATHS.console, PATHS.admin, PATHS.authorize, PATHS.privacy].some((path) => isBelow(c, path))) return true;
  return error.code === "not_found" && !FOR_AGENTS.some((path) => isBelow(c, path));
}

const FOR_AGENTS = [PATHS.tools, PATHS.mcp, "/agent", "/oauth", "/.well-known", "/webhooks"];

function isBelow(c: AppContext, path: string): boolean {
  return `${c.req.path}/`.startsWith(`${path}/`);
}

type FormProps = {
  /** A path, or the name of a form of the page; empty for the one at the page's own path. */
  to: string;
  /** Values that go along, by name. */
  hidden?: Record<string, string>;
  /** The label of the button below the fields. */
  submit?: string;
  /** The same, for a button of what cannot be undone, or for one that looks like a link. */
  danger?: string | undefined;
  quiet?: string;
  isInline?: boolean;
  hasFile?: boolean;
  children?: Child;
};

/** A form that carries the token of its page. */
export function Form({ to, hidden = {}, submit, danger, quiet, isInline, hasFile, children }: FormProps) {
  const { token = "", refusal, at } = useContext(FormRules);
  const action = to.startsWith("/") ? to : to ? `${at}/${to}` : at;
  const reason = refusal?.(action);
  if (reason) return <p class="hint">{reason}</p>;
  const label = submit ?? danger ?? quiet;
  return (
    <form
      method="post"
      action={action}
      class={isInline ? "inline" : undefined}
      enctype={hasFile ? "multipart/form-data" : undefined}
    >
      {Object.entries({ [FORM_TOKEN]: token, ...hidden }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
      {label && (
        <button class={danger ? "danger" : quiet && "quiet"} type="submit">
          {label}
        </button>
      )}
    </form>
  );
}

/** A form behind a button that asks for a second click, without script. `of` names the row for screen readers. */
export function Sure({ ask, of, ...form }: FormProps & { ask: string; of?: string }) {
  return (
    <details>
      <summary>
        {ask}
        {of && <span class="unseen"> {of}</span>}
      </summary>
      <Form {...form} />
    </details>
  );
}

/** A form above a list, whose fields become the page's query. */
export function Filter({ to, submit, children }: { to: string; submit: string; children: Child }) {
  return (
    <form class="filter" method="get" action={to}>
      {children}
      <button type="submit">{submit}</button>
    </form>
  );
}

type FieldProps = JSX.IntrinsicElements["input"] & { id: string; label: string };

/** An input with its label. */
export function Field({ id, label, name = id, ...input }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name={name} {...input} />
    </div>
  );
}

type ChoiceProps = {
  id: string;
  name?: string;
  label: string;
  /** Values, with a label where that differs. */
  options: readonly (string | [value: string | number, label: string])[];
  chosen?: string;
  required?: boolean;
};

/** A list to choose from with its label. */
export function Choice({ id, name = id, label, options, chosen, required }: ChoiceProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} required={required}>
        {options.map((option) => {
          const [value, text] = typeof option === "string" ? [option, option] : option;
          return (
            <option value={value} selected={value === chosen}>
              {text}
            </option>
          );
        })}
      </select>
    </div>
  );
}

type ChecksProps = { of: string; legend: string; options: [value: string, label: string][]; chosen?: Set<string> };

/** Boxes to tick and what they are for. */
export function Checks({ of, legend, options, chosen }: ChecksProps) {
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label>
          <input type="checkbox" name={of} value={value} checked={chosen?.has(value)} /> {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Says why something was refused. */
export function Alert({ id, children }: { id?: string; children: Child }) {
  return (
    <p class="alert" role="alert" id={id}>
      {children}
    </p>
  );
}

/** A secret that no later page shows. */
export function ShownOnce({ title, secret, children }: { title: string; secret: string; children: Child }) {
  return (
    <section class="panel" aria-labelledby="made">
      <h2 id="made">{title}</h2>
      <p>{children}</p>
      <pre>
        <code>{secret}</code>
      </pre>
    </section>
  );
}

/** A moment in UTC, to the minute. */
export function Time({ at }: { at: number }) {
  const iso = isoTime(at);
  return <time datetime={iso}>{`${iso.slice(0, 16).replace("T", " ")} UTC`}</time>;
}

export function Country({ code }: { code: string | null }) {
  return <>{countryName(code) ?? "unknown place"}</>;
}
