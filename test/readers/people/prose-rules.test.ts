import { expect, it } from "vitest";
import { peopleOnPage } from "../../../src/readers/people/people-page.ts";
import { documentAt } from "../../support/pages.ts";

const URL_OF_TEAM = new URL("https://harbour-works.example/team");
const OWNER = { url: URL_OF_TEAM, names: ["harbourworks"], domains: [URL_OF_TEAM.hostname], networkHosts: [] };

// More sentences than the cases beside the rules, which prove that each rule is needed.
it.each([
  [
    "<p>Geschäftsführerin ist Frau Dr. Petra Kern, die das Haus seit 2004 leiten darf.</p>",
    "Dr. Petra Kern (Geschäftsführerin)",
  ],
  [
    "<p>El equipo confía en nuestro director general, D. Luis Pérez, desde hace años.</p>",
    "Luis Pérez (director general)",
  ],
  ["<p>Come in: our head chef Tom Hale cooks with what the harbour has that day.</p>", "Tom Hale (head chef)"],
  [
    "<p>Nuestros abogados Luis Pérez y Ana Ruiz le asesoran en el puerto.</p>",
    "Luis Pérez (abogados), Ana Ruiz (abogados)",
  ],
  ["<p>All of the pictures on these pages are by photographer Tom Hale of Bergen.</p>", "nobody"],
  ["<p>Sinds 2015 is Jan de Vries de eigenaar en werkt hij elke dag in de haven.</p>", "Jan de Vries (eigenaar)"],
  [
    "<p>For twenty years Anna Berg, founder and managing director, has kept the port in order.</p>",
    "Anna Berg (founder and managing director)",
  ],
  ["<p>Jan de Vries is eigenaar van het bedrijf en kent elke klant bij naam.</p>", "Jan de Vries (eigenaar)"],
  ["<p>Tom Hale and Nora Falk, founders of the port.</p>", "Tom Hale (founders), Nora Falk (founders)"],
  ["<p>Anna Berg ist Fotografin in Köln und arbeitet seit zwanzig Jahren für den Hafen.</p>", "nobody"],
  ["<p>Anna Berg verantwortet als Geschäftsführerin die Werft und den Hafen.</p>", "Anna Berg (Geschäftsführerin)"],
  ["<p>Harbour Works was founded by Vexil van Turmand, a certified instructor.</p>", "Vexil van Turmand"],
  ["<p>Founded in 2011 by Anna Berg and Tom Hale, who had met on a ferry.</p>", "Anna Berg, Tom Hale"],
  ["<p>Das Unternehmen wurde 1995 von Hans Müller in Köln gegründet.</p>", "Hans Müller"],
  ["<p>La société est dirigée par M. Paul Durand depuis plus de dix ans.</p>", "Paul Durand"],
  ["<p>Firmamız 1998 yılında Mehmet Yılmaz tarafından kurulmuştur.</p>", "Mehmet Yılmaz"],
  [
    "<p>The harbour school was founded by Master Sailor Tom Hale and his wife Anna Berg in 1999.</p>",
    "Tom Hale, Anna Berg",
  ],
  [
    "<p>Founded by Skiff lead developer and baker Nora Falk, and led by Dr. Tom Hale’s team.</p>",
    "Nora Falk, Tom Hale",
  ],
  ["<p>Com a liderança de Anna Berg, contamos com uma equipe de dez pessoas.</p>", "Anna Berg"],
  ["<p>Alla guida c'è Anna Berg, che fa questo mestiere dal 1997.</p>", "Anna Berg"],
  ["<p>Tom Hale's daughter runs the yard.</p>", "nobody"],
  ["<p>Nel 1985 il figlio Marco Bianchi prende in mano la bottega del padre.</p>", "Marco Bianchi"],
  ["<p>Jahtklubi asutas 1998. aastal Tom Hale.</p>", "Tom Hale"],
  ["<p>Heute führt Anna Berg den Betrieb, den ihr Vater vor vierzig Jahren begann.</p>", "Anna Berg"],
  ["<p>Im Jahr 2005 hat Anna Berg die Firma besucht und ein Boot gekauft.</p>", "nobody"],
  ["<p>Mi chiamo Ines Carpani e sono una nutrizionista di Bologna.</p>", "Ines Carpani (nutrizionista)"],
  ["<p>Hej! Jag heter Anna Svensson och har arbetat med båtar hela mitt liv.</p>", "Anna Svensson"],
  ["<p>Mijn naam is Vexil Turmand en ik bouw al twintig jaar boten aan deze haven.</p>", "Vexil Turmand"],
  ["<h2>About Harbour Falk</h2>", "nobody"],
  ["<p>Unser Team besteht aus Nora Falk, Tom Hale und Ana Ruiz.</p>", "Nora Falk, Tom Hale, Ana Ruiz"],
  [
    "<p>The yard is in the hands of the third generation, Rick & Jim Hale, with a love of old boats.</p>",
    "Rick Hale, Jim Hale",
  ],
  ["<p>Le chantier vit sa troisième génération avec Nora Falk.</p>", "Nora Falk"],
  ["<p>It all began with the first generation, Rick Hale, who mended nets on the quay.</p>", "nobody"],
  ["<p>Il dott. Marco Bianchi e la dott.ssa Nora Bianchi ricevono su appuntamento.</p>", "Marco Bianchi, Nora Bianchi"],
  ["<p>Dr. Nora Falk is the author of a book about boats.</p>", "nobody"],
  ["<p>Dr. Nora Falk is a surgeon at Northgate University.</p>", "nobody"],
  ["<p>Dr. Nora Falk was a surgeon who lived at the harbour.</p>", "nobody"],
  ["<p>Mr Tom Hale is a teacher in Leeds.</p>", "nobody"],
  ["<p>Mr. T. Hale brings almost twenty years of practice to the port.</p>", "T. Hale"],
  ["<p>The yard was founded by T. W. Hale in 1998.</p>", "T. W. Hale"],
  ["<p>L'école Nora Falk vous accueille.</p>", "nobody"],
  ["<p>Complaints go to Tom Hale at tom.hale@consumers.example, who answers within a week.</p>", "nobody"],
  ["<p>Last summer Anna Berg, CEO of Northgate Capital, visited the port with her crew.</p>", "nobody"],
  ["<p>Das Handwerk lernte Anna Kurz beim Tischlermeister Jan Lang.</p>", "nobody"],
  ["<h2>Meet the Owner</h2><p>Nora Falk moors her own boat at the quay of Bergen.</p>", "Nora Falk"],
  ["<p>Jan de Vries heeft ruim dertig jaar ervaring met zeilboten.</p>", "Jan de Vries"],
  ["<p>Nora Falk has been a customer of the yard for ten years.</p>", "nobody"],
  ["<p>My solicitor and Mr Tom Hale were the best team that one can have.</p>", "nobody"],
  ["<p>Chef Tom Hale has cooked on the quay for more than twenty years.</p>", "Tom Hale"],
  ["<p>Nora Falk and her team look after every boat.</p>", "Nora Falk"],
  ["<p>Tom Hale is the face behind the boats.</p>", "Tom Hale"],
  ["<p>Built by a one-man band: me, Tom Hale.</p>", "Tom Hale"],
  ["<p>Jan de Vries is de man achter de boten.</p>", "Jan de Vries"],
  ["<p>In 2014 besloot Jan de Vries om voor zichzelf te beginnen.</p>", "Jan de Vries"],
  ["<p>De werf is het bedrijf van Jan de Vries.</p>", "Jan de Vries"],
  ["<p>Harbour is de praktijk van Jan de Vries.</p>", "Jan de Vries"],
  ["<p>Firman startades av Lars Ekman 1983 och togs över av Björn Nyman 2010.</p>", "Lars Ekman, Björn Nyman"],
  ["<p>1998 tog Lars Ekman över rörelsen.</p>", "Lars Ekman"],
  ["<p>Mannen bakom Harbour Works är Lars Ekman.</p>", "Lars Ekman"],
  ["<p>Vi som jobbar här är Lars Ekman och Ulla Berg.</p>", "Lars Ekman, Ulla Berg"],
  ["<p>Virksomheden blev i 2009 overtaget af Lars Pedersen.</p>", "Lars Pedersen"],
  ["<p>Teamet består af Lars Pedersen og Mette Holm.</p>", "Lars Pedersen, Mette Holm"],
  ["<p>Kontakt Lars Pedersen på tlf. 22 33 44 55</p>", "Lars Pedersen"],
  ["<p>Mannen bak Harbour Works er Ola Haugen.</p>", "Ola Haugen"],
  ["<p>Ola Haugen er utdannet rørlegger.</p>", "Ola Haugen"],
  ["<p>Yrittäjänä toimii Matti Virtanen.</p>", "Matti Virtanen"],
  ["<p>Matti Virtanen on yrityksen perustaja ja omistaja.</p>", "Matti Virtanen (yrityksen perustaja ja omistaja)"],
  ["<p>Hoi! Ik ben Mirjam Vos.</p>", "Mirjam Vos"],
  ["<p>Eindvaart wordt gerund door Gijsbert Vos en Hallgeir Moe.</p>", "Gijsbert Vos, Hallgeir Moe"],
])("people of the firm in a sentence: %s", (html, people) => {
  const found = peopleOnPage(documentAt(html, OWNER.url), OWNER, "team");
  expect(found.map(({ name, title }) => (title ? `${name} (${title})` : name)).join(", ") || "nobody").toBe(people);
});
