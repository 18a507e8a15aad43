import { CONSOLE, type Visit } from "./console-page.tsx";
import { PATHS } from "./paths.ts";

/** What is kept about the person who is signed in, and how anybody's data is asked for or taken out. */
export async function privacy({ c, session }: Visit) {
  const { SERVICE_NAME } = c.var.config;
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
        held about them, or wants it gone, <a href={PATHS.privacy}>asks here</a>. It takes effect, and is answered, only
        through a link mailed to the person concerned.
      </p>
    </>
  );
}
