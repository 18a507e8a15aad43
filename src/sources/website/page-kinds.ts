import { pagePattern } from "./linked-pages.ts";

/** Pages about a company's people, by the words of their addresses and links. */
export const PEOPLE = pagePattern(
  `team =teams leadership =leaders =people =management management-team senior-management =executives executive-team =board executive-board management-board supervisory-board board-of-directors board-of-trustees board-of-governors board-of-managers board-of-commissioners board-members advisory-board advisors
  =directors =founders =staff =.*-staff staff-team staff-teams staff-members staff-profiles =experts =specialists =lawyers =attorneys =solicitors =doctors =dentists =therapists =clinicians =counselors =advisers =agents =consultants =partners-and-staff =faculty =directory staff-directory officers key-people
  who-we-are meet-us mitarbeiter koepfe mitarbeitende ansprechpartner geschaeftsfuehrung geschaftsfuhrung fuehrungsteam vorstand
  equipe =direction dirigeants gouvernance equipo directivos liderazgo direttivo corporate-governance gobierno-corporativo governanca-corporativa consejo-de-administracion conselho-de-administracao lideranca squadra medewerkers bestuur directie ledning ledelse vedeni
  =trustees governance =crew =partners-staff =professionals =physicians =providers conseil-d-administration raad-van-bestuur =colaboradores =diretoria =socios =profissionais =abogados =avocats =persone =chi-siamo-team
  =kadro =kadromuz =ekip ekibimiz =yonetim yonetim-kurulu =yoneticiler ust-yonetim =csapat =csapatunk echipa =tim =tim-kami tentang-tim pengurus =manajemen =direksi hallitus henkilosto =johto =styret =personal
  наша-команда =сотрудники =коллектив =правление наставници =екип ομαδα zarzad =kadra =kierownictwo vrcholovy-management
  zespol tym medarbetare medarbejdere ansatte команда руководство 経営陣 役員紹介 役員一覧 役員 経営体制 代表挨拶 社員紹介 スタッフ メンバー チーム 团队 團隊 管理层 경영진 팀`,
);

/** Pages about the company. */
export const ABOUT = pagePattern(
  `=about =about-[^-]+ about-us about-the-company about-the-firm =company company-profile =story =profile =firm who-are-we =corporate ueber-uns uber-uns =unternehmen qui-sommes-nous a-propos =entreprise quienes-somos nosotros acerca-de acerca-de-nosotros conocenos
  hakkimizda =kurumsal biz-kimiz kto-my rolunk despre-noi tentang-kami =tentang о-нас о-предприятии за-нас про-нас meista yritys =virksomheden =foretaget
  =empresa chi-siamo =azienda quem-somos sobre-nos over-ons o-nas o-firmie om-oss om-os о-компании 会社概要 会社案内
  关于我们 公司简介 회사소개`,
);

/** Pages with the company's addresses. */
export const CONTACT = pagePattern(
  `contact contacts kontakt =kontakte contatti contacto contacta contato contactez-nous nous-contacter kontakta yhteystiedot kapcsolat iletisim контакты お問い合わせ 联系我们`,
);

/** Pages that list the pages of a site. */
export const SITE_MAP = pagePattern(
  "=sitemap =site-map =plan-du-site =mapa-del-sitio =mappa-del-sito =seitenubersicht",
);
