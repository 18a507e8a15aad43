import type { Handler, Hosts } from "./index.ts";
import { CHANGING_NUMBER, changingVersion } from "./signal-sites.ts";

/** Public registers in their documented shapes, with their oddities: order that means nothing, masked values, errors under 200. */
const notFound = () => Response.json({ message: "not found" }, { status: 404 });
const busy = (seconds: number) =>
  new Response("slow down, secret-token", { status: 429, headers: { "Retry-After": String(seconds) } });
const hasName = (name: string, query: string | null) =>
  name.toLowerCase().includes((query ?? "\0").toLowerCase().split(" ")[0] ?? "");

type Unit = Record<string, unknown> & { organisasjonsnummer: string; navn: string };
const unit = (organisasjonsnummer: string, navn: string, more: Record<string, unknown> = {}): Unit => ({
  organisasjonsnummer,
  navn,
  organisasjonsform: { kode: "AS", beskrivelse: "Aksjeselskap" },
  forretningsadresse: { adresse: ["Ukjent vei 1"], postnummer: "0150", poststed: "OSLO", landkode: "NO" },
  konkurs: false,
  underAvvikling: false,
  harRegistrertAntallAnsatte: false,
  ...more,
});

/** In the order of their names, as the register answers: the union branch comes before the firm. */
const UNITS: Unit[] = [
  unit("999100171", "NITO NORDLYS", { organisasjonsform: { kode: "FLI", beskrivelse: "Forening" } }),
  unit("999100104", "NORDLYS AS", {
    forretningsadresse: { adresse: ["Storgata 5"], postnummer: "9008", poststed: "TROMSØ", landkode: "NO" },
    naeringskode1: { kode: "27.400", beskrivelse: "Produksjon av belysningsutstyr" },
    antallAnsatte: 75,
    harRegistrertAntallAnsatte: true,
    registreringsdatoAntallAnsatteEnhetsregisteret: "2026-09-14",
    stiftelsesdato: "1998-03-02",
    hjemmeside: "WWW.Nordlys.example/om",
    telefon: "77 60 10 00",
  }),
  unit("999100198", "NORDLYS AS", { hjemmeside: "www.nordlys-kafe.example", harRegistrertAntallAnsatte: true }),
  unit("999100309", "TINDE AS", { hjemmeside: "tinde.example" }),
  unit("999100317", "TINDE ASA"),
  unit("999100236", "NORDLYS DISTRIBUSJON AS", { slettedato: "2019-05-01" }),
  unit("999100104x", "BROKEN"),
  ...["999100112", "999100120", "999100139", "999100147", "999100155", "999100163"].map((number, index) =>
    unit(number, `FJORD ${["BYGG", "EIENDOM", "ENERGI", "FISK", "FRAKT", "KRAFT"][index]} AS`),
  ),
];

const brreg: Handler = (_request, url) => {
  const path = url.pathname.replace("/enhetsregisteret/api/", "");
  const [kind, number = "", part] = path.split("/");
  const changing = unit(CHANGING_NUMBER, "CHANGING AS", { konkurs: changingVersion().isBankrupt });
  const found = [...UNITS, changing].find(({ organisasjonsnummer }) => organisasjonsnummer === number);
  if (number === "999100244") return new Response(null, { status: 410 });
  if (number === "999100252") return busy(2);
  if (part === "roller") {
    if (number !== "999100104") return notFound();
    const person = (fornavn: string, etternavn: string) => ({
      fodselsdato: "1970-01-01",
      navn: { fornavn, etternavn },
      erDoed: false,
    });
    return Response.json({
      rollegrupper: [
        {
          type: { kode: "DAGL" },
          sistEndret: "2021-02-03",
          roller: [
            { type: { kode: "DAGL", beskrivelse: "Daglig leder" }, person: person("Kari", "Berg"), fratraadt: false },
          ],
        },
        {
          type: { kode: "STYR" },
          sistEndret: "2020-01-01",
          roller: [
            { type: { kode: "MEDL", beskrivelse: "Styremedlem" }, person: person("Ola", "Dahl"), fratraadt: true },
            { type: { kode: "REVI", beskrivelse: "Revisor" }, enhet: { navn: ["REVISOR AS"] }, fratraadt: false },
          ],
        },
      ],
    });
  }
  if (kind === "underenheter") return notFound();
  if (number) return found ? Response.json(found) : notFound();
  const name = url.searchParams.get("navn");
  const site = url.searchParams.get("hjemmeside");
  const hits = UNITS.filter(({ navn, hjemmeside }) =>
    site
      ? String(hjemmeside ?? "")
          .toLowerCase()
          .startsWith(site.toLowerCase())
      : name !== null && hasName(navn, name),
  );
  const page = { size: 20, totalElements: hits.length, totalPages: 1, number: 0 };
  return Response.json(hits.length > 0 ? { _embedded: { enheter: hits }, _links: {}, page } : { _links: {}, page });
};

const FRENCH = [
  {
    siren: "990100208",
    nom_complet: "LUMIERE LYON (LUMI)",
    nom_raison_sociale: "LUMIERE LYON",
    etat_administratif: "A",
    nature_juridique: "5710",
    activite_principale: "27.40Z",
    tranche_effectif_salarie: "21",
    annee_tranche_effectif_salarie: "2024",
    date_creation: "2008-04-01",
    siege: {
      siret: "99010020800012",
      adresse: "12 RUE MERCIERE 69002 LYON",
      numero_voie: "12",
      type_voie: "RUE",
      libelle_voie: "MERCIERE",
      code_postal: "69002",
      libelle_commune: "LYON",
    },
    dirigeants: [
      {
        nom: "PETIT (MOREAU)",
        prenoms: "ANNE",
        date_de_naissance: "1970-05",
        nationalite: "Française",
        qualite: "Présidente",
        type_dirigeant: "personne physique",
      },
    ],
    complements: { est_entrepreneur_individuel: false },
  },
  {
    siren: "990100224",
    nom_complet: "LUMIERE LYON",
    nom_raison_sociale: "LUMIERE LYON",
    etat_administratif: "C",
    date_fermeture: "2015-01-01",
    siege: { adresse: "[NON-DIFFUSIBLE]" },
    tranche_effectif_salarie: "NN",
  },
  {
    siren: "990100232",
    nom_complet: "[NON-DIFFUSIBLE]",
    nom_raison_sociale: "[NON-DIFFUSIBLE]",
    statut_diffusion: "P",
    etat_administratif: "A",
    siege: {},
  },
  {
    siren: "990100216",
    nom_complet: "GRAND HOTE",
    nom_raison_sociale: "GRAND HOTE",
    etat_administratif: "A",
    tranche_effectif_salarie: null,
    siege: {},
  },
];

const french: Handler = (_request, url) => {
  const query = (url.searchParams.get("q") ?? "").replace(/\s/g, "");
  if (query.length < 3) return Response.json({ erreur: "3 caractères minimum" }, { status: 400 });
  if (query === "990100240") return busy(1);
  const results = /^\d{9}(\d{5})?$/.test(query)
    ? FRENCH.filter(({ siren }) => query.startsWith(siren))
    : FRENCH.filter(({ nom_complet }) => hasName(nom_complet, url.searchParams.get("q")));
  return Response.json({ results, total_results: results.length, page: 1, per_page: 10, total_pages: 1 });
};

const finnish: Handler = (_request, url) => {
  const firm = (id: string, names: object[], more: object = {}) => ({
    businessId: { value: id, registrationDate: "1999-01-01", source: "3" },
    names,
    mainBusinessLine: {
      type: "30120",
      descriptions: [
        { languageCode: "1", description: "Veneiden rakentaminen" },
        { languageCode: "3", description: "Building of pleasure boats" },
      ],
    },
    companyForms: [{ type: "16", descriptions: [{ languageCode: "3", description: "Limited company" }] }],
    companySituations: [],
    addresses: [
      {
        type: 1,
        street: "Satamatie",
        buildingNumber: "3",
        postCode: "53900",
        // In both languages, in no order.
        postOffices: [
          { city: "VILLMANSTRAND", languageCode: "2" },
          { city: "LAPPEENRANTA", languageCode: "1" },
        ],
      },
    ],
    tradeRegisterStatus: "1",
    registrationDate: "1999-02-03",
    ...more,
  });
  const all = [
    // Lost the name in 2020, and comes first.
    firm("9900101-0", [
      { name: "Lahden Vene Oy", type: "1" },
      { name: "Saimaa Boats Oy", type: "1", endDate: "2020-01-01" },
    ]),
    firm(
      "9900100-2",
      [
        { name: "Saimaa Boats Oy", type: "1" },
        { name: "Saimaa", type: "3" },
      ],
      { website: { url: "www.saimaa.example" } },
    ),
  ];
  const id = url.searchParams.get("businessId");
  const companies = id ? all.filter((one) => one.businessId.value === id) : all;
  return Response.json({ totalResults: companies.length, companies });
};

const czech: Handler = async (request, url) => {
  const number = url.pathname.split("/").at(-1);
  const firm = {
    ico: "88010104",
    obchodniJmeno: "Vltava Pianos s.r.o.",
    pravniForma: "112",
    sidlo: {
      textovaAdresa: "Nábřežní 7, 11000 Praha",
      nazevUlice: "Nábřežní",
      cisloDomovni: 7,
      psc: 11000,
      nazevObce: "Praha",
      kodStatu: "CZ",
    },
    datumVzniku: "2003-06-01",
    dic: "CZ88010104",
    czNace2008: ["32200"],
    seznamRegistraci: { stavZdrojeRos: "AKTIVNI", stavZdrojeIr: "NEEXISTUJICI" },
  };
  if (request.method === "POST") {
    const { obchodniJmeno = "" } = await request.json<{ obchodniJmeno?: string }>();
    return Response.json({
      pocetCelkem: 1,
      ekonomickeSubjekty: hasName(firm.obchodniJmeno, obchodniJmeno) ? [firm] : [],
    });
  }
  if (number !== firm.ico) return notFound();
  if (url.pathname.includes("-res/"))
    return Response.json({
      icoId: number,
      zaznamy: [{ statistickeUdaje: { kategoriePoctuPracovniku: "230" }, datumAktualizace: "2026-05-01" }],
    });
  if (url.pathname.includes("-vr/")) {
    return Response.json({
      zaznamy: [
        {
          statutarniOrgany: [
            {
              clenoveOrganu: [
                {
                  fyzickaOsoba: { jmeno: "JAN", prijmeni: "NOVÁK", datumNarozeni: "1970-01-01" },
                  datumZapisu: "2010-01-01",
                  clenstvi: { clenstvi: {}, funkce: { nazev: "jednatel" } },
                },
                {
                  fyzickaOsoba: { jmeno: "PETR", prijmeni: "STARÝ" },
                  datumZapisu: "2003-01-01",
                  datumVymazu: "2010-01-01",
                },
              ],
            },
          ],
        },
      ],
    });
  }
  return Response.json(firm);
};

const british: Handler = (request, url) => {
  if (request.headers.get("Authorization") !== `Basic ${btoa("companies-house-key:")}`)
    return Response.json({ error: "Invalid Authorization" }, { status: 401 });
  if (url.pathname === "/search/companies") {
    const items = [
      {
        company_number: "09910199",
        title: "THAMES TEA HOLDINGS LTD",
        company_status: "active",
        address: { locality: "Leeds" },
      },
      {
        company_number: "09910101",
        title: "THAMES TEA LTD",
        company_status: "active",
        address: { locality: "London" },
      },
    ];
    return Response.json({ items, total_results: items.length });
  }
  const [, , number = "", part] = url.pathname.split("/");
  if (number !== "09910101")
    return Response.json({ errors: [{ error: "company-profile-not-found" }] }, { status: 404 });
  if (part === "officers") {
    return Response.json({
      items: [
        {
          name: "HARTLEY, Imogen",
          officer_role: "director",
          appointed_on: "2015-01-02",
          date_of_birth: { month: 1, year: 1970 },
          nationality: "British",
        },
        { name: "GONE, Gary", officer_role: "director", appointed_on: "2010-01-02", resigned_on: "2014-01-01" },
        { name: "NOMINEES LTD", officer_role: "corporate-secretary" },
      ],
    });
  }
  return Response.json({
    company_number: "09910101",
    company_name: "THAMES TEA LTD",
    company_status: "active",
    type: "ltd",
    date_of_creation: "2014-11-03",
    sic_codes: ["10831"],
    previous_company_names: [{ name: "RIVER TEA LTD" }],
    registered_office_address: {
      address_line_1: "1 Quay Street",
      locality: "London",
      postal_code: "SE1 2AA",
      country: "England",
    },
  });
};

const danish: Handler = async (request) => {
  const login = request.headers.get("Authorization") ?? "";
  if (!login.startsWith("Basic ") || atob(login.slice(6)).startsWith("refused:"))
    return new Response("no", { status: 401 });
  const asked = JSON.stringify(await request.json());
  const firm = {
    cvrNummer: 99010118,
    reklamebeskyttet: true,
    navne: [{ navn: "Øresund Cykler ApS", periode: { gyldigFra: "2001-01-01", gyldigTil: null } }],
    hjemmeside: [{ kontaktoplysning: "oresund.example", periode: { gyldigTil: null } }],
    virksomhedMetadata: {
      nyesteNavn: { navn: "Øresund Cykler ApS" },
      nyesteVirksomhedsform: { virksomhedsformkode: 80, kortBeskrivelse: "APS" },
      nyesteBeliggenhedsadresse: {
        vejnavn: "Havnegade",
        husnummerFra: 8,
        postnummer: 1058,
        postdistrikt: "København K",
        landekode: "DK",
      },
      nyesteHovedbranche: { branchekode: "309200", branchetekst: "Fremstilling af cykler" },
      sammensatStatus: "NORMAL",
      nyesteMaanedsbeskaeftigelse: {
        aar: 2026,
        maaned: 8,
        intervalKodeAntalAnsatte: "ANTAL_50_99",
        antalAnsatte: null,
      },
      stiftelsesDato: "2001-01-01",
    },
  };
  const hits = asked.includes("99010118") || asked.includes("oresund") ? [{ _source: { Vrvirksomhed: firm } }] : [];
  return Response.json({ hits: { total: hits.length, hits } });
};

const swedish: Handler = async (request, url) => {
  if (url.hostname.startsWith("portal."))
    return (await request.text()).includes("client_id=refused")
      ? Response.json({ error: "invalid_client" }, { status: 401 })
      : Response.json({ access_token: "swedish-token", token_type: "Bearer", expires_in: 3600 });
  if (request.headers.get("Authorization") !== "Bearer swedish-token")
    return Response.json({ fel: 1 }, { status: 401 });
  const { identitetsbeteckning } = await request.json<{ identitetsbeteckning: string }>();
  if (identitetsbeteckning !== "5599010104") return notFound();
  return Response.json({
    organisationer: [
      {
        organisationsnamn: {
          organisationsnamnLista: [{ namn: "Mälaren Glas AB", organisationsnamntyp: { kod: "FORETAGSNAMN" } }],
        },
        verksamOrganisation: { kod: "JA" },
        naringsgrenOrganisation: { sni: [{ kod: "23110", klartext: "Tillverkning av planglas" }] },
        postadressOrganisation: {
          postadress: { utdelningsadress: "Glasgatan 1", postnummer: "11122", postort: "STOCKHOLM" },
        },
        avregistreradOrganisation: null,
        organisationsform: { fel: { typ: "TIMEOUT" } },
      },
    ],
  });
};

const lei = (id: string, name: string, authority: string, registeredAs: string, more: object = {}) => ({
  type: "lei-records",
  id,
  attributes: {
    lei: id,
    entity: {
      legalName: { name, language: "en" },
      otherNames: [],
      legalAddress: { addressLines: ["Storgata 5"], city: "TROMSØ", country: "NO", postalCode: "9008" },
      registeredAt: { id: authority },
      registeredAs,
      status: "ACTIVE",
      category: "GENERAL",
      ...more,
    },
    registration: { status: "LAPSED" },
  },
});
const LEIS = [
  lei("9999009900DEMO000183", "NORDLYS AS", "RA000472", "999100104"),
  lei("9999009900DEMO000280", "NORDLYS HOLDING ASA", "RA000472", "999100279"),
  lei("9999009900DEMO000377", "Spree Software GmbH", "RA000242", "HRB 991234 B", {
    legalAddress: { addressLines: ["Uferweg 4"], city: "Berlin", country: "DE", postalCode: "10999" },
  }),
];

const gleif: Handler = (_request, url) => {
  const [, id = "", relation] = /^\/api\/v1\/lei-records\/(\w+)(?:\/([\w-]+))?$/.exec(url.pathname) ?? [];
  if (relation) return id === LEIS[0]?.id ? Response.json({ data: LEIS[1] }) : notFound();
  if (id) {
    const found = LEIS.find((one) => one.id === id);
    return found ? Response.json({ data: found }) : notFound();
  }
  const name = url.searchParams.get("filter[entity.legalName]");
  const number = url.searchParams.get("filter[entity.registeredAs]");
  const data = LEIS.filter(({ attributes: { entity } }) =>
    number ? entity.registeredAs === number : name !== null && hasName(entity.legalName.name, name),
  );
  return Response.json({ meta: {}, data });
};

const vies: Handler = (_request, url) => {
  const [, country, number] = /\/ms\/(\w\w)\/vat\/(\w+)$/.exec(url.pathname) ?? [];
  if (country === "AT") return Response.json({ isValid: false, userError: "MS_MAX_CONCURRENT_REQ", name: "---" });
  if (country === "DE" && number === "999010107")
    return Response.json({ isValid: true, userError: "VALID", name: "---", address: "---" });
  if (country === "IT" && number === "00484960588")
    return Response.json({
      isValid: true,
      userError: "VALID",
      name: "TEVERE MOTORI S.P.A.",
      address: "VIA DEL FIUME 1 \n00100 ROMA RM",
    });
  return Response.json({ isValid: false, userError: "INVALID", name: "---", address: "---" });
};

const empty: Handler = () => Response.json({ success: true, result: { records: [] } });

export const registerHosts: Hosts = {
  "data.brreg.no": brreg,
  "recherche-entreprises.api.gouv.fr": french,
  "avoindata.prh.fi": finnish,
  "ares.gov.cz": czech,
  "api.company-information.service.gov.uk": british,
  "distribution.virk.dk": danish,
  "portal.api.bolagsverket.se": swedish,
  "gw.api.bolagsverket.se": swedish,
  "api.gleif.org": gleif,
  "ec.europa.eu": vies,
  "opendata.cro.ie": empty,
  "data.gov.lv": empty,
  "ariregister.rik.ee": () => Response.json({ data: [] }),
  "api.statistics.sk": () => Response.json({ results: [] }),
  "api-krs.ms.gov.pl": notFound,
  "wl-api.mf.gov.pl": () => Response.json({ code: "WL-191", message: "Przekroczono limit" }, { status: 400 }),
};
