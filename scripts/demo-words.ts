/** The parts from which the fictional people of the demo directory are generated. Any likeness to real people is coincidental. */

/** slug | name | industry | people | country | cities | founded | description | cultures | people listed | address pattern */
export const COMPANY_TABLE = `
acme-robotics | Acme Robotics | Machinery | 87 | Germany | Leipzig Dresden Madrid | 2014 | Robot arms that small workshops can afford | german spanish indian chinese irish | 30 | first.last
brightwater | Brightwater Analytics | Water technology | 42 | Netherlands | Rotterdam Utrecht | 2011 | Water networks, measured | dutch nordic french | 20 | flast
hazel-and-oak | Hazel & Oak | Furniture | 18 | United Kingdom | Bristol | 1998 | Furniture that is handed down | english irish african | 12 | first
lumenta | Lumenta | Medical devices | 240 | France | Lyon Grenoble | 2006 | Light for operating theatres | french italian nordic arabic | 26 | flast
northmoor-energy | Northmoor Energy | Renewable energy | 620 | Norway | Bergen Aberdeen | 2009 | Wind farms that share their harbour | nordic english dutch | 28 | first.last
casa-tejada | Casa Tejada | Textiles | 130 | Spain | Valencia Bilbao | 1974 | Linen from field to table | spanish italian | 22 | first.last
kumo-logistics | Kumo Logistics | Logistics | 1800 | Japan | Osaka Singapore | 2001 | Cold chains for small islands | japanese chinese vietnamese english | 26 | flast
paperlantern | Paperlantern Games | Computer games | 35 | Poland | Kraków | 2017 | Quiet games for long journeys | slavic japanese english | 18 | first
ostrava-optics | Ostrava Optics | Precision optics | 310 | Czechia | Ostrava Brno | 1993 | Lenses for telescopes and hospitals | slavic german | 22 | first.last
sahel-solar | Sahel Solar | Renewable energy | 75 | Senegal | Dakar Accra | 2015 | Mini grids for market towns | african french arabic | 20 | first.last
monsoon-health | Monsoon Health | Health software | 460 | India | Chennai Pune | 2012 | Appointment books for village clinics | indian english | 24 | flast
bosphorus-bikes | Bosphorus Bikes | Bicycles | 58 | Türkiye | İzmir | 2019 | Cargo bikes for steep cities | turkish arabic german | 16 | first
harbour-insurance | Harbour Insurance | Insurance | 12500 | United States | Portland Boise | 1921 | Insurance for people who work on water | english african indian slavic | 30 | none
tinker-and-sons | Tinker & Sons | Hand tools | 9 | Ireland | Galway | 1952 | Tools with names on them | irish english | 8 | none
verdant-labs | Verdant Labs | Biotechnology | 1 | Denmark | Aarhus | 2025 | One scientist, many algae | nordic | 1 | first
delta-freight | Delta Freight | Logistics | 3400 | Vietnam | Haiphong Hanoi | 1996 | Barges, on time | vietnamese chinese dutch | 18 | first.last`;

/** Given and family names by culture; `|` parts the two. The first family name of a list meets the first given name, and so on round. */
export const CULTURES = {
  english:
    "Alice Oliver Grace Harry Imogen Jack Katherine Bob Christopher Jo | Whitfield Ashdown Thornbury Pemberton Marsh Oakley Fairbanks Redfern St-John Holloway",
  german:
    "Jürgen Käthe Björn Anneliese Matthias Sabine Wolfgang Ulrike Jonas Friederike | Weiß Müller-Lüdenscheidt Groß Schäfer Köhler Vogel Brandt Strauß Lindner von_Ahlen",
  dutch:
    "Femke Daan Sanne Joris Lotte Bram Maaike Thijs | de_Vries van_der_Meer Bakker van_’t_Hoff ter_Horst Jansen van_den_Akker de_Wit",
  french:
    "Jean-Luc Hélène François Anaïs Zoé Étienne Marie-Claire Loïc | Moreau Lefèvre d’Aubigny Le_Goff Béranger de_La_Tour Garçon Noël",
  spanish:
    "María_José Iñigo Lucía José_Luis Begoña Álvaro Inés Francisco | García_López Núñez_Vega de_la_Cruz_Romero Ortega_y_Ruiz Ibáñez_Soto Peña_Gil Muñoz_Díaz Etxeberria",
  nordic:
    "Søren Åsa Mette Jökull Øystein Liisa Björk Niels | Nørgaard Öberg Ågesen Þórsson Sæther Mäkinen Lindqvist Bjørnstad",
  italian: "Chiara Lorenzo Niccolò Giulia Beatrice Dario | D’Angelo De_Luca Della_Rovere Esposito Lo_Verde Bellini",
  slavic:
    "Łukasz Zuzana Miloš Agnieszka Jiří Šárka Dmitri Oksana | Wójcik Dvořáková Đorđević Žukowska Novák Šimková Orlov Kovalenko",
  irish: "Siobhán Tadhg Niamh Cillian Aoife Eoghan | O’Brien Mac_Giolla Ní_Bhriain McKenna Ó_Súilleabháin Byrne",
  african: "Kwame Ngozi Thandiwe Oluwaseun Amina Tendai | Mensah Adeyemi-Okafor Dlamini Ogunleye Diallo Moyo",
  arabic: "Omar Layla Yusuf Noor Karim Salma | al-Hakim bin_Rashid El_Amrani ben_Youssef al_Farsi Haddad",
  indian: "Priya Arjun Lakshmi Rohan Meera Vikram | Raghunathan Iyer Venkataraman Chatterjee Nair Deshpande",
  chinese: "Wei Xiaoming Li Jing Hao Mei | Chen Wang Zhang Liu Huang Zhao",
  japanese: "Haruka Kenji Yui Takumi | Takahashi Watanabe Kobayashi Yamamoto",
  vietnamese: "Minh Lan Duc Thu_Ha | Nguyen Tran Pham Vo",
  turkish: "Çağla Emre Gülşen İlker | Yıldız Öztürk Şahin Doğan",
} as const;

/** Complete names that no combination yields. */
export const WHOLE_NAMES = [
  "Suharto",
  "Nirmala",
  "田中 太郎",
  "王小明",
  "김민수",
  "Анна Петровна Иванова",
  "Γιώργος Παπαδάκης",
  "Dr. Ólafur Jónsson",
  "Prof. Dr. Heike Sommer",
  "Martin Reed Jr.",
  "Jane Okoro, MBA",
  'Robert "Bo" Larsen',
  "J. R. Whitmore",
  "DUPONT Jean",
];

/** Titles of leaders; each company gets some of these. */
export const LEADERS = [
  "CEO",
  "Founder & CEO",
  "Chief Executive Officer",
  "Co-Founder & CTO",
  "Managing Director",
  "President & COO",
  "Chief Technology Officer",
  "C.F.O.",
  "Chief Revenue Officer",
  "Geschäftsführer",
  "Présidente",
  "Owner",
  "VP Sales",
  "VP of Marketing",
  "SVP Global Sales",
  "Vice President, Ops",
  "Head of EMEA Sales",
  "Director of Revenue Operations",
];

/** All other titles; together with the leaders' they cover every rule of the title filter. */
export const TITLES = [
  "Sales Development Representative",
  "Account Executive",
  "Senior Account Manager",
  "BDR",
  "Sales Manager",
  "International Sales Lead",
  "Customer Success Manager",
  "CX Lead",
  "Junior Customer Support Agent",
  "Senior Customer Support Agent",
  "Success Coach, Customer",
  "Software Engineer",
  "Sr. Software Engineer",
  "C++ Engineer",
  ".NET Developer",
  "Network Engineer",
  "R&D Engineer",
  "Eng. Mgr",
  "Product Manager",
  "Product Owner",
  "Project Manager",
  "Manager, Project Delivery",
  "UX/UI Designer",
  "Data Analyst",
  "Machine Learning Engineer",
  "Marketing Manager",
  "Market Analyst",
  "Marketing Intern",
  "Content Lead",
  "Intern",
  "CEO Office Intern",
  "Werkstudent IT",
  "HR Generalist",
  "Human Resources Manager",
  "Headhunter",
  "FP&A Analyst",
  "Controller",
  "General Counsel",
  "Executive Assistant to the CEO",
  "Field Engineer",
  "Branch Manager, Portland OR",
  "Branch Manager, Boise ID",
  "Warehouse Supervisor",
  "Barista",
  "Doctor",
  "Contractor",
  "Director, Sales",
  "VP, Go-to-Market",
  "Co Founder",
  "Cofounder",
  "Interim CTO",
  "CISO",
  "Jr. Designer",
  "Chief of Staff",
  "Geschäftsleiter",
  "Vertriebsleiterin",
  "Responsable commercial",
  "Directora de Ventas",
  "销售总监",
  "代表取締役社長",
  "Учёный секретарь",
];
