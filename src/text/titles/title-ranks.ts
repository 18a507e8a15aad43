import type { Seniority } from "./title-taxonomy.ts";
import { tokenPattern } from "./title-words.ts";

/** Words for former roles: a part of a title that begins with one is ignored. */
export const FORMER =
  /^\s*(?:ex|former|formerly|retired|previously|past|immediate past|emeritus|ehemalige[rs]?|ancien(?:ne)?|antiguo|antigua|già|元)(?![\p{L}])|\b(?:emeritus|emerita|retired)\s*$/iu;

/** A committee's chair sits on the board; only the board's own chair leads it. */
export const COMMITTEE = tokenPattern(`
  (chair|chairman|chairwoman|chairperson|co chair|cochair|vice chair) (\\S+ ){0,5}(committee|subcommittee|commission|taskforce|task force) |
  (committee|subcommittee|commission|council) ((co|vice) )?(chair|chairman|chairwoman|chairperson)`);

/** Titles that mention a high rank of another person ("assistant to the CEO") or use its word in another sense, with their real rank. */
export const BORROWED: [RegExp, string][] = [
  [
    tokenPattern(
      "chief staff( (to )?(office )?(ceo|president|founder|founders|coo|cto|chief executive officer|chairman|managing director))?",
      "g",
    ),
    "head",
  ],
  [
    tokenPattern("(non executive|nonexecutive|independent|outside) (independent )?(board )?(director|directors)", "g"),
    "board",
  ],
  [
    tokenPattern(
      "principal (\\S+ ){0,2}(engineer|developer|scientist|designer|architect|researcher|analyst|consultant|investigator|programmer|manager|advisor|associate|specialist)",
      "g",
    ),
    "senior",
  ],
  [
    tokenPattern(
      `((executive|personal|office|administrative) )?(assistant|secretary|pa|ea|aide|assistante|assistenz|asistente|assistentin) ((de|der|del|du|direction|executives?) )*(ceo|cto|cfo|coo|cmo|president|founders?|director|directors|managing directors?|vp|vice president|chairman|partners?|general manager|management|geschaftsfuhrung|geschaftsleitung|vorstand|direction|gerencia|direccion|direzione|chief executive( officer)?)`,
      "g",
    ),
    "assistant",
  ],
  [
    tokenPattern("(assistente|assistant|assistante|asistente) ((de|di) )?(direction|direccion|direzione|direcao)", "g"),
    "assistant",
  ],
  [
    tokenPattern(
      `(product|process|system|service|data|application|platform|project|risk|control|scrum|feature|business|content) owners? | (hr |people |talent |finance |strategic |human resources )?business partners? |
      (channel|alliance|technology|talent|client|customer|people|strategic|delivery) partners? | partners? (manager|success|marketing|development|relations|operations|program|programs|sales|enablement|engineer|director|lead) |
      account executive | (sales|marketing|advertising|support|service|legal|hr|accounts|operations|purchase|finance|admin|business development|customer|technical|research|content|recruitment) executive | office ceo | founder s associate | head chef`,
      "g",
    ),
    "specialist",
  ],
  [tokenPattern("partners? (manager|director|lead)", "g"), "manager"],
  [
    tokenPattern(
      "(editor|redacteur|redactora?) (in )?(chief|chef) | chief editor | chefredakteur | chefredakteurin | caporedattore",
      "g",
    ),
    "head",
  ],
  [tokenPattern("chief (resident|fellow)", "g"), "senior"],
  [
    tokenPattern(
      "(associate|assistant|adjunct) ((research|clinical|teaching|visiting) )?professor | (postdoctoral|post doctoral|post doc|postdoc) fellow",
      "g",
    ),
    "professor",
  ],
  [tokenPattern("board secretary", "g"), "secretary"],
  [tokenPattern("head (teacher|nurse|coach|waiter|barista|gardener|brewer|chef|cook)", "g"), "manager"],
];

/** In order: the first match wins. */
export const RANKS: [RegExp, Seniority][] = [
  [
    tokenPattern(`
      intern | interns | internship | praktikant | praktikantin | werkstudent | werkstudentin | stagiaire | stagiair | becario | becaria | tirocinante | stagista | estagiario | estagiaria |
      pasante | practicante | stazysta | стажер | 实习生 | インターン | 인턴 | working student | harjoittelija | stajyer`),
    "intern",
  ],
  [
    tokenPattern(`
      owner | co owner | coowner | owners | proprietor | proprietress | inhaber | inhaberin | proprietaire | propietario | propietaria | titolare | proprietario | proprietaria | eigenaar | eigenaresse |
      mede eigenaar | eier | ejer | agare | wlasciciel | wlascicielka | majitel | majitelka | владелец | tulajdonos | omistaja | dueno | duena | dono | dona`),
    "owner",
  ],
  [
    tokenPattern(`
      founder | cofounder | founders | cofounders | founding (partner|principal|director|member|ceo|president|attorney|shareholder|\\S*) | grunder | grunderin | mitgrunder | mitgrunderin |
      fondateur | fondatrice | cofondateur | cofondatrice | co (fondateur|fondatrice|fundador|fundadora|grundare|oprichter|founder) | fundador | fundadora | cofundador | cofundadora | (socio|socia) (fundador|fundadora|fondatore|fondatrice) |
      fondatore | cofondatore | cofondatrice | oprichter | oprichtster | medeoprichter | grundare | medgrundare | grunnlegger | grundlaegger | stifter | perustaja | zalozyciel | zalozycielka | wspolzalozyciel | wspolzalozycielka | zakladatel | alapito |
      kurucu | kurucusu | kurucu ortak | основатель | сооснователь | засновник | ιδρυτης | ιδρυτρια | \\S*创始人 | \\S*創始人 | \\S*創辦人 | \\S*創業者\\S* | \\S*설립자 | \\S*창업자 | \\S*מייסד\\S* | \\S*مؤسس\\S*`),
    "founder",
  ],
  [
    tokenPattern(`
      chief (\\S+ ){1,4}officer | chief executive | secretary general | general secretary | secretaire general | secretaire generale | secretario general | secretaria general | segretario generale | generalsekretar | generalsekretarin | ceo | cto | cfo | coo | cmo | cro | cio | ciso | cpo | cdo | chro | cco | cso | clo | cao | cpto | ceos | chairman | chairwoman | chairperson | chair | vice chair | co ceo | deputy ceo | pdg | dg | dga |
      president directeur general | directeur general | directrice generale | directeur general delegue | director general | directora general | consejero delegado | consejera delegada | amministratore (delegato|unico) | amministratrice delegata | direttore generale | direttrice generale |
      diretor (geral|executivo|presidente) | diretora (geral|executiva|presidente) | director ejecutivo | directora ejecutiva | gerente general | gerente geral | algemeen directeur | bestuursvoorzitter | zaakvoerder | zaakvoerster |
      geschaftsfuhrer | \\S+geschaftsfuhrer | \\S+geschaftsfuhrerin | sprecher geschaftsfuhrung | geschaftsfuhrerin | geschaftsfuhrung | geschaftsfuhrende | geschaftsfuhrender | geschaftsleitung | geschaftsleiter | geschaftsleiterin | vorstand | \\S+vorstand | vorstandin | vorstandsmitglied | vorstandsvorsitzende | vorstandsvorsitzender | vorstandsvorsitz | aufsichtsratsvorsitzender | aufsichtsratsvorsitzende | vorsitzender | vorsitzende | obmann | obfrau |
      verkstallande direktor | vd | administrerende direktor | adm dir | adm direktor | daglig leder | toimitusjohtaja | ordforande | styreleder | bestyrelsesformand | prezes | czlonek zarzadu | dyrektor (generalny|zarzadzajacy) | jednatel | jednatelka | generalni reditel |
      konatel | ugyvezeto | genel mudur | genel muduru | yonetim kurulu baskani | генеральный директор | исполнительный директор | председатель | διευθυνων συμβουλος | gerant | gerante | dirigeant | dirigeante |
      首席\\S* | \\S*(?<!副)总经理 | \\S*(?<!副)總經理 | \\S*(?<!副)总裁 | \\S*(?<!副)總裁 | \\S*董事长 | \\S*董事長 | 代表取締役\\S* | \\S*(?<!副)社長 | 最高\\S*責任者 | \\S*(?<!副)会長 | 代表 | 代表理事 | 대표\\S* | \\S*회장 | (?!부)\\S{0,2}사장 | \\S*(?<!סמ)מנכ\\S* | \\S*יו | المدير التنفيذي | الرئيس التنفيذي | المدير العام |
      cxo | founder ceo | general counsel | executive chairman | voorzitter`),
    "c_suite",
  ],
  [
    tokenPattern(`
      senior vice president | executive vice president | vice president | vice presidents | vp | svp | evp | avp | rvp | gvp | vice presidente | vice presidenta | vicepresidente | vicepresidenta | vicepresidencia | vice presidente esecutivo | wiceprezes | vizeprasident | vizeprasidentin | viceprezident |
      viceprasident | вице президент | \\S*副总裁 | \\S*副總裁 | \\S*副总经理 | \\S*副總經理 | \\S*副社長 | \\S*執行役員\\S* | 専務\\S* | 常務\\S* | 부사장 | 전무\\S* | 상무\\S* | \\S*סמנכ\\S* | نائب الرئيس`),
    "vp",
  ],
  [
    tokenPattern(`
      chef de la direction | yonetim kurulu baskan vekili | заместитель председателя правления | chief (engineer|scientist|architect|economist|technologist|evangelist|strategist|designer|investment|counsel|pilot|medical|medical advisor) | chief | president | presidents | presidente | presidenta | presidencia | prasident | prasidentin | praesident | президент |
      managing director | managing directors | executive director | general manager | general managers | md | gm | ed`),
    "c_suite",
  ],
  [
    tokenPattern(`
      partner | partners | principal | managing (principal|member) | socio | socia | socios | associe | associee | associes | gesellschafter | gesellschafterin | vennoot | maat | delagare | partnerin | shareholder | партнер | ortak | wspolnik | spolecnik | 合伙人 | \\S*合伙人 | パートナー | 파트너 | שותף | שותפה | شريك`),
    "partner",
  ],
  [
    tokenPattern(`
      head | heads | hod | chief staff | leiter | leiterin | leitung | leitender | leitende | (?!team|projekt|bau|filial|schicht|markt|objekt)\\S+leiter | (?!team|projekt|bau|filial|schicht|markt|objekt)\\S+leiterin | (?!team|projekt|bau)\\S+leitung | capo | hoofd | chef de (service|departement|cabinet|pole|division) | vedouci | руководитель | начальник | \\S*本部長 | \\S*室長 | \\S*所長 | \\S*局長 |
      본부장 | \\S*센터장 | 实验室主任 | dekan | dean | ראש | رئيس قسم`),
    "head",
  ],
  [
    tokenPattern(`
      заместитель (генерального )?директора | director | directors | dir | direktor | direktorin | directeur | directrice | directora | direttore | direttrice | diretor | diretora | subdirector | subdirectora | drh | daf | dsi | prokurist | prokuristin | dyrektor | reditel | reditelka | riaditel | igazgato | direktorica | директор | директорка | johtaja |
      board member | member board | board | trustee | trustees | member (supervisory|management|executive) board | aufsichtsrat | aufsichtsrats | verwaltungsrat | verwaltungsrats | conseil d administration | consejo administracion | consiglio amministrazione | conselho administracao | aufsichtsratsmitglied | consejero | consejera | consigliere | consejeros | administrateur | administratrice | conselheiro | bestuurslid | ledamot | styremedlem | bestyrelsesmedlem | yonetim kurulu uyesi |
      διευθυντης | διευθυντρια | \\S*总监 | \\S*總監 | \\S*董事 | (?!代表)\\S*取締役\\S* | \\S*部長 | \\S*理事 | \\S*이사 | 부장 | ディレクター | مدير إدارة`),
    "director",
  ],
  [
    tokenPattern(`
      leder | \\S+leder | \\S+ansvarlig | \\S+ansvarig | manager | managers | mgr | leads | leader | teamlead | supervisor | superintendent | foreman | forewoman | meister | meisterin | gerente | jefe | jefa | encargado | encargada | encarregado | manageress | responsable | responsabile | responsaveis | responsavel | chef de \\S+ | chef \\S+ | chef d \\S+ | cheffe de \\S+ | chef equipe |
      coordinador | coordinadora | coordenador | coordenadora | \\S*manager | \\S*managerin | teamleiter | teamleiterin | teamleitung | projektleiter | projektleiterin | projektleitung | bauleiter | bauleiterin | filialleiter | filialleiterin | schichtleiter | marktleiter | objektleiter | teamleider | capoprogetto | capo (progetto|reparto|cantiere) | (?!schatz|burger)\\S+meister | (?!schatz|burger)\\S+meisterin | projectleider | teamleder | projektledare | projektleder |
      \\S+chef | \\S+sjef | \\S+paallikko | kierownik | vezeto | mudur | muduru | yonetici | менеджер | менеджерка | \\S*经理 | \\S*經理 | \\S*主管 | 課長 | \\S*課長 | 係長 | \\S*リーダー | \\S*マネージャー | \\S*マネジャー | \\S*팀장 | \\S*실장 | 과장 | 차장 | 매니저 | מנהל | מנהלת | مدير | lead`),
    "manager",
  ],
  [
    tokenPattern(`
      senior | senior(konsulent|konsult|radgiver|radgivare|utvikler|utvecklare|udvikler|ingenior|ingenjor|berater|beraterin|entwickler|entwicklerin|adviseur) | sr | staff (\\S+ )?(engineer|developer|scientist|designer|software|product) | architect | fellow | distinguished | lead_first | ведущий | старший | 高级\\S* | 资深\\S* | \\S*主任 | シニア\\S* | 수석\\S* | 책임\\S* | 선임\\S* | starszy | kidemli | of counsel`),
    "senior",
  ],
  [
    tokenPattern(`
      trainee | apprentice | azubi | auszubildende | auszubildender | graduate | junior | jr | entry level | volontar | volontarin | assistant | assistants | assistante | assistent | assistentin | assistenz | asistente | assistente | asystent | asystentka | auxiliar | alternant | alternante | apprenti | apprentie | clerk | representative | rep | sdr | bdr | coordinator |
      associate | associates | asociado | asociada | receptionist | sachbearbeiter | sachbearbeiterin | medewerker | medewerkster | impiegato | impiegata | addetto | addetta | младший | 助理 | \\S*助理 | アシスタント | 대리 | 사원 | helper | cashier | coordonnateur | coordonnatrice | coordinatrice | coordinateur`),
    "entry",
  ],
];
