import type { Layout } from "./people-layouts.ts";
import { people, type Shown } from "./people-world.ts";

/** Pages of boards and lists without titles, and names that hold words, initials, honorifics and degrees. */
const each =
  (card: (one: Shown, index: number) => string, around = (cards: string) => cards): Layout =>
  (team) =>
    around(team.map(card).join("\n"));
const FIRMS = ["Brightwater Foods, Inc.", "Northgate Capital", "Eastline Freight Ltd", "Norwood Bank"];

export const BOARD_PAGES: Record<string, Layout> = {
  "board with outside employers": each(
    ({ name, title }, index) => `<p><strong>${name}</strong><br>\n${title}, ${FIRMS[index % FIRMS.length]}</p>`,
    (cards) => `<h1>Board of Directors</h1><div class="entry">${cards}</div>`,
  ),
  "board behind leadership, heading in a plain element": each(
    ({ name, title }, index) =>
      `<div class="item"><div class="item_n">${name}</div><div class="item_t">${title} at ${FIRMS[index % FIRMS.length]}</div></div>`,
    (cards) => `<h1>Leadership</h1><div class="row"><div>Board of Directors</div>${cards}</div>`,
  ),
  "names without titles in paragraphs": each(
    ({ name }) => `<p>${name}</p>`,
    (cards) => `<h2>Board of Trustees</h2><h3>Members</h3><div class="et_pb_text_inner">${cards}</div>`,
  ),
  "names without titles in a list": each(
    ({ name }) => `<li>${name}</li>`,
    (cards) => `<h2>Our team</h2><ul>${cards}</ul>`,
  ),
  "executives, then directors with outside employers": (team) =>
    `<h1>Leadership</h1>${[...team.entries()]
      .map(
        ([index, { name, title }]) =>
          `<div class="leader"><h4>${name}</h4><p>${index > team.length / 2 ? `Former ${title}, ${FIRMS[index % FIRMS.length]}` : title}</p></div>`,
      )
      .join("")}`,
  "all in one line": (team) =>
    `<h2>Board</h2><p>${team.map(({ name, title }) => `${name} (${title})`).join(" | ")}</p>`,
  "names among lines of the same style": each(
    ({ name }) => `<div class="info">${name}</div>`,
    (cards) =>
      `<h2>Independent directors</h2>${cards}<h2>Registered office</h2><div class="info">3rd floor</div><div class="info">Outer Ring Road</div><div class="info">Monday to Friday</div>`,
  ),
  "pictures with names only": each(
    ({ name }) => `<figure><img alt="${name}"><figcaption>${name}</figcaption></figure>`,
    (cards) => `<h2>Our team</h2>${cards}`,
  ),
  "a favourite saying under the name": each(
    ({ name }) =>
      `<div class="cell"><figure><img alt="${name}"></figure><h3><span class="team-name">${name}</span></h3><div class="short-bio"><p>“Fortune favours the bold and the patient.”</p></div></div>`,
  ),
  "telephone and address instead of a title": each(
    ({ name }, index) =>
      `<div class="inner"><div class="photo"><img alt="${name}"></div><div class="info name">${name}</div><div class="info phone"><a href="tel:+3752937387${index}">+375 29 37 38 7${index}</a></div></div>`,
    (cards) => `<h4>Sales</h4>${cards}`,
  ),
  "a link in the line of the title": each(
    ({ name, title }, index) =>
      `<div class="leader"><h3>${name}</h3><p>${title} <a href="/leader-${index}">Read more</a></p></div>`,
  ),
  "title above the name, card with a back": each(
    ({ name, title }) =>
      `<div class="flip"><div class="front"><h3>${title}</h3><p>${name}</p><img alt="${name}"></div></div>`,
  ),
};

export const BOARDS: Record<string, Shown[]> = {
  words: people(`
    Will Ashdown = Chief Operating Officer
    Scott A. Genovese = Senior Vice President
    Page Holloway = Partner
    Per Munkholm Hansen = Managing Director
    Barbara Post = Vice President, Finance
    Paula English = Chief Executive Officer`),
  tr: people(`
    Mahmut Levent ÖZTÜRK = Yönetim Kurulu Başkanı
    Can YILMAZEL = Genel Müdür
    Şebnem Kalyoncu ATAY = Yönetim Kurulu Üyesi
    Özlem Yeşildağ = Direktör`),
  bg: people(`
    Мартин Дацов = Директор
    Теодора Велинова = Управител
    Калина Стоименова = Мениджър
    Йоанна Трифонова = Дизайнер`),
  pl: people(`
    mgr Rafał Błaszczyk = Fizjoterapeuta
    lek. Alina Sawicka = Dyrektor medyczny
    mgr Wiktor Karolak = Psycholog
    Jolanta Makaruk = Opiekun medyczny`),
  ar: people(`
    عامر علي البحري = رئيس مجلس الإدارة
    ريان محمد السواحل = المدير المالي
    منيرة حسن الدوار = المدير التنفيذي`),
  world: people(`
    Oluwaseun Adebisi = Head of Sales
    Wanjiku Kariuki = Company Secretary
    Kadidiatou Keita = Finance Director
    Nguyen Thi Trang = General Manager
    Sigbjørn Haugen = Chief Technology Officer
    Prashanth Menon = Customer Support Head`),
};
