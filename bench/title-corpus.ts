/**
 * Titles as team pages write them, labelled by hand. A label is what a careful reader of the title alone would say in the
 * product's words: rank first, then field of work; `-` where the title does not say. The rules behind the labels:
 *
 * - The highest rank that the person holds today counts; a rank that is somebody else's ("Assistant to the CEO"), that is
 *   over ("Ex-CTO"), or that is a field ("Product Owner", "HR Business Partner") does not.
 * - "Chief … Officer" stands above "Vice President", which stands above a division's "General Manager".
 * - Whoever sits on a board without leading it is a director of the firm, without a field; a committee's chair too.
 * - The field is the one the work is in; who leads or owns all of it is `executive`; a vice president of nothing has none.
 * - Assistants, secretaries, projects, programmes, building and upkeep are no field of their own.
 * - "Responsable" and "responsabile" of a field head it.
 */
const TEXT = `
- operations: Packers; Order Picker
entry operations: Inventory Clerk
- information_technology: SOC Analyst; Systems Support Analyst
manager human_resources: On-Site Recruitment Consultant/Account Manager
- sales: Regional Account Handler
senior human_resources: Senior HR Business Partner – Hybrid – London
- engineering: Database Developer
manager customer_support: Call Center Team Lead
head -: Chief, Department of Radiology; Vice Chief, Department of Surgery
c_suite executive: Chef d'entreprise; Geschaeftsfuehrer; Geschaeftsfuehrerin
partner operations: Partner — Operations & Execution
owner executive: Small Business Owner
director finance: Director, Mergers & Acquisitions
director legal: Director / Advocate
- legal: Advocate; Юрисконсульт; Hüquqşünas; المحامي
- -: ELT Teacher, M.Ed. TESOL; Patient Advocate
head engineering: HOD - CSE Dept
manager marketing: Event Manager
director sales: Directeur de vente
manager sales: Säljchef
manager operations: Chef d'atelier
- operations: Purchase/ Store; Supply Officer
- human_resources: Personnel Officer; Employee Success
senior research: Principal Investigator
senior information_technology: Senior Active Directory Specialist
c_suite executive: Presidente del Consejo de Administración; Président du conseil d’administration; Presidente do Conselho de Administração; Presidente del Consiglio di Amministrazione
director finance: Заместитель директора по экономике
manager information_technology: Jefe de Seguridad de la Información
- research: Rainforest Post-Doc
partner executive: Managing Member
partner legal: Managing Partner, Head of Commercial Law
vp finance: Vicepresidente de Administración y Finanzas
director finance: Associate Director of Asset Management
director information_technology: Заместитель генерального директора по информационным технологиям
head human_resources: Head, Employee Engagement
entry -: Asociada
- research: Co-Investigator
- finance: Staff Accountant; Revisor
- marketing: Pressereferentin; Chargée web marketing
- legal: Consultant, Insurance Law
c_suite executive: 1. Vorsitzende; Obfrau
founder executive: Założycielka; Wspólzałożycielka
senior information_technology: Seniorkonsulent SharePoint; Seniorkonsulent Office 365
manager finance: Assurance Senior Manager
manager human_resources: Employee Benefits Manager
head engineering: Head, Electronics & Communication; Head, Computer Science & Engineering
director -: Director, Film Music Program; Director, Sports and Former League Secretary
entry -: Asistente Ejecutiva al Director y al Subdirector
- operations: Security Guard
- research: Assistant Research Professor
- -: Service Tech; Install Tech
- finance: Área de Auditoría
c_suite executive: CEO; Chief Executive Officer; Chief Executive; President & CEO; President and Chief Executive Officer; Managing Director; MD; ED; GM; General Manager; Executive Director; Chairman; Chairwoman of the Board; Executive Chairman; Co-CEO; Chairman & Managing Director; Group CEO; C.E.O.; Interim CEO; Deputy CEO; Chair of the Board; Group Managing Director; President; Vice Chairman; Managing Director & CEO; Yönetim Kurulu Başkan Vekili; Chef de la direction; Исполнительный директор
c_suite executive: Geschäftsführer; Geschäftsführerin; Geschäftsführender Gesellschafter; Vorstandsvorsitzender; Vorstand; Mitglied der Geschäftsleitung; Président Directeur Général; PDG; Directeur général; Directrice générale; Gérant; Présidente; Director General; Directora General; Gerente General; Consejero Delegado; Director Ejecutivo; Presidente; Amministratore Delegato; Direttore Generale; Amministratore Unico; Diretor Executivo; Diretor Geral; Algemeen directeur; Verkställande direktör; VD; Administrerende direktør; Daglig leder; Toimitusjohtaja; Prezes Zarządu; Jednatel; Genel Müdür; Генеральный директор; Διευθύνων Σύμβουλος
c_suite executive: 代表取締役社長; 代表取締役; 取締役社長; 社長; 最高経営責任者; 总经理; 董事长; 首席执行官; 總經理; 대표이사; 대표; 회장; מנכ"ל; الرئيس التنفيذي; 代表取締役CEO; 総裁兼CEO; 最高執行責任者
c_suite finance: CFO; Chief Financial Officer; Senior Vice President, Chief Financial Officer; Executive Vice President & CFO; CFO & Treasurer; Chief Finance Officer; Chief Investment Officer; Chief Risk Officer; 最高財務責任者; 首席财务官; Chief Accounting Officer
c_suite engineering: CTO; Chief Technology Officer; Chief Technical Officer; EVP and Chief Technology Officer; Chief Engineer; 最高技術責任者; 首席技术官
c_suite operations: COO; Chief Operating Officer; Chief Operations Officer; President & COO; Chief Administrative Officer; SVP & Chief Operating Officer; Chief Supply Chain Officer
c_suite marketing: CMO; Chief Marketing Officer; Chief Communications Officer; Chief Brand Officer
c_suite sales: CRO; Chief Revenue Officer; Chief Commercial Officer; Chief Sales Officer; Chief Business Development Officer
c_suite product: CPO; Chief Product Officer
c_suite human_resources: Chief People Officer; Chief Human Resources Officer; CHRO; Senior Vice President / Chief Human Resources Officer; Chief Talent Officer; Chief People & Culture Officer
c_suite legal: General Counsel; Chief Legal Officer; General Counsel & Secretary; Chief Compliance Officer; SVP, General Counsel and Corporate Secretary; Chief Legal Officer & Secretary; Chief Privacy Officer
c_suite information_technology: CIO; CISO; Chief Information Officer; Chief Information Security Officer; Chief Security Officer; Chief Digital Officer
c_suite customer_support: Chief Customer Officer; Chief Experience Officer; Chief Client Officer
c_suite data: Chief Data Officer; Chief AI Officer; Chief Analytics Officer; CDO
c_suite research: Chief Scientist; Chief Scientific Officer; Chief Medical Officer; Chief Science Officer
c_suite design: Chief Creative Officer; Chief Design Officer
founder executive: Founder; Co-Founder; Cofounder; Founder & CEO; Co-Founder and CEO; Founding Partner; Founder, Director; Founder/President; CEO & Co-Founder; Gründer; Gründerin & Geschäftsführerin; Fondateur; Cofondatrice; Président et fondateur; Fundador; Socio fundador; Fundadora y CEO; Fondatore; Sócio-fundador; Oprichter; Grundare; Założyciel; Kurucu; Основатель; 创始人; 联合创始人; Founders; Mitgründer; Founder, ex-Google; Co-Founder & Managing Director; מייסד; Founder and Executive Chairman; Founding Director
founder engineering: Co-Founder & CTO; Founder and Chief Technology Officer; Co-Founder, Engineering
founder operations: Co-Founder & COO
founder product: Co-founder & CPO; Co-Founder, Product
owner executive: Owner; Co-Owner; Owner & President; Inhaber; Inhaberin; Propriétaire; Propietario; Titolare; Eigenaar; Owner / Manager; Majitel; Właściciel; Owner, CEO
partner executive: Partner; Managing Partner; Senior Partner; Equity Partner; General Partner; Associé; Socio; Gesellschafter; Partner & Board Member; Principal; Managing Principal; Associé gérant|c_suite; Vennoot; 合伙人; Partner, Chicago
partner legal: Partner, Attorney; Partner and General Litigation Lawyer
vp -: Vice President; Senior Vice President; Executive Vice President; SVP; EVP; VP; Assistant Vice President; Associate Vice President; First Vice President; Vicepresidente; Group Vice President; Regional Vice President; 副总裁; 副社長; 执行副总裁; 専務執行役員|vp; Wiceprezes; Vice President, EMEA
vp sales: Vice President of Sales; VP Sales; VP, Sales & Marketing; Senior Vice President, Global Sales; SVP of Americas Sales; VP Business Development; Vice President Partnerships; VP Revenue; EVP, Sales; Regional VP Sales
vp marketing: VP Marketing; Vice President, Marketing; SVP Marketing; VP of Growth; Vice President Communications; VP Brand & Communications; VP, Product Marketing
vp engineering: VP Engineering; VP of Engineering; Vice President, Technology and Engineering; SVP Engineering; VP R&D; VP, Software Engineering
vp product: VP Product; VP of Product Management; SVP, Product; Vice President, Product and Marketing
vp operations: VP Operations; Vice President of Operations; SVP, Supply Chain; VP Manufacturing
vp finance: VP Finance; Vice President, Finance; Vice President (F&A)|vp -; VP, Investor Relations; VP Internal Audit
vp human_resources: VP People; VP Human Resources; SVP, Talent; VP People & Culture; Vice President, Human Resources
vp customer_support: VP Customer Success; Senior Vice President, Customer Success & Services; VP, Client Services
vp legal: Vice President (Legal); VP Legal; VP, Legal & Compliance
vp design: VP Design; VP of User Experience Design
vp data: VP Data; VP, Data Science
vp information_technology: VP IT; VP Information Technology; VP, Information Security
head sales: Head of Sales; Leiter Vertrieb; Vertriebsleiter; Head of Business Development; Vertriebsleitung; Head of Partnerships; Global Head of Sales; Hoofd Verkoop
head marketing: Head of Marketing; Leiterin Marketing; Head of Marketing & Growth; Head of Brand; Head of Content; Leitung Marketing; Head of Communications
head product: Head of Product; Head of Product Management; Head of Product — Payments
head engineering: Head of Engineering; Leiter Entwicklung; Head of Technology; Technischer Leiter; Head-Design & Engineering|head; Head of R&D
head finance: Head of Finance; Head-Finance; Leiter Finanzen; Head - Accounts & Company Secretary|head; Leiterin Buchhaltung
head human_resources: Head of People; Head of HR; Head of Talent; Personalleiter; Head of People & Culture; Head of Talent Acquisition
head customer_support: Head of Customer Success; Head of Support; Leiterin Kundenservice
head operations: Head of Operations; Produktionsleiter; Leiter Einkauf; Leiter Logistik
head data: Head of Data; Head of Analytics; Head of AI
head design: Head of Design; Head of UX; Head of Product Design
head legal: Head of Legal; Group Head, Legal/Company Secretary; Leiter Recht
head information_technology: Head of IT; Leiter IT; Head of Information Security
head research: Head of Research; Leiter Forschung
director -: Director; Associate Director; Senior Director; Regional Director; Directeur; Directora; Direttore; Diretor; Direktor; Deputy Director; Dyrektor; Директор; Assistant Director; Directeur adjoint; Заместитель генерального директора; Первый заместитель директора
director executive: Non-Executive Director|director
director finance: Chair of the Audit Committee; Audit Committee Chair; Finance Director; Director of Finance; Directeur financier; Director Financiero; Direttore Finanziario; DAF; Director, Taxes; Finance Committee Chair
director sales: Sales Director; Director of Sales; Director, Enterprise Sales; Directeur commercial; Director Comercial; Direttore Commerciale; Director of Business Development; Director, Partnerships; Diretor Comercial; Commercieel directeur|director
director marketing: Marketing Director; Director of Marketing; Directrice marketing; Director de Marketing; Direttore Marketing; Director, Communications; Director of Development & Communications; Executive Director of Marketing
director engineering: Director of Engineering; Engineering Director; Directeur technique; Director Técnico; Direttore Tecnico; Technical Director; Director, R&D
director product: Director of Product; Product Director; Senior Director, Product Management
director operations: Director of Operations; Operations Director; Director, Operations; Directeur des opérations; Directeur de production; Director de Operaciones; Plant Director; Directeur logistique
director human_resources: HR Director; Director of Human Resources; DRH; Directrice des Ressources Humaines; Director de Recursos Humanos; Director, People
director design: Creative Director; Art Director; Design Director; Director of Design
director customer_support: Director of Customer Success; Director, Client Services; Director of Customer Support
director data: Director of Data Science; Director, Analytics
director information_technology: IT Director; Director of IT; DSI; Director of Information Technology
director legal: Legal Director; Directeur juridique; Director of Compliance; Deputy General Counsel
director research: Research Director; Director of Research; Directeur de recherche
manager -: Manager; Team Lead; Supervisor; Branch Manager; Regional Manager; Gerente; Jefe de Equipo; Team Leader; Teamleiter; Responsable; Filialleiter; Assistant Manager; Store Manager; Kierownik; Müdür
manager sales: Sales Manager; Regional Sales Manager; Account Manager; Key Account Manager; Business Development Manager; Gerente de Ventas; Gerente Comercial; Partnerships Manager; Salgschef; Jefe de Ventas; 営業課長; 销售经理; Technical Account Manager; Менеджер по продажам
manager marketing: Marketing Manager; Community Manager; Content Manager; Social Media Manager; Product Marketing Manager; Brand Manager; Marketing Operations Manager; Public Relations Manager; E-Commerce Manager; 市场经理; Digital Marketing Manager
manager product: Product Manager; Senior Product Manager; Group Product Manager; Chef de produit; Produktmanager; Technical Product Manager|manager product; 产品经理
manager operations: Operations Manager; Office Manager; Production Manager; Warehouse Manager; Logistics Manager; Quality Manager; Facilities Manager; Procurement Manager; Operations Lead; Supply Chain Manager; Driftsansvarlig
manager engineering: Engineering Manager; Technical Lead; Tech Lead; Engineering Lead; Software Engineering Manager; Technical Project Manager|manager engineering
manager finance: Finance Manager; Accounting Manager; Payroll Manager; Audit Manager; Accounts Manager|manager
manager human_resources: HR Manager; Talent Acquisition Manager; People Operations Manager; Recruiting Manager
manager customer_support: Customer Success Manager; Customer Service Manager; Support Manager; Customer Support Team Lead
manager design: Design Manager; UX Lead; Design Lead
manager data: Data Manager; Analytics Manager; Business Intelligence Manager
manager information_technology: IT Manager; Security Manager
manager legal: Compliance Manager; Legal Operations Manager; Contracts & Legal Manager
manager research: Lab Manager; Research Manager
senior engineering: Senior Software Engineer; Senior Developer; Staff Engineer; Principal Engineer|senior; Lead Engineer; Lead Developer; Software Architect; Senior Engineer; Sr. Software Engineer; Lead Software Engineer; Solutions Architect; Senior DevOps Engineer
senior design: Senior Designer; Senior Product Designer; Senior UX Designer; Lead Designer; Senior Graphic Designer
senior data: Senior Data Scientist; Senior Data Analyst; Lead Data Scientist
senior marketing: Senior Content Strategist; Senior Copywriter
senior -: Senior Consultant; Senior Analyst; Fellow; Senior Associate; Senior Advisor; Senior Specialist
senior sales: Senior Account Executive
senior legal: Senior Counsel; Senior Attorney; Of Counsel; Senior Paralegal
senior finance: Senior Accountant
senior research: Senior Scientist; Senior Researcher; Senior Research Scientist; Senior Research Associate
entry sales: Sales Representative; SDR; Sales Development Representative; Sales Associate; BDR
entry operations: Office Assistant; Receptionist; Assistante de direction|entry; Operations Associate
entry marketing: Marketing Coordinator; Marketing Assistant; Social Media Coordinator; Communications Associate
entry legal: Law Clerk; Associate Attorney; Legal Assistant
entry engineering: Junior Developer; Junior Software Engineer; Graduate Engineer; Engineering Trainee
entry human_resources: HR Assistant; HR Coordinator; Recruiting Coordinator
entry customer_support: Customer Service Representative; Customer Support Associate
entry finance: Junior Accountant; Accounting Assistant; Accounts Clerk
entry -: Assistant; Associate; Auszubildende; Trainee; Apprentice; Coordinator; Asistente; Apprenti
intern -: Intern; Praktikant; Stagiaire; Werkstudent; Becario; Tirocinante; Estagiário
intern marketing: Marketing Intern; Praktikantin Marketing
intern engineering: Software Engineering Intern
intern sales: Sales Intern
- engineering: Software Engineer; Developer; Web Developer; QA Engineer; Mechanical Engineer; Frontend Developer; DevOps Engineer; Ingénieur système; Softwareentwickler; Ingeniero de Software; Développeur; Full Stack Developer; Process Engineer; Field Service Engineer; Programmer; エンジニア; 工程师; Инженер; Desarrollador; Sviluppatore
- design: Product Designer; Graphic Designer; UX Designer; UI & UX Designer; Illustrator; Interior Designer; Disenador grafico; Web Designer; Grafikerin; デザイナー; Graphiste; Brand Designer
- data: Data Scientist; Data Analyst; Machine Learning Engineer; Data Engineer; Business Intelligence Analyst; AI Engineer
- sales: Account Executive; Sales Engineer; Sales Executive; Sales Specialist; Vendedor; Sales Consultant; 営業
- marketing: Marketing Specialist; Content Writer|- marketing; Copywriter; SEO Specialist; Digital Marketing Specialist; Social Media Specialist; Public Relations for the Firm
- human_resources: Recruiter; HR Business Partner; Technical Recruiter; Talent Partner; HR Generalist; People Partner; HR Specialist
- finance: Accountant; Bookkeeper; Controller; Treasurer; Financial Analyst; Auditor; Buchhalterin; Comptable; Contador; Contable; Finance Business Partner; Tax Advisor; Бухгалтер; 会计; Bogholder
- legal: Attorney; Lawyer; Legal Counsel; Paralegal; Rechtsanwalt; Avocat; Abogada; Avvocato; Solicitor; Company Secretary; 弁護士; Compliance Officer; Data Protection Officer; Adwokat; Radca prawny; Aplikant adwokacki
manager -: Lead – Philanthropies
head -: Professor & HoD, Digital Humanities
senior -: Principal/Senior Consultant|senior
senior data: AI Lead Engineer
- sales: Business Developer
manager sales: Manager Corporate Accounts
manager operations: Officemanager
director -: Director of United Community
director finance: Director, Revenue Processing; Mortgage Director
c_suite finance: Chief Lending Officer
director human_resources: Director, Diversity, Equity and Inclusion
vp human_resources: VP for Leadership Development
c_suite executive: President – Personal Care; Chairman - Handyman Do it Best; Presidencia
c_suite research: Chief Medical Director
- legal: Board Secretary
- finance: Tesorería; Schatzmeister
- -: Associate Professor; M.D., Future Fund; Consultant, Dorr and Associates
c_suite operations: Chief Product Supply Officer
- operations: Buyer; Quality Inspector; Dispatcher; Logistics Specialist; Office Administrator; Operations Specialist
- customer_support: Customer Support Specialist; Technical Support Specialist; Customer Success Specialist; Support Engineer
- information_technology: System Administrator; IT Specialist; Network Engineer; Security Engineer; IT Administrator; Security Analyst
- product: Product Owner; Product Specialist
- research: Research Scientist; Researcher; Scientist; Research Engineer|- engineering; 研究員; Chercheur; Postdoctoral Researcher
- -: Consultant; Analyst; Technician; Technicien; Advisor; Specialist; Pastor; Physician; Nurse; Photographer; Volunteer; Teacher; Driver; Ex-CTO; Former CEO; Retired; Retired Partner; Ex-President; Immediate Past Chair; Chairman Emeritus; Professor; Berater; Asesor; Member; Speaker
founder engineering: Co-Founder & CTO (EMEA)
vp sales: SVP, Global Head of Revenue Operations (EMEA); Area Vice President, Enterprise Sales - West; VP of Sales & CS, North America; Vice President, Strategic Alliances; RVP Sales, Central
head operations: Leiter Einkauf & Logistik; Head of Delivery; Head of Business Operations; Head of Procurement
c_suite executive: Directrice générale adjointe; Chief Executive; CEO (interim); Président; Sprecher der Geschäftsführung; Group Chief Executive; Managing Director, Germany; General Manager - Nordics; Vorsitzender der Geschäftsführung; Alleingeschäftsführer; CEO/Chairman; Country Manager & Managing Director; Executive Chair
c_suite -: Managing Director - Investment Banking|c_suite
entry sales: Assistant to the VP Sales|entry; Inside Sales Representative; Sales Support Coordinator; Business Development Rep
c_suite marketing: Fractional CMO; CMO & Head of Brand; Chief Growth & Marketing Officer
senior engineering: Sr. SWE II|senior; Senior Software Engineer II, Platform; Staff Software Engineer; Principal Software Engineer; Sr. Mechanical Engineer; Solution Architect; Distinguished Engineer; Lead QA Engineer; Senior Site Reliability Engineer; Senior Full-Stack Developer (m/w/d)
partner executive: Principal, Deal Team|partner; Partner & Co-Head of Europe|partner; Operating Partner; Venture Partner; Name Partner; Partner in Charge|partner; Capital Partner
senior legal: Of Counsel, Employment Law; Senior Associate, Litigation|senior; Senior Corporate Counsel
manager -: Registered Nurse Manager; Store Manager (Berlin); Duty Manager; Deputy Manager; Regional Lead|manager; Area Manager, North; Shift Supervisor; Branch Manager, Downtown
director sales: Account Director; Senior Director, Sales Enablement; Regional Sales Director, APAC; Director of Partnerships & Alliances; Director, Channel Sales
director design: Associate Creative Director; Group Creative Director
director marketing: Director of Demand Generation; Senior Director, Corporate Communications; Directeur de la communication; Director of PR
director operations: Director of Supply Chain; Directeur d'usine|director; Director, Facilities; Director of Quality
director executive: Non-executive Chair of the Remuneration Committee|director
director finance: Director, FP&A; Tax Director; Directora de Finanzas; Director of Accounting
director engineering: Senior Director of Engineering, Infrastructure; Directeur R&D; Direttore Tecnico
director human_resources: Director, Talent & Culture; Directeur des ressources humaines; Director of Recruiting
director research: Director of Scientific Affairs
director product: Director, Product Marketing & Growth|director; Director of Product Management, Payments
vp engineering: VP Eng; SVP of Engineering & Architecture; Vice President, Software Development
vp product: VP, Product & Design; SVP Product Management
vp finance: VP Corporate Finance; Vice President & Corporate Controller; VP, FP&A and Treasury
vp operations: VP, Global Operations; SVP Logistics; Vice President of Manufacturing Operations
vp human_resources: VP, People and Places; SVP Talent & Organization
vp information_technology: VP, IT Infrastructure; SVP, Cybersecurity
vp legal: VP & Deputy General Counsel|vp
vp -: Vice President, Real Estate|vp; Vice President - Wealth Management|vp; AVP
c_suite legal: EVP, General Counsel & Corporate Secretary; Chief Legal & Compliance Officer
c_suite finance: CFO & COO|c_suite; Group CFO; Kaufmännischer Geschäftsführer|c_suite; Chief Financial Officer (CFO); Finanzvorstand
c_suite engineering: Technischer Geschäftsführer|c_suite; Chief Technology & Product Officer|c_suite
c_suite operations: EVP & Chief Operating Officer; Chief Supply Chain & Logistics Officer; Chief of Operations|c_suite operations
c_suite human_resources: Chief People and Culture Officer; EVP, Chief Human Resources Officer
c_suite research: Chief Scientific Advisor|c_suite; Chief Innovation Officer
c_suite sales: Chief Commercial & Strategy Officer|c_suite; EVP & Chief Revenue Officer
head sales: Head of New Business; Global Head of Partnerships; Leiter Vertriebsinnendienst; Head of Revenue
head marketing: Head of Demand Gen; Leiterin Unternehmenskommunikation; Head of Comms; Head of Performance Marketing
head engineering: Leiter Technik; Head of Platform Engineering; Head of Software; Co-Head of Engineering
head human_resources: Leiterin Personal; Head of Employee Experience|head; Head of Learning & Development
head finance: Leiter Rechnungswesen; Head of Controlling; Leiter Finanzen und Controlling
head information_technology: IT-Leiter; Leiter der IT-Abteilung
head data: Head of Data & Insights; Head of Data Science
head customer_support: Head of CX; Leiter Kundendienst
head product: Head of Product & Design; Co-Head of Product
manager sales: Senior Key Account Manager; National Account Manager; Territory Manager|manager; Sales Team Lead; Area Sales Manager DACH; Inside Sales Manager
manager marketing: Growth Marketing Lead; Senior Brand Manager; Event Manager|manager; PR & Communications Manager; Marketingleiter|head marketing; CRM Manager|manager
manager operations: Produktionsmeister|manager; Jefe de Operaciones; Clinic Manager|manager; Capoprogetto|manager
manager engineering: Software Development Manager; QA Lead; Engineering Team Lead
manager finance: Credit Manager; Treasury Manager; Finance & Admin Manager
manager human_resources: People & Culture Manager; HR Team Lead; Talent Manager
manager customer_support: Senior Customer Success Manager, Enterprise; Client Services Manager; Customer Experience Manager
manager product: Sr. Product Manager II; Lead Product Manager|manager product; Product Lead
manager design: Design Lead, Brand; UX Manager
entry operations: Assistentin der Geschäftsleitung|entry; Front Desk Coordinator|entry; Assistante de gestion|entry; Office Coordinator; PA to the Chairman|entry
entry -: Research Associate|entry; Trainee Solicitor|entry legal; Associate, Corporate|entry; Graduate Analyst|entry; Dental Assistant|entry
intern -: Praktikantin; Summer Intern; Marketing Praktikant|intern marketing
- engineering: Frontend Engineer; iOS Developer; Founding Engineer|founder engineering; Site Reliability Engineer; Ingénieure d'études; Software Engineer in Test; Embedded Developer
- finance: Bilanzbuchhalterin; Payroll Specialist
- legal: Rechtsanwältin und Notarin; Avocate à la Cour; Patent Attorney; Fachanwalt für Arbeitsrecht; Notaire
- sales: Account Executive, Mid-Market; Vertriebsmitarbeiter im Außendienst; Business Development Executive; Solutions Engineer|- sales; Commerciale sédentaire
- human_resources: Talent Acquisition Specialist; Personalreferentin; Chargée de recrutement; HR Administrator
- marketing: Community Specialist; Content Creator; Chargée de communication; Brand Strategist
- design: UX/UI Designer; Motion Designer; Mediengestalterin Digital und Print; Visual Designer
- data: Data Analyst, Growth; ML Engineer; Analytics Engineer
- customer_support: Customer Support Agent; Client Success Associate|entry customer_support; Help Desk Technician
- -: Zahnmedizinische Fachangestellte; Physical Therapist; Veterinarian; Yoga Teacher; Chaplain; Estimator; Dental Hygienist; Ergotherapeutin; Former Chief Financial Officer
senior data: Senior Data Engineer; Senior Machine Learning Scientist; Staff Data Scientist
senior design: Sr. Product Designer; Senior Art Director|director design; Lead UX Designer
senior -: Senior Consultant, Strategy|senior; Senior Lecturer|senior; Senior Project Engineer|senior; Principal Consultant
owner executive: Owner/Operator; Geschäftsführender Inhaber|owner executive; Co-Owner & GM; Propriétaire-gérant; Owner & Head Baker|owner
c_suite executive: Secretary General; Secrétaire Générale
director -: Miembro del Consejo de Administración; Membre du conseil d'administration; Non-Executive Nominee Director
director -: Board Member; Member of the Board; Board Director; Trustee; Member of the Board of Directors
director -: Aufsichtsratsmitglied; Consejero; Consigliere; 取締役; 董事; Board of Directors; Ledamot; Styremedlem; 社外取締役
director -: Independent Board Member; Board Trustee; Yönetim Kurulu Üyesi; Bağımsız Yönetim Kurulu Üyesi; Project Director
director -: Director of Programs; Lead Director; Whole-time Director; Director, Program Management
director -: Lead Independent Director; Supervisory Board Member; Mitglied des Aufsichtsrats; Administrateur indépendant
director -: Consejera independiente; Independent Non-Executive Director
entry -: Administrative Assistant; Executive Assistant; Executive Assistant to the CEO; Personal Assistant
entry -: Project Coordinator; Program Coordinator; Executive Administrative Assistant to Vice Provost and Dean
entry -: Executive Assistant to the Managing Directors; Team Assistant
head engineering: Responsable technique; Responsable ingénierie
head finance: Responsable administratif et financier; Responsable comptable
head human_resources: Responsable RH; Responsable des ressources humaines
head information_technology: Responsable informatique
head marketing: Responsable marketing; Responsable communication; Responsabile Marketing
head -: Head - Projects; Chief of Staff; Chief of Staff to the CEO; Leiterin Projektmanagement
head -: Chief of Staff, Office of the CEO; Responsable grands comptes
head operations: Responsable qualité; Responsable logistique
head sales: Responsable commercial; Responsabile Commerciale; Responsable des ventes; Responsable de ventas
manager -: Foreman; Project Manager; Program Manager; Chef de projet; Projektleiter; Jefe de Proyecto
manager -: Senior Project Manager; Bauleiter; Superintendent; Projectleider; Projektledare; Bauleiterin
manager -: Chef de projet digital; Jefa de obra; Projektmanagerin; Senior Programme Manager; Projectmanager
manager -: Kierownik Projektu
- -: Secretario; Sekretär
`;

export type LabelledTitle = { title: string; seniority: string | null; department: string | null };

/** A label behind a bar overrides that of its line; a label without a field leaves the field open (not counted). */
export const TITLES: LabelledTitle[] = TEXT.trim()
  .split("\n")
  .flatMap((line) => {
    const colon = line.indexOf(":");
    const [seniority = "-", department = "-"] = line.slice(0, colon).split(" ");
    return line
      .slice(colon + 1)
      .split(";")
      .flatMap((item) => {
        const [title = "", own] = item.split("|").map((text) => text.trim());
        if (!title) return [];
        const [rank = seniority, field = own === undefined ? department : "?"] = own?.split(" ") ?? [
          seniority,
          department,
        ];
        const label = (text: string) => (text === "-" ? null : text);
        return [{ title, seniority: label(rank), department: field === "?" ? "?" : label(field) }];
      });
  });
