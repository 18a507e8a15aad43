import type { Layout } from "./people-layouts.ts";
import type { Shown } from "./people-world.ts";

/**
 * More pages about people, written after the rules and at first measured without a change to them: other builders, other
 * ways to write a name and a title, and beside the team people who do not belong to the firm.
 */
const each =
  (card: (one: Shown, index: number) => string, around = (cards: string) => cards): Layout =>
  (team) =>
    around(team.map(card).join("\n"));
const slug = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, "-");
const hash = (index: number) => ((index + 3) * 2_246_822_519).toString(36).slice(-6);
const div = (name: string) => (inner: string) => `<div class="${name}">${inner}</div>`;
const BIO =
  "has spent two decades in logistics. Before that, the work was in consulting at Bain and at a shipping line.";
const small = (inner: string) => `<div class="grid grid-cols-3 gap-4">${inner}</div>`;

export const PAGES: Record<string, Layout> = {
  "Avada person": each(
    ({ name, title }, index) =>
      `<div class="fusion-person person fusion-person-center fusion-person-${index} fusion-person-icon-bottom"><div class="person-shortcode-image-wrapper"><div class="person-image-container hover-type-none"><img class="person-img img-responsive" alt="${name}"></div></div><div class="person-desc"><div class="person-author"><div class="person-author-wrapper"><span class="person-name">${name}</span><span class="person-title">${title}</span></div></div><div class="person-content fusion-clearfix"><p>${BIO}</p></div></div></div>`,
  ),
  "Bricks flip cards": each(
    ({ name, title }, index) =>
      `<div id="brxe-${hash(index)}" class="brxe-block flip"><div class="front"><img class="brxe-image css-filter size-full" alt=""><div class="brxe-text-basic">${name}</div></div><div class="back"><div class="brxe-text-basic">${name}</div><div class="brxe-text-basic">${title}</div><div class="brxe-text"><p>${BIO}</p></div></div></div>`,
  ),
  "Elementor flip box": each(
    ({ name, title }) =>
      `<div class="elementor-flip-box"><div class="elementor-flip-box__layer elementor-flip-box__front"><div class="elementor-flip-box__layer__overlay"><h3 class="elementor-flip-box__layer__title">${name}</h3><div class="elementor-flip-box__layer__description">${title}</div></div></div><div class="elementor-flip-box__layer elementor-flip-box__back"><div class="elementor-flip-box__layer__description">${BIO}</div><a class="elementor-flip-box__button" href="mailto:info@harbour-works.example">Get in touch</a></div></div>`,
  ),
  "Gutenberg cover and caption": each(
    ({ name, title }) =>
      `<figure class="wp-block-image size-large"><img alt=""><figcaption class="wp-element-caption"><strong>${name}</strong><br>${title}</figcaption></figure>`,
    div("wp-block-gallery has-nested-images columns-3"),
  ),
  "Gutenberg query loop": each(
    ({ name, title }, index) =>
      `<li class="wp-block-post post-${index + 700} team type-team status-publish hentry"><h2 class="wp-block-post-title"><a href="https://harbour-works.example/team/${slug(name)}/">${name}</a></h2><div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">${title}</p></div></li>`,
    (cards) => `<ul class="wp-block-post-template">${cards}</ul>`,
  ),
  "Squarespace summary": each(
    ({ name, title }) =>
      `<div class="summary-item summary-item-record-type-text"><div class="summary-thumbnail-outer-container"><a href="/people/${slug(name)}" class="summary-thumbnail-container"><img alt="${name}"></a></div><div class="summary-content"><div class="summary-title"><a href="/people/${slug(name)}" class="summary-title-link">${name}</a></div><div class="summary-excerpt"><p>${title}</p></div><a class="summary-read-more-link" href="/people/${slug(name)}">Read More →</a></div></div>`,
    div("summary-item-list"),
  ),
  "Squarespace image card": each(
    ({ name, title }) =>
      `<div class="sqs-block image-block"><figure class="image-block-outer-wrapper design-layout-card"><div class="image-subtitle-wrapper"></div><figcaption class="image-card-wrapper"><div class="image-card"><div class="image-title-wrapper"><div class="image-title"><p class="">${name}</p></div></div><div class="image-subtitle"><p class=""><em>${title}</em></p></div></div></figcaption></figure></div>`,
  ),
  "Wix gallery": each(
    ({ name, title }, index) =>
      `<div class="gallery-item-container" id="pgi${hash(index)}"><div class="gallery-item-wrapper" aria-label="${name}"><img alt="${name}"><div class="gallery-item-title"><span>${name}</span></div><div class="gallery-item-description"><span>${title}</span></div></div></div>`,
    div("pro-gallery"),
  ),
  "Webflow pop-up": each(
    ({ name, title }) =>
      `<div role="listitem" class="team_item w-dyn-item"><a href="#" class="team_link w-inline-block"><div class="heading-style-h6">${name}</div><p class="text-size-regular">${title}</p><div class="text-color-grey">Read Bio</div></a><div class="team_modal"><div class="team_modal-close">×</div><h3>${name}</h3><div class="text-size-regular">${title}</div><div class="w-richtext"><p>${BIO}</p></div></div></div>`,
  ),
  "HubSpot rich text": each(
    ({ name, title }) =>
      `<div class="span4 widget-span widget-type-cell dnd-column"><div class="dnd-module"><span class="hs_cos_wrapper hs_cos_wrapper_widget hs_cos_wrapper_type_rich_text"><p style="text-align: center;"><span style="font-size: 20px;"><strong>${name}</strong></span></p>\n<p style="text-align: center;"><span style="color: #666;">${title}</span></p>\n<p>&nbsp;</p></span></div></div>`,
  ),
  "Shopify multicolumn": each(
    ({ name, title }) =>
      `<li class="multicolumn-list__item grid__item slider__slide center"><div class="multicolumn-card content-container"><div class="multicolumn-card__info"><h3 class="inline-richtext">${name}</h3><div class="rte"><p>${title}</p></div></div></div></li>`,
    (cards) => `<ul class="multicolumn-list">${cards}</ul>`,
  ),
  "Drupal fields with labels": each(
    ({ name, title }) =>
      `<article about="/node/7" class="node node--type-person node--view-mode-teaser"><h2><a href="/people/${slug(name)}" rel="bookmark"><span class="field field--name-title field--type-string">${name}</span></a></h2><div class="node__content"><div class="field field--name-field-position field--label-inline"><div class="field__label">Position</div><div class="field__item">${title}</div></div></div></article>`,
  ),
  "CSS modules": each(
    ({ name, title }, index) =>
      `<div class="TeamMember_card__${hash(index)}"><div class="TeamMember_photo__x1"><span style="box-sizing:border-box"><img alt="Picture of ${name}"></span></div><p class="TeamMember_fullName__a9">${name}</p><p class="TeamMember_text__b2">${title}</p></div>`,
  ),
  "Tailwind only": (team) =>
    small(
      team
        .map(
          ({ name, title }) =>
            `<div class="group relative overflow-hidden rounded-2xl"><div class="absolute inset-x-0 bottom-0 p-6"><div class="text-white text-xl font-bold">${name}</div><div class="text-white/70 text-sm mt-1">${title}</div></div></div>`,
        )
        .join(""),
    ),
  "Notion columns": each(
    ({ name, title }, index) =>
      `<div id="block-${hash(index)}" class="notion-column"><div class="notion-image"><img alt="image"></div><div class="notion-text notion-text__content notion-semantic-string"><strong>${name}</strong></div><div class="notion-text notion-text__content notion-semantic-string">${title}</div></div>`,
  ),
  "Notion gallery": each(
    ({ name, title }) =>
      `<a class="notion-collection-card gallery" href="/${slug(name)}"><div class="notion-property notion-property__title"><span class="notion-semantic-string">${name}</span></div><div class="notion-property notion-property__select"><span class="pill pill-blue">${title}</span></div></a>`,
    div("notion-collection-gallery"),
  ),
  "law firm directory": each(
    ({ name, title }, index) =>
      `<div class="attorney-row"><div class="col name"><a href="/attorneys/${slug(name)}">${name}</a></div><div class="col title">${title}</div><div class="col office"><a href="/offices/boston">${["Boston", "Charlotte", "St. Paul"][index % 3]}</a></div><div class="col phone"><a href="tel:+16175550100">617.555.0100</a></div><div class="col"><a href="/vcard/${index}.vcf">vCard</a></div></div>`,
  ),
  "university table": each(
    ({ name, title }, index) =>
      `<tr class="${index % 2 ? "odd" : "even"}"><td class="views-field views-field-field-photo"><img alt="${name}"></td><td class="views-field views-field-title"><a href="/people/${slug(name)}">${name}</a><br>${title}</td><td class="views-field views-field-office">Room ${index + 201}, West Hall</td><td><a href="mailto:office@harbour-works.example">email</a></td></tr>`,
    (rows) =>
      `<table class="views-table"><thead><tr><th>Photo</th><th>Name</th><th>Office</th><th>Email</th></tr></thead><tbody>${rows}</tbody></table>`,
  ),
  "columnar table": (team) =>
    `<table><tr>${team.map(() => '<td><img alt=""></td>').join("")}</tr><tr>${team.map(({ name }) => `<td><strong>${name}</strong></td>`).join("")}</tr><tr>${team.map(({ title }) => `<td>${title}</td>`).join("")}</tr></table>`,
  "table of name, title, year": each(
    ({ name, title }, index) =>
      `<tr><td>${name}</td><td>${title}</td><td>${2008 + index}</td><td>${45 + index}</td></tr>`,
    (rows) =>
      `<table><thead><tr><th>Name</th><th>Title</th><th>Joined</th><th>Age</th></tr></thead><tbody>${rows}</tbody></table>`,
  ),
  "first and last name in cells": each(({ name, title }) => {
    const [first = "", ...rest] = name.split(" ");
    return `<div class="person"><span class="first">${first}</span> <span class="last">${rest.join(" ")}</span><div class="jobtitle">${title}</div></div>`;
  }),
  "name broken in two lines": each(({ name, title }) => {
    const [first = "", ...rest] = name.split(" ");
    return `<div class="card"><h3>${first}<br>${rest.join(" ")}</h3><p>${title}</p></div>`;
  }),
  "investor relations leadership": each(
    ({ name, title }) =>
      `<div class="module_item module-person"><div class="item_photo"><img alt="${name} photo"></div><div class="item_name"><a class="item_link" href="/governance/person-details/${slug(name)}">${name}</a></div><div class="item_title">${title}</div><a class="button" href="/governance/person-details/${slug(name)}"><span class="sr-only">${name}</span> View Bio</a></div>`,
  ),
  "hover overlay": each(
    ({ name, title }) =>
      `<div class="portfolio-item"><a href="/about/${slug(name)}" title="${name}"><div class="overlay"><div class="overlay-inner"><span>${name}</span><small>${title}</small></div></div></a></div>`,
  ),
  tabs: (team) =>
    `<ul role="tablist">${team.map(({ name }, index) => `<li role="presentation"><a role="tab" href="#tab-${index}">${name}</a></li>`).join("")}</ul><div class="tab-content">${team.map(({ name, title }, index) => `<div role="tabpanel" id="tab-${index}"><h3>${name}</h3><p class="lead">${title}</p><p>${BIO}</p></div>`).join("")}</div>`,
  "small in the heading": each(
    ({ name, title }) => `<div class="col"><h4>${name} <small>${title}</small></h4><p>${BIO}</p></div>`,
  ),
  "span in the heading": each(({ name, title }) => `<article><h3>${name}<span>${title}</span></h3></article>`),
  "break in the heading": each(
    ({ name, title }) => `<section><h3>${name}<br><em>${title}</em></h3><p>${BIO}</p></section>`,
  ),
  "pipe in the heading": each(({ name, title }) => `<div><h3>${name} | ${title}</h3><p>${BIO}</p></div>`),
  "comma in the heading": each(({ name, title }) => `<div><h2>${name}, ${title}</h2><p>${BIO}</p></div>`),
  "titles as headings": each(({ name, title }) => `<div class="officer"><h3>${title}</h3><p>${name}</p></div>`),
  "titles as headings of several": (team) =>
    `<h2>Our Team</h2>${team.map(({ name, title }) => `<h4>${title}</h4><ul><li>${name}</li></ul>`).join("")}`,
  "bios with name and title in bold": each(
    ({ name, title }) => `<p><b>${name}, ${title}</b> ${name.split(" ")[0]} ${BIO}</p>`,
  ),
  "all capitals with credentials": each(
    ({ name, title }, index) =>
      `<div class="team-member"><h4 class="name">${name.toUpperCase()}${[", MBA", ", CPA", ", Ph.D.", ""][index % 4]}</h4><p class="position">${title}</p></div>`,
  ),
  "honorifics and credentials": each(
    ({ name, title }, index) =>
      `<div class="provider"><h3>${["Dr. ", "Prof. Dr. ", "Mr. ", "Ms. "][index % 4]}${name}${[", MD, FACC", "", " MBA", ", CFA"][index % 4]}</h3><p>${title}</p></div>`,
  ),
  pronouns: each(
    ({ name, title }, index) =>
      `<div class="member"><h3>${name} <span>(${["she/her", "he/him", "they/them"][index % 3]})</span></h3><p>${title}</p></div>`,
  ),
  "departments as headings": (team) =>
    team
      .map(
        ({ name, title }, index) =>
          `${index % 3 === 0 ? `<h2>${["Sales & Marketing", "Engineering", "Client Services"][(index / 3) % 3]}</h2>` : ""}<div class="t-card"><p class="t-card__name">${name}</p><p class="t-card__role">${title}</p></div>`,
      )
      .join(""),
  "fun facts": each(
    ({ name, title }) =>
      `<div class="bio-card"><h4>${name}</h4><h5>${title}</h5><ul><li>Favorite food: Tacos</li><li>Hometown: Austin, Texas</li><li>Dog: Buddy Holly</li></ul></div>`,
  ),
  "contact lines": each(
    ({ name, title }) =>
      `<div class="contact-person"><p class="h4">${name}</p><p>${title}</p><p><a href="tel:+4930123">+49 30 1234-56</a></p><p><a href="mailto:${slug(name).replace("-", ".")}@harbour-works.example">E-Mail schreiben</a></p></div>`,
  ),
  "definition list of roles": each(
    ({ name, title }) => `<div><dt>Name</dt><dd>${name}</dd><dt>Position</dt><dd>${title}</dd></div>`,
    (rows) => `<dl>${rows}</dl>`,
  ),
  "web components": each(
    ({ name, title }) => `<team-card><h3 slot="name">${name}</h3><p slot="role">${title}</p></team-card>`,
  ),
  "Nuxt with separators": each(
    ({ name, title }) =>
      `<div data-v-7ba5bd90 class="employee"><div data-v-7ba5bd90 class="employee__text"><span data-v-7ba5bd90>${name}</span><span data-v-7ba5bd90 class="sep"> / </span><span data-v-7ba5bd90>${title}</span></div></div>`,
  ),
  "location between": each(
    ({ name, title }, index) =>
      `<div class="c-person"><p class="c-person__n">${name}</p><p class="c-person__l">${["Austin, TX", "Dublin, Ireland", "Remote"][index % 3]}</p><p class="c-person__t">${title}</p></div>`,
  ),
};

/** What else such pages show: people of other firms, of the past, and words that look like people. */
export const STRANGERS = {
  before: `<nav><ul><li>Austin Powers Tool</li></ul></nav><div class="hero"><h1>Leadership</h1><p>“The best partner we ever had.” — <strong>Miriam Castellano</strong>, COO, Brightwater Foods</p></div>`,
  after: `<section><h2>Trusted by great teams</h2><div class="card"><p>“Harbour Works saved us weeks.”</p><div class="name">Bernard Kowalczyk</div><div class="role">VP Operations, Eastline Freight</div></div><div class="card"><p>“I would not go back.”</p><div class="name">Alicia Montgomery</div><div class="role">Head of Logistics at Norwood &amp; Sons</div></div></section>
<section><h2>Our Investors</h2><div><h3>Peter Lindholm</h3><p>Partner, Northgate Capital</p></div></section>
<section><h2>In Memoriam</h2><div><h3>Harold Whitfield</h3><p>Founder</p></div></section>
<section><h2>From the podcast</h2><article><h3>Episode 12: Sarah Connolly</h3><p>CEO of Freightly</p></article></section>
<section><h2>Our Offices</h2><div><h3>San Marino</h3><p>Sales office</p></div><div><h3>Charlotte</h3><p>Headquarters</p></div></section>
<section><h2>Open Positions</h2><div><h3>Account Executive</h3><p>Berlin</p></div><div><h3>Senior Engineer</h3><p>Remote</p></div></section>
<section><h2>Pricing</h2><div><h3>Max Growth</h3><p>For managers</p></div><div><h3>Grace Period</h3><p>For directors</p></div></section>
<section><h2>Latest articles</h2><article><h3>Why ports matter</h3><span class="author">By Rebecca Stanton, Contributing Editor</span></article></section>
<footer><p>Photography: Leon Abernathy</p></footer>`,
};
