/** Short words that occur in only one of these languages, or far more often than in the others. */
const WORDS: Record<string, string> = {
  en: "the and you our with will your this are for have from we is to of experience work team",
  de: "und der die das mit wir sie für dich bei von ist eine deine unser als auch dein oder ein",
  fr: "les des vous nous une pour avec dans votre notre est sur aux qui et vos nos être au",
  es: "los las para con una del que nuestra nuestro tu el es por más como y equipo experiencia",
  it: "il gli della per con una di che nostro nella sono dei delle anche e lavoro le nel",
  nl: "het een van je wij jij onze voor met zijn op en ons jouw bent aan naar ook",
  pt: "os para com uma não você nossa nosso dos das em que mais é e no na ao",
  sv: "och att du vi för på med som är av till vår en det har dig ett din",
  da: "og at du vi på med som er af til vores en det har dig et din vil ikke blive",
  pl: "i w na z do oraz się dla jest nie praca od po za o jak lub twoje",
};
const LANGUAGE_WORDS = Object.entries(WORDS).map(([code, words]) => ({ code, words: new Set(words.split(" ")) }));
const READ_LENGTH = 2_000;
const MIN_HITS = 8;

/** ISO 639-1 of a text, from its short words; null when it is short or two languages are close. */
export function languageOf(text: string | null): string | null {
  const words = (text ?? "")
    .slice(0, READ_LENGTH)
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const counts = LANGUAGE_WORDS.map(({ code, words: known }) => ({
    code,
    hits: words.filter((word) => known.has(word)).length,
  })).sort((a, b) => b.hits - a.hits);
  const [first, second] = counts;
  return first && second && first.hits >= MIN_HITS && first.hits >= second.hits * 1.4 ? first.code : null;
}
