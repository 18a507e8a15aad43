/** Content management, site builders, WordPress plugins, search, translation. How a line is written: `readTable` in ../catalogue.ts. */
export const SITES = `
# CMS
wordpress.org | WordPress | - generator:wordpress cookie:wordpress_ cookie:wp- header:link=api.w.org header:x-pingback=xmlrpc.php rel:https://api.w.org/ /wp-content/ /wp-includes/ /wp-json/ /xmlrpc.php class:wp-block- class:wp-image- js:_wpemojisettings js:wp.i18n
drupal.org | Drupal | - generator:drupal header:x-generator=drupal header:x-drupal- header:expires=19+nov+1978 /sites/default/files/ /sites/all/ /core/misc/drupal /misc/drupal.js /core/assets/vendor/ /profiles/contrib/ js:drupal.settings js:jquery.extend(drupal attr:data-drupal- attr:data-history-node-id class:js-quickedit-page-title class:views-element-container~ cookie:ssess?
joomla.org | Joomla; Joomla! | - generator:joomla /media/jui/ /media/system/js/ /components/com_ /media/com_ /media/vendor/joomla js:joomla. header:x-content-encoded-by=joomla class:com_content~
typo3.org | TYPO3; TYPO3 CMS | - generator:typo3 /typo3temp/ /typo3conf/ /fileadmin/ /_assets/~ comment:this+website+is+powered+by+typo3
contao.org | Contao | - generator:contao /assets/contao/ /system/modules/~ /bundles/contao
neos.io | Neos CMS; Neos | - generator:neos header:x-flow-powered=neos /_resources/persistent/ /_resources/static/packages/ comment:this+website+is+powered+by+neos alias:typo3.org/neos
craftcms.com | Craft CMS | - header:x-powered-by=craft+cms cookie:craftsessionid! /cpresources/ cookie:craft_csrf_token!
processwire.com | ProcessWire | - header:x-powered-by=processwire /site/assets/files/ /site/templates/~
concretecms.org | Concrete CMS; concrete5 | - generator:concrete /concrete/js/ /concrete/css/ /application/files/ js:ccm_editor cookie:concrete5 class:ccm-page
umbraco.com | Umbraco | - generator:umbraco header:x-umbraco- /umbraco/ js:uc_settings
kentico.com | Kentico; Xperience by Kentico | generator:kentico cookie:cmspreferredculture! cookie:cmscsrfcookie! /getmedia/ /cmspages/ /getattachment/
episerver.com | Optimizely Content Management; Episerver; EPiServer | - generator:episerver cookie:epi~ cookie:.episerverlogin /episerver/ /globalassets/ /siteassets/~ dl.episerver.net alias:optimizely.com/cms
dnnsoftware.com | DNN; DotNetNuke | generator:dotnetnuke cookie:.dotnetnukeanonymous! cookie:dotnetnukeanonymous /portals/0/ /desktopmodules/ js:dnn.
sharepoint.com | Microsoft SharePoint; SharePoint | header:microsoftsharepointteamservices header:sprequestguid generator:microsoft+sharepoint /_layouts/15/ js:_sppagecontextinfo
adobe.com/aem | Adobe Experience Manager; AEM; Adobe CQ5 | - /etc.clientlibs/ /etc/clientlibs/ /etc/designs/ /content/dam/ /libs/granite/ /_jcr_content/ class:aem-grid class:aem- class:cq- attr:data-cmp-is attr:data-cmp-data-layer header:x-dispatcher header:x-vhost~ js:cq_analytics alias:experience.adobe.com/aem
aem.live | Adobe Experience Manager Franklin; AEM Edge Delivery; Edge Delivery Services; Franklin | - hlx.live hlx.page aem.page /scripts/aem.js /scripts/lib-franklin.js needs:adobe.com/aem
liferay.com | Liferay | header:liferay-portal js:liferay. js:liferay.currenturl /o/frontend-js~ /documents/portlet_file_entry/ class:liferay
hippo.bloomreach.com | Bloomreach Experience Manager; Hippo CMS | - /binaries/content/gallery/ attr:data-hippo
magnolia-cms.com | Magnolia | header:x-magnolia-registration /.imaging/ /.resources/ /dam/jcr: generator:magnolia
e-spirit.com | FirstSpirit; e-Spirit | - generator:firstspirit
tridion.com | Tridion; SDL Tridion | generator:sdl
percussion.com | Percussion CMS | generator:percussion
modx.com | MODX | header:x-powered-by=modx /assets/components/~ generator:modx
silverstripe.org | SilverStripe; Silverstripe CMS | - generator:silverstripe cookie:pastvisitor~ /_resources/themes/ /resources/themes/~ /silverstripe-cache/
expressionengine.com | ExpressionEngine | cookie:exp_csrf_token! cookie:exp_last_activity! cookie:exp_tracker header:x-powered-by=expressionengine
statamic.com | Statamic | header:x-powered-by=statamic /vendor/statamic/
octobercms.com | October CMS | - cookie:october_session!
plone.org | Plone | - generator:plone header:x-caching-rule-id~ /++plone++ /++resource++ /++theme++
wagtail.org | Wagtail | - class:wagtail /static/wagtail attr:data-wagtail
django-cms.org | django CMS; Django CMS | - class:cms-plugin~ cookie:django_language? /static/cms/
ghost.org | Ghost | ghost.io generator:ghost js:ghost.init header:x-ghost- /ghost/api/ attr:data-ghost cdn.jsdelivr.net/ghost cdn.jsdelivr.net/npm/@tryghost
contentful.com | Contentful | ctfassets.net img:ctfassets.net img:images.contentful.com cdn.contentful.com
sanity.io | Sanity | cdn.sanity.io img:cdn.sanity.io apicdn.sanity.io
prismic.io | Prismic | cdn.prismic.io img:images.prismic.io img:prismic.io static.cdn.prismic.io
storyblok.com | Storyblok | a.storyblok.com img:a.storyblok.com img:img2.storyblok.com img:storyblok.com app.storyblok.com
datocms.com | DatoCMS | - img:datocms-assets.com datocms-assets.com
hygraph.com | Hygraph; GraphCMS | img:media.graphassets.com img:graphassets.com img:media.graphcms.com graphcms.com
strapi.io | Strapi | img:strapiapp.com strapiapp.com header:x-powered-by=strapi img:strapi.io~
directus.io | Directus | header:x-powered-by=directus directus.app
payloadcms.com | Payload; Payload CMS | header:x-powered-by=payload
builder.io | Builder.io | cdn.builder.io img:cdn.builder.io attr:builder-id attr:builder-content-id class:builder-
kontent.ai | Kontent.ai | img:assets-us-01.kc-usercontent.com img:kc-usercontent.com
buttercms.com | ButterCMS | img:cdn.buttercms.com
agilitycms.com | Agility CMS | img:cdn.aglty.io cdn.aglty.io generator:agility
amplience.com | Amplience | img:cdn.media.amplience.net img:i1.adis.ws cdn.c1.amplience.net amplience.net
tina.io | Tina CMS |
cosmicjs.com | Cosmic | img:imgix.cosmicjs.com img:cdn.cosmicjs.com
bitrix.ru | 1C-Bitrix; Bitrix | /bitrix/js/ /bitrix/templates/ /bitrix/cache/ header:x-powered-cms=bitrix cookie:bitrix_sm! js:bx.message alias:1c-bitrix.ru
cmsmadesimple.org | CMS Made Simple | - generator:cms+made+simple
dle-news.ru | DataLife Engine | generator:datalife js:dle_root
xenforo.com | XenForo | cookie:xf_csrf! cookie:xf_session attr:data-xf-init~ js:xf.config
vbulletin.com | vBulletin | generator:vbulletin cookie:bbsessionhash
phpbb.com | phpBB | - cookie:phpbb3 id:phpbb js:phpbb.
invisioncommunity.com | Invision Community; IPS | cookie:ips4_ js:ips.setsetting class:ipsapp
flarum.org | Flarum | id:flarum- js:flarum.core
mediawiki.org | MediaWiki | generator:mediawiki class:mediawiki js:rlconf
confluence.atlassian.com | Atlassian Confluence; Confluence | - meta:ajs-confluence id:com-atlassian-confluence header:x-confluence-request-time
docusaurus.io | Docusaurus | - generator:docusaurus id:__docusaurus attr:data-has-hydrated~
sphinx-doc.org | Sphinx; Read the Docs | - class:sphinxsidebar readthedocs.io alias:readthedocs.org file:doctools~ comment:generated+by+sphinx
vuepress.vuejs.org | VuePress; VitePress | - generator:vuepress generator:vitepress class:vitepress needs:vuejs.org
nextra.site | Nextra | - class:nextra- needs:nextjs.org
gohugo.io | Hugo | - generator:hugo
jekyllrb.com | Jekyll | - generator:jekyll comment:begin+jekyll+seo+tag
hexo.io | Hexo | - generator:hexo
11ty.dev | Eleventy; 11ty | - generator:eleventy
getpelican.com | Pelican | - generator:pelican
# site builders
webflow.com | Webflow | website-files.com uploads-ssl.webflow.com webflow.io proxy-ssl.webflow.com proxy.webflow.com assets.website-files.com cdn.prod.website-files.com d3e54v103j8qbb.cloudfront.net img:website-files.com generator:webflow attr:data-wf-page attr:data-wf-site js:webflow.push class:w-webflow-badge class:w-nav-menu header:x-wf- header:surrogate-key=pageid~
wix.com | Wix | static.parastorage.com wixstatic.com parastorage.com wixsite.com wixdns.net editorx.com static.wixstatic.com img:static.wixstatic.com generator:wix.com header:x-wix- js:wixbisession js:thunderboltversion id:site_container~ meta:wix-
squarespace.com | Squarespace | squarespace-cdn.com img:squarespace-cdn.com sqspcdn.com static1.squarespace.com assets.squarespace.com ext-cust.squarespace.com definitions.sqspcdn.com generator:squarespace cookie:crumb~ js:static.squarespace_context header:server=squarespace class:sqs- id:siteWrapper?
framer.com | Framer; Framer Sites | framerusercontent.com framerstatic.com framer.app framer.website framercanvas.com img:framerusercontent.com generator:framer attr:data-framer- class:framer- header:server=framer events.framer.com
weebly.com | Weebly; Square Online | editmysite.com cdn2.editmysite.com weeblycloud.com generator:weebly js:_w.configdomain js:weebly class:wsite- header:x-host=weebly square.site cdn3.editmysite.com
godaddy.com/websites | GoDaddy Website Builder; Website Builder | - img1.wsimg.com img:img1.wsimg.com generator:go+daddy generator:starfield+technologies;+go+daddy generator:godaddy generator:starfield attr:data-ux~ attr:data-aid~ needs:godaddy.com
duda.co | Duda | dd-cdn.multiscreensite.com cdn-website.com irp.cdn-website.com lirp.cdn-website.com static.cdn-website.com multiscreensite.com img:lirp.cdn-website.com js:dmapi js:_dm_ class:dmbody
jimdo.com | Jimdo | jimdo-server.com jimcdn.com jimstatic.com assets.jimstatic.com img:image.jimcdn.com class:jimdo-
strikingly.com | Strikingly | strikinglycdn.com static-assets.strikinglycdn.com
carrd.co | Carrd | generator:carrd
tilda.cc | Tilda | tildacdn.com static.tildacdn.com tildacdn.net img:tildacdn.com id:allrecords class:t-records generator:tilda class:t-body alias:tilda.ws
readymag.com | Readymag |
cargo.site | Cargo | files.cargocollective.com static.cargo.site build.cargo.site freight.cargo.site
bubble.io | Bubble | cdn.bubble.io d1muf25xaso8hp.cloudfront.net meta.cdn.bubble.io header:x-bubble- js:bubble_session_uid js:_bubble_page_load_data
softr.io | Softr | softr-files.com assets.softr-files.com js:softr
lovable.dev | Lovable | gptengineer.js cdn.gpteng.co lovable.app attr:data-lov-id
unicornplatform.com | Unicorn Platform | unicorn-cdn.b-cdn.net
super.so | Super | sites.super.so assets.super.so class:super-root class:super-content
notion.site | Notion Sites | img.notionusercontent.com class:notion-
umso.com | Umso; Landen | landen.imgix.net cdn.umso.co
dorik.com | Dorik |
site123.com | SITE123 | cdn-cms-s.f-static.net
mobirise.com | Mobirise | generator:mobirise
yola.com | Yola | yolasite.com
homestead.com | Homestead |
zyro.com | Hostinger Website Builder; Zyro | assets.zyrosite.com cdn.zyrosite.com generator:hostinger+website+builder img:assets.zyrosite.com
ionos.com/websites | IONOS MyWebsite | - generator:ionos+mywebsite generator:1&1+mywebsite cdn.website-start.de website-start.de mywebsite-editor.com
hibu.com | Hibu |
thryv.com | Thryv |
b12.io | B12 |
durable.co | Durable |
pixpa.com | Pixpa |
format.com | Format | - format.creatorcdn.com
smugmug.com | SmugMug |
zenfolio.com | Zenfolio |
showit.com | Showit | static.showit.co lib.showit.co
pagecloud.com | Pagecloud |
versoly.com | Versoly |
typedream.com | Typedream |
nationbuilder.com | NationBuilder | d3n8a8pro7vhmx.cloudfront.net assets.nationbuilder.com
squiz.net | Squiz Matrix | generator:squiz comment:running+squiz+matrix squiz.cloud /__data/assets/
terminalfour.com | TERMINALFOUR | - generator:terminalfour
finalsite.com | Finalsite | finalsite.net resources.finalsite.net class:fspagebody
granicus.com | Granicus; govAccess |
civicplus.com | CivicPlus |
blogger.com | Blogger | blogspot.com blogblog.com generator:blogger resources.blogblog.com img:bp.blogspot.com? img:blogger.googleusercontent.com?
medium.com | Medium | - cdn-static-1.medium.com cdn-client.medium.com header:x-powered-by=medium meta:al:ios:app_name=medium
tumblr.com | Tumblr | - assets.tumblr.com static.tumblr.com header:x-tumblr-
# WordPress
elementor.com | Elementor | - generator:elementor class:elementor js:elementorfrontendconfig /wp-content/plugins/elementor/ /wp-content/plugins/elementor-pro/ /wp-content/uploads/elementor/ needs:wordpress.org
elegantthemes.com | Divi; Divi Builder; Elegant Themes | - class:et_pb_ class:et_divi /wp-content/themes/divi/ js:et_pb_custom generator:divi needs:wordpress.org
wpbakery.com | WPBakery; WPBakery Page Builder; Visual Composer | - generator:powered+by+wpbakery class:vc_row class:wpb_ class:wpb-js-composer /wp-content/plugins/js_composer/ needs:wordpress.org
wpbeaverbuilder.com | Beaver Builder | - class:fl-builder /wp-content/plugins/bb-plugin/ /wp-content/plugins/beaver-builder-lite-version/ needs:wordpress.org
oxygenbuilder.com | Oxygen | - class:ct-section class:oxy- /wp-content/plugins/oxygen/ needs:wordpress.org
bricksbuilder.io | Bricks | - class:brxe- /wp-content/themes/bricks/ needs:wordpress.org
avada.com | Avada | - class:avada- class:fusion-builder /wp-content/themes/avada/ /wp-content/plugins/fusion-builder/ alias:theme-fusion.com needs:wordpress.org
wpastra.com | Astra | - /wp-content/themes/astra/ class:ast- needs:wordpress.org
generatepress.com | GeneratePress | - /wp-content/themes/generatepress/ needs:wordpress.org
kadencewp.com | Kadence | - /wp-content/themes/kadence/ /wp-content/plugins/kadence-blocks/ class:kadence- class:kb- needs:wordpress.org
elementor.com/hello-theme | Hello Elementor | - /wp-content/themes/hello-elementor/ needs:elementor.com
oceanwp.org | OceanWP | - /wp-content/themes/oceanwp/ class:oceanwp needs:wordpress.org
yoast.com | Yoast SEO; Yoast | - comment:this+site+is+optimized+with+the+yoast class:yoast-schema-graph /wp-content/plugins/wordpress-seo/ needs:wordpress.org
yoast.com/premium | Yoast SEO Premium | - comment:this+site+is+optimized+with+the+yoast+seo+premium /wp-content/plugins/wordpress-seo-premium/ needs:yoast.com
rankmath.com | Rank Math; Rank Math SEO; RankMath SEO | - comment:search+engine+optimization+by+rank+math class:rank-math /wp-content/plugins/seo-by-rank-math/ needs:wordpress.org
aioseo.com | All in One SEO; All in One SEO Pack | - comment:all+in+one+seo generator:all+in+one+seo class:aioseo- /wp-content/plugins/all-in-one-seo-pack/ needs:wordpress.org
seopress.org | SEOPress | - /wp-content/plugins/wp-seopress/ comment:seopress needs:wordpress.org
theseoframework.com | The SEO Framework | - comment:the+seo+framework needs:wordpress.org
wp-rocket.me | WP Rocket | - header:x-powered-by=wp+rocket comment:this+website+is+like+a+rocket js:rocketlazyloadscript js:rocketpreloadlinksconfig js:rocketlazyload id:rocket- class:rocket- /wp-content/plugins/wp-rocket/ /wp-content/cache/min/ attr:data-rocket- needs:wordpress.org
wordpress.org/wp-super-cache | WP Super Cache | - comment:dynamic+page+generated+in~ header:wp-super-cache comment:cached+page+generated+by+wp-super-cache comment:super+cache comment:wp-super-cache needs:wordpress.org
w3-edge.com | W3 Total Cache | - comment:performance+optimized+by+w3+total+cache header:x-powered-by=w3+total+cache /wp-content/cache/minify/ needs:wordpress.org alias:boldgrid.com
litespeedtech.com | LiteSpeed; LiteSpeed Cache; LiteSpeed Web Server | - header:server=litespeed header:x-litespeed-
litespeedtech.com/wordpress-cache | LiteSpeed Cache Plugin | - comment:page+cached+by+litespeed comment:page+optimized+by+litespeed comment:page+supported+by+litespeed /wp-content/litespeed/ /wp-content/plugins/litespeed-cache/ header:x-litespeed-cache needs:wordpress.org
autoptimize.com | Autoptimize | - /wp-content/cache/autoptimize/ needs:wordpress.org
getwpo.com | WP-Optimize | - comment:cached+by+wp-optimize /wp-content/cache/wpo-minify/ needs:wordpress.org
siteground.com/optimizer | SiteGround Optimizer | - /wp-content/uploads/siteground-optimizer-assets/ needs:wordpress.org
perfmatters.io | Perfmatters | - /wp-content/plugins/perfmatters/ /wp-content/cache/perfmatters/ needs:wordpress.org
flying-press.com | FlyingPress | - /wp-content/cache/flying-press/ header:x-flying-press-cache needs:wordpress.org
jetpack.com | Jetpack | - img:i0.wp.com img:i1.wp.com img:i2.wp.com comment:jetpack+open+graph+tags /wp-content/plugins/jetpack/ c0.wp.com class:jetpack- js:jetpack needs:wordpress.org
wpml.org | WPML | - generator:wpml /wp-content/plugins/sitepress-multilingual-cms/ cookie:wp-wpml_current_language! class:wpml- needs:wordpress.org
polylang.pro | Polylang | - cookie:pll_language! /wp-content/plugins/polylang/ /wp-content/plugins/polylang-pro/ needs:wordpress.org
translatepress.com | TranslatePress | - /wp-content/plugins/translatepress-multilingual/ class:trp- attr:data-trp- needs:wordpress.org
gtranslate.io | GTranslate | cdn.gtranslate.net /wp-content/plugins/gtranslate/ class:gtranslate js:gtranslatesettings class:gt_selector
sliderrevolution.com | Slider Revolution; Revolution Slider | - generator:powered+by+slider+revolution /wp-content/plugins/revslider/ class:rs-module class:rev_slider class:tp-revslider
layerslider.com | LayerSlider | - generator:powered+by+layerslider /wp-content/plugins/layerslider/
smartslider3.com | Smart Slider 3 | - class:n2-ss- /wp-content/plugins/smart-slider-3/
advancedcustomfields.com | Advanced Custom Fields | - /wp-content/plugins/advanced-custom-fields/ /wp-content/plugins/advanced-custom-fields-pro/ needs:wordpress.org
theeventscalendar.com | The Events Calendar | - /wp-content/plugins/the-events-calendar/ class:tribe-events class:tribe- needs:wordpress.org
popupmaker.com | Popup Maker | - /wp-content/plugins/popup-maker/ class:pum- needs:wordpress.org
wpcode.com | WPCode; Insert Headers and Footers | - /wp-content/plugins/insert-headers-and-footers/ needs:wordpress.org
essential-addons.com | Essential Addons for Elementor | - /wp-content/plugins/essential-addons-for-elementor-lite/ class:eael- needs:elementor.com
wpmudev.com | WPMU DEV; Hummingbird; Smush | - /wp-content/plugins/wp-smushit/ /wp-content/plugins/hummingbird-performance/ /wp-content/uploads/hummingbird-assets/ needs:wordpress.org
shortpixel.com | ShortPixel | cdn.shortpixel.ai /wp-content/plugins/shortpixel-adaptive-images/ img:cdn.shortpixel.ai img:sp-ao.shortpixel.ai sp-ao.shortpixel.ai
ewww.io | EWWW Image Optimizer; EWWW | img:exactdn.com exactdn.com /wp-content/plugins/ewww-image-optimizer/
imagify.io | Imagify | /wp-content/plugins/imagify/ class:imagify
wordfence.com | Wordfence | - cookie:wfvt_ cookie:wordfence /wp-content/plugins/wordfence/ js:wordfence needs:wordpress.org
akismet.com | Akismet | - /wp-content/plugins/akismet/ id:ak_js class:akismet needs:wordpress.org
buddypress.org | BuddyPress; BuddyBoss | - /wp-content/plugins/buddypress/ class:buddypress needs:wordpress.org
# site search
algolia.com | Algolia | algolianet.com algolia.net algolia.io file:algoliasearch file:instantsearch file:algoliasearchlite js:algoliasearch js:algolia~ class:ais- class:docsearch
docsearch.algolia.com | Algolia DocSearch; DocSearch | - file:docsearch class:docsearch meta:docsearch: cdn.jsdelivr.net/npm/@docsearch
swiftype.com | Swiftype | s.swiftypecdn.com swiftypecdn.com js:swiftypeobject
coveo.com | Coveo | static.cloud.coveo.com platform.cloud.coveo.com class:coveo
yext.com | Yext | yext-pixel.com assets.sitescdn.net answers.yext-pixel.com sitescdn.net yextpages.net yextapis.com yextevents.com js:yextanalyticsenabled
searchspring.com | Searchspring; Athos Commerce | cdn.searchspring.net searchspring.net snapui.searchspring.io searchspring.io
klevu.com | Klevu | js.klevu.com ksearchnet.com class:klevu
doofinder.com | Doofinder | cdn.doofinder.com js:doofinder
constructor.io | Constructor; Constructor.io | cnstrc.com
unbxd.com | Unbxd; Netcore Unbxd | libraries.unbxdapi.com unbxdapi.com d21gpk1vhmjuf5.cloudfront.net js:unbxd
hawksearch.com | HawkSearch | hawksearch.net
luigisbox.com | Luigi's Box | scripts.luigisbox.com cdn.luigisbox.com
findologic.com | Findologic; Nosto Search | cdn.findologic.com
cludo.com | Cludo | customer.cludo.com
addsearch.com | AddSearch | cdn.addsearch.com
searchwp.com | SearchWP | - /wp-content/plugins/searchwp/
cse.google.com | Google Programmable Search; Google Custom Search Engine | - class:gcse-search class:gcse-searchbox class:gcse-
# translation
translate.google.com | Google Translate; Google Website Translator | - translate.google.com/translate_a translate-pa.googleapis.com id:google_translate_element js:googletranslateelementinit
localizejs.com | Localize; Localizejs | global.localizecdn.com localizecdn.com
smartling.com | Smartling; Smartling GDN | sl.smartling.com
transifex.com | Transifex | cdn.transifex.com js:liveSettings? js:transifex
lokalise.com | Lokalise | inside
crowdin.com | Crowdin | distributions.crowdin.net inside
phrase.com | Phrase | inside
bablic.com | Bablic | cdn.bablic.com d.bablic.com
motionpoint.com | MotionPoint | js:mp.seturl
conveythis.com | ConveyThis | cdn.conveythis.com
linguise.com | Linguise | static.linguise.com
`;
