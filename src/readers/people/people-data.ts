import { record, string } from "../../lib/loose-json.ts";
import { likeness } from "../company/name-likeness.ts";
import { linkedNodes, texts } from "../page/structured-data.ts";
import { readName } from "./name-readings.ts";
import { type FoundPerson, foundPerson, type PageOwner, type Proof } from "./person.ts";

/** Relations whose other end is not one of the company's people. */
const FOREIGN =
  /^(review|reviews|reviewedBy|itemReviewed|comment|customer|client|alumni|sponsor|funder|performer|byArtist|worksFor|colleague|knows|spouse|parent|children)$/;

/** Relations whose other end works for the organisation. */
const ROLE_PATH = /^(employees?|founders?|members?|ceo|director|owner|principal)$/;
const FOUNDER = /^founders?$/;
/** The founder of an older firm no longer works there. */
const OLDEST_FIRM = 1955;
const AUTHOR = /^(author|creator|contributor|editor|publisher)$/;

/** Every person in a page's structured data (JSON-LD, microdata, h-cards) who is not placed in another organisation. */
export function peopleInData(blocks: unknown[], proof: Proof, owner: PageOwner): FoundPerson[] {
  const nodes = linkedNodes(blocks);
  const isOldFirm = nodes.some(({ node }) => Number.parseInt(string(node.foundingDate) ?? "", 10) < OLDEST_FIRM);
  return nodes.flatMap(({ node, path }) => {
    if (!texts(node["@type"]).includes("Person")) return [];
    if (node.deathDate !== undefined || (isOldFirm && path.some((key) => FOUNDER.test(key)))) return [];
    if (path.some((key) => FOREIGN.test(key))) return [];
    const employers = [node.worksFor].flat().flatMap((employer) => texts(record(employer).name));
    if (employers.length > 0 && employers.every((name) => likeness(name, owner.names) === "other")) return [];
    const name = string(node.name) ?? [string(node.givenName), string(node.familyName)].filter(Boolean).join(" ");
    // Some sites call the firm itself a person; a sole trader's firm has that person's name.
    if (likeness(name, owner.names) === "same" && !readName(name)?.isKnown) return [];
    const job = [node.jobTitle].flat()[0];
    const address = record([node.address ?? record(node.workLocation).address].flat()[0]);
    const title = string(job) ?? string(record(job).name);
    // Blogs name the authors of posts, who need not work here.
    const isEmployee = employers.length > 0 || path.some((key) => ROLE_PATH.test(key));
    if (!isEmployee && (title === null || path.some((key) => AUTHOR.test(key)))) return [];
    const said = {
      name,
      title,
      links: texts([node.sameAs, node.url, node["@id"]]),
      emails: texts(node.email),
      location: string(address.addressLocality) ?? string(node.address),
    };
    return foundPerson(said, proof, owner) ?? [];
  });
}
