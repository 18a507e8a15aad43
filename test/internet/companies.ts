export type Person = { name: string; title: string; profile?: string; email?: string; city?: string };

export type Company = {
  domain: string;
  name: string;
  tagline: string;
  city: string;
  /** How the site is built; decides where its links stand. */
  style: "json_ld" | "footer" | "several_networks" | "about_only" | "broken" | "unlinked" | "unicode";
  /** Slug of its page on the network, when its site links one. */
  slug?: string;
  people: Person[];
  jobs: { id?: number; title: string; city: string; department: string }[];
  /** Token of its public job board at Greenhouse. */
  greenhouse?: string;
  mx?: string[];
  txt?: string[];
};

/** Fictional companies; `.example` can never be a real host (RFC 2606). People and titles cover the odd cases of names. */
export const COMPANIES: Company[] = [
  {
    domain: "acme-robotics.example",
    name: "Acme Robotics",
    tagline: "Robot arms that small workshops can afford",
    city: "Leipzig",
    style: "json_ld",
    slug: "acme-robotics",
    greenhouse: "acmerobotics",
    mx: ["1 aspmx.l.google.com.", "5 alt1.aspmx.l.google.com."],
    txt: ["v=spf1 include:_spf.google.com include:mail.zendesk.com ~all", "stripe-verification=0123456789abcdef"],
    people: [
      {
        name: "Ada Brandt",
        title: "Chief Technology Officer",
        profile: "ada-brandt-0001",
        email: "ada.brandt",
        city: "Leipzig",
      },
      { name: "Jürgen Weiß", title: "Chief Executive Officer", profile: "juergen-weiss-0002", city: "Leipzig" },
      { name: "María José García López", title: "VP Sales, Iberia", profile: "maria-jose-garcia-0003", city: "Madrid" },
      {
        name: "Siobhán O’Brien",
        title: "Head of Customer Support",
        profile: "siobhan-obrien-0004",
        email: "siobhan.obrien",
      },
      { name: "Ludwig van der Berg", title: "Senior Robotics Engineer", profile: "ludwig-vdberg-0005" },
      { name: "Chen Wei", title: "Sales Development Representative", profile: "chen-wei-0006" },
      { name: "Priya Raghunathan", title: "International Sales Lead", profile: "priya-raghunathan-0007" },
      { name: "Tom Becker", title: "Intern, Marketing" },
    ],
    jobs: [
      { title: "Account Executive", city: "Leipzig", department: "Sales" },
      { title: "Customer Support Specialist", city: "Leipzig", department: "Support" },
      { title: "Senior Controls Engineer", city: "Dresden", department: "Engineering" },
    ],
  },
  {
    domain: "brightwater.example",
    name: "Brightwater Analytics",
    tagline: "Water networks, measured",
    city: "Rotterdam",
    style: "footer",
    slug: "brightwater-analytics",
    mx: ["0 brightwater-example.mail.protection.outlook.com."],
    people: [
      { name: "Femke de Vries", title: "Founder & CEO", profile: "femke-de-vries-1001" },
      { name: "Anneliese Müller-Schmidt", title: "Head of Data", profile: "anneliese-mueller-schmidt-1002" },
      { name: "Suharto", title: "Field Engineer" },
      { name: "Jean-Luc Moreau", title: "Director of Sales", profile: "jean-luc-moreau-1004", email: "jmoreau" },
      { name: "Dr. Ólafur Jónsson", title: "Chief Scientist", profile: "olafur-jonsson-1005" },
    ],
    jobs: [{ title: "Head of Partnerships", city: "Rotterdam", department: "Sales" }],
  },
  {
    domain: "hazel-and-oak.example",
    name: "Hazel & Oak",
    tagline: "Furniture that is handed down",
    city: "Bristol",
    style: "several_networks",
    slug: "4410217",
    people: [
      { name: "Imogen Hartley", title: "Managing Director", profile: "imogen-hartley-2001" },
      { name: "Kwame Mensah", title: "Workshop Manager", profile: "kwame-mensah-2002" },
      { name: "Aoife Ní Bhriain", title: "E-commerce Manager", profile: "aoife-ni-bhriain-2003" },
    ],
    jobs: [{ title: "Apprentice Cabinet Maker", city: "Bristol", department: "Workshop" }],
  },
  {
    domain: "lumenta.example",
    name: "Lumenta",
    tagline: "Light for operating theatres",
    city: "Lyon",
    style: "footer",
    slug: "lumenta-medical",
    people: [
      { name: "Camille Laurent", title: "Présidente", profile: "camille-laurent-3001" },
      { name: "Nikolaj Sørensen", title: "Chief Financial Officer", profile: "nikolaj-soerensen-3002" },
    ],
    jobs: [],
  },
  {
    domain: "fernhill.example",
    name: "Fernhill Software",
    tagline: "Bookings for museums",
    city: "Wellington",
    style: "about_only",
    slug: "fernhill-software",
    people: [
      { name: "Hemi Parata", title: "Co-Founder, CTO", profile: "hemi-parata-4001" },
      { name: "Grace Liu", title: "Co-Founder, CEO", profile: "grace-liu-4002", email: "grace" },
    ],
    jobs: [{ title: "Customer Success Manager", city: "Remote", department: "Support" }],
  },
  {
    domain: "quietfield.example",
    name: "Quietfield",
    tagline: "Acoustics for open offices",
    city: "Aarhus",
    style: "unlinked",
    people: [
      { name: "Mette Nørgaard", title: "Partner" },
      { name: "Lars Nørgaard", title: "Partner" },
    ],
    jobs: [],
  },
  {
    domain: "broken-reel.example",
    name: "Broken Reel Studios",
    tagline: "Films about repair",
    city: "Glasgow",
    style: "broken",
    slug: "Broken-Reel-Studios",
    people: [{ name: "Isla McKenzie", title: "Producer", profile: "isla-mckenzie-6001" }],
    jobs: [],
  },
  {
    domain: "xn--caf-citt-6ya8f.example",
    name: "Café Città",
    tagline: "Coffee by bicycle",
    city: "Torino",
    style: "unicode",
    slug: "café-città",
    people: [{ name: "Chiara D’Angelo", title: "Fondatrice", profile: "chiara-dangelo-7001" }],
    jobs: [],
  },
];
