/** Local parts of addresses that belong to a function and not to a person, in the languages of business sites. */
const ROLES = new Set(
  `abuse academy account accounting accounts accountspayable admin administracion administration administrator ads advertising affiliates alerts
  all anfrage anfragen ap api ar assistance audit backoffice bestellung bewerbung bewerbungen billing board booking bookings
  bounce bounces branding buchhaltung business buyer callcenter campaign career careers ceo cfo claims clientes clients cloud
  commercial communication communications compliance comptabilite conference connect contabilidad contact contactar contacto
  contactus contato contatti cookie coo copyright corporate credit cto customer customercare customers customerservice
  customersuccess datenschutz datenschutzbeauftragter datenschutzbeauftragte data dataprotection delivery demo desk dev
  developer developers devops direct direction director dispatch dmca dns domains donate donations dpo editor editorial einkauf email
  emergency empleo employment enquiries enquiry events everyone export facilities fax feedback finance financial finanzen
  firma founders franchise fraud ftp gdpr geschaeftsfuehrung general giving hallo helpdesk hello help hey hi hola hostmaster hotel hr
  human humanresources impressum inbox info infodesk informacion information informatique inquiries inquiry insurance international
  internship investor investorrelations investors invoice invoices invoicing ir it itsupport jobs join kariera karriere kontakt
  kundenservice kundendienst leads legal letters library licensing list login logistics mail mailbox mailer mailerdaemon maintenance
  management manager marketing marketplace media mediarelations member members membership merch museum network news newsletter
  newsroom no noc noreply donotreply nospam notification notifications office officemanager oficina onboarding online operations ops order
  orders org owner partner partners partnership partnerships parts payment payments payroll people personal personalabteilung phishing post
  postmaster praktikum prensa presales presse press privacy procurement product production produktion project projects promo public publicity
  publicrelations purchase purchasing pr quality quotes raffle reception recepcion recruit recruiter recruiting recruitment
  redaction redaktion registrar registration reklamation relations rental rentals reply research reservation reservations reservas
  returns rh root rsvp saas safety sales salesteam schedule scheduling school secretariat secretary security sekretariat seo
  server service serviceclient services shipping shop signup social soporte spam spenden sponsor sponsors sponsorship staff statistics
  stipendium store studio submissions subscribe subscriptions success suggestions supplier suppliers support survey
  sysadmin system tax team tech technical technik telefon test tickets tips trade training travel treasury trust undisclosed
  unsubscribe update updates user usenet users vendor vendors ventas verkauf verwaltung vente ventes verein vertrieb volunteer vorstand
  wholesale web webadmin webinar webinars webmaster website welcome willkommen work workshop www zentrale`.split(/\s+/),
);

/**
 * True when a local part names a function: `info`, `sales.eu`, `press-office`, `jobs2026`. A single letter or an ambiguous word
 * counts only when it stands alone: `it.smith` is a person.
 */
export function isRole(local: string): boolean {
  const [first = "", ...rest] = local
    .toLowerCase()
    .replace(/\+.*/s, "")
    .replace(/(?<!\d)\d+$/, "")
    .split(/[._-]+/)
    .filter(Boolean);
  if (ROLES.has([first, ...rest].join(""))) return true;
  return first.length > 3 && ROLES.has(first);
}
