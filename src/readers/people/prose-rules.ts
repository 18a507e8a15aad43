/** What a sentence has to say for its people to be those of the firm, and what it must not say. */
import { likeness } from "../company/name-likeness.ts";
import { bareWord, honorifics } from "../names/person-name.ts";
import { rulesOf } from "../rule.ts";
import { readTitle } from "../titles/job-title.ts";
import { patternFrom, wordsOf } from "../words/sections.ts";
import { isForeignTitle, isOtherFirm } from "./card-titles.ts";
import { beginsAsName, isLegalForm, type NameReading, namesText, partInFirm } from "./name-readings.ts";
import { isAboutMe, isJobOfSeveral, jobEvidence } from "./people-words.ts";
import { type PageOwner, publishedAddress } from "./person.ts";

/** A person in a sentence. Names joined by "and" share what is before the first and behind the last of them. */
export type Mention = {
  reading: NameReading;
  sentence: string;
  /** The sentence before, or the two lines before the first. */
  previous: string;
  before: string;
  /** The same, with what addresses the person: "The lawyer Dr". */
  lead: string;
  behind: string;
  /** How many names are joined with this one, itself included. */
  joined: number;
  /** An office right before the name or names: "our founder Anna Berg". */
  officeBefore: string | null;
  /** An office right behind the name: "Anna Berg, founder", "Anna Berg is the founder of". */
  officeBehind: string | null;
  owner: PageOwner;
  /** In a section about the firm's people. */
  isOfTeam: boolean;
  /** In an imprint or privacy policy that names nobody but those who are joined. */
  isAlone?: boolean;
  /** A legal form follows the name elsewhere on the page. */
  isFirm?: boolean;
};

const BY = patternFrom("(?<!\\p{L}){PROSE_BY}$");
/** What is between "by" and a name: "Master Sailor", "experienced boat builder". */
const BY_WORDS = patternFrom("(?<!\\p{L}){PROSE_BY}[ ’'](?:l['’])?((?:[\\p{L}/-]+ ){0,7}[\\p{L}/-]+)$");
const RANK = /^(?:(?:the|our|el|la|le|il|lo|der|dem|den|de|het|o|a) )?\p{Lu}\S{1,30}(?: \p{Lu}\S{1,30}){0,2}$/u;
const MADE = patternFrom("(?<!\\p{L}){PROSE_MADE}(?!\\p{L})");
const MAKES = patternFrom("(?<!\\p{L}){PROSE_MAKES}(?!\\p{L})");
const HAS = patternFrom("(?<!\\p{L}){PROSE_HAS}$");
const DECIDES = patternFrom("(?<!\\p{L}){PROSE_DECIDES}(?!\\p{L})");
/** Before the name of somebody at another place, "learnt at master baker", if not "with Anna Berg the second generation began". */
export const AT = /(?<!\p{L})(?:at|with|mit|(?:beim?|chez|presso|bij|hos|u)(?:(?: \p{Ll}{2,3})? [\p{L}-]+)?)$/iu;
export const SELF = patternFrom('(?:^|[\\s"“„«!?,])(?:{PROSE_SELF}|{PROSE_NAME_IS})(?: (?:l[ae]|il|der|die))?$');
const MEETS = patternFrom("^¿?(?:{PROSE_MEETS}):?$");
const TRADE = patternFrom("(?<!\\p{L}){TRADE_WORD}(?!\\p{L})", "u");
const TRADE_OF = patternFrom("(?<!\\p{L}){TRADE_WORD}(?: (?:of|van|di|von))?,?$", "u");
const KIN = patternFrom("(?<!\\p{L}){PROSE_KIN}(?: (?:team|duo))?$");
/** "She lives in Leeds with her daughters". */
const AT_HOME =
  /(?<!\p{L})(?:liv(?:es?|ing)|leb(?:t|en?)|wohn(?:t|en?)|woont|woon|viv[eo]|viv(?:on|en)|vit|habit[ae]|mieszka(?:m|ją)?|married|verheiratet|(?:fa|mo)ther of|mutter von)(?!\p{L})/iu;
const GENERATION = patternFrom("^,? .{0,30}{PROSE_GENERATION}(?!\\p{L})");
const OF_GENERATION = patternFrom("(?<!\\p{L}){PROSE_GENERATION}(?: (?:avec|com|con|med|met|mit|with|z))? ?[,:–—]?$");
const NEXT = patternFrom("^.{0,30} {PROSE_NEXT}");
const FIRST = /(?<!\p{L})(?:first|erste|premi[eè]re|primera|primeira|prima|eerste|första|første)\S*(?: \S+){1,2}$/iu;
const FORMER = patternFrom("(?<!\\p{L}){PROSE_FORMER}(?!\\p{L})");
/** The years of an earlier job in a CV. */
export const PERIOD = /^(?:19|20)\d\d ?[–-] ?(?:19|20)\d\d /;
/** "Our customer", and the word for a firm before its name. */
const CUSTOMER = patternFrom("(?<!\\p{L}){PROSE_CUSTOMER}$");
/** What is founded and made without being a firm: "The method was created by". */
const WORK = patternFrom("(?<!\\p{L}){PROSE_WORK}(?!\\p{L})");
const STREET = patternFrom("(?<!\\p{L}){PROSE_STREET}$");
/** The founder of an older firm no longer works there. */
const OLD_YEAR = /(?<![\d.,])1(?:[0-8]\d\d|9[0-4]\d|95[0-4])(?![\d.,/]?\d)/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** A verb for founding, and no founder. */
const FOUNDED =
  /(?<!\p{L})(?:co-?)?(?:f[uo]u?nd(?!er|at(?:eu|o)r|ador)|gegründ|gründet|créé|opgericht|grund[al]|zało[żz](?!yc))/iu;
const ADDRESS = /(?<![^\s(:])[\w.+-]{3,60}@[\w.-]{4,60}/;
/** "For interviews, contact". */
export const CONTACT = patternFrom("(?<!\\p{L}){PROSE_CONTACT}$");
const LEARNED_WITH = patternFrom("(?<!\\p{L}){PROSE_LEARNED_WITH}$");
const KIND_OF_INSTITUTION =
  "[Aa](?:c?c|k)adem|[IiÍ][ns]stitu|[Bb]all?et|[Tt]h?[eé][aâ]t|[Uu]niversi|[Cc]onserva|[Ss]ch?[ou]+l|[Ee]sc(?:o|ue)l|[EÉé]cole|[Ss]zko[łl]";
/** "Academy of Oslo". */
const INSTITUTION = `(?<!\\p{L})((?:${KIND_OF_INSTITUTION})\\p{L}*(?: (?:d\\p{L}{1,4} |of |van |von )?(?:l[’'])?\\p{Lu}[\\p{L}’'-]+)+)`;
const OF_INSTITUTION = new RegExp(INSTITUTION, "u");
/** "Dancer at the Balletto di Torino, directed by". */
const INSTITUTION_LED = patternFrom(`${INSTITUTION}(?: \\([^()]{1,20}\\))?,? {PROSE_MADE} {PROSE_BY}$`, "u");
const NUMBER = /^[^.;\d]{0,30}\.? ?\d[\d\s().-]{6,}\d/;
/** "Northgate Capital CEO". */
const FIRM_OF_CHIEF = /^((?:\p{Lu}[\p{L}&.-]* ){1,4})C[EFOTM]O$/u;
/** "Anna Berg (VDA, president)". */
const FIRM_IN_BRACKETS = /^ ?\((\p{Lu}[\p{Lu}&.-]{2,20}), /u;
/** "Anna Berg's daughter". */
const OF_THEIRS = /^['’]s /;
const [honours, stops, owns] = [wordsOf("prose_honour"), wordsOf("prose_stop"), wordsOf("prose_own")];
const PRACTISES = patternFrom("^,? (?:\\p{Ll}+ ){0,2}{PROSE_PRACTISES}(?!\\p{L})");
const LEARNED = patternFrom("^(?:, ?\\p{Lu}{2,5})?,? (?:\\p{Ll}+ )?{PROSE_LEARNED}(?!\\p{L})");
/** "Is the author of the book", "has been a customer". */
const NO_PRACTICE =
  /^[^.;]{0,60}(?:auth?or|auteur|writer|prof[eé]ss(?!ion)|customer|[ck]lient|kund[ei]|z[áa]kazn|nobel|erfinder|inventor)/iu;
/** Whether what is behind a name says where the person learned or works, and not as somebody else's. */
export const saysLearned = (behind: string) => LEARNED().test(behind) && !NO_PRACTICE.test(behind);
const PRACTICE_OF = patternFrom("(?<!\\p{L}){PROSE_PRACTICE}(?:[ ’']\\p{L}+){0,2}[ ’']{PROSE_ADDRESS}+$");
const WELCOMES = patternFrom("^(?:,[^,.;]{3,60},)? {PROSE_WELCOMES}");
const IS_JOB = patternFrom("^(?:(?:,| {PROSE_IS})(?: [\\p{L}\\d’'-]+){1,7}| \\p{Ll}+)", "u");
/** A maker or host of the site, of what is on it or of its legal texts, and authorities. */
const CREDIT = patternFrom(
  [
    "{MAKER_OF_SITE}|{HOST_OF_SITE}|{OTHER_PARTIES}|©|copyright|powered|template|theme|generator|beauftragte|authority|mediat|ombud",
    "(?<!\\p{L})(?:design|desarr|desenv|reali[sz]|program|gra[fp]h?i[ck]|illustr|pict|fot|phot|zdj|bild|image|icon|logo|font|te[kx]s?t)",
    "(?<!\\p{L})(?:muster|vorlage|quelle|source|disclaimer|mod[eè]l[eo]|plantilla|wzór|szablon|autorit|garante|gericht|court|tribunal)",
  ].join("|"),
);
/** "This site was made by". */
const SITE_BY = patternFrom("(?:site|web\\p{L}*|page|p[aá]gina|strona)(?!\\p{L}).{0,60} {PROSE_BY}$");
/** Whether a name is one of a person and not of a street, and nobody who made something for the site. */
export const isPerson = ({ sentence, before, lead, behind, reading }: Mention) =>
  (reading.isKnown || (/^\p{Lu}\p{L}{3}/u.test(reading.name) && lead.trimEnd() !== before)) &&
  !STREET().test(before) &&
  !/^[\s,.]*(?:n\W)?\d/.test(behind) &&
  !/\d,? ?$/.test(before) &&
  !CREDIT().test(sentence) &&
  !SITE_BY().test(before);
/** Shorter sentences are labels and credits. */
const MIN_ALONE = 50;
/** How near a verb has to be. */
const NEAR = 60;

/** Whether the words of a pattern are right before the name. */
function isAfter(words: string): (mention: Mention) => boolean {
  const pattern = patternFrom(`(?<!\\p{L})${words}$`);
  return ({ before }) => pattern().test(before);
}

/** One of these suffices. */
export const TOLD_OF = rulesOf<Mention>({
  "office_in_front: an office is said right before the name": ({ officeBefore }) => officeBefore !== null,
  "office_behind: an office is said right behind the name": ({ officeBehind }) => officeBehind !== null,
  "made_by: the firm is founded, owned or led by the person": ({ before, behind }) => {
    const [, words = ""] = BY_WORDS().exec(before) ?? [];
    const isByOffice = RANK.test(words) || jobEvidence(words) === "rank";
    const isBy = BY().test(before) || isByOffice || /^ tarafından(?!\p{L})/u.test(behind);
    return isBy && (MADE().test(before.slice(-NEAR)) || MADE().test(behind.slice(0, NEAR)));
  },
  "led_by: the firm is under the person's lead": isAfter("{PROSE_LED}"),
  "makes: the person founds or leads the firm": ({ behind }) =>
    !OF_THEIRS.test(behind) && MAKES().test(behind.slice(0, NEAR)),
  "makes_last: a verb for it is right before the name": isAfter(
    "{PROSE_MAKES}(?: ihn| es| sie| {PROSE_SINCE})?(?: [^,;]{0,20}\\d{4}[^,;\\d]{0,10})?",
  ),
  "makes_around: the sentence begins such a verb before the name and ends it behind": ({ before, behind }) =>
    HAS().test(before) && MADE().test(behind.slice(0, NEAR)),
  "decides: the person decides to found it": ({ sentence, reading }) => {
    const decided = DECIDES().exec(sentence);
    return decided !== null && sentence.indexOf(reading.name) < decided.index + decided[0].length;
  },
  "says_name: the writer gives the name as theirs": ({ before, behind }) =>
    SELF().test(before) || /^ (?:\p{Ll}+ )?vagyok(?!\p{L})/u.test(behind),
  "presented: the text presents the person": ({ before, behind, reading, owner }) =>
    MEETS().test(before) &&
    /^\s?(?:$|[,.!?–—:-]|(?:und|and|&|et|y|e|en) .{0,12}team)/iu.test(behind) &&
    (beginsAsName(reading.parsed) || (reading.isKnown && /^\p{L}+-/u.test(reading.name))) &&
    likeness(reading.name, owner.names) === "other",
  "sole_trader: the firm is said to be one person's": ({ before, behind, reading }) =>
    reading.isKnown && !STREET().test(before) && (TRADE_OF().test(before) || TRADE().test(behind.slice(0, NEAR))),
  "namesakes: several of the family that the firm is named after are in the sentence": ({ sentence, reading, owner }) =>
    beginsAsName(reading.parsed) &&
    partInFirm(reading.parsed, owner.names) === "family" &&
    sentence.split(` ${reading.parsed.family.at(-1)}`).length > 2,
  "namesake_of_imprint: a clause of an imprint is about one whose name the firm has": (mention) => {
    const { before, behind, owner, reading } = mention;
    const { given, ...parsed } = reading.parsed;
    const named = { ...parsed, given: given.slice(0, 1), family: [...given.slice(1), ...parsed.family] };
    const isNamesake = beginsAsName(named) && partInFirm(named, owner.names) !== null;
    const isClause = /^,? \(?\p{Ll}/u.test(behind) || BY().test(before);
    return owner.isImprint === true && isNamesake && isClause && !mention.isFirm;
  },
  "alone: a sentence of an imprint or privacy policy names the only people of the page": (mention) =>
    mention.isAlone === true &&
    !mention.isFirm &&
    mention.sentence.length > MIN_ALONE &&
    likeness(mention.reading.name, mention.owner.names) === "other" &&
    !/(?:(?<=\S )\p{Lu}[\p{L}.]{0,30}|:)$/u.test(mention.before) &&
    !/^ (?:\p{L}+ )?\p{Lu}/u.test(mention.behind),
  "family: several people are called relatives, and not who lives with somebody": ({ before, joined, sentence }) =>
    joined > 1 && KIN().test(before) && !AT_HOME.test(sentence),
  "generation: the person is of a later generation": ({ before, behind }) =>
    GENERATION().test(behind) || (OF_GENERATION().test(before) && !FIRST.test(before)),
  "about_me: a sentence of a page about its owner begins with the name": ({ before, behind, owner }) =>
    before === "" && /^,? [\p{Ll}\d]/u.test(behind) && !WORK().test(behind.slice(0, NEAR)) && isAboutMe(owner.url),
  "subject: a sentence about people begins with the name, or one that says where the person learned": (mention) =>
    mention.before === "" &&
    (mention.isOfTeam
      ? mention.joined === 1 && /^,? \p{Ll}.{30}/u.test(mention.behind) && !WORK().test(mention.behind.slice(0, NEAR))
      : saysLearned(mention.behind) && beginsAsName(mention.reading.parsed)),
  "practises: a sentence begins with a doctor or lawyer and says what they are or do": ({ lead, behind, owner }) => {
    const words = Array.from(lead.trimEnd().split(/ |(?<=l['’])/i), bareWord);
    const isJobDone = PRACTISES().test(behind) || LEARNED().test(behind);
    const isHonour = (word: string) =>
      honours().has(word) ||
      readTitle(word).department === "legal" ||
      (isJobDone && (honorifics().has(word) || jobEvidence(word) === "rank"));
    const isLead = words.every((word) => isHonour(word) || [honorifics, stops, owns].some((some) => some().has(word)));
    if (!isLead || !words.some(isHonour) || NO_PRACTICE.test(behind)) return false;
    const [job = ""] = IS_JOB().exec(behind) ?? [];
    return isJobDone || ((jobEvidence(job) === "rank" || isJobOfSeveral(job)) && !isForeignTitle(job, owner.names));
  },
  "practice: a practice is said to be the doctor's or lawyer's": ({ lead }) => PRACTICE_OF().test(lead),
  "welcomes: a clause begins with who welcomes readers": ({ before, behind, reading: { name, isKnown }, owner }) =>
    /^$|,$/.test(before) && isKnown && likeness(name, owner.names) === "other" && WELCOMES().test(behind),
  "own_address: an address at the firm that has the name follows": ({ behind, reading, owner }) => {
    const [local = ""] = publishedAddress(ADDRESS.exec(behind)?.[0] ?? "", owner.domains)?.split("@") ?? [];
    return namesText(reading.parsed, local);
  },
  "asked_for: readers are told to call the person": ({ before, behind }) =>
    CONTACT().test(before) && NUMBER.test(behind) && !/^ at (?:the )?\p{Lu}/u.test(behind),
  "stands_behind: the person stands behind the firm": isAfter("{PROSE_BEHIND} .{2,60} {PROSE_STANDS}"),
});

/** One of these is enough against it. */
export const NOT_TOLD_OF = rulesOf<Mention>({
  "of_old: the year is that of a founder who no longer works": ({ sentence, previous, before, behind }) =>
    OLD_YEAR.test(sentence) ||
    (OLD_YEAR.test(previous) && !YEAR.test(sentence) && FOUNDED.test(before.slice(-NEAR) + behind.slice(0, NEAR))),
  "former: the person has left or died": ({ before, behind }) =>
    FORMER().test(before.slice(-NEAR / 2)) || FORMER().test(behind.slice(0, NEAR / 2)) || PERIOD.test(before),
  "work: what the person made is a method or a work of art": ({ before, officeBefore, officeBehind }) =>
    officeBefore === null && officeBehind === null && WORK().test(before.slice(-NEAR / 2)),
  "customer: the name is called a customer's or a firm's": ({ before }) => CUSTOMER().test(before),
  "signs: the name is under a quotation": ({ before }) => /(?:^|["“”«»])\s?[—–-]\s*$/u.test(before),
  "firm: a legal form or the owner is behind the name": ({ behind }) =>
    isLegalForm(/^,? ([^\s,;]+)/.exec(behind)?.[1] ?? "") || /^ v\/\p{Lu}/u.test(behind),
  "elsewhere: the office is one of another firm": (mention) => {
    const { before, officeBefore, officeBehind, behind, owner, reading } = mention;
    const [, said = ""] = /^[\s,(–—-]*([^,;.()]*)/u.exec(behind) ?? [];
    const place = INSTITUTION_LED().exec(before) ?? (officeBehind === null ? null : OF_INSTITUTION.exec(said));
    const isOfInstitution = place !== null && likeness(place[1] ?? "", owner.names) === "other";
    return (
      (AT.test(before) && !NEXT().test(behind)) ||
      LEARNED_WITH().test(before) ||
      // Where somebody tells of themselves, and not on the pages of a school.
      (owner.isSolo === true && isOfInstitution && partInFirm(reading.parsed, owner.names) === null) ||
      isOtherFirm(FIRM_OF_CHIEF.exec(officeBefore ?? "")?.[1] ?? "", owner.names) ||
      isOtherFirm(FIRM_IN_BRACKETS.exec(behind)?.[1] ?? "", owner.names) ||
      (officeBehind !== null && isForeignTitle(said, owner.names)) ||
      (officeBefore !== null && isForeignTitle(`${officeBefore} ${said}`, owner.names))
    );
  },
});
