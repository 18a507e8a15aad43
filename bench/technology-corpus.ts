/**
 * Made-up pages in the shapes that site builders and frameworks write, with the install snippets of vendors as their documents
 * give them, and the oddities of real pages. Nothing here reads the tables of the detector under test.
 */

export type LabelledPage = { domain: string; html: string; headers: [string, string][]; uses: string[] };

type Random = () => number;
type Piece = { uses: string[]; head?: string; body?: string; headers?: [string, string][] };

/** What the page itself is made with; `HOST` stands for its own domain. */
const PLATFORMS: Piece[] = [
  {
    uses: ["WordPress"],
    head: '<link rel="https://api.w.org/" href="https://HOST/wp-json/">',
    body: '<img src="/wp-content/uploads/2026/team.jpg">',
  },
  {
    uses: ["WordPress", "Elementor"],
    head: "<link rel='stylesheet' id='elementor-frontend-css' href='https://HOST/wp-content/plugins/elementor/assets/css/frontend.min.css?ver=3.2' media='all' />",
    body: '<div class="elementor elementor-12" data-elementor-type="wp-page"></div>',
  },
  {
    uses: ["WordPress", "WooCommerce", "Yoast SEO"],
    head: "<!-- This site is optimized with the Yoast SEO plugin v23.1 - https://yoast.com/wordpress/plugins/seo/ --><script src='//HOST/wp-content/plugins/woocommerce/assets/js/frontend/woocommerce.min.js'></script>",
  },
  {
    uses: ["WordPress", "Divi"],
    body: '<div id="et-boc" class="et-boc"><div class="et_pb_section et_pb_section_0"></div></div><script src="https://HOST/wp-content/themes/Divi/js/scripts.min.js"></script>',
  },
  {
    uses: ["Next.js", "React"],
    body: '<div id="__next"></div><script src="/_next/static/chunks/main-0a1b.js" defer></script><script id="__NEXT_DATA__" type="application/json">{"props":{"post":"We moved away from Intercom and https://widget.intercom.io/x"}}</script>',
  },
  {
    uses: ["Next.js", "React"],
    body: '<script src="/_next/static/chunks/webpack-9f.js" async=""></script><script>self.__next_f.push([1,"0:[\\"$\\",\\"p\\",null,{\\"children\\":\\"Read https://js.driftt.com in our blog\\"}]"])</script>',
  },
  {
    uses: ["Nuxt", "Vue.js"],
    body: '<div id="__nuxt"><div data-v-1a2b3c></div></div><script src="/_nuxt/entry.4f5e.js" type="module"></script><script>window.__NUXT__={}</script>',
  },
  {
    uses: ["Gatsby", "React"],
    head: '<meta name="generator" content="Gatsby 5.13.1"/>',
    body: '<div id="___gatsby"></div>',
  },
  { uses: ["Angular"], body: '<app-root ng-version="17.3.1" _nghost-abc=""></app-root>' },
  {
    uses: ["Drupal"],
    head: '<meta name="Generator" content="Drupal 10 (https://www.drupal.org)" /><link rel="stylesheet" href="/sites/default/files/css/css_x.css">',
    headers: [["X-Drupal-Cache", "HIT"]],
  },
  {
    uses: ["Drupal"],
    body: '<script type="application/json" data-drupal-selector="drupal-settings-json">{"path":{}}</script><script src="/core/misc/drupal.js?v=9"></script>',
  },
  {
    uses: ["TYPO3 CMS"],
    head: "<!--\n\tThis website is powered by TYPO3 - inspiring people to share!\n--><link rel=stylesheet href=/typo3temp/assets/css/x.css>",
  },
  { uses: ["Joomla"], head: '<meta name="generator" content="Joomla! - Open Source Content Management">' },
  {
    uses: ["Adobe Experience Manager"],
    head: '<link rel="stylesheet" href="/etc.clientlibs/acme/clientlibs/clientlib-base.min.css">',
    body: '<div class="aem-Grid aem-Grid--12"><img src="/content/dam/acme/hero.jpg"></div>',
  },
  {
    uses: ["Shopify"],
    head: '<link rel="preconnect" href="https://cdn.shopify.com"><script>var Shopify = Shopify || {};Shopify.shop = "acme.myshopify.com";Shopify.theme = {"name":"Dawn"};</script>',
    body: '<div id="shopify-section-header" class="shopify-section"></div>',
  },
  {
    uses: ["Webflow"],
    head: '<meta content="Webflow" name="generator"/><link href="https://cdn.prod.website-files.com/5f/css/acme.css" rel="stylesheet">',
  },
  {
    uses: ["Wix"],
    head: '<meta name="generator" content="Wix.com Website Builder"/>',
    body: '<img src="https://static.wixstatic.com/media/a.png">',
  },
  {
    uses: ["Squarespace"],
    head: '<script>Static = window.Static || {}; Static.SQUARESPACE_CONTEXT = {"facebookAppId":"1"};</script>',
    body: '<img data-src="https://images.squarespace-cdn.com/content/v1/a.jpg">',
  },
  {
    uses: ["HubSpot CMS Hub", "HubSpot"],
    head: '<meta name="generator" content="HubSpot">',
    body: '<span class="hs_cos_wrapper hs_cos_wrapper_widget"></span><img src="/hubfs/logo.svg">',
  },
  {
    uses: ["Magento"],
    body: '<script type="text/x-magento-init">{"*":{}}</script><script src="https://HOST/static/version1699/frontend/Acme/default/en_US/mage/requirejs/mixins.js"></script>',
  },
  {
    uses: ["Framer"],
    head: '<meta name="generator" content="Framer 1a2b3c">',
    body: '<div class="framer-1xyz" data-framer-name="Hero"></div>',
  },
  {
    uses: ["Salesforce Commerce Cloud"],
    body: '<img src="/on/demandware.static/Sites-acme-Site/a.jpg"><form action="https://HOST/on/demandware.store/Sites-acme-Site/en/Search-Show"></form>',
  },
  { uses: ["Ghost"], head: '<meta name="generator" content="Ghost 5.82">' },
  {
    uses: ["Astro"],
    head: '<meta name="generator" content="Astro v4.5"><link rel="stylesheet" href="/_astro/index.Dk3.css">',
  },
  { uses: ["Hugo"], head: '<meta name=generator content="Hugo 0.128.0">' },
  {
    uses: ["Contao"],
    head: '<meta name="generator" content="Contao Open Source CMS"><link rel="stylesheet" href="/assets/contao/css/icons.css">',
  },
];

/** Tags of other vendors, as their install documents print them. */
const TAGS: Piece[] = [
  {
    uses: ["Google Tag Manager"],
    head: "<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],j=d.createElement(s);j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i;f.parentNode.insertBefore(j,f);})(window,document,'script','dataLayer','GTM-ABC');</script>",
  },
  {
    uses: ["Google Tag Manager"],
    body: '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC" height="0" width="0" style="display:none"></iframe></noscript>',
  },
  {
    uses: ["Google Analytics"],
    head: '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1ABC"></script><script>gtag("js", new Date());</script>',
  },
  {
    uses: ["Google Ads"],
    head: "<script async src=\"https://www.googletagmanager.com/gtag/js?id=AW-99\"></script><script>gtag('config', 'AW-99');</script>",
  },
  {
    uses: ["Meta Pixel"],
    head: "<script>!function(f,b,e,v){}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');fbq('init','123');</script>",
  },
  {
    uses: ["Meta Pixel"],
    body: '<noscript><img height="1" width="1" style="display:none" src="https://www.facebook.com/tr?id=1&ev=PageView&noscript=1"/></noscript>',
  },
  {
    uses: ["LinkedIn Insight Tag"],
    body: '<script>_linkedin_partner_id = "123";</script><noscript><img src="https://px.ads.linkedin.com/collect/?pid=1&fmt=gif" /></noscript>',
  },
  {
    uses: ["HubSpot"],
    body: '<script type="text/javascript" id="hs-script-loader" async defer src="//js-eu1.hs-scripts.com/123.js"></script>',
  },
  {
    uses: ["Hotjar"],
    head: "<script>(function(h,o,t,j,a,r){h._hjSettings={hjid:1,hjsv:6};r.src=t+h._hjSettings.hjid+j;})(window,document,'https://static.hotjar.com/c/hotjar-','.js?sv=');</script>",
  },
  {
    uses: ["Microsoft Clarity"],
    head: '<script>(function(c,l,a,r,i,t,y){t.src="https://www.clarity.ms/tag/"+i;})(window, document, "clarity", "script", "x1");</script>',
  },
  {
    uses: ["Intercom"],
    body: "<script>window.intercomSettings={app_id:'x'};(function(){s.src='https://widget.intercom.io/widget/x';})()</script>",
  },
  {
    uses: ["Zendesk"],
    body: '<script id="ze-snippet" src="https://static.zdassets.com/ekr/snippet.js?key=1"></script>',
  },
  {
    uses: ["Crisp"],
    body: '<script>window.$crisp=[];window.CRISP_WEBSITE_ID="x";s.src="https:\\/\\/client.crisp.chat\\/l.js";</script>',
  },
  {
    uses: ["Matomo"],
    head: '<script>var _paq = window._paq = window._paq || [];_paq.push(["trackPageView"]);(function(){var u="//stats.HOST/";_paq.push(["setTrackerUrl",u+"matomo.php"]);})();</script>',
  },
  {
    uses: ["Piwik PRO"],
    head: '<script>(function(window, document, dataLayerName, id) {})(window, document, "dataLayer", "x");tags.src="https://acme.containers.piwik.pro/"+id+".js";</script>',
  },
  { uses: ["Tealium"], head: '<script>var utag_data = {};a="//tags.tiqcdn.com/utag/acme/main/prod/utag.js";</script>' },
  {
    uses: ["Prebid"],
    head: "<script src='https://cdn.HOST/js/prebid9.1.0.js'></script><script>var pbjs = pbjs || {}; pbjs.que = pbjs.que || [];</script>",
  },
  {
    uses: ["CookieYes"],
    head: '<script id="cookieyes" src="https://cdn-cookieyes.com/client_data/1/script.js"></script>',
  },
  {
    uses: ["OneTrust"],
    head: '<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js" data-domain-script="1"></script>',
  },
  {
    uses: ["Cookiebot"],
    head: '<script id="Cookiebot" src="https://consent.cookiebot.com/uc.js" data-cbid="1" type="text/javascript" async></script>',
  },
  {
    uses: ["Marketo"],
    body: "<script>(function(){s.src='//munchkin.marketo.net/munchkin.js';Munchkin.init('123-ABC-456');})();</script>",
  },
  { uses: ["Pardot"], body: "<script>piAId = '1';piCId = '2';piHostname = 'pi.pardot.com';</script>" },
  {
    uses: ["Klaviyo"],
    body: '<script async src="https://static.klaviyo.com/onsite/js/klaviyo.js?company_id=X"></script>',
  },
  {
    uses: ["Segment"],
    head: '<script>analytics._loadOptions=e};analytics.SNIPPET_VERSION="4.15.3";n.src="https://cdn.segment.com/analytics.js/v1/"+t+"/analytics.min.js";</script>',
  },
  {
    uses: ["Google Fonts"],
    head: '<link href="https://fonts.googleapis.com/css2?family=Inter&display=swap" rel="stylesheet">',
  },
  {
    uses: ["Font Awesome"],
    head: '<link rel="stylesheet" href="https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.5.1/css/all.min.css">',
  },
  { uses: ["jQuery"], body: '<script src="/assets/js/jquery-3.7.1.min.js"></script>' },
  { uses: ["YouTube"], body: '<iframe data-src="https://www.youtube-nocookie.com/embed/abc" title="video"></iframe>' },
  { uses: ["Vimeo"], body: '<iframe src="https://player.vimeo.com/video/1?h=x"></iframe>' },
  {
    uses: ["Calendly"],
    body: '<div class="calendly-inline-widget" data-url="https://calendly.com/acme/demo"></div><script src="https://assets.calendly.com/assets/external/widget.js"></script>',
  },
  {
    uses: ["Greenhouse"],
    body: '<div id="grnhse_app"></div><script src="https://boards.greenhouse.io/embed/job_board/js?for=acme"></script>',
  },
  { uses: ["Stripe"], head: '<script src="https://js.stripe.com/v3/"></script>' },
  {
    uses: ["Algolia"],
    body: '<script src="https://cdn.jsdelivr.net/npm/algoliasearch@4.20.0/dist/algoliasearch-lite.umd.js"></script>',
  },
  { uses: ["Sentry"], head: '<script src="https://js.sentry-cdn.com/abc.min.js" crossorigin="anonymous"></script>' },
  { uses: ["Google reCAPTCHA"], body: '<script src="https://www.google.com/recaptcha/api.js?render=x"></script>' },
  {
    uses: ["Cloudflare"],
    headers: [
      ["Server", "cloudflare"],
      ["CF-RAY", "8a-FRA"],
    ],
  },
  {
    uses: ["Amazon CloudFront"],
    headers: [
      ["Via", "1.1 abc.cloudfront.net (CloudFront)"],
      ["X-Amz-Cf-Id", "x=="],
    ],
  },
  {
    uses: ["Vercel"],
    headers: [
      ["Server", "Vercel"],
      ["X-Vercel-Id", "fra1::x"],
    ],
  },
  {
    uses: ["Trustpilot"],
    body: '<div class="trustpilot-widget" data-locale="en-GB"></div><script src="//widget.trustpilot.com/bootstrap/v5/tp.widget.bootstrap.min.js" async></script>',
  },
  {
    uses: ["Typeform"],
    body: '<div data-tf-live="01H"></div><script src="//embed.typeform.com/next/embed.js"></script>',
  },
  {
    uses: ["Usercentrics"],
    head: '<script id="usercentrics-cmp" src="https://app.usercentrics.eu/browser-ui/latest/loader.js" data-settings-id="x" async></script>',
  },
  {
    uses: ["Leadfeeder"],
    head: '<script>(function(ss,ex){ldfdr._q=[];fs.src="https://sc.lfeeder.com/lftracker_v1_"+ss+".js";})("abc");</script>',
  },
];

/** What speaks of a technology and does not show its use. */
const DECOYS: string[] = [
  '<img src="https://d1abcxyz.cloudfront.net/partners/logo.png"><img src="https://acme-media.s3.amazonaws.com/a.png">',
  '<script src="https://cdnjs.cloudflare.com/ajax/libs/tiny-thing/1.0/tiny-thing.min.js"></script>',
  '<a href="https://www.hubspot.com/">HubSpot</a> <a href="https://www.intercom.com/">Intercom</a> <a href="https://drift.com">Drift</a>',
  '<p>Add <code>&lt;script src="https://js.driftt.com/x.js"&gt;</code> to your page. We integrate with Zendesk, Marketo and Segment.</p>',
  '<script type="application/ld+json">{"@type":"Article","text":"https://static.hotjar.com https://cdn.segment.com"}</script>',
  '<script src="https://cdn.intercom.io.HOST/x.js"></script><script src="https://not-hs-scripts.com.example/y.js"></script>',
  '<a href="https://other-firm.example/wp-content/uploads/paper.pdf">Paper</a><img src="https://other-firm.example/wp-content/uploads/b.png">',
  '<link rel="preconnect" href="https://cdn.segment.com">',
  '<script>var prices={"tp":1,"react":"like","vue":"de Paris"};function drift(a){return a.pendo}</script>',
  '<a href="https://jobs.lever.co/some-other-firm/1">A job elsewhere</a><a href="https://www.linkedin.com/company/x">in</a>',
];

/** How pages go wrong without browsers minding. */
const ODDITIES: ((html: string) => string)[] = [
  (html) => html,
  (html) => html.replace(/<script/g, "<SCRIPT").replace(/<\/script/g, "</SCRIPT"),
  (html) => html.replace(/src="https:\/\//g, 'src="//'),
  (html) => html.replace(/<body>/, '<body><p class="lead"">stray</p><div title="a > b">'),
  (html) =>
    html.replace(/<script (?=[^>]*src=)(?![^>]*type=)/g, '<script type="text/plain" data-category="marketing" '),
  (html) => html.replace(/<\/(div|p|html|body)>/g, ""),
  (html) => html.replace(/\n/g, "").replace(/<img /g, '<img loading="lazy" '),
  (html) => html.replace(/&(?=\w+=)/g, "&amp;"),
];

/** `count` pages, the same for the same seed. */
export function makePages(count: number, seed: number): LabelledPage[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, index) => {
    const domain = `company-${index}.example`;
    const platform = random() < 0.85 ? [PLATFORMS[index % PLATFORMS.length] as Piece] : [];
    const pieces = [...platform, ...sample(random, TAGS, 1 + Math.floor(random() * 6))];
    const decoys = sample(random, DECOYS, 1 + Math.floor(random() * 4));
    const part = (name: "head" | "body") => pieces.map((piece) => piece[name] ?? "").join("\n");
    const oddity = ODDITIES[Math.floor(random() * ODDITIES.length)] as (html: string) => string;
    const html = `<!doctype html><html><head><meta charset="utf-8"><title>Company ${index}</title>
${part("head")}</head><body><h1>Company ${index}</h1>${decoys.join("\n")}
${part("body")}</body></html>`.replaceAll("HOST", domain);
    const headers = pieces.flatMap((piece) => piece.headers ?? []);
    return { domain, html: oddity(html), headers, uses: [...new Set(pieces.flatMap(({ uses }) => uses))] };
  });
}

function sample<T>(random: Random, items: readonly T[], count: number): T[] {
  const left = [...items];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
