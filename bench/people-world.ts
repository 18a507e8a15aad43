/** People for made-up team pages: names and titles of many languages, some of them rare or odd. */
export type Shown = { name: string; title: string };

export const people = (text: string): Shown[] =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", title = ""] = line.split(" = ");
      return { name: name.trim(), title: title.trim() };
    });

export const TEAMS: Record<string, Shown[]> = {
  en: people(`
    Marisol Whitcombe = Vice President of Sales
    Garrett O'Shaughnessy = Chief Executive Officer
    Priyanka Venkataraman = Director, Product Management
    Tobias Featherstone-Hale = Executive Vice President & Chief Financial Officer
    Lucy Marks = Head of People
    Devonte Akins = Senior Software Engineer
    Yuki Hasegawa = MD
    Hollis Brandt = General Counsel & Secretary`),
  us: people(`
    Mary-Kate Sorensen = President, Harbour Works Inc.
    J. Robert Delacroix = VP, Platform
    Annette Fox = Customer Success Manager
    Bill King = Field Technician
    Trang Nguyen = Office Manager
    Oluwaseun Adeyemi = Data Scientist
    Jordan Price = Account Executive`),
  rare: people(`
    Xochitl Quetzalli = Marketing Manager
    Bryndís Hallgrímsdóttir = Project Manager
    Thandolwethu Mkhize = Operations Director
    Zsófia Kőszegi = Head of Design
    Ngawang Tsering = Sales Manager`),
  de: people(`
    Jürgen Möllenbrock = Geschäftsführer
    Annegret Vossiek = Leiterin Vertrieb
    Dr. Hartmut Sielaff = Prokurist
    Svenja Upmeier = Auszubildende
    Kai-Uwe Rademacher = Leiter Entwicklung`),
  fr: people(`
    Benoît Lefebvre-Marchand = Président Directeur Général
    Solène Kervadec = Directrice financière
    Thibault Aubertin = Technicien
    Maëlle Quéméneur = Responsable marketing
    Guillaume Perdriau = Chef de projet`),
  es: people(`
    María José Etxeberria = Directora General
    Íñigo Arrizabalaga = Director Comercial
    Rocío Villalobos Peña = Jefa de Ventas
    Joaquín de la Vega = Ingeniero de Software`),
  it: people(`
    Ludovica Sangiorgi = Amministratore Delegato
    Ermanno Baldacci = Responsabile Commerciale
    Chiara Del Prete = Direttore Tecnico
    Tommaso Vianello = Titolare`),
  pt: people(`
    João Pedro Bittencourt = Diretor Executivo
    Letícia Sampaio = Gerente de Vendas
    Thiago Nascimento = Sócio-fundador`),
  nl: people(`
    Sjoerd van den Heuvel = Algemeen directeur
    Marloes Terpstra = Hoofd Verkoop
    Pieter-Jan de Wilde = Projectleider`),
  nordic: people(`
    Åsa Lindqvist = Verkställande direktör
    Bjørn Haugland = Daglig leder
    Riikka Mäkelä = Toimitusjohtaja
    Søren Kjærgaard = Salgschef`),
  pl: people(`
    Grzegorz Wiśniewski = Prezes Zarządu
    Małgorzata Zielińska = Dyrektor Finansowy
    Łukasz Kaczmarek = Kierownik`),
  ru: people(`
    Дмитрий Ковалёв = Генеральный директор
    Светлана Орлова = Главный бухгалтер
    Андрей Мельников = Технический директор`),
  ja: people(`
    山田 太郎 = 代表取締役社長
    佐藤 花子 = 最高財務責任者
    鈴木 一郎 = 営業部長
    高橋 美咲 = エンジニア`),
  zh: people(`
    王建国 = 董事长
    李小梅 = 首席技术官
    陈志强 = 销售总监
    张丽华 = 产品经理`),
  ko: people(`
    김민수 = 대표이사
    이서연 = 마케팅 팀장
    박지훈 = 개발자`),
  ar: people(`
    محمد الخطيب = المدير التنفيذي
    فاطمة الزهراني = مدير المبيعات
    خالد منصور = رئيس قسم`),
  he: people(`
    דוד לוינסון = מנכ"ל
    רותם אלקיים = מנהלת שיווק
    יוסי ברקוביץ = סמנכ"ל כספים`),
};

/** Teams as particular kinds of firms show them: titles that are messy, playful, long or of a trade. */
export const TRADES: Record<string, Shown[]> = {
  startup: people(`
    Wren Castellanos = Co-Founder & CEO
    Mateusz Dobrowolski = Founding Engineer
    Imani Okafor-Reyes = Chief of Staff
    Theo van der Meer = Growth
    Anjali Krishnamurthy = Product Designer
    Casper Lindegaard = GTM Lead
    Odalys Fuentes = People Ops`),
  law: people(`
    Eleanor M. Hathaway = Partner
    Rutherford B. Quincy III = Of Counsel
    Desmond Achebe = Associate
    Ingrid Solheim-Carter = Managing Partner
    Lorenzo D'Amico = Senior Counsel
    Patricia "Patty" Novak = Paralegal`),
  clinic: people(`
    Siddharth Raghunathan = Medical Director
    Fiona MacAllister = Registered Nurse Manager
    Emeka Onwuachi = Physical Therapist
    Carmen Ibarra-Solis = Front Desk Coordinator
    Noor Al-Rashid = Dental Hygienist
    Gwendolyn Pratt = Practice Administrator`),
  agency: people(`
    Beckett Rowe = Creative Director
    Saoirse Brennan = Senior Copywriter
    Kwame Boateng = Account Director
    Juno Park = Motion Designer
    Ottoline Graves = Head of Strategy & Insights
    Felix Amador = Senior Media Planner / Buyer`),
  university: people(`
    Hiroshi Tanabe = Associate Professor of Economics
    Leopoldine Kaltenbrunner = Chair, Department of Physics
    Marcus Ellery = Lecturer
    Sunita Bhattacharya = Dean
    Gareth Llewellyn = Research Fellow`),
  listed: people(`
    Constance R. Abernethy = Executive Vice President, General Counsel and Corporate Secretary
    W. Clayton Farnsworth = Chairman of the Board, President and Chief Executive Officer
    Li Wei Zhang = Senior Vice President, Chief Accounting Officer
    Delphine Marchetti = Lead Independent Director
    Rajesh K. Subramanian = Group President, Industrial Solutions
    Helga Sørensen = SVP & Chief Human Resources Officer`),
  shop: people(`
    Tanya Burkhalter = Owner & Head Baker
    Cody Strickland = Store Manager
    Rosa Quintanilla = Lead Barista
    Darnell Whitaker = Warehouse Lead`),
  handwerk: people(`
    Ralf Oberdieck = Inhaber und Meister
    Gisela Haferkamp = Buchhaltung
    Torsten Wiebe = Kundendiensttechniker
    Mareike von der Heide = Assistentin der Geschäftsleitung
    Cem Yıldırım = Lagerist`),
  cabinet: people(`
    Capucine de La Rochefoucauld = Avocate associée
    Gaëtan Le Goff = Expert-comptable
    Aïcha Benali = Chargée de recrutement
    Rémi Dutilleul = Directeur général adjoint`),
};
