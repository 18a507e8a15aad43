import { record, string } from "../../lib/loose-json.ts";
import { likeness } from "../company/own-name.ts";
import { linkedNodes, texts } from "../page/json-ld.ts";
import { type Box, type Outline, textIn } from "../page/outline.ts";
import { type FoundPerson, foundPerson, MAX_PEOPLE, type PageOwner } from "./found-person.ts";
import { readName } from "./name-readings.ts";

/** People in a page's structured data: JSON-LD, microdata (schema.org/Person) and h-card (microformats.org). */

/** Relations whose other end is not one of the company's people. */
const FOREIGN =
  /^(review|reviews|reviewedBy|itemReviewed|comment|customer|client|alumni|sponsor|funder|performer|byArtist|worksFor|colleague|knows|spouse|parent|children)$/;

/** Relations whose other end works for the organisation. */
const ROLE_PATH = /^(employees?|founders?|members?|ceo|director|owner|principal)$/;
const FOUNDER = /^founders?$/;
/** The founder of an older firm no longer works there. */
const OLDEST_FIRM = 1955;
const AUTHOR = /^(author|creator|contributor|editor|publisher)$/;

/** Written by customers and visitors. */
const OPINION = /^(\w*Review|Comment|Quotation|Rating|Question|Answer|DiscussionForumPosting)$/;

/** Every person in JSON-LD blocks who is not placed in another organisation. */
export function peopleInJsonLd(blocks: unknown[], owner: PageOwner): FoundPerson[] {
  const nodes = linkedNodes(blocks);
  const opinions = nodes.filter(({ node }) => texts(node["@type"]).some((type) => OPINION.test(type)));
  const strangers = new Set(linkedNodes(opinions.map(({ node }) => node)).map(({ node }) => node));
  const isOldFirm = nodes.some(({ node }) => isLongAgo(string(node.foundingDate)));
  return nodes.flatMap(({ node, path }) => {
    const isDead = node.deathDate !== undefined || (isOldFirm && path.some((key) => FOUNDER.test(key)));
    if (
      isDead ||
      strangers.has(node) ||
      !texts(node["@type"]).includes("Person") ||
      path.some((key) => FOREIGN.test(key))
    )
      return [];
    const employment = employmentOf(node, owner);
    if (employment === "elsewhere") return [];
    const name = string(node.name) ?? [string(node.givenName), string(node.familyName)].filter(Boolean).join(" ");
    // Some sites call the firm itself a person; a sole trader's firm has that person's name.
    if (likeness(name, owner.names) === "same" && !readName(name)?.isKnown) return [];
    const job = [node.jobTitle].flat()[0];
    const address = record([node.address ?? record(node.workLocation).address].flat()[0]);
    const title = string(job) ?? string(record(job).name);
    // Blogs name the authors of posts, who need not work here.
    const isEmployee = employment === "here" || path.some((key) => ROLE_PATH.test(key));
    if (!isEmployee && (title === null || path.some((key) => AUTHOR.test(key)))) return [];
    const said = {
      name,
      title,
      links: texts([node.sameAs, node.url, node["@id"]]),
      emails: texts(node.email),
      location: string(address.addressLocality) ?? string(node.address),
    };
    return foundPerson(said, { kind: "json_ld", confidence: 0.95 }, owner) ?? [];
  });
}

function isLongAgo(date: string | null): boolean {
  const [year] = /^\d{4}/.exec(date ?? "") ?? [];
  return year !== undefined && Number(year) < OLDEST_FIRM;
}

function employmentOf(node: Record<string, unknown>, owner: PageOwner): "here" | "elsewhere" | "unsaid" {
  const employers = [node.worksFor, node.affiliation].flat().map(record);
  const names = employers.flatMap((employer) => texts(employer.name));
  if (names.length === 0) return "unsaid";
  return names.every((name) => likeness(name, owner.names) === "other") ? "elsewhere" : "here";
}

const MAX_CARD_BOXES = 500;

/** A vocabulary for people in markup: which element is a person, and how its descendants name their properties. */
type Vocabulary = {
  kind: "microdata" | "h_card";
  isPerson(box: Box): boolean;
  isScope(box: Box): boolean;
  has(box: Box, property: keyof typeof PROPERTIES): boolean;
};

const PROPERTIES = {
  name: { itemprop: /^name$/, classes: / (p-name|fn) / },
  title: { itemprop: /^jobTitle$/, classes: / (p-job-title|p-role|title|role) / },
  link: { itemprop: /^(sameAs|url)$/, classes: / (u-url|url) / },
  email: { itemprop: /^email$/, classes: / (u-email|email) / },
  location: { itemprop: /^addressLocality$/, classes: / (p-locality|locality) / },
};

const VOCABULARIES: Vocabulary[] = [
  {
    kind: "microdata",
    isPerson: ({ itemtype }) => /\bschema\.org\/Person\s*$/i.test(itemtype),
    isScope: ({ isScope, itemtype }) => isScope && !/PostalAddress/i.test(itemtype),
    has: ({ itemprop }, property) => itemprop.split(/\s+/).some((name) => PROPERTIES[property].itemprop.test(name)),
  },
  {
    kind: "h_card",
    isPerson: ({ classes }) => / (h-card|vcard) /.test(classes),
    isScope: ({ classes }) => / (h-\S+|vcard) /.test(classes),
    has: ({ classes }, property) => PROPERTIES[property].classes.test(classes),
  },
];

/** Every person in microdata and h-cards. A card with a company's name is not a person's. */
export function peopleInMarkup(outline: Outline, owner: PageOwner): FoundPerson[] {
  return VOCABULARIES.flatMap((vocabulary) => {
    const scopes = outline.boxes.flatMap((box, index) => (vocabulary.isPerson(box) ? [index] : []));
    return scopes.slice(0, MAX_PEOPLE).flatMap((scope) => {
      const found = readCard(outline, scope, vocabulary, owner);
      return found && (found.title || found.profileUrl) && likeness(found.name, owner.names) !== "same" ? found : [];
    });
  });
}

function readCard(outline: Outline, scope: number, { kind, isScope, has }: Vocabulary, owner: PageOwner) {
  const { boxes } = outline;
  const { last } = boxes[scope] as Box;
  const own: Box[] = [];
  for (let index = scope + 1; index <= last && own.length < MAX_CARD_BOXES; index++) {
    const box = boxes[index] as Box;
    // A nested scope describes something else.
    if (isScope(box)) index = box.last;
    else own.push(box);
  }
  const all = (property: keyof typeof PROPERTIES) => own.filter((box) => has(box, property));
  const text = (property: keyof typeof PROPERTIES) =>
    all(property)
      .map((box) => (box.tag === "meta" ? box.value : textIn(outline, box)))
      .find(Boolean) ?? null;
  const values = (property: keyof typeof PROPERTIES) => all(property).map((box) => box.value || textIn(outline, box));
  const name = text("name");
  if (!name) return null;
  const said = { name, title: text("title"), location: text("location") };
  return foundPerson({ ...said, links: values("link"), emails: values("email") }, { kind, confidence: 0.9 }, owner);
}
