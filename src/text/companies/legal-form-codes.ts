/** Names of the legal forms that registers give as codes. */

/** Level II of Insee's "Catégories juridiques" (the first two of four digits), and the forms below it that have names of their own. */
const FRENCH = table(`21 Indivision
22 Société créée de fait
23 Société en participation
24 Fiducie
27 Paroisse hors zone concordataire
28 Assujetti unique à la TVA
31 Société étrangère immatriculée au RCS
32 Société étrangère non immatriculée au RCS
41 Établissement public ou régie à caractère industriel ou commercial
51 Société coopérative commerciale particulière
52 Société en nom collectif
53 Société en commandite
5308 Société en commandite par actions
54 Société à responsabilité limitée (SARL)
5498 Société à responsabilité limitée à associé unique (EURL)
55 Société anonyme à conseil d'administration (SA)
56 Société anonyme à directoire (SA)
57 Société par actions simplifiée (SAS)
5720 Société par actions simplifiée à associé unique (SASU)
58 Société européenne (SE)
61 Caisse d'épargne et de prévoyance
62 Groupement d'intérêt économique
63 Société coopérative agricole
64 Société d'assurance mutuelle
65 Société civile
6540 Société civile immobilière (SCI)
71 Administration de l'État
72 Collectivité territoriale
73 Établissement public administratif
81 Organisme de protection sociale
82 Organisme mutualiste
83 Comité social et économique
84 Organisme professionnel
85 Organisme de retraite à adhésion non obligatoire
91 Syndicat de propriétaires
92 Association
93 Fondation`);

/** The common forms of the Czech Statistical Office's list of legal forms (ČSÚ, číselník právních forem). */
const CZECH = table(`111 Veřejná obchodní společnost
112 Společnost s ručením omezeným
113 Komanditní společnost
117 Nadace
118 Nadační fond
121 Akciová společnost
141 Obecně prospěšná společnost
145 Společenství vlastníků jednotek
161 Ústav
205 Družstvo
301 Státní podnik
325 Organizační složka státu
331 Příspěvková organizace
421 Odštěpný závod zahraniční právnické osoby
601 Vysoká škola
641 Školská právnická osoba
706 Spolek
721 Církevní organizace
801 Obec
804 Kraj
932 Evropská společnost (SE)`);

function table(lines: string): Map<string, string> {
  return new Map(lines.split("\n").map((line) => [line.split(" ", 1)[0] ?? "", line.slice(line.indexOf(" ") + 1)]));
}

/** The form of a four-digit code of Insee, in French; null for an unknown one. */
export function frenchForm(code: string): string | null {
  return FRENCH.get(code) ?? FRENCH.get(code.slice(0, 2)) ?? null;
}

/** The form of a three-digit code of the Czech registers, in Czech; null for an unknown one. */
export function czechForm(code: string): string | null {
  return CZECH.get(code) ?? null;
}
