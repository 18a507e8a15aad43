/** Made-up answers of registers in their notations of head counts, and headlines about money raised, for `bench:companies`. */

type HeadCountCase = {
  register: "brreg" | "rechercheEntreprises" | "ares";
  scheme: string;
  number: string;
  /** Answers in the order in which they are asked for. */
  bodies: unknown[];
  /** The common band, or the state of a count without one. */
  expected: string | null;
};

const norwegian = (more: object, expected: string | null): HeadCountCase => ({
  register: "brreg",
  scheme: "NO_ORGNR",
  number: "923609016",
  bodies: [
    { organisasjonsnummer: "923609016", navn: "NORDVIND MASKIN AS", organisasjonsform: { kode: "AS" }, ...more },
  ],
  expected,
});
const french = (code: string | null, expected: string | null): HeadCountCase => ({
  register: "rechercheEntreprises",
  scheme: "FR_SIREN",
  number: "552120222",
  bodies: [
    {
      results: [
        {
          siren: "552120222",
          nom_raison_sociale: "LUMIERE ATELIER",
          etat_administratif: "A",
          tranche_effectif_salarie: code,
          annee_tranche_effectif_salarie: "2023",
        },
      ],
    },
  ],
  expected,
});
const czech = (code: string, expected: string | null): HeadCountCase => ({
  register: "ares",
  scheme: "CZ_ICO",
  number: "45274649",
  bodies: [
    { ico: "45274649", obchodniJmeno: "Vltava Stroje s.r.o.", pravniForma: "112" },
    { zaznamy: [{ primarniZaznam: true, statistickeUdaje: { kategoriePoctuPracovniku: code } }] },
  ],
  expected,
});

export const HEAD_COUNTS: HeadCountCase[] = [
  norwegian({ antallAnsatte: 87 }, "51-200"),
  norwegian({ antallAnsatte: 5 }, "2-10"),
  norwegian({ antallAnsatte: 21_000 }, "10001+"),
  norwegian({ antallAnsatte: 0 }, null),
  norwegian({ harRegistrertAntallAnsatte: true }, "withheld"),
  norwegian({ harRegistrertAntallAnsatte: false }, "absent"),
  french("01", "2-10"),
  french("03", "2-10"),
  french("11", "11-50"),
  french("12", "11-50"),
  french("21", "51-200"),
  french("22", "51-200"),
  french("32", "201-500"),
  french("41", "501-1000"),
  french("42", "1001-5000"),
  french("52", "5001-10000"),
  french("53", "10001+"),
  french("NN", null),
  french(null, "absent"),
  czech("130", "2-10"),
  czech("240", "51-200"),
  czech("340", "501-1000"),
  czech("000", "absent"),
];

/** `amount` in whole units, null when undisclosed; without `amount` the headline is not about money that Acme raised. */
export const HEADLINES: { title: string; amount?: number | null; currency?: string }[] = [
  { title: "Acme raises $12 million Series A led by Northfund", amount: 12e6, currency: "USD" },
  { title: "Acme raises $12M", amount: 12e6, currency: "USD" },
  { title: "Acme raises US$ 1.2bn in growth round", amount: 1.2e9, currency: "USD" },
  { title: "Acme bags EUR 7.5m from A Capital and B Ventures", amount: 7.5e6, currency: "EUR" },
  { title: "Acme raises $1,500,000 pre-seed", amount: 1.5e6, currency: "USD" },
  { title: "Acme announces $30-million Series B", amount: 30e6, currency: "USD" },
  { title: "Acme secures £2.5m seed funding", amount: 2.5e6, currency: "GBP" },
  { title: "Acme closes undisclosed seed round", amount: null },
  { title: "Acme sammelt €3,5 Mio. ein", amount: 3.5e6, currency: "EUR" },
  { title: "Acme erhält 10 Millionen Euro in Series-A-Finanzierung", amount: 10e6, currency: "EUR" },
  { title: "Acme schließt Finanzierungsrunde über 8 Mio. EUR ab", amount: 8e6, currency: "EUR" },
  { title: "Acme lève 5 M€ auprès de Fondsmax", amount: 5e6, currency: "EUR" },
  { title: "Acme lève 5 millions d'euros", amount: 5e6, currency: "EUR" },
  { title: "Acme levanta 3 millones de euros en una ronda semilla", amount: 3e6, currency: "EUR" },
  { title: "Acme raccoglie 2,5 milioni di euro", amount: 2.5e6, currency: "EUR" },
  { title: "Acme haalt 4 miljoen euro op", amount: 4e6, currency: "EUR" },
  { title: "Acme reser 50 miljoner kronor", amount: 50e6, currency: "SEK" },
  { title: "Acme henter 20 millioner kroner", amount: 20e6 },
  { title: "Acme kerää 3 miljoonan euron rahoituksen", amount: 3e6, currency: "EUR" },
  { title: "Acme pozyskuje 10 mln zł", amount: 10e6, currency: "PLN" },
  { title: "Northfund leads €5M seed round in Acme", amount: 5e6, currency: "EUR" },
  { title: "Acme customer Foo raises $20M" },
  { title: "Foo, a rival of Acme, raises $20M" },
  { title: "Acme-backed Foo raises $5M" },
  { title: "Acme Ventures leads $5M round in Foo" },
  { title: "Foo raises $5M from Acme" },
  { title: "Acme invests $5M in Foo" },
  { title: "Acme acquires Foo, which raised $5M" },
  { title: "Kunde von Acme sammelt 5 Millionen Euro ein" },
  { title: "Foo und Acme sammeln 5 Millionen Euro ein" },
  { title: "Acme spendet 1 Million Euro" },
  { title: "Acme erhält 5 Millionen Euro Fördermittel" },
  { title: "Acme lève le voile sur 5 millions d'utilisateurs" },
  { title: "Acme raises prices by 5%" },
  { title: "Acme closes $10M contract" },
];
