import type { Shown } from "./people-world.ts";

/**
 * Team pages as builders and frameworks emit them: classes that differ from card to card, lazy images, pop-ups that repeat
 * a card, tables, lists, prose, data for machines. Each layout gets people and gives the part of the page that shows them.
 */
export type Layout = (team: Shown[]) => string;

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
const hash = (index: number) => (index * 2_654_435_761).toString(16).slice(-7);
const network = (name: string) => `https://www.network.example/in/${encodeURIComponent(slug(name))}-4f`;
const BIO =
  "joined the firm to build what customers ask for, and before that spent years in ports, ships and railways around the world.";
const div = (name: string) => (inner: string) => `<div class="${name}">${inner}</div>`;

export const LAYOUTS: Record<string, Layout> = {
  headings: each(({ name, title }) => `<div><h3>${name}</h3><p>${title}</p></div>`),
  "headings without boxes": each(({ name, title }) => `<h3>${name}</h3><p>${title}</p>`),
  "title above": each(({ name, title }) => `<div class="card"><span class="t">${title}</span><h4>${name}</h4></div>`),
  "title above without boxes": each(({ name, title }) => `<p>${title}</p><h3>${name}</h3>`),
  "Gutenberg columns": each(
    ({ name, title }, index) =>
      `<div class="wp-block-column is-layout-flow wp-container-${index}"><figure class="wp-block-image"><img src="p.jpg" alt="${name}"></figure><h3 class="wp-block-heading has-text-align-center">${name}</h3><p class="has-text-align-center">${title}</p></div>`,
    div("wp-block-columns"),
  ),
  "Gutenberg media and text": each(
    ({ name, title }) =>
      `<div class="wp-block-media-text"><figure><img alt=""></figure><div class="wp-block-media-text__content"><p><strong>${name}</strong><br>${title}</p><p>${name} ${BIO}</p></div></div>`,
  ),
  "Elementor headings": each(
    ({ name, title }, index) =>
      `<div class="elementor-element elementor-element-${hash(index)} elementor-widget elementor-widget-heading" data-id="${hash(index)}"><div class="elementor-widget-container"><h2 class="elementor-heading-title elementor-size-default">${name}</h2></div></div><div class="elementor-element elementor-element-${hash(index + 50)} elementor-widget elementor-widget-heading"><div class="elementor-widget-container"><h2 class="elementor-heading-title elementor-size-default">${title}</h2></div></div>`,
  ),
  "Elementor image box": each(
    ({ name, title }, index) =>
      `<div class="elementor-column elementor-element-${hash(index)}"><div class="elementor-image-box-wrapper"><figure class="elementor-image-box-img"><img data-lazy-src="x.webp" alt=""></figure><div class="elementor-image-box-content"><h3 class="elementor-image-box-title">${name}</h3><p class="elementor-image-box-description">${title}</p></div></div></div>`,
  ),
  "Elementor plain texts": each(
    ({ name, title }, index) =>
      `<div class="elementor-element elementor-element-${hash(index)}"><div class="elementor-widget-text-editor"><p>${name}</p></div></div><div class="elementor-element elementor-element-${hash(index + 9)}"><div class="elementor-widget-text-editor"><p>${title}</p></div></div>`,
  ),
  "Divi person": each(
    ({ name, title }, index) =>
      `<div class="et_pb_module et_pb_team_member et_pb_team_member_${index} clearfix"><div class="et_pb_team_member_image"><img alt="${name}"></div><div class="et_pb_team_member_description"><h4 class="et_pb_module_header">${name}</h4><p class="et_pb_member_position">${title}</p><div><p>${name} ${BIO}</p></div><ul class="et_pb_member_social_links"><li><a href="${network(name)}"><span>LinkedIn</span></a></li></ul></div></div>`,
  ),
  "Divi blurb": each(
    ({ name, title }) =>
      `<div class="et_pb_blurb"><h4 class="et_pb_module_header"><span>${name}</span></h4><div class="et_pb_blurb_description"><p>${title}</p></div></div>`,
  ),
  WPBakery: each(
    ({ name, title }) =>
      `<div class="wpb_column vc_column_container vc_col-sm-4"><div class="vc_column-inner"><div class="wpb_text_column"><div class="wpb_wrapper"><h5 style="text-align: center;">${name}</h5><p style="text-align: center;">${title}</p></div></div></div></div>`,
  ),
  "Webflow grid": each(
    ({ name, title }) =>
      `<div role="listitem" class="w-dyn-item"><div class="team-card"><img sizes="100vw" alt=""><div class="text-size-large">${name}</div><div class="text-size-small">${title}</div></div></div>`,
    div("w-dyn-items"),
  ),
  "Webflow links": each(
    ({ name, title }) =>
      `<a href="/team/${slug(name)}" class="w-inline-block"><div>${name}</div><div>${title}</div></a>`,
  ),
  "Squarespace list": each(
    ({ name, title }) =>
      `<li class="list-item"><div class="list-item-media"><img data-src="x" alt="${name}"></div><div class="list-item-content"><h2 class="list-item-content__title">${name}</h2><div class="list-item-content__description"><p>${title}</p></div></div></li>`,
    (cards) => `<ul class="user-items-list">${cards}</ul>`,
  ),
  "Squarespace text blocks": each(
    ({ name, title }) =>
      `<div class="sqs-block html-block"><div class="sqs-block-content"><h4>${name}</h4><p class="">${title}</p></div></div>`,
  ),
  "Wix rich text": each(
    ({ name, title }, index) =>
      `<div id="comp-${hash(index)}" class="HcOXKn wixui-rich-text"><h6 class="font_6 wixui-rich-text__text"><span class="color_15">${name}</span></h6></div><div id="comp-${hash(index + 7)}" class="HcOXKn wixui-rich-text"><p class="font_8"><span>${title}</span></p></div>`,
  ),
  "Wix repeater": each(
    ({ name, title }, index) =>
      `<div class="comp-${hash(index)} _FiCX" role="listitem"><div><p class="font_7"><span style="font-weight:bold">${name}</span></p><p class="font_8"><span>${title}</span></p></div></div>`,
  ),
  Framer: each(
    ({ name, title }, index) =>
      `<div class="framer-${hash(index)}-container"><div class="framer-1x" data-framer-component-type="RichTextContainer"><p class="framer-text">${name}</p></div><div class="framer-2x" data-framer-component-type="RichTextContainer"><p class="framer-text">${title}</p></div></div>`,
  ),
  "HubSpot modules": each(
    ({ name, title }, index) =>
      `<div class="team-module__item" id="hs_cos_wrapper_${index}"><div class="team-module__name">${name}</div><div class="team-module__job">${title}</div><a class="team-module__bio" href="#${index}">Read bio</a></div>`,
  ),
  Tailwind: each(
    ({ name, title }) =>
      `<li class="flex flex-col items-center"><img class="mx-auto h-56 w-56" alt=""><h3 class="mt-6 text-base/7 font-semibold">${name}</h3><p class="text-sm/6 text-gray-600">${title}</p></li>`,
    (cards) => `<ul role="list">${cards}</ul>`,
  ),
  "Tailwind spans": each(
    ({ name, title }) =>
      `<div class="css-${hash(name.length)}"><span class="block text-lg">${name}</span><span class="block text-sm">${title}</span></div>`,
  ),
  "styled components": each(
    ({ name, title }, index) =>
      `<div class="sc-${hash(index)} kTjQyz"><p class="sc-${hash(index + 1)}">${name}</p><p class="sc-${hash(index + 2)}">${title}</p></div>`,
  ),
  "Bootstrap cards": each(
    ({ name, title }) =>
      `<div class="col-md-4"><div class="card"><img class="card-img-top" alt="..."><div class="card-body"><h5 class="card-title">${name}</h5><p class="card-text">${title}</p></div></div></div>`,
    div("row"),
  ),
  "WordPress team plugin": each(
    ({ name, title }) =>
      `<div class="tlp-single-item"><h3 class="tlp-name"><a href="/team/${slug(name)}/">${name}</a></h3><div class="tlp-position">${title}</div></div>`,
  ),
  figures: each(
    ({ name, title }) => `<figure><img alt=""><figcaption><strong>${name}</strong> ${title}</figcaption></figure>`,
  ),
  "figures with dashes": each(
    ({ name, title }) => `<figure><img alt=""><figcaption>${name} – ${title}</figcaption></figure>`,
  ),
  table: each(
    ({ name, title }) => `<tr><td>${name}</td><td>${title}</td></tr>`,
    (rows) => `<table><tr><th>Name</th><th>Position</th></tr>${rows}</table>`,
  ),
  "table with title first": each(
    ({ name, title }) => `<tr><td>${title}</td><td>${name}</td></tr>`,
    (rows) => `<table><tbody>${rows}</tbody></table>`,
  ),
  "table unclosed": each(
    ({ name, title }) => `<tr><td>${name}<td>${title}`,
    (rows) => `<table>${rows}</table>`,
  ),
  "definition list": each(
    ({ name, title }) => `<dt>${name}</dt><dd>${title}</dd>`,
    (rows) => `<dl>${rows}</dl>`,
  ),
  "definition list reversed": each(
    ({ name, title }) => `<dt>${title}</dt><dd>${name}</dd>`,
    (rows) => `<dl>${rows}</dl>`,
  ),
  "list with commas": each(
    ({ name, title }) => `<li>${name}, ${title}</li>`,
    (rows) => `<ul>${rows}</ul>`,
  ),
  "list unclosed": each(
    ({ name, title }) => `<li><b>${name}</b>, ${title}`,
    (rows) => `<ul>${rows}</ul>`,
  ),
  "list with dashes": each(
    ({ name, title }) => `<li>${name} - ${title}</li>`,
    (rows) => `<ul>${rows}</ul>`,
  ),
  "list with bars": each(({ name, title }) => `<p>${name} | ${title}</p>`),
  brackets: each(({ name, title }) => `<p><strong>${name}</strong> (${title})</p>`),
  "full-width brackets": each(({ name, title }) => `<p>${name}（${title}）</p>`),
  "title and colon": each(({ name, title }) => `<p>${title}: ${name}</p>`),
  accordion: each(
    ({ name, title }, index) =>
      `<div class="accordion-item"><button class="accordion-header" aria-controls="a${index}"><span class="acc-title">${name}</span><span>${title}</span></button><div id="a${index}" class="accordion-body"><p>${name} ${BIO}</p></div></div>`,
  ),
  details: each(
    ({ name, title }) => `<details><summary>${name}</summary><p>${title}</p><p>${name} ${BIO}</p></details>`,
  ),
  modals: each(
    ({ name, title }, index) =>
      `<div class="member" data-target="#m${index}"><h4>${name}</h4><span>${title}</span></div><div class="modal" id="m${index}" style="display:none"><button>Close</button><h4>${name}</h4><span>${title}</span><p>${name} ${BIO}</p></div>`,
  ),
  "slider repeated": (team) =>
    [...team, ...team]
      .map(
        ({ name, title }, index) =>
          `<div class="swiper-slide swiper-slide-${index}"><h3>${name}</h3><p>${title}</p></div>`,
      )
      .join(""),
  "lazy images": each(
    ({ name, title }) =>
      `<article><noscript><img src="a.jpg" alt="${name}"></noscript><img class="lazyload" data-src="a.jpg" alt="${name}"><p class="a">${name}</p><p class="b">${title}</p></article>`,
  ),
  profiles: each(
    ({ name, title }) =>
      `<div><div>${name}</div><div>${title}</div><a href="${network(name)}" aria-label="profile"><svg><path/></svg></a></div>`,
  ),
  addresses: each(
    ({ name, title }) =>
      `<div><b>${name}</b><br>${title}<br><a href="mailto:team@harbour-works.example">E-mail</a><br>Tel. +49 30 1234567</div>`,
  ),
  "paragraphs with breaks": each(({ name, title }) => `<p>${name}<br>${title}</p>`),
  "bold and breaks": each(({ name, title }) => `<p><strong>${name}</strong><br/><em>${title}</em><br/>Chicago</p>`),
  "one paragraph of all": (team) =>
    `<p>${team.map(({ name, title }) => `<strong>${name}</strong>, ${title}`).join("<br>")}</p>`,
  "long bios": each(
    ({ name, title }) =>
      `<section><h3>${name}</h3><h4>${title}</h4>${`<p>${name} ${BIO} ${BIO}</p>`.repeat(3)}</section>`,
  ),
  "quoted bios": each(
    ({ name, title }) =>
      `<div class="person"><h3>${name}</h3><p>${title}</p><blockquote>Our customers are the best.</blockquote></div>`,
  ),
  "buttons under cards": each(
    ({ name, title }) =>
      `<div><h3>${name}</h3><h5>${title}</h5><a href="#">Read more</a><a href="#">View profile</a></div>`,
  ),
  "places under titles": each(
    ({ name, title }, index) =>
      `<div class="person"><div class="name">${name}</div><div class="role">${title}</div><div class="location">${["San Jose", "Berlin", "New York"][index % 3]}</div></div>`,
  ),
  microdata: each(
    ({ name, title }) =>
      `<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">${name}</span><span itemprop="jobTitle">${title}</span></div>`,
  ),
  "JSON-LD": (team) =>
    `<script type="application/ld+json">${JSON.stringify({ "@type": "Organization", name: "Harbour Works", employee: team.map(({ name, title }) => ({ "@type": "Person", name, jobTitle: title })) })}</script>`,
  "Next.js state": (team) =>
    `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { sections: [{ heading: "Team", members: team.map(({ name, title }) => ({ id: 1, fields: { name, role: title } })) }] } } })}</script>`,
  "Drupal view": each(
    ({ name, title }) =>
      `<div class="views-row"><div class="views-field views-field-title"><span class="field-content">${name}</span></div><div class="views-field views-field-field-job-title"><div class="field-content">${title}</div></div></div>`,
  ),
  Joomla: each(
    ({ name, title }) =>
      `<div class="sppb-addon-person"><span class="sppb-person-name">${name}</span><span class="sppb-person-designation">${title}</span></div>`,
  ),
  TYPO3: each(
    ({ name, title }) =>
      `<div class="frame frame-default"><div class="ce-bodytext"><p><b>${name}</b></p><p>${title}</p><p>Tel.: 030 / 12 34 56</p></div></div>`,
  ),
  "Beaver Builder": each(
    ({ name, title }, index) =>
      `<div class="fl-col fl-node-${hash(index)}"><div class="fl-module"><h3 class="fl-heading"><span class="fl-heading-text">${name}</span></h3></div><div class="fl-module"><div class="fl-rich-text"><p>${title}</p></div></div></div>`,
  ),
  "unclosed everything": each(({ name, title }) => `<div><h3>${name}<p>${title}`),
  "tables of old": each(
    ({ name, title }) => `<td valign="top"><font size="2"><b>${name}</b><br>${title}</font></td>`,
    (cells) => `<table><tr>${cells}</tr></table>`,
  ),
  "uppercase names": each(({ name, title }) => `<div><h3>${name.toUpperCase()}</h3><p>${title}</p></div>`),
};

/** What else is on such pages: none of it shows somebody who works here. */
export const NOISE = {
  before: `<header><div class="mega-menu"><ul><li><a href="/s">Green Energy</a><p>Director tools</p></li><li><a href="/m">Market Access</a></li></ul></div></header>
<h1>Meet the people behind Harbour Works</h1><p>We are a team of builders.</p>`,
  after: `<section><h2>Our Values</h2><h3>Customer Focus</h3><p>We listen.</p><h3>Bold Thinking</h3><p>Lead by example.</p></section>
<section class="testimonials"><h3>Greta Steinman</h3><p>Head of Buying</p></section>
<section><h2>What our clients say</h2><div><h4>Oscar Delgado</h4><p>CTO, Northwind Shipping</p></div><div><h4>Hannah Pryce</h4><p>Marketing Manager</p></div></section>
<section><h2>Advisory Board</h2><div><h3>Walter Osgood</h3><p>Vice President for Mobility, Daimler</p></div></section>
<section><h2>Latest News</h2><article><h3>Grace Hopper Award</h3><p>By Samuel Iverson</p></article></section>
<script type="application/ld+json">{"@graph":[{"@type":"Person","name":"Edwina Design","url":"https://harbour-works.example/author/edesign"}]}</script>
<footer><h4>Harbour Works</h4><p>Director of this site: John Doe</p><p>Website by Felix Baumgarten, Web Designer</p></footer>`,
};
