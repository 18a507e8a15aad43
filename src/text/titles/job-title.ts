/** What a job title says about rank and field of work. Pure; titles are read as the title filter reads them. */
import { titleTokens } from "./title-filter.ts";

/** UTF-16 units of a title that are kept. */
export const MAX_TITLE_LENGTH = 150;

/** Highest first; employees are listed in this order. */
export const SENIORITIES = [
  "owner",
  "founder",
  "c_suite",
  "partner",
  "vp",
  "head",
  "director",
  "manager",
  "senior",
  "entry",
  "intern",
] as const;
export type Seniority = (typeof SENIORITIES)[number];

export const DEPARTMENTS = [
  "customer_support",
  "sales",
  "marketing",
  "product",
  "data",
  "design",
  "information_technology",
  "engineering",
  "research",
  "human_resources",
  "finance",
  "legal",
  "operations",
  "executive",
] as const;
export type Department = (typeof DEPARTMENTS)[number];

function expression(alternatives: string): RegExp {
  return new RegExp(
    ` (${alternatives
      .trim()
      .replace(/\s+/g, " ")
      .replace(/ ?\| ?/g, "|")}) `,
  );
}

/** Titles that name a high rank that is somebody else's, or not a rank at all. */
const NOT_A_RANK = expression(`
  (product|process|system|service|data|application|platform|project|risk|control|scrum|feature) owners? | business partner |
  (channel|alliance) partner | (executive |personal |office )?assistant( executives?)?
  (ceo|cto|cfo|coo|cmo|president|founders?|director|managing director|vp) | account executive |
  (sales|marketing|advertising|support|service|legal|hr) executive | office ceo | founder s associate`);

/** In order: the first that fits wins. Each is looked for in the tokens of a title with a space around every one. */
const RANKS: [RegExp, Seniority][] = [
  [expression("assistant vice president | associate vice president"), "vp"],
  [
    expression(`
      intern | interns | internship | praktikant | praktikantin | werkstudent | werkstudentin | stagiaire | becario
      | becaria | tirocinante | estagiario | estagiaria`),
    "intern",
  ],
  [
    expression(`
      trainee | apprentice | azubi | auszubildende | auszubildender | graduate | junior | jr | entry level |
      volontar | volontarin | assistant | assistante | assistentin | asistente | assistente`),
    "entry",
  ],
  [
    expression(`
      owner | co owner | proprietor | inhaber | inhaberin | proprietaire | propietario | propietaria | titolare`),
    "owner",
  ],
  [
    expression(`
      founder | cofounder | founders | founding partner | grunder | grunderin | mitgrunder | mitgrunderin |
      fondateur | fondatrice | cofondateur | cofondatrice | fundador | fundadora | cofundador | cofundadora |
      fondatore | cofondatore | oprichter | 创始人 | 联合创始人`),
    "founder",
  ],
  [expression("chief of staff | chief staff"), "head"],
  [
    expression(`
      senior vice president | executive vice president | vice president | vp | svp | evp | avp | vice presidente |
      vice presidenta`),
    "vp",
  ],
  [
    expression(`
      chief | ceo | cto | cfo | coo | cmo | cro | cio | ciso | cpo | cdo | chro | cco | president | presidente |
      presidenta | chair | chairman | chairwoman | chairperson | managing director | general manager |
      geschaftsfuhrer | geschaftsfuhrerin | geschaftsfuhrender gesellschafter | vorstand | vorstandin |
      vorstandsvorsitzende | vorstandsvorsitzender | pdg | directeur general | directrice generale | director
      general | directora general | consejero delegado | amministratore delegato | 首席\\S* | \\S*总经理 | \\S*总裁 |
      代表取締役\\S* | 社長 | 대표\\S*`),
    "c_suite",
  ],
  [expression("partner | partners | socio | socia | associe | associee | gesellschafter"), "partner"],
  [
    expression(`
      head | leiter | leiterin | \\S+leiter | \\S+leiterin | responsable | capo | hoofd | chef de`),
    "head",
  ],
  [
    expression(`
      director | directors | direktor | direktorin | directeur | directrice | directora | direttore | direttrice |
      diretor | diretora | \\S*总监 | 部長`),
    "director",
  ],
  [
    expression(`
      manager | managers | mgr | lead | leader | teamlead | supervisor | foreman | meister | gerente | jefe | jefa |
      manageress | \\S*经理 | 課長`),
    "manager",
  ],
  [
    expression(`
      senior | sr | principal | staff engineer | staff developer | staff scientist | architect | fellow |
      distinguished`),
    "senior",
  ],
  [expression("clerk | representative | sdr | bdr | coordinator | associate"), "entry"],
];

/** In order of precedence: "Sales Engineer" works in sales, "Marketing Operations Manager" in marketing. */
const FIELDS: [RegExp, Department][] = [
  [
    expression(`
      customer (support|success|service|services|care|experience) | support | helpdesk | help desk | cx |
      kundenservice | kundendienst | service client | client success`),
    "customer_support",
  ],
  [
    expression(`
      sales | revenue | account (executive|manager|director) | business development | sdr | bdr | cro | partnerships
      | partnership | channel | vertrieb | \\S*vertriebs\\S* | ventas | vendite | commercial | commerciale |
      comercial | presales | gtm | key account | 销售\\S* | 営業\\S*`),
    "sales",
  ],
  [
    expression(`
      marketing | \\S*marketing | cmo | brand | content | seo | sem | growth | communications | community | pr |
      public relations | demand generation | advertising | social media | e commerce | ecommerce | mercadeo | 市场\\S*`),
    "marketing",
  ],
  [
    expression(`
      product (manager|owner|management|lead|director|marketing|operations|officer) | product | cpo | produktmanager
      | produktmanagerin | chef produit | 产品\\S*`),
    "product",
  ],
  [
    expression(`
      data | analytics | machine learning | ml | ai | artificial intelligence | bi | business intelligence | cdo |
      statistician`),
    "data",
  ],
  [
    expression(`
      design | designer | ux | ui | creative | art | illustrator | grafiker | grafikerin | disenador | disenadora`),
    "design",
  ],
  [
    expression(`
      it | information technology | information officer | cio | ciso | information security | security | system
      administrator | sysadmin | network engineer | systemadministrator`),
    "information_technology",
  ],
  [
    expression(`
      engineer | engineers | engineering | eng | developer | developers | software | devops | sre | technology |
      technical | cto | architect | programmer | qa | quality assurance | hardware | firmware | robotics | controls
      | entwickler | entwicklerin | softwareentwickler | ingenieur | ingenieurin | ingenieure | ingeniero |
      ingeniera | desarrollador | desarrolladora | developpeur | developpeuse | r&d`),
    "engineering",
  ],
  [
    expression(`
      research | researcher | scientist | scientific | science | forschung | laboratory | lab`),
    "research",
  ],
  [
    expression(`
      human resources | hr | people | talent | recruiter | recruiting | recruitment | chro | personal |
      personalleiter | personalleiterin | rrhh | ressources humaines | recursos humanos`),
    "human_resources",
  ],
  [
    expression(`
      finance | financial | cfo | accounting | accountant | controller | controlling | controllerin | treasurer |
      treasury | tax | audit | auditor | payroll | buchhaltung | buchhalter | buchhalterin | comptable | contable |
      finanzas | fp&a`),
    "finance",
  ],
  [
    expression(`
      legal | counsel | lawyer | attorney | compliance | privacy | data protection | jurist | juristin | recht |
      avocat | abogado | abogada`),
    "legal",
  ],
  [
    expression(`
      operations | coo | logistics | supply chain | procurement | purchasing | production | manufacturing |
      warehouse | facilities | workshop | plant | quality | office | einkauf | logistik | produktion | operaciones |
      s&op`),
    "operations",
  ],
  [
    expression(`
      ceo | chief executive | president | managing director | general manager | founder | cofounder | owner |
      partner | geschaftsfuhrer | geschaftsfuhrerin | chairman | chairwoman | chair | presidente | presidenta |
      fondateur | fondatrice | pdg | 总经理 | 代表取締役\\S* | 社長`),
    "executive",
  ],
];

/** Rank and field of work as far as the title says them; null where it does not. */
export function readTitle(title: string | null): { seniority: Seniority | null; department: Department | null } {
  const tokens = ` ${titleTokens(title ?? "").join(" ")} `;
  // What is not a rank is left out of the search for one, not out of the search for the field.
  const forRank = tokens.replace(NOT_A_RANK, (found) => (found.includes("assistant") ? " assistant " : " "));
  return {
    seniority: RANKS.find(([pattern]) => pattern.test(forRank))?.[1] ?? null,
    department: FIELDS.find(([pattern]) => pattern.test(tokens))?.[1] ?? null,
  };
}

/** Place in the order of a list: 0 is the highest rank; titles that say no rank stand between senior and entry. */
export function rankOf(seniority: Seniority | null): number {
  return seniority === null ? SENIORITIES.indexOf("entry") - 0.5 : SENIORITIES.indexOf(seniority);
}
