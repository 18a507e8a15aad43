/** Shops, their apps, payments, subscriptions, reviews, events, learning. How a line is written: `readTable` in ../catalogue.ts. */
export const COMMERCE = `
# e-commerce
shopify.com | Shopify; Shopify Plus | cdn.shopify.com~ myshopify.com cdn.shopify.com/s/files/1~ cdn.shopify.com/shopifycloud monorail-edge.shopifysvc.com shops.myshopify.com js:shopify.theme js:shopify.shop js:shopify.routes id:shopify- class:shopify-section meta:shopify- cookie:_shopify_! cookie:_secure_session_id header:x-shopify- header:x-shopid header:powered-by=shopify header:x-sorting-hat-shopid /cdn/shop/files/ /cdn/shop/t/ /cdn/shop/products/ /cdn/shopifycloud/
hydrogen.shopify.dev | Shopify Hydrogen; Hydrogen | - header:powered-by=hydrogen header:powered-by=shopify+hydrogen needs:shopify.com
shop.app | Shop Pay | cdn.shopify.com/shopifycloud/shop-js attr:shop-pay? needs:shopify.com
bigcommerce.com | BigCommerce | mybigcommerce.com cdn11.bigcommerce.com js:bcdata js:bigcommerce cookie:fornax_anonymousid! cookie:shop_session_token header:x-bc-
magento.com | Adobe Commerce; Magento | cookie:mage- cookie:x-magento-! header:x-magento- /static/version~ /skin/frontend/ /js/mage/ js:var+blank_url? js:mage.cookies js:base_url? attr:data-mage-init file:mage file:requirejs-config~ /static/frontend/ /mage/requirejs/ attr:type=text/x-magento-init alias:magento.org
woocommerce.com | WooCommerce | - cookie:woocommerce_ generator:woocommerce /wp-content/plugins/woocommerce/ class:woocommerce js:woocommerce_params js:wc_add_to_cart_params needs:wordpress.org
prestashop.com | PrestaShop | cookie:prestashop- generator:prestashop header:powered-by=prestashop js:prestashop= js:var+prestashop /modules/ps_ /themes/classic/~ class:prestashop
shopware.com | Shopware | cookie:sw-~ /bundles/storefront/ js:shopstudiogoogletagmanager? header:sw-version-id header:sw-language-id header:sw-context-token generator:shopware js:features.shopware? comment:shopware class:is-ctl-navigation
opencart.com | OpenCart | - cookie:ocsessid! /catalog/view/theme/ /catalog/view/javascript/ generator:opencart
zencart.com | Zen Cart | generator:zen+cart cookie:zenid
oscommerce.com | osCommerce | cookie:oscsid generator:oscommerce
commercecloud.salesforce.com | Salesforce Commerce Cloud; Demandware; SFCC | - demandware.net demandware.edgesuite.net /on/demandware.store/ /on/demandware.static/ js:dwanalytics js:dw.ac cookie:dwsid! cookie:dwac_ cookie:dwanonymous alias:demandware.com
sap.com/commerce | SAP Commerce Cloud; Hybris; SAP Hybris | - /_ui/responsive/~ /_ui/shared/ /yacceleratorstorefront/ js:acc.config cookie:acceleratorsecureguid! /medias/~ /occ/v2/ alias:hybris.com
hcltechsw.com | HCL Commerce; IBM WebSphere Commerce | /wcsstore/ /webapp/wcs/ cookie:wc_persistent cookie:wc_session
oracle.com/commerce | Oracle Commerce Cloud; Oracle Commerce; ATG | - /ccstore/ /file/v~ header:x-atg-version attr:data-oracle-cc~
vtex.com | VTEX | vteximg.com.br vtexassets.com vtexcommercestable.com.br js:vtex.renderruntime js:vtexjs cookie:vtex_! header:x-vtex- header:powered=vtex io.vtex.com.br img:vteximg.com.br img:vtexassets.com
commercetools.com | commercetools | commercetools.co
elasticpath.com | Elastic Path | api.moltin.com epcc.io
spreecommerce.org | Spree Commerce; Spree | /spree/ /assets/spree/ js:spree.
solidus.io | Solidus | /solidus/
medusajs.com | Medusa | inside
saleor.io | Saleor | saleor.cloud
swell.is | Swell | cdn.schema.io swell.store
ecwid.com | Ecwid; Lightspeed eCommerce | app.ecwid.com js:ecwid d1oxsl77a1kjht.cloudfront.net class:ecwid
lightspeedhq.com | Lightspeed eCom; SEOshop | cdn.webshopapp.com webshopapp.com static.webshopapp.com shoplightspeed.com
volusion.com | Volusion | /v/vspfiles/ /a/j/~ js:volusion
shift4shop.com | Shift4Shop; 3dcart | 3dcartstores.com 3dcart.com cookie:3dvisit header:x-powered-by=3dcart alias:3dcart.com
bigcartel.com | Big Cartel | cdn.bigcartel.com generator:big+cartel assets.bigcartel.com
nopcommerce.com | nopCommerce | generator:nopcommerce cookie:nop.customer cookie:.nop.
snipcart.com | Snipcart | cdn.snipcart.com id:snipcart class:snipcart-
foxy.io | Foxy.io; FoxyCart | cdn.foxycart.com foxycart.com
gumroad.com | Gumroad |
lemonsqueezy.com | Lemon Squeezy | app.lemonsqueezy.com assets.lemonsqueezy.com lmsqueezy.com link:lemonsqueezy.com
sellfy.com | Sellfy |
shopline.com | SHOPLINE | shoplineapp.com cdn.shoplineapp.com shoplineimg.com
shoplazza.com | Shoplazza | cdn.shoplazza.com img.staticdj.com
salla.com | Salla | cdn.salla.sa salla.network cdn.salla.network
zid.sa | Zid | assets.zid.store media.zid.store
haravan.com | Haravan | hstatic.net theme.hstatic.net js:haravan
sapo.vn | Sapo | bizweb.dktcdn.net js:bizweb
cafe24.com | Cafe24 | cafe24img.com img.cafe24.com js:ec_front_js_config_shop
tiendanube.com | Tiendanube; Nuvemshop | mitiendanube.com nuvemshop.com.br alias:nuvemshop.com.br dcdn.mitiendanube.com acdn.mitiendanube.com js:ls.store
loja-integrada.com.br | Loja Integrada | cdn.awsli.com.br lojaintegrada.com.br
tray.com.br | Tray | images.tcdn.com.br tcdn.com.br
jtl-software.de | JTL Shop | cookie:jtlshop generator:jtl+shop /templates/nova/ js:jtl_token
plentymarkets.com | PlentyONE; plentymarkets | plentymarkets.eu generator:plentymarkets cookie:plentyid! js:plentyshop js:ceresmain cdn01.plentymarkets.com cdn02.plentymarkets.com
gambio.com | Gambio | generator:gambio js:gambio comment:shopsoftware+by+gambio
oxid-esales.com | OXID eShop | /out/azure/ /out/flow/ /out/wave/ cookie:oxid comment:oxid+eshop class:oxid
epages.com | ePages | cookie:epages
jumpseller.com | Jumpseller | assets.jumpseller.com cdnx.jumpseller.com images.jumpseller.com
shoper.pl | Shoper | js:shoper
idosell.com | IdoSell | js:app_shop iai-shop.com
shoptet.cz | Shoptet | cdn.myshoptet.com myshoptet.com js:shoptet
unas.hu | UNAS | unas.eu generator:unas shop.unas.hu
gomag.ro | Gomag | gomagcdn.ro
abicart.com | Abicart |
starweb.se | Starweb | generator:starweb
quickbutik.com | Quickbutik | cdn.quickbutik.com
hyva.io | Hyva Themes; Hyvä | - js:hyva. class:hyva
commercelayer.io | Commerce Layer |
centra.com | Centra | centracdn.net
shopify.com/plus/carthook | CartHook | - carthook.com
rechargepayments.com | Recharge; ReCharge | rechargecdn.com static.rechargecdn.com rechargeapps.com js:rechargewidget alias:getrecharge.com
boldcommerce.com | Bold Commerce; Bold Subscriptions | boldapps.net cdn.boldcommerce.com
skio.com | Skio | js:skio
smile.io | Smile; Smile.io | js.smile.io cdn.sweettooth.io sweettooth.io cdn.smile.io class:smile-~
loyaltylion.com | LoyaltyLion | sdk.loyaltylion.net loyaltylion.net
yotpo.com | Yotpo; Yotpo Reviews | staticw2.yotpo.com cdn-loyalty.yotpo.com cdn-widgetsrepository.yotpo.com swellrewards.com class:yotpo
okendo.io | Okendo | cdn-static.okendo.io js:okewidgetsettings js:okendo attr:data-oke- class:okendo-
judge.me | Judge.me | cdn.judge.me judgeme.imgix.net class:jdgm- js:jdgm
stamped.io | Stamped.io; Stamped | cdn1.stamped.io cdn.stamped.io id:stamped- class:stamped-
loox.io | Loox | loox.app class:loox-
junip.co | Junip | scripts.juniphq.com class:junip- juniphq.com
ali-reviews.fireapps.io | Ali Reviews | - widget.alireviews.io
fera.ai | Fera | cdn.fera.ai
opinew.com | Opinew | class:opinew-
searchanise.io | Searchanise | searchserverapi.com searchanise-ef84.kxcdn.com js:searchanise
boostcommerce.net | Boost Commerce | js:boostpfs
swym.it | Swym | swymrelay.com js:swymcallbacks js:swymsettings
route.com | Route | cdn.routeapp.io protection-widget.route.com
aftership.com | AfterShip | websdk.aftership.com
narvar.com | Narvar |
loopreturns.com | Loop Returns |
gorgias.com/convert | Gorgias Convert | - cdn.9gtb.com
pagefly.io | PageFly | cdn.pagefly.io class:pf-~ attr:data-pf-type
gempages.net | GemPages | class:gem-page cdn.gempages.net
shogun.page | Shogun | cdn.getshogun.com getshogun.com class:shogun- class:shg- alias:getshogun.com
replo.app | Replo | assets.replocdn.com
vitals.app | Vitals | appsolve.io
weglot.com | Weglot | cdn.weglot.com cdn-api-weglot.com class:weglot js:weglot.initialize attr:data-wg-notranslate /wp-content/plugins/weglot/
langify-app.com | langify | js:langify
transcy.io | Transcy | js:transcy
afterpay.com | Afterpay; Clearpay | js.afterpay.com portal.afterpay.com static.afterpay.com js.squarecdn.com/square-marketplace.js clearpay.co.uk alias:clearpay.com class:afterpay
affirm.com | Affirm | cdn1.affirm.com js:_affirm_config class:affirm-
sezzle.com | Sezzle | widget.sezzle.com
zip.co | Zip; QuadPay | static.zipmoney.com.au zipmoney.com.au cdn.quadpay.com widgets.quadpay.com
klarna.com | Klarna | klarnaservices.com klarnacdn.net js.klarna.com x.klarnacdn.net
globale.com | Global-e | web.global-e.com global-e.com gepi.global-e.com webservices.global-e.com alias:global-e.com
e-shopworld.com | ESW; eShopWorld | esw.com
signifyd.com | Signifyd | cdn-scripts.signifyd.com
riskified.com | Riskified | beacon.riskified.com
forter.com | Forter | cdn3.forter.com cdn4.forter.com cdn9.forter.com
sift.com | Sift | cdn.sift.com js:_sift siftscience.com
fastspring.com | FastSpring | d1f8f9xcsvx3ha.cloudfront.net sbl.onfastspring.com onfastspring.com
# payments
stripe.com | Stripe | js.stripe.com m.stripe.network stripe.network checkout.stripe.com buy.stripe.com link:buy.stripe.com link:donate.stripe.com js:stripe('pk_ js:stripe("pk_ cookie:__stripe txt:stripe-verification=
paypal.com | PayPal | paypalobjects.com/api paypal.com/sdk paypal.com/cgi-bin paypal.com/donate paypalobjects.com~ - paypal.com/tagmanager paypal.com/xoplatform
square.com | Square | squareup.com js.squareup.com web.squarecdn.com squarecdn.com checkout.square.site alias:squareup.com
adyen.com | Adyen | checkoutshopper-live.adyen.com live.adyen.com
mollie.com | Mollie | js.mollie.com
braintreepayments.com | Braintree | braintreegateway.com braintree-api.com js.braintreegateway.com alias:braintreegateway.com
authorize.net | Authorize.Net | accept.authorize.net verify.authorize.net jstest.authorize.net js.authorize.net
checkout.com | Checkout.com | cdn.checkout.com frames.checkout.com
worldpay.com | Worldpay |
razorpay.com | Razorpay | checkout.razorpay.com
payu.com | PayU | payu.in
mercadopago.com | Mercado Pago | sdk.mercadopago.com mlstatic.com/org-img/checkout js:mercadopago
pagseguro.uol.com.br | PagSeguro; PagBank | stc.pagseguro.uol.com.br
gocardless.com | GoCardless |
paddle.com | Paddle | cdn.paddle.com js:paddle.setup js:paddle.initialize
chargebee.com | Chargebee | js.chargebee.com chargebeestatic.com js:chargebee.init
recurly.com | Recurly | js.recurly.com
zuora.com | Zuora |
maxio.com | Maxio; Chargify | js.chargify.com chargify.com alias:chargify.com
bolt.com | Bolt | connect.bolt.com bolt.com/connect.js
apple.com/apple-pay | Apple Pay | - applepay.cdn-apple.com
pay.google.com | Google Pay | - pay.google.com/gp/p/js
pay.amazon.com | Amazon Pay | - static-na.payments-amazon.com static-eu.payments-amazon.com payments-amazon.com js:onamazonloginready
plaid.com | Plaid | cdn.plaid.com
wise.com | Wise | inside
bill.com | BILL; Bill.com | inside
avalara.com | Avalara | inside
taxjar.com | TaxJar | inside
quickbooks.intuit.com | QuickBooks | inside
netsuite.com | NetSuite; Oracle NetSuite; SuiteCommerce | netsuite.com/core/media~ /c.~ /scs/extensions/ js:sc.environment cookie:nlpromo cookie:ns_ver link:app.netsuite.com extforms.netsuite.com
fundraiseup.com | Fundraise Up | cdn.fundraiseup.com
donorbox.org | Donorbox |
givewp.com | GiveWP | /wp-content/plugins/give/ class:give-form generator:give+v needs:wordpress.org
classy.org | Classy; GoFundMe Pro |
givebutter.com | Givebutter | widgets.givebutter.com
blackbaud.com | Blackbaud | sky.blackbaudcdn.net blackbaudcdn.net convio.net convio.com bbox.blackbaudhosting.com
patreon.com | Patreon | - c6.patreon.com
ko-fi.com | Ko-fi | - storage.ko-fi.com ko-fi.com/widgets
buymeacoffee.com | Buy Me a Coffee | - cdnjs.buymeacoffee.com
memberful.com | Memberful | d35xxde4fgg0cx.cloudfront.net
memberstack.com | Memberstack | static.memberstack.com api.memberstack.io attr:data-memberstack attr:data-ms-~
outseta.com | Outseta | cdn.outseta.com
memberpress.com | MemberPress | /wp-content/plugins/memberpress/ class:mepr- needs:wordpress.org
easydigitaldownloads.com | Easy Digital Downloads | /wp-content/plugins/easy-digital-downloads/ generator:easy+digital+downloads needs:wordpress.org
# reviews
trustpilot.com | Trustpilot | widget.trustpilot.com invitejs.trustpilot.com class:trustpilot-widget js:trustpilotobject -
bazaarvoice.com | Bazaarvoice; Bazaarvoice Reviews | apps.bazaarvoice.com api.bazaarvoice.com display.ugc.bazaarvoice.com js:bvapi
powerreviews.com | PowerReviews | ui.powerreviews.com
feefo.com | Feefo | api.feefo.com register.feefo.com
reviews.io | REVIEWS.io; Reviews.co.uk | widget.reviews.io widget.reviews.co.uk assets.reviews.io alias:reviews.co.uk
reviews-platform.google.com | Google Customer Reviews | - apis.google.com/js/platform.js?onload=renderoptin js:surveyoptin js:merchantwidget www.gstatic.com/shopping/merchant
trustedshops.com | Trusted Shops | widgets.trustedshops.com integrations.etrusted.com trustedshops.de js:_tsid js:_tsconfig alias:trustedshops.de
ekomi.com | eKomi | connect.ekomi.de smart-widget-assets.ekomiapps.de
birdeye.com | Birdeye | birdeye.com/embed
podium.com | Podium | connect.podium.com
reputation.com | Reputation | widgets.reputation.com cdn.reputation.com
elfsight.com | Elfsight | apps.elfsight.com static.elfsight.com elfsightcdn.com class:elfsight-app-
trustindex.io | Trustindex | cdn.trustindex.io /wp-content/plugins/wp-reviews-plugin-for-google/ class:ti-widget
clutch.co | Clutch | widget.clutch.co -
capterra.com | Capterra | ct.capterra.com -
gartner.com | Gartner Peer Insights | -
featuredcustomers.com | FeaturedCustomers |
sitejabber.com | Sitejabber | static.sitejabber.com
shopperapproved.com | Shopper Approved |
resellerratings.com | ResellerRatings |
kiyoh.com | Kiyoh |
provenexpert.com | ProvenExpert | images.provenexpert.com
boast.io | Boast |
senja.io | Senja | widget.senja.io static.senja.io
testimonial.to | Testimonial.to | embed-v2.testimonial.to embed.testimonial.to
emplifi.io | Emplifi; Pixlee; TurnTo | pixlee.co assets.pxlecdn.com turnto.com widgets.turnto.com assets.pixlee.com
curalate.com | Curalate | edge.curalate.com
foursixty.com | Foursixty |
taggbox.com | Taggbox; Tagembed | widget.taggbox.com widget.tagembed.com
tint.com | TINT | cdn.hypemarks.com tintup.com
flockler.com | Flockler | plugins.flockler.com fl-1.cdn.flockler.com
curator.io | Curator.io | cdn.curator.io
juicer.io | Juicer | assets.juicer.io
# events and booking
eventbrite.com | Eventbrite | - eventbrite.com/static/widgets eventbrite.co.uk/static/widgets img.evbuc.com~
cvent.com | Cvent | cvent-assets.com web.cvent.com
bizzabo.com | Bizzabo | events.bizzabo.com
splashthat.com | Splash |
luma.com | Luma | embed.lu.ma alias:lu.ma
hopin.com | RingCentral Events; Hopin |
on24.com | ON24 | event.on24.com
goldcast.io | Goldcast |
swapcard.com | Swapcard |
ticketmaster.com | Ticketmaster | - widgets.ticketmaster.com
tickettailor.com | Ticket Tailor | cdn.tickettailor.com
fareharbor.com | FareHarbor | fh-kit.com
peek.com | Peek | book.peek.com js.peek.com
bokun.io | Bókun; Bokun | widgets.bokun.io
rezdy.com | Rezdy |
checkfront.com | Checkfront |
opentable.com | OpenTable | - opentable.com/widget
resy.com | Resy | widgets.resy.com
sevenrooms.com | SevenRooms |
toasttab.com | Toast | - toasttab.com/toast-assets link:toasttab.com
mindbodyonline.com | Mindbody | widgets.mindbodyonline.com healcode.com
vagaro.com | Vagaro |
fresha.com | Fresha |
booksy.com | Booksy |
zenoti.com | Zenoti |
siteminder.com | SiteMinder | thebookingbutton.com direct-book.com
cloudbeds.com | Cloudbeds | hotels.cloudbeds.com
mews.com | Mews | api.mews.com app.mews.com mews.li
synxis.com | SynXis; Sabre Hospitality | be.synxis.com
bookingengine.travelclick.com | TravelClick | - travelclick.com
guesty.com | Guesty |
lodgify.com | Lodgify |
# learning
thinkific.com | Thinkific | cdn.thinkific.com
teachable.com | Teachable | teachablecdn.com uploads.teachablecdn.com
kajabi.com | Kajabi | kajabi-cdn.com kajabi-app-assets.kajabi-cdn.com js:kajabi generator:kajabi
podia.com | Podia | cdn.podia.com
learndash.com | LearnDash | /wp-content/plugins/sfwd-lms/ class:learndash needs:wordpress.org
learnworlds.com | LearnWorlds | lwfiles.mycourse.app
docebo.com | Docebo | docebosaas.com
absorblms.com | Absorb LMS | myabsorb.com link:myabsorb.com
skilljar.com | Skilljar |
northpass.com | Northpass |
litmos.com | Litmos |
canvas.instructure.com | Canvas LMS; Instructure | - instructure.com alias:instructure.com
moodle.org | Moodle | cookie:moodlesession! js:m.cfg~ generator:moodle /theme/yui_combo.php /lib/javascript.php meta:keywords=moodle
mightynetworks.com | Mighty Networks | 
circle.so | Circle |
skool.com | Skool | -
`;
