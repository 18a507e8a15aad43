import type { Department } from "./title-taxonomy.ts";
import { tokenPattern } from "./title-words.ts";

/** Phrases whose department differs from that of their first word. In order: the first match wins. */
export const COMPOUNDS: [RegExp, Department][] = [
  [
    tokenPattern(`
      chief (people|human|talent|culture|hr|happiness) (\\S+ ){0,3}officer | (technical|engineering|it|sales|software|executive|legal|finance|product|design) (recruiter|recruiting|recruitment|sourcer|talent) | talent (acquisition|partner|manager|lead) | recruiter | hrbp | hr business partner | people (operations|analytics|experience|partner|culture|ops)`),
    "human_resources",
  ],
  [
    tokenPattern(`
      chief (customer|client|experience|patient experience) (\\S+ ){0,3}officer | customer (success|support|service|services|care|experience|relations|operations|engagement) (\\S+ ){0,2}(engineer|manager|director|lead|specialist|representative|associate|analyst|officer|agent|team) |
      (technical|application|product|software) support | support engineer | client (success|services|service|experience|support|care)`),
    "customer_support",
  ],
  [
    tokenPattern(`
      business developers? | (corporate|key|strategic|national|major|enterprise|global) accounts | chief (revenue|sales|commercial|growth|business|business development|partnership|partnerships) officer | sales (engineer|engineering|operations|ops|enablement|development|marketing manager|consultant|analyst|trainer|coordinator|designer|support) | presales (engineer|consultant) | pre sales | revenue operations | solutions (consultant|engineer) | account (executive|manager|director|management) | technical sales | technical account (manager|director)`),
    "sales",
  ],
  [
    tokenPattern(`
      chief (marketing|brand|communications|communication|content|media) (\\S+ ){0,2}officer | product marketing | (marketing|brand|content|growth|digital|social media) (operations|ops|technology|analytics|strategist|strategy|engineer|analyst|data analyst|manager|director|lead|specialist|coordinator|producer|marketing) | technical marketing | marketing design | creative marketing`),
    "marketing",
  ],
  [
    tokenPattern(`
      chief (design|creative) officer | (product|ux|ui|graphic|graphics|web|brand|content|service|visual|interaction|motion|game|industrial|interior|fashion|communication|digital|experience|marketing|instructional|print|packaging|sound|lighting) ((ux|ui|web|product) )?(designer|designers|design) | (art|creative|design) director | ux (writer|researcher|engineer|lead|manager)`),
    "design",
  ],
  [
    tokenPattern(`
      chief (data|analytics|ai|artificial intelligence) (\\S+ ){0,3}officer | data (scientist|engineer|analyst|architect|engineering|science|entry|analytics|manager|steward) | (machine learning|ml|ai|deep learning) (engineer|scientist|researcher|research|engineering) | business intelligence (\\S+)? | product analyst | analytics engineer`),
    "data",
  ],
  [
    tokenPattern(
      "chief product (?!supply)(\\S+ ){0,4}officer | cpto | product (manager|owner|management|lead|director|managers|operations|development|strategy|leader|specialist)",
    ),
    "product",
  ],
  [
    tokenPattern("electronics (and |plus )?(communication|communications|telecommunication) | computer science"),
    "engineering",
  ],
  [tokenPattern("security (guard|guards|attendant)"), "operations"],
  [tokenPattern("(principal|co) (investigator|investigators) | post doc"), "research"],
  [
    tokenPattern(
      "asset management | (administracion|amministrazione|administracao|administration) (plus )?(finance|finances|finanzas|finanza|financas)",
    ),
    "finance",
  ],
  [
    tokenPattern("(commercial|banking|finance|services|insurance|tax|employment|property|labou?r|technology) law"),
    "legal",
  ],
  [
    tokenPattern("(office|microsoft|m) 365 | sharepoint | erp | seguridad (de )?(la )?informacion | информационн\\S*"),
    "information_technology",
  ],
  [
    tokenPattern(
      "(employee|compensation) benefits? | employee (experience|engagement|relations) | benefits (manager|specialist|coordinator|administrator|analyst)",
    ),
    "human_resources",
  ],
  [
    tokenPattern(`
      chief (information|security|digital|information security|digital information) (\\S+ ){0,3}officer | it (manager|support|director|specialist|administrator|technician|operations|consultant|systems|security|infrastructure|project manager|leiter|service) | (security|network|systems|system|infrastructure|cyber security|cybersecurity) (engineer|administrator|analyst|architect|manager|engineering|specialist|officer|operations)`),
    "information_technology",
  ],
  [
    tokenPattern(`
      chief (technology|technical|engineering|software|technologist|digital technology) (\\S+ ){0,3}officer | chief (engineer|architect|technologist) | (software|frontend|backend|full stack|fullstack|front end|back end|mobile|devops|qa|quality|test|process|production|manufacturing|mechanical|electrical|civil|structural|chemical|project|field|field service|service|design|hardware|firmware|embedded|cloud|platform|site reliability|validation|controls|automation|robotics|environmental|industrial|research|product|forward deployed|web|application|applications|r&d|operations) (\\S+ )?(engineer|engineers|developer|developers|architect) | engineering (manager|director|lead|operations) | technical (lead|director|manager|project manager|program manager|architect|writer)`),
    "engineering",
  ],
  [
    tokenPattern(
      "post doctoral | chief (scientific|science|research|innovation|medical|clinical) (\\S+ ){0,2}(officer|director) | chief scientist | clinical (research|trials?|development|operations)",
    ),
    "research",
  ],
  [
    tokenPattern(
      "revenue (processing|accounting|cycle|assurance|recognition) | chief (lending|financial|finance|investment|accounting|risk|credit|treasury|actuarial) (\\S+ ){0,2}officer | investor relations | internal audit | mergers acquisitions",
    ),
    "finance",
  ],
  [
    tokenPattern(
      "chief (legal|compliance|privacy|ethics|regulatory) (\\S+ ){0,3}officer | general counsel | legal (operations|counsel|affairs) | company secretary | corporate secretary | board secretary | data protection",
    ),
    "legal",
  ],
  [
    tokenPattern(`
      chief (operating|operations|operation|administrative|administration|supply chain|product supply|procurement|production|manufacturing|logistics|quality) (\\S+ ){0,2}officer | (executive|personal|administrative|office|team) (assistant|administrator|coordinator) | office manager | project (manager|director|coordinator|lead|leader|management) | (program|programme) (manager|director|coordinator|lead|management)`),
    "operations",
  ],
  [
    tokenPattern(
      "conseil d administration | consejo administracion | consiglio amministrazione | conselho administracao | chief executive( officer)? | chief staff( \\S+)? | chief strategy officer | chief transformation officer",
    ),
    "executive",
  ],
];

/** Words that name a department; the first one in a title wins. */
export const FIELDS: [RegExp, Department][] = [
  [
    tokenPattern(`
      onboarding | \\S*顧客責任者 | \\S*客户\\S* | customer (support|success|service|services|care|experience|relations|engagement) | support | helpdesk | help desk | cx | kundenservice | kundenbetreuung | kundendienst | service client | client (success|services|service|care) | clients? relations | customers? | atencion (al )?cliente | servicio (al )?cliente | assistenza clienti | klantenservice | kundtjanst | 客服\\S* | 客户\\S* | カスタマー\\S* | 고객\\S*`),
    "customer_support",
  ],
  [
    tokenPattern(`
      partenariat | partenariats | forretningsudvikling | forretningsutvikling | affarsutveckling | sales | revenue | new business | ventes | account executives? | account managers? | accounts? director | business development | biz dev | sdr | bdr | cro | partnerships? | channel | vertrieb | \\S*vertriebs\\S* | verkauf | verkaufs\\S* | aussendienst | innendienst | ventas | vendas | vendite | vendeur | vendeuse | vendedor | vendedora | venditore | verkoop | commercial | commerciale | commerciaux | comercial | presales | gtm | go market | key account |
      salesperson | salesman | forsaljning\\S* | salg | salgs\\S* | saljare | myynti\\S* | sprzedazy | handlowy | handlowiec | obchodni | obchod | satis | продаж\\S* | коммерческий | πωλησεων | \\S*销售\\S* | \\S*銷售\\S* | \\S*業務\\S* | \\S*営業\\S* | \\S*영업\\S* | \\S*מכירות | المبيعات | developpement (commercial|affaires) | desarrollo (de )?negocio | desarrollo negocios | alliances`),
    "sales",
  ],
  [
    tokenPattern(`
      digital media | evenementiel | \\S*ブランド\\S* | marketing | \\S*marketing\\S* | cmo | brand | branding | content | seo | sem | growth | communications? | communication | kommunikation | comunicacion | comunicaciones | comunicazione | comunicacao | communicatie | communities | community (manager|management|marketing|engagement|relations|lead|moderator|builder|growth|specialist|coordinator|strategist|director|officer|executive|team) | (head|director|vp|manager|lead) community(?= $) | (online|developer|user|social) community | mkt | pr | public (relations|affairs) | media relations | press | presse | pressereferent | pressereferentin | pressesprecher | pressesprecherin | demand (generation|gen) | comms | \\S*kommunikation | advertising | publicity | social media | e commerce | ecommerce | mercadeo | mercadotecnia | copywriter | offentlichkeitsarbeit | werbung | viestinta |
      маркетинг\\S* | \\S*市场\\S* | \\S*市場\\S* | \\S*行销\\S* | \\S*行銷\\S* | \\S*マーケティング\\S* | \\S*広報\\S* | \\S*마케팅\\S* | \\S*홍보\\S* | שיווק | \\S*שיווק\\S* | التسويق | מותג`),
    "marketing",
  ],
  [
    tokenPattern(
      "product | products | produktmanag\\S* | produktentwicklung | produkt | produit | produits | producto | productos | prodotto | produto | cpo | productontwikkeling | \\S*产品\\S* | \\S*產品\\S* | \\S*プロダクト\\S* | \\S*製品\\S* | \\S*제품\\S* | 기획 | מוצר",
    ),
    "product",
  ],
  [
    tokenPattern(
      "data | analytics | machine learning | ml | ai | artificial intelligence | bi | business intelligence | cdo | statistician | statistics | statistik | datos | donnees | dati | dados | insights | \\S*数据\\S* | \\S*データ\\S* | \\S*데이터\\S*",
    ),
    "data",
  ],
  [
    tokenPattern(`
      design | designer | designers | ux | ui | creative | art | illustrator | illustration | grafiker | grafikerin | mediengestalter | mediengestalterin | gestalter | gestalterin | graphiste | disenador | disenadora | diseno | grafico | progettista grafico | vormgever | artist | animator | \\S*设计\\S* | \\S*設計師 | \\S*デザイ\\S* | \\S*디자\\S* | עיצוב | מעצב | дизайн\\S*`),
    "design",
  ],
  [
    tokenPattern(`
      it | edv | databases | information technology | information systems | information security | informatique | informatica | sistemas | cio | ciso | dsi | infosec | security | cybersecurity | cyber | sysadmin | system administrator | systems administrator | systemadministrator | administrator systemow | netzwerk\\S* | infrastructure | digital transformation | \\S*信息\\S* | \\S*資訊\\S* | \\S*情報\\S* | ит`),
    "information_technology",
  ],
  [
    tokenPattern(`
      \\S*udvikler | \\S*utvikler | \\S*utvecklare | engineer | engineers | engineering | eng | developer | developers | development lead | software | devops | sre | technology | technologies | (?<!(?:service|install|installation|field|lab|pharmacy|vet|veterinary|dental|surgical|nail|auto|hvac|medical) )tech | technical | technik | technique | tecnologia | tecnico | tecnica | technologie | teknik | teknisk | technischer | technische | cto | cpto | architect | architecture | programmer | programming | qa | quality assurance | hardware | firmware | robotics | controls | entwickler | entwicklerin |
      entwicklung | \\S*entwickler | \\S*entwicklung | \\S*ingenieur | \\S*ingenieurin | ingenieur | ingenieure | ingenierie | ingeniero | ingeniera | ingenieria | ingegnere | ingegneria | engenheiro | engenheira | engenharia | desarrollador | desarrolladora | desenvolvedor | desenvolvedora | sviluppatore | developpeur | developpeuse | ontwikkelaar | utvecklare | utvikler | ingenjor | inzynier | programista |
      vyvojar | muhendis | muhendisi | конструктор | инженер | разработчик | программист | технический | технологий | r&d | machinist | web | frontend | backend | μηχανικος | \\S*工程\\S* | \\S*技术\\S* | \\S*技術\\S* | \\S*研发\\S* | \\S*開発\\S* | \\S*エンジニア\\S* | \\S*개발\\S* | アーキテクト | \\S*アーキテクト | техник\\S* | \\S*기술\\S* | \\S*엔지니어\\S* | פיתוח | מהנדס | טכנולוגיה | مهندس`),
    "engineering",
  ],
  [
    tokenPattern(
      "research | researcher | researchers | scientist | scientists | scientific | science | sciences | forschung | forscher | wissenschaftlich\\S* | recherche | chercheur | chercheuse | investigacion | investigador | investigadora | ricerca | ricercatore | pesquisa | pesquisador | onderzoek | onderzoeker | forskning | forskare | laboratory | lab | labs | chemist | biologist | postdoctoral | postdoc | innovation | innovacion | исследован\\S* | \\S*研究\\S* | \\S*연구\\S* | מחקר",
    ),
    "research",
  ],
  [
    tokenPattern(
      "human resource | human resources | human capital | hr | people | talent | talents | culture | recruiting | recruitment | sourcer | chro | diversity | inclusion | leadership development | rh | personal(?! (?:care|health|training|trainer|injury|banking|lines|shopper|finance|insurance|loans|stylist|support)) | personalabteilung | personal\\S+ | rrhh | drh | ressources humaines | recursos humanos | risorse umane | capital humano | personeelszaken | personeel | learning development | learning | recrutement | reclutamiento | seleccion | selezione | paie | personalwesen | training | kadr | kadrova | кадр\\S* | персонал\\S* | \\S*人事\\S* | \\S*人力\\S* | \\S*採用\\S* | \\S*인사\\S* | משאבי",
    ),
    "human_resources",
  ],
  [
    tokenPattern(`
      billing | bogholder | bogholderi | regnskab | regnskap | finance | finances | financial | financier | financiere | financiero | financiera | finanziaria | finanziario | financeiro | financeira | financien | financieel | finanz\\S* | finanzen | cfo | daf | accounting | accounts | accountant | accountants | controller | controlling | controllerin | controllo | treasurer | treasury | tresorier | tresoriere | tesorero | tesorera | tesoreria | mortgage | mortgages | lending | tesoriere | schatzmeister | schatzmeisterin | kassenwart | penningmeester | tax | taxes | taxation | steuern | steuer\\S* | audit | auditor | auditoria | assurance | payroll |
      bookkeeper | bookkeeping | rechnungswesen | bilanz\\S* | wirtschaftsprufer\\S* | steuerberater\\S* | expert comptable | paghe | buchhaltung | buchhalter | buchhalterin | comptable | comptabilite | contable | contabilidad | contabile | contabilita | contador | contaduria | экономик\\S* | revisor | revisorin | contadora | contabilidade | boekhouder | boekhouding | ekonomi | ekonom | ekonomichef | talous\\S* | ksiegow\\S* | ucetni | muhasebe | бухгалтер\\S* | финанс\\S* | λογιστης | finanzas | fp&a | investment | investments | investor | underwriter | underwriting | actuary | risk | credit | cpa |
      \\S*财务\\S* | \\S*財務\\S* | \\S*会计\\S* | \\S*會計\\S* | \\S*経理\\S* | \\S*재무\\S* | \\S*회계\\S* | כספים | \\S*כספים | المالي | المالية | محاسب`),
    "finance",
  ],
  [
    tokenPattern(
      "advokat | advokatka | adwokat | adwokacki | aplikant | aplikantka | radcowski | radcowska | radca prawny | legal | counsel | lawyer | lawyers | attorney | attorneys | paralegal | solicitor | barrister | compliance | privacy | regulatory | jurist | juristin | juridique | juriste | recht | rechtsanwalt | rechtsanwaltin | rechtsanwalte | rechts\\S* | \\S*anwalt | \\S*anwaltin | syndikus\\S* | avocat | avocate | abogado | abogada | abogados | avvocato | advogado | advogada | advocaat | juridico | legale | юрист\\S* | юридич\\S* | адвокат | δικηγορος | prawn\\S* | hukuk | \\S*法务\\S* | \\S*法務\\S* | \\S*律师 | \\S*律師 | \\S*弁護士\\S* | \\S*법무\\S* | \\S*변호사\\S* | משפטי\\S* | ליגל | law | notaire | notar",
    ),
    "legal",
  ],
  [
    tokenPattern(`
      qualite | kvalitet | qualitat | calidad | qualidade | jakosci | \\S*driftsansvarlig | suivi etudes | suivi d etudes | operations | operation | operational | ops | coo | logistics | supply chain | procurement | purchasing | buyer | production | manufacturing | warehouse | facilities | facility | workshop | plant | quality | office | admin | administration | administrative | administrator | receptionist | secretary | secretario | secretaria | secretaire | segretario | segretaria | schriftfuhrer | schriftfuhrerin | sekretariat | sekretar | sekretarin | officemanager | maintenance | secretaire | secretaria | segreteria | segretaria | empfang | verwaltung | administracion | amministrazione | administracao | einkauf | einkaufer | einkaufsleiter | lager | logistik | logistique |
      logistica | produktion | produktions\\S* | produccion | produzione | producao | productie | operaciones | operazioni | operacoes | exploitation | achats | acheteur | compras | acquisti | inkoop | inkop | s&op | werkstatt | projektleiter | projektleiterin | projektleitung | projektmanag\\S* | projectleider | projektledare | projektleder | chef (de )?(projet|projets|chantier) | project | projects | projekte | projets | proyectos | progetti | transport | dispatcher | dispatch | fleet | safety | hse | ehs | foreman | superintendent | bauleiter | bauleiterin | projectmanager | projektu | projektow | capoprogetto | delivery | usine | werkleiter\\S* | betriebsleiter\\S* | construction |
      (jefe|jefa|director|directora) (de )?(proyecto|proyectos|obra) | programs | programmes | lean | \\S*运营\\S* | \\S*營運\\S* | \\S*生产\\S* | \\S*生産\\S* | \\S*製造\\S* | \\S*采购\\S* | \\S*行政\\S* | \\S*総務\\S* | \\S*운영\\S* | \\S*생산\\S* | \\S*구매\\S* | תפעול | العمليات | производств\\S* | закуп\\S* | логист\\S*`),
    "operations",
  ],
];

/** Titles that lead or own the whole company, and so have no department. */
export const TOP = tokenPattern(`
  yonetim kurulu (baskani|baskan vekili|uyesi) | исполнительный директор | chef de la direction | ceo | ceos | co ceo | president | presidents | (?!vice)chief executive | managing director | managing directors | general manager | executive director | md | gm | ed | founder | founders | cofounder | cofounders | founding \\S+ | owner | owners | proprietor | partner | partners | principal | managing partner | managing member | chair | chairman | chairwoman | chairperson | board | trustee | trustees | (independent|nonexecutive|non executive|lead independent) (nominee )?directors? | lead director | whole time director | konatel | presidencia | administrateur | administratrice | verwaltungsrat\\S* | \\S*geschaftsfuhrer | shareholder |
  geschaftsfuhrer | geschaftsfuhrerin | geschaftsfuhrung | geschaftsfuhrende | geschaftsfuhrender | geschaftsleitung | geschaftsleiter | geschaftsleiterin | vorstand | vorstandin | vorstandsmitglied | vorstandsvorsitzende | vorstandsvorsitzender | vorsitzender | vorsitzende | aufsichtsrat\\S* | inhaber | inhaberin | gesellschafter | gesellschafterin | grunder | grunderin | mitgrunder | mitgrunderin | prasident | prasidentin |
  presidente | presidenta | fondateur | fondatrice | cofondateur | cofondatrice | pdg | dg | dga | directeur general | directrice generale | gerant | gerante | dirigeant | dirigeante | associe | associee | fundador | fundadora | cofundador | cofundadora | director general | directora general | director ejecutivo | gerente general | consejero delegado | consejera delegada | consejero | consejera | socio | socia |
  proprietario | propietario | propietaria | titolare | fondatore | cofondatore | amministratore delegato | amministratore unico | direttore generale | consigliere | diretor geral | diretor executivo | diretor presidente | gerente geral | algemeen directeur | eigenaar | oprichter | vennoot | zaakvoerder | bestuurder | bestuurslid | bestuursvoorzitter | voorzitter | vd | verkstallande direktor | administrerende direktor | daglig leder | grundare | agare | delagare |
  ordforande | ledamot | styreleder | styremedlem | toimitusjohtaja | prezes | wlasciciel | zalozyciel | zalozycielka | wspolzalozyciel | wspolzalozycielka | wlascicielka | obmann | obfrau | vorsitzende | dyrektor generalny | jednatel | majitel | zakladatel | ugyvezeto | kurucu | genel mudur | генеральный директор | основатель | сооснователь | владелец | президент | председатель | партнер | διευθυνων συμβουλος | ιδρυτης | proprietaire |
  \\S*(?<!副)总经理 | \\S*(?<!副)總經理 | \\S*(?<!副)总裁 | \\S*(?<!副)總裁 | \\S*董事长 | \\S*董事長 | \\S*董事 | \\S*创始人 | \\S*創辦人 | \\S*合伙人 | 首席执行\\S* | 首席執行\\S* | 代表 | 代表取締役\\S* | \\S*(?<!副)社長 | 会長 | \\S*取締役\\S* | 最高経営\\S* | 最高執行\\S* | 대표\\S* | 회장 | \\S*사장 | 이사 | מנכ\\S* | מייסד\\S* | \\S*יו | الرئيس التنفيذي | المدير التنفيذي | المدير العام | \\S*مؤسس`);
/** A vice president without a field has no department. */
export const NOT_TOP = tokenPattern(
  "((senior|executive|assistant|associate|first|group|regional) )*vice (president|presidents|presidente|presidenta) | assistant general manager | (executive |personal )assistant (\\S+ )?(ceo|president|founder|managing director) | principal (consultant|analyst|specialist|associate|advisor|manager) | specialist",
  "g",
);
