import type { PersonName } from "../names/person-name.ts";
import type { ParsedTitleFilter } from "../titles/title-filter.ts";

/** Who works at `domain`. A source may answer with more people than pass the filter, never with fewer. */
export type PeopleQuestion = { domain: string; filter: ParsedTitleFilter };

/** Who `name` at `domain` refers to. A source may also return namesakes and other people. */
export type PersonQuestion = { domain: string; name: PersonName };
