import ar from "./languages/ar.txt";
import cs from "./languages/cs.txt";
import da from "./languages/da.txt";
import de from "./languages/de.txt";
import el from "./languages/el.txt";
import es from "./languages/es.txt";
import fi from "./languages/fi.txt";
import fr from "./languages/fr.txt";
import he from "./languages/he.txt";
import hu from "./languages/hu.txt";
import it from "./languages/it.txt";
import ja from "./languages/ja.txt";
import ko from "./languages/ko.txt";
import nl from "./languages/nl.txt";
import no from "./languages/no.txt";
import pl from "./languages/pl.txt";
import pt from "./languages/pt.txt";
import ru from "./languages/ru.txt";
import sv from "./languages/sv.txt";
import tr from "./languages/tr.txt";
import zh from "./languages/zh.txt";

/** What each language but English adds to the sections of sections.ts: one file a language, named by ISO 639-1. */
export const LANGUAGES = [ar, cs, da, de, el, es, fi, fr, he, hu, it, ja, ko, nl, no, pl, pt, ru, sv, tr, zh];
