import ar from "./languages/ar.txt";
import bg from "./languages/bg.txt";
import cs from "./languages/cs.txt";
import da from "./languages/da.txt";
import de from "./languages/de.txt";
import el from "./languages/el.txt";
import es from "./languages/es.txt";
import fi from "./languages/fi.txt";
import fr from "./languages/fr.txt";
import he from "./languages/he.txt";
import hi from "./languages/hi.txt";
import hu from "./languages/hu.txt";
import id from "./languages/id.txt";
import it from "./languages/it.txt";
import ja from "./languages/ja.txt";
import ko from "./languages/ko.txt";
import nl from "./languages/nl.txt";
import no from "./languages/no.txt";
import pl from "./languages/pl.txt";
import pt from "./languages/pt.txt";
import ro from "./languages/ro.txt";
import ru from "./languages/ru.txt";
import sl from "./languages/sl.txt";
import sv from "./languages/sv.txt";
import th from "./languages/th.txt";
import tr from "./languages/tr.txt";
import zh from "./languages/zh.txt";

/** What each language but English adds to the sections of sections.ts: one file a language, named by ISO 639-1. */
export const LANGUAGES = [
  ar,
  bg,
  cs,
  da,
  de,
  el,
  es,
  fi,
  fr,
  he,
  hi,
  hu,
  id,
  it,
  ja,
  ko,
  nl,
  no,
  pl,
  pt,
  ro,
  ru,
  sl,
  sv,
  th,
  tr,
  zh,
];
