import { findTool } from "../tools/index.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";
import { PATHS } from "./paths.ts";

/** What is kept about the person who is signed in, and how anybody's data is asked for or taken out. */
export async function privacy({ c, session }: Visit) {
  const { MAIL_FROM, SERVICE_NAME } = c.var.config;
  const tool = findTool("submit_privacy_request");
  return (
    <>
      <h2>About you</h2>
      <ul>
        <li>
          Your address, {session.email}, and the country and time of each sign-in for as long as it lasts. There is no
          password.
        </li>
        <li>
          Of each <a href={CONSOLE.keys}>key</a> a hash, its name and the country it was made from, never the key.
        </li>
        <li>
          Of each paid call the tool, the time and the price, as in your <a href={CONSOLE.transactions}>transactions</a>
          .
        </li>
      </ul>
      <h2>About anybody</h2>
      <p>
        {SERVICE_NAME} answers questions about companies and the people who work there. Whoever wants to know what is
        held about them, or wants it gone,{" "}
        {tool ? (
          <>
            sends a privacy request with the tool <a href={`${PATHS.docs}#${tool.name}`}>{tool.name}</a>. It answers,
            and takes effect, only through a link mailed to the person concerned.
          </>
        ) : MAIL_FROM ? (
          <>
            writes to <a href={`mailto:${MAIL_FROM}`}>{MAIL_FROM}</a>.
          </>
        ) : (
          "writes to the operator."
        )}
      </p>
    </>
  );
}
