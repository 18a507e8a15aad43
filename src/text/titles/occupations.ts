/** Whether a short text names a job, in any of many languages, also where it says no rank and no department. Pure. */
import { readTitle } from "./job-title.ts";
import { titleTokens } from "./title-filter.ts";

const JOBS = new Set(
  `deputy practitioner elder deacon deaconess bishop vicar clergy chancellor accountant actor actress actuary acupuncturist adjunct adjuster administrator admin advisor adviser advocate agent agronomist aide ambassador analyst anesthesiologist animator announcer appraiser apprentice architect archivist artist
  artisan assistant associate astronomer attorney auditor author baker banker barber barista barrister bartender beautician biologist blogger bookkeeper botanist broker builder butcher buyer camera cardiologist caregiver caretaker carpenter cartoonist
  cashier chairman chairperson chairwoman chair chancellor chaplain chauffeur chef chemist chiropractor cleaner clerk clinician coach cofounder collaborator colorist columnist commander commissioner composer concierge conductor consultant contractor contributor controller
  cook coordinator copywriter correspondent councillor counselor counsellor creator curator custodian dancer dean delegate dentist dermatologist designer detective developer dietician dietitian director dispatcher diver doctor doula draftsman
  dramaturg drafter driver ecologist economist editor educator electrician endodontist engineer entrepreneur envoy epidemiologist estimator ethicist evangelist examiner executive expert fabricator facilitator farmer fellow fighter filmmaker firefighter fitter florist foreman
  forester founder fundraiser gardener generalist geneticist geographer geologist governor grower guard guide guru gynecologist handler handyman hacker hairdresser herbalist historian host hostess housekeeper hygienist illustrator influencer innkeeper inspector installer
  instructor intern internist interpreter interviewer inventor investigator investor janitor jeweler journalist judge keeper landscaper lawyer lead leader lecturer liaison librarian lobbyist machinist maker manager marketer mason mathematician mayor mechanic mediator mentor merchandiser
  merchant meteorologist microbiologist midwife millwright miner minister moderator musician nanny naturopath neurologist neurosurgeon notary novelist nurse nutritionist officer operator ophthalmologist optician optometrist orthodontist orthopedist osteopath owner
  painter paralegal paramedic partner pastor pathologist pediatrician performer pharmacist philosopher phlebotomist photographer physician physicist physiotherapist pianist pilot planner plumber podiatrist poet porter postdoc postdoctoral potter practitioner preacher president
  presenter priest principal producer professor programmer proofreader proprietor provost psychiatrist psychologist psychotherapist publicist publisher rabbi radiographer radiologist ranger realtor receptionist recruiter rector registrar reporter representative rep researcher resident restorer retailer
  reverend reviewer roaster roofer sailor salesman salesperson saleswoman scheduler scholar scientist scout sculptor seamstress secretary seller sergeant shareholder singer sociologist solicitor sommelier specialist stagehand statistician steward strategist stylist superintendent supervisor surgeon
  surveyor tailor teacher technician technologist teller tester therapist trader trainee trainer translator treasurer trustee tutor typist undertaker underwriter upholsterer usher valuer veterinarian vet videographer vintner violinist volunteer waiter waitress warden weaver welder writer zoologist
  md ed gm ceo cto cfo coo cmo cro cio ciso cpo cdo chro cco cso clo vp svp evp avp sdr bdr csm hrbp pa ea phd student
  geschaftsfuhrer geschaftsfuhrerin geschaftsfuhrung geschaftsleitung geschaftsleiter inhaber inhaberin gesellschafter vorstand leiter leiterin leitung leitender leitende prokurist prokuristin berater beraterin sachbearbeiter sachbearbeiterin assistenz buchhalter buchhalterin
  buchhaltung techniker technikerin entwickler entwicklerin ingenieur ingenieurin kaufmann kauffrau fachkraft fachangestellte fachangestellter meister meisterin geselle gesellin referent referentin redakteur redakteurin mitarbeiter mitarbeiterin aussendienst innendienst disponent disponentin einkauf einkaufer
  vertrieb vertriebsleiter projektleiter projektleiterin projektmanager projektmanagerin rechtsanwalt rechtsanwaltin steuerberater steuerberaterin arzt arztin zahnarzt zahnarztin facharzt facharztin architektin auszubildende auszubildender azubi praktikant praktikantin werkstudent werkstudentin
  sekretariat sekretarin verwaltung hausmeister fotograf fotografin grafiker grafikerin gestalter gestalterin texter texterin aufsichtsrat aufsichtsratin beirat vorsitzender vorsitzende schatzmeister schriftfuhrer trainerin monteur elektriker schlosser schreiner tischler maler gartner koch kochin erzieher erzieherin
  psychologin therapeut therapeutin physiotherapeut heilpraktiker heilpraktikerin lehrer lehrerin dozent dozentin beauftragter beauftragte datenschutzbeauftragter teamleitung werkstatt lager buro empfang
  pdg directeur directrice dirigeant dirigeante gerant gerante fondateur fondatrice cofondateur cofondatrice associe associee responsable chargee charge ingenieure developpeur developpeuse technicien technicienne conseiller conseillere consultante assistante comptable commercial commerciale juriste
  avocat avocate notaire architecte chercheur chercheuse redacteur redactrice graphiste concepteur conceptrice formateur formatrice infirmier infirmiere medecin secretaire tresorier tresoriere adjoint adjointe stagiaire alternant alternante apprenti apprentie vendeur vendeuse acheteur acheteuse chauffeur
  courtier courtiere cuisinier serveur ouvrier ouvriere menuisier electricien mecanicien plombier gestionnaire animateur animatrice coordinateur coordinatrice coordonnateur coordonnatrice delegue deleguee expert experte membre administrateur administratrice presidente chef cheffe directeurs
  lagerist lageristin fahrer fahrerin zerspaner schweisser schweisserin dachdecker maurer friseur friseurin steuerfachangestellte augenoptiker empfangsdame kalkulator polier
  director directora gerente jefe jefa fundador fundadora cofundador cofundadora socio socia dueno duena propietario propietaria responsable encargado encargada ingeniero ingeniera desarrollador desarrolladora tecnico tecnica consultor consultora asesor asesora abogado abogada contador contadora
  administrador administradora administrativo administrativa asistente auxiliar secretario secretaria tesorero tesorera vocal vendedor vendedora comercial analista disenador disenadora arquitecto arquitecta profesor profesora medico medica enfermero enfermera psicologo psicologa coordinador coordinadora
  investigador investigadora periodista redactor redactora fotografo fotografa becario becaria operario operaria mecanico electricista conductor cocinero consejero consejera presidenta vicepresidente
  amministratore amministratrice direttore direttrice titolare fondatore fondatrice cofondatore responsabile addetto addetta impiegato impiegata consulente avvocato commercialista ragioniere geometra ingegnere sviluppatore sviluppatrice programmatore tecnico venditore contabile segretaria segretario
  magazziniere operaio presidente vicepresidente consigliere socio progettista grafico ricercatore medico infermiere docente tirocinante stagista coordinatore coordinatrice
  diretor diretora gerente fundador socio sociofundador engenheiro engenheira desenvolvedor desenvolvedora consultor advogado advogada contador analista assistente estagiario estagiaria vendedor vendedora tecnico coordenador coordenadora supervisor supervisora arquiteto arquiteta professora pesquisador medico
  directeur eigenaar eigenaresse oprichter mede medewerker medewerkster bestuurder bestuurslid voorzitter penningmeester secretaris adviseur ontwikkelaar ingenieur boekhouder verkoper hoofd teamleider projectleider projectmanager vennoot zaakvoerder stagiair monteur vertegenwoordiger beheerder
  fizjoterapeuta terapeuta rehabilitant pielegniarka pielegniarz polozna lekarz stomatolog psycholog logopeda opiekun opiekunka rejestratorka recepcjonistka adwokat radca aplikant aplikantka notariusz architekt inspektor mistrz kierowca magazynier sprzedawca koordynator koordynatorka referent
  psykolog laege sygeplejerske laerer paedagog advokat revisor bogholder assistent elev sekretaer sekretar kasserer kassor formand bestyrelsesmedlem lakare sjukskoterska larare lege sykepleier laerling fysioterapeut tandlaege tandlakare
  membro membros miembro miembros mitglied mitglieder lid membru membri capitao capitan capitana capita
  vd grundare agare ordforande ledamot saljare utvecklare ingenjor konsult ekonom radgivare chef projektledare tekniker direktor direktør adm daglig leder styreleder styremedlem selger utvikler radgiver grunnlegger partner gründer medarbejder konsulent salgschef toimitusjohtaja myyntipaallikko
  prezes dyrektor kierownik wlasciciel zalozyciel specjalista inzynier doradca ksiegowa ksiegowy czlonek asystent asystentka programista handlowiec jednatel reditel vedouci majitel zakladatel ucetni obchodnik konatel riaditel ugyvezeto igazgato vezeto tulajdonos alapito mernok munkatars
  obmann obfrau kassier kassierin stellvertreter stellvertreterin rechnungsprufer kassenprufer mannschaftsfuhrer schiedsrichterobmann organizer organiser organizers organisers organisateur organisatrice organizador organizadora organizzatore organizzatrice
  student studentin doktorand doktorandin etudiant etudiante doctorant doctorante estudiante estudiantes estudante aluno aluna doutorando doutoranda doctorando doctoranda studente studentessa dottorando dottoranda scrittore scrittrice redattore redattrice zalozycielka wspolzalozyciel wspolzalozycielka wlascicielka
  mudur muduru kurucu ortak baskan baskani yonetici uzman uzmani muhendis muhendisi danisman temsilcisi
  директор генеральный руководитель начальник менеджер инженер специалист бухгалтер юрист основатель сооснователь владелец заместитель президент председатель консультант разработчик дизайнер аналитик врач преподаватель технолог механик администратор секретарь партнер партнёр эксперт
  мениджър служител съветник счетоводител директорка керівник засновник засновниця менеджерка інженер бухгалтерка фахівець управител основател ръководител
  διευθυνων διευθυντης διευθυντρια συμβουλος ιδρυτης ιδρυτρια προεδρος υπευθυνος υπευθυνη μηχανικος συνεταιρος δικηγορος λογιστης`.split(
    /\s+/,
  ),
);

/** Suffixes of agent nouns ("-er", "-ist"); they count in the first and the last word of a text. */
const AGENTS =
  /(ologist|ician|grapher|keeper|maker|writer|(?<=.)(?:wright|smith)|worker|trainer|planner|leiter|leiterin|berater|beraterin|techniker|technikerin|meister|meisterin|referent|referentin|assistent|assistentin|manager|managerin|entwickler|entwicklerin|ingenieur|ingenieurin|verkaufer|verkauferin|anwalt|anwaltin|arzt|arztin|pfleger|pflegerin|lehrer|lehrerin|beauftragte|beauftragter|fachkraft|kaufmann|kauffrau|mechaniker|mechanikerin|elektroniker|zeichner|zeichnerin|monteur|gestalter|gestalterin|medewerker|adviseur|leider|sjef|chef|ansvarlig|ansvarig|ledare|leder|paallikko|johtaja|konsulent|konsult|utvikler|utvecklare|udvikler|radgiver|radgivare|ingenior|ingenjor|(?<=.{4})wart(?:in|e|innen)?)$/;

/** Scripts without spaces or capitals: a substring is enough. */
const NATIVE =
  /[长長]$|总|總|经理|經理|主任|牧师|牧師|协调|主管|总监|總監|总裁|總裁|董事|创始|創辦|創始|顾问|顧問|工程师|工程師|设计师|設計師|教授|博士|律师|律師|会计|會計|助理|专员|專員|研究员|研究員|合伙人|秘书|秘書|代表|取締役|社長|部長|課長|室長|所長|局長|係長|主査|責任者|執行役|監査役|役員|会長|專務|専務|常務|理事|監事|担当|エンジニア|デザイナー|マネージャ|マネジャ|ディレクター|リーダー|コンサルタント|プロデューサー|プログラマ|スタッフ|オフィサー|パートナー|アナリスト|弁護士|税理士|会計士|医師|看護師|담당|목사|사무장|간사|집사|장로|교수|박사|대표|이사|부장|차장|과장|대리|팀장|실장|본부장|사장|회장|매니저|디자이너|개발자|엔지니어|연구원|변호사|감사|원장|소장|센터장|מנכ|סמנכ|מנהל|מנהלת|יו[״"]ר|מייסד|מייסדת|שותף|שותפה|ראש|רכז|מהנדס|מפתח|יועץ|יועצת|עורך|עו[״"]ד|רואה חשבון|אחראי|مدير|المدير|رئيس|الرئيس|نائب|مؤسس|المؤسس|شريك|مهندس|محاسب|مستشار|محام|طبيب|أخصائي|منسق|عضو|مسؤول|مشرف|مصمم|مطور|مسوق|أمين|निदेशक|प्रबंधक|अध्यक्ष|संस्थापक|अधिकारी|ผู้จัดการ|ผู้อำนวยการ|กรรมการ|ประธาน|วิศวกร|หัวหน้า|ที่ปรึกษา|ผู้ก่อตั้ง/;

const MAX_REMEMBERED = 5_000;
const remembered = new Map<string, JobEvidence>();

export type JobEvidence = "rank" | "field" | null;

/** `rank`: the text says a rank or a job; `field`: only a field of work ("Sales"); null: neither. */
export function jobEvidence(text: string): JobEvidence {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const evidence = readEvidence(text);
  remembered.set(text, evidence);
  return evidence;
}

function readEvidence(text: string): JobEvidence {
  const { seniority, department } = readTitle(text);
  if (seniority !== null || NATIVE.test(text)) return "rank";
  const tokens = titleTokens(text);
  const ends = [tokens[0] ?? "", tokens.at(-1) ?? ""];
  if (tokens.some((token) => JOBS.has(token)) || ends.some((token) => AGENTS.test(token))) return "rank";
  return department === null ? null : "field";
}
