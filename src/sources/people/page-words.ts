/** Words that headings, menus and buttons of company pages have and names of people do not, folded. */

const set = (text: string) => new Set(text.trim().split(/\s+/));

const NEVER = set(`
  universidad universidade universita universitat universite universitet university universiteit uniwersytet hochschule instituto istituto institut ministerio ministere ministero fundacion fundacao fondazione fondation stiftung asociacion associacao associazione verein colegio escuela escola scuola ecole
  banco banque banca grupo gruppo groupe compania companhia sociedad sociedade societa societe ltda gmbh srl sarl pvt pte sdn bhd llp supermercados sistema secretaria departamento nacional
  cv curriculum lebenslauf zobacz wiecej czytaj dowiedz voir decouvrir scopri vedi
  worship sermon sermons ministry ministries contribute uncategorized english francais deutsch espanol italiano onsite on-site supervision keymaster elder elders intake toggle preloader loading
  our your my their his her its the a an this that these those we us you they it who what when where why how which is are was be been do does did can will
  must should may has have had not no yes all any some every each more most less least many much and or but if then than so as at by for from in into of on off onto
  out over per to up with without within via vs about above across after again against along among around before behind below between beyond during under until
  academy accessibility account accounts achievement achievements acknowledgement acquisition acquisitions action activities activity addiction address advantage adventure
  advertise advertising advice advisors advisers advisory affairs affiliate affiliates agency agenda agent agents agile agriculture ai airport alliance alliances alumni analysis analytics
  animation announcement announcements annual answers api apis app apparel apply appointment appointments approach apps architecture archive archives area areas articles artificial
  ask assessment assessments asset assets assistance assurance attend audience audit author authors auto automation automotive available avenue award awards awareness
  back background band bank banking bar basics become beginning begins behavior behavioral benefits bespoke beverage big billing bio biography biotech blockchain blog blogs board boards body book booking books
  boulevard brand branding brands brief briefing brochure browse budget build builder building buildings built bureau business businesses button buy calendar call campaign campaigns campus
  cancer capabilities capability capacity capital card cards career careers cart case-study cases catalog catalogue categories category celebrate celebrating cell center centers centre centres
  certificate certification certifications certified challenge challenges change changing channel charity charter chat check checkout children choose cities city civil claim claims classes classic clean
  cleaning click client clients clinic clinical clinics cloud club cluster coaching code coffee collaborate collaboration collection collections college commercial commitment committed committee committees communication communications
  communities community companies company company's compare competence competition complete compliance comprehensive computer computing concept concepts conditions conference conferences confidence connect connected connection connectivity
  conservation construction consultancy consultation consulting consumer contact contacts content contracts contributors control cookie cookies copyright core corporate corporation council counseling country course courses create created creating
  creation creative credits crew crisis crm culture current custom customer customers customise customize cyber cybersecurity dashboard data date dates deals decision dedicated defense deliver delivered delivering delivery
  demo demand dental department departments deployment design designs desk detail details develop developers developing development device devices digital directions directors directory disclaimer
  discover discovery discussion disclosures district diversity division document documentation documents domain donate donation donations download downloads driven drone drug dynamic early earth easy ecommerce economic economy ecosystem
  edge edition editorial education educational effective efficiency efficient elderly electric electrical electronics email emails embedded emergency employee employees employer employment empower empowering empowerment
  enable encryption energy engage engagement engine engineering enquiries enquiry enterprise enterprises entertainment entrepreneurship environment environmental environments equipment equity essential essentials estate ethics
  evaluation event events evidence evolution excellence exclusive executives exercise exhibition expand experience experienced experiences expert expertise experts explore export extended external facilities facility facts faculty
  families family faq faqs farm fashion favorite feature featured features feedback fees field-services filter finance financial financing find finder fintech firm first fiscal fitness fleet flexible flow focus follow followers food foods footer
  form forms forum forums foundation founders founding framework franchise free freedom fresh friendly friends full fun fund funding fundraising funds future gallery game games gaming gas gdpr general
  generation get getting gift gifts give giving global glossary go goal goals going good goods governance government grants graphic great green group groups grow growing growth guarantee guidance guide guidelines guides
  handbook happy hardware headquarters health healthcare hello help helping here heritage hide high highlights hire hiring historical history holdings holiday home homepage homes hospital hospitality hospitals
  hotel hotels hour hours house housing hub human idea ideas identity image images imaging impact implementation import improve improvement inbox inc inclusion inclusive income incorporated independent index indicators individual individuals industrial
  industries industry info information infrastructure initiative initiatives innovation innovations innovative inquiries inquiry insight insights inspiration inspire installation institute institution institutions insurance integrated integration
  integrations integrity intellectual intelligence intelligent interactive interior internal international internet internship internships interview interviews introduction introducing inventory investment investments investor investors invitation invest
  issues item items job jobs join journal journey journeys keynote kids kitchen know knowledge lab laboratories laboratory labs language languages last latest launch law lead leaders leadership learn learning lease legacy legal lesson lessons let
  let's level library license licensing life lifecycle lifestyle like limited link links list listen listing listings live living llc loans local location locations log login logistics logo logout looking loyalty ltd machine machinery
  made magazine main maintenance make making manage managed management manufacturing map maps marine market marketing marketplace markets materials matters measure measurement media medical medicine meet meeting meetings member members membership memberships
  mental menu merchandise message messages metal methodology metrics migration military mining mission mobile mobility model modeling models modern monitoring month monthly mortgage motion move moving museum music name national natural nature navigation need
  needs network networking networks never new newest news newsletter newsletters newsroom next night nonprofit note notes notice notices now nutrition objective objectives occupational offer offering offerings offers office officers offices official oil online only open opening
  opensource operating operation operational operations opportunities opportunity optimization option options order orders organic organisation organisations organization organizational organizations origin original other others outcome outcomes outdoor outreach outsourcing overview own
  package packages packaging page-not-found pages paper papers parent parents park part partner partners partnership partnerships past pathways patient patients pay payment payments payroll pension people performance permanent personal personalized personnel perspective perspectives
  pharma pharmaceutical pharmacy philosophy phone photo photography photos physical pipeline places plan planet planning plans plant plants platform platforms play playbook please podcast podcasts point policies policy popular portal portfolio position positions
  possibilities post posted posts practice practices precision preferences premium preparation presentation president press preview previous pricing primary principles print printing privacy private process processes processing procurement product production productivity products
  professional professionals profile profiles profit program programme programmes programs progress project projects promise promotion promotions proof properties property proposal proposition protect protection proud proven provider providers public publication
  publications published publishing purchase purpose quality quantum question questions quick quote quotes radio range rates ready real really recent recipe recipes recognition recommended recovery recruitment recycling referral references refund region regional regions register registration regulation regulatory rehabilitation
  related relations relationship relationships release releases reliability reliable remote renewable rental rentals repair repairs report reporting reports request requests required research reserve reserved residential resource resources responsibility responsible restaurant restaurants results retail
  retreat return returns revenue review reviews reward rewards rights risk road roadmap robotics roles roofing room rooms route rules safe safety sale sales sample samples satellite savings scale scaling schedule scholarship scholarships science sciences scientific screening search season section sectors sector secure
  securities security see select selected self send senior series server servers service services session sessions setting settings setup share shareholder shareholders shipping shop shopping show showcase showroom sign signup simple site sitemap sites skill skills skip sky slide small smart social society software solar
  solution solutions something source sourcing space spaces speak speaker speakers special specialist specialists specialties specialty specifications spectrum sponsor sponsors sponsorship sport sports spotlight staff staffing standard standards startup startups statement statements station status stay step steps storage store stores stories
  strategic strategies strategy stream streaming street strength strong structure student students studies studio studios study subscribe subscription success successful summary summit supplier suppliers supply support supporters surgery survey surveys sustainability sustainable system systems tailored take talent talk team teams tech technical
  technologies technology telecom template templates term terms test testimonial testimonials testing texas text thank thanks their theme therapy thinking thought thoughtful ticket tickets time timeline times tip tips today together tool tools top topic topics total touch tour tourism tours track tracking trade trades
  trademark traditional traffic trained training transform transformation transforming transit translation transparency transport transportation travel treatment treatments trend trends trial trust trusted trustees tutorial tutorials type types ultimate unit united universal university unlock update updates upcoming upgrade urban usage use used user users
  using utilities utility vacancies vacation value values vehicle vehicles venture ventures version video videos view virtual vision visit visitor volunteer volunteering volunteers vote wall warehouse warranty waste watch water way ways wealth web webinar webinars website websites week weekly welcome wellbeing wellness what's wholesale why wind winner winners wireless
  wishlist women word words work worker workers workflow workforce working workplace works workshop workshops world worldwide write writing year years yoga youth zone
  linkedin twitter facebook instagram youtube github tiktok whatsapp google microsoft apple amazon wordpress elementor shopify lorem ipsum dolor
  unser unsere unserer uber uns ihr ihre ihren ihrer sie wir mehr kontakt kontakte das der die den dem des und oder mit fur bei zur zum vom ist sind alle jetzt hier weiter weitere leistungen produkte losungen losung branchen karriere stellen stellenangebote
  aktuelles neuigkeiten nachrichten termine standorte standort impressum datenschutz datenschutzerklarung agb anfahrt unternehmen geschaftsfuhrung ansprechpartner mitarbeiter vertrieb beratung verwaltung technik ausbildung referenzen projekte partner kunden werte geschichte
  offnungszeiten montag dienstag mittwoch donnerstag freitag samstag sonntag startseite anfrage termin angebot buro
  notre nos votre vos equipe equipes propos voir plus savoir lire suite accueil nouvelles actualites actualite agence agences bureau bureaux carriere carrieres emploi entreprise entreprises formation histoire mentions legales metiers metier offres politique
  confidentialite produits projets qui sommes rejoignez rejoindre decouvrir decouvrez clients contactez valeurs savoir-faire
  nuestro nuestra nuestros nuestras equipo contacto inicio noticias servicios productos proyectos empresa empresas sobre nosotros quienes somos mision historia valores trabaja politica privacidad aviso leer mas ver soluciones clientes direccion
  nostro nostra nostri chi siamo contatti azienda servizi prodotti progetti storia valori lavora novita notizie leggi scopri sede sedi clienti squadra
  nossa nosso nossos equipe contato servicos produtos projetos quem noticias saiba mais empresa trabalhe
  onze ons over wij diensten producten projecten vacatures nieuws werken meer lees neem contactgegevens klanten
  kontakta vara vart tjanster nyheter jobba kontakt oss ydelser nyheder ansatte
  monday tuesday wednesday thursday friday saturday sunday january february april-fools july august-recess september october november december am pm gmt
  africa african america american asia asian australia australian canada canadian china chinese europe european france-office germany german india indian japan japanese kingdom latin london mexico middle east north northern pacific singapore south southern states switzerland
  thailand uk us usa west western`);

/** Words that are family names too: they count against a name only when its first word is no known given name. */
const SELDOM = set(`
  art best better bishop bridge brown case chance church cook cross day dean fair field fields fish fisher forest fox gate glass gold good gray green hall hand hill hope hunter joy judge king knight lake land light little long love low major marks mason miles miller
  moon mountain ocean page park parks person pike place pool poole power powers price pride prime rain red rice rich right ring river rivers rock rose rush sand sea shepherd short silver song speed spring star stone story strong style sugar summer summers sun swift
  sweet tree vale valley view vista walk ward water waters weeks white wild wise wolf wood woods young black blue bright blank case clear close cloud common dark deep double eagle early end even extra false fast final fine fire five flat four golden half hard heavy
  hot jewel key lane line lion live lucky magic master middle mint nice noble north old pearl perfect pilot pink plain pure quiet rapid real royal sail sharp single six sky slow smart snow soft solid sound square steel still street sure tall ten three true twin two warm wide winter one seven eight
  nine zero post small english free way work executive chief director manager president chairman officer vice founder owner marshall head brand`);

/** Placeholder names of themes, demos and legal texts. */
const PLACEHOLDERS = new Set([
  ...[
    "john doe",
    "jane doe",
    "johnny doe",
    "jhon doe",
    "john smith doe",
    "max mustermann",
    "erika mustermann",
    "mario rossi",
    "jean dupont",
    "john q public",
    "lorem ipsum",
    "dolor sit",
  ],
  ...[
    "first last",
    "first name",
    "last name",
    "firstname lastname",
    "full name",
    "your name",
    "team member",
    "member name",
    "name surname",
    "name here",
    "person name",
    "vorname nachname",
    "nom prenom",
    "prenom nom",
    "nombre apellido",
  ],
  ...[
    "john q doe",
    "foo bar",
    "test user",
    "test test",
    "joe bloggs",
    "fulano de tal",
    "jan kowalski jr",
    "nama lengkap",
    "staff name",
    "employee name",
    "author name",
    "site admin",
    "super admin",
  ],
]);

/** How a word bears on whether a text is a name: `never` in one, `seldom`, or nothing. */
export function wordEvidence(folded: string): "never" | "seldom" | null {
  if (SELDOM.has(folded)) return "seldom";
  return NEVER.has(folded) ? "never" : null;
}

/** Places that read like names. */
const PLACES = set(`
  san-jose san-francisco san-diego san-antonio san-mateo san-juan santa-clara santa-monica santa-barbara santa-fe santa-cruz los-angeles las-vegas new-york new-delhi new-orleans salt-lake st-louis saint-louis el-paso hong-kong kuala-lumpur tel-aviv
  buenos-aires sao-paulo rio-de-janeiro costa-rica el-salvador abu-dhabi sri-lanka sierra-leone saint-paul st-paul fort-worth fort-collins baton-rouge den-haag le-mans la-paz porto-alegre belo-horizonte mexico-city ho-chi-minh ho-chi-minh-city
  great-britain south-bend ann-arbor grand-rapids long-beach palo-alto mountain-view menlo-park santiago-de-chile puerto-rico victoria-australia virginia-beach madison-wi charlotte-nc austin-tx`);

export function isPlace(foldedName: string): boolean {
  return PLACES.has(foldedName.replaceAll(" ", "-"));
}

export function isPlaceholder(foldedName: string): boolean {
  return PLACEHOLDERS.has(foldedName);
}

/** "Austin, TX", "Dublin, Ireland". */
const CITY =
  /^(\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,2}), (A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|ON|BC|QC|AB|NSW|QLD|UK|USA?|UAE|England|Scotland|Wales|Ireland|Canada|Germany|France|Spain|Italy|Netherlands|Belgium|Switzerland|Austria|Poland|Portugal|Sweden|Norway|Denmark|Finland|India|Israel|Japan|China|Singapore|Australia|New Zealand|Brazil|Mexico|South Africa|California|Texas|Florida|New York|Massachusetts|Illinois|Washington|Colorado|Georgia|Virginia|Ohio|Ontario)$/u;

/** True of a place with its state or country; "Jane Roe, MA" has a degree. */
export function isCity(text: string): boolean {
  const [, city = "", state = ""] = CITY.exec(text) ?? [];
  return city !== "" && !(/\s/.test(city) && DEGREE_STATES.has(state));
}

/** Codes of states that are degrees too. */
const DEGREE_STATES = new Set(["MA", "MD", "MS", "DC", "PA", "MT", "LA", "CA", "MN", "ND", "DE"]);
