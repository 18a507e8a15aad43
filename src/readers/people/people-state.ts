import { record, string } from "../../lib/loose-json.ts";
import { parseJsonLd } from "../page/json-ld.ts";
import { isForeignTitle } from "./card-titles.ts";
import { type FoundPerson, foundPerson, MAX_PEOPLE, type PageOwner } from "./found-person.ts";
import { readName } from "./name-readings.ts";
import { jobEvidence } from "./occupations.ts";

const MAX_DEPTH = 24;
const MAX_NODES = 50_000;
const MIN_PEOPLE = 2;
const NAMES = ["name", "fullName", "full_name", "displayName", "memberName", "personName", "title", "heading"];
const TITLES = [
  "jobTitle",
  "job_title",
  "role",
  "position",
  "designation",
  "title",
  "subtitle",
  "subheading",
  "jobtitle",
  "function",
  "occupation",
];
const FIRST = ["firstName", "first_name", "givenName", "forename"];
const LAST = ["lastName", "last_name", "familyName", "surname"];
/** People under these keys are quoted, sell or write; they are not staff. */
const FOREIGN_KEY =
  /testimonial|quote|review|customer|client|author|comment|investor|speaker|news|post|article|blog|jobs?$|opening|case/i;

/** People in the JSON from which a client-side framework renders a page: lists of objects with a name and a job each. */
export function peopleInState(scripts: string[], owner: PageOwner): FoundPerson[] {
  const found: FoundPerson[] = [];
  let nodes = 0;
  let names = 0;
  const nameIn = (text: string) => (++names > MAX_PEOPLE ? null : readName(text));
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH || ++nodes > MAX_NODES) return;
    if (Array.isArray(value)) {
      const items = value.slice(0, MAX_PEOPLE);
      const people = items.flatMap((item) => personOf(item, owner, nameIn) ?? []);
      if (people.length >= MIN_PEOPLE && people.length * 2 >= items.length) found.push(...people);
      else for (const item of value) walk(item, depth + 1);
      return;
    }
    for (const [key, child] of Object.entries(value)) if (!FOREIGN_KEY.test(key)) walk(child, depth + 1);
  };
  for (const script of scripts) walk(parseJsonLd(script), 0);
  return found;
}

/** An object, or the object inside the wrapper of a headless content system. */
function personOf(item: unknown, owner: PageOwner, nameIn: typeof readName): FoundPerson | null {
  const node = record(item);
  for (const fields of [node, record(node.fields), record(node.attributes), record(node.node), record(node.data)]) {
    const person = read(fields, owner, nameIn);
    if (person) return person;
  }
  return null;
}

function read(fields: Record<string, unknown>, owner: PageOwner, nameIn: typeof readName): FoundPerson | null {
  const first = (keys: string[]) => keys.map((key) => string(fields[key])).find((text) => text !== null) ?? null;
  const parts = [first(FIRST), first(LAST)].filter((part) => part !== null);
  const name = parts.length === 2 ? parts.join(" ") : first(NAMES);
  const reading = name === null ? null : nameIn(name);
  if (!reading?.isWhole) return null;
  const title = TITLES.map((key) => string(fields[key])).find(
    (text) =>
      text !== null && text !== name && (reading.isKnown ? jobEvidence(text) !== null : jobEvidence(text) === "rank"),
  );
  if (!title || isForeignTitle(title, owner.names)) return null;
  const links = Object.values(fields).filter(
    (value) => typeof value === "string" && /^https?:/.test(value),
  ) as string[];
  const said = {
    name: reading.name,
    title,
    links,
    emails: [string(fields.email) ?? ""],
    location: string(fields.location),
  };
  return foundPerson(said, { kind: "state", confidence: 0.75 }, owner);
}
