/**
 * Technologies by the domain of their vendor, from what the vendors' own install documents tell a customer to put on a site
 * or into DNS. One line each: `domain | name | marks`. A bare mark is a further host (with everything below it, or only
 * below a path); `cookie:`, `meta:` (generator), `header:name=text`, `global:` (in an inline script) and `txt:` are beginnings
 * of what their place says; `alias:` is another domain of the same technology; `own:no` says that the vendor's domain itself proves nothing.
 */
export const TECHNOLOGY_TABLE = `
# analytics
analytics.google.com | Google Analytics | google-analytics.com googletagmanager.com/gtag/js alias:marketingplatform.google.com cookie:_ga cookie:_gid
tagmanager.google.com | Google Tag Manager | googletagmanager.com/gtm.js googletagmanager.com/ns.html
segment.com | Segment | cdn.segment.com api.segment.io cookie:ajs_ alias:segment.io
mixpanel.com | Mixpanel | mxpnl.com cookie:mp_
amplitude.com | Amplitude | cookie:amp_ cookie:AMP_
heap.io | Heap | heapanalytics.com cookie:_hp2_ alias:heapanalytics.com
hotjar.com | Hotjar | hotjar.io cookie:_hj global:_hjSettings
fullstory.com | FullStory | edge.fullstory.com cookie:fs_uid global:_fs_org
mouseflow.com | Mouseflow | cookie:mf_ global:_mfq
crazyegg.com | Crazy Egg | cookie:_ceg
clarity.microsoft.com | Microsoft Clarity | clarity.ms cookie:_clck cookie:_clsk alias:clarity.ms
plausible.io | Plausible |
usefathom.com | Fathom Analytics |
matomo.org | Matomo | matomo.cloud cookie:_pk_ cookie:mtm_ global:_paq alias:matomo.cloud
posthog.com | PostHog | i.posthog.com cookie:ph_
pendo.io | Pendo | cookie:_pendo_
kissmetrics.io | Kissmetrics | cookie:km_
quantcast.com | Quantcast | quantserve.com cookie:__qca
chartbeat.com | Chartbeat | cookie:_chartbeat
parse.ly | Parse.ly | parsely.com cookie:_parsely alias:parsely.com
simpleanalytics.com | Simple Analytics | simpleanalyticscdn.com
logrocket.com | LogRocket | lr-ingest.com lr-in.com lr-intake.com cookie:_lr_
smartlook.com | Smartlook | cookie:SL_C_
luckyorange.com | Lucky Orange | luckyorange.net cookie:_lo_
newrelic.com | New Relic | nr-data.net cookie:NREUM global:NREUM
datadoghq.com | Datadog | datadoghq-browser-agent.com cookie:_dd_s global:DD_RUM
sentry.io | Sentry | sentry-cdn.com global:Sentry.init
bugsnag.com | Bugsnag |
rudderstack.com | RudderStack | rudderlabs.com cookie:rl_ alias:rudderlabs.com
business.adobe.com | Adobe Experience Cloud | adobedtm.com omtrdc.net demdex.net 2o7.net cookie:s_cc cookie:AMCV_ cookie:demdex
# advertising
ads.google.com | Google Ads | googleadservices.com doubleclick.net googlesyndication.com cookie:_gcl_
facebook.com | Meta | connect.facebook.net cookie:_fbp global:fbq( txt:facebook-domain-verification= alias:meta.com
linkedin.com | LinkedIn Insight Tag | snap.licdn.com px.ads.linkedin.com global:_linkedin_partner_id own:no
ads.tiktok.com | TikTok Pixel | analytics.tiktok.com cookie:_ttp
ads.x.com | X Pixel | static.ads-twitter.com analytics.twitter.com alias:ads.twitter.com
ads.pinterest.com | Pinterest Tag | ct.pinterest.com s.pinimg.com/ct cookie:_pin_unauth
ads.microsoft.com | Microsoft Advertising | bat.bing.com cookie:_uetsid cookie:_uetvid
ads.reddit.com | Reddit Pixel | www.redditstatic.com/ads cookie:_rdt_uuid
quora.com | Quora Pixel | a.quora.com q.quora.com own:no
criteo.com | Criteo | criteo.net cookie:cto_
adroll.com | AdRoll | cookie:__adroll
taboola.com | Taboola | cookie:t_gid
outbrain.com | Outbrain |
thetradedesk.com | The Trade Desk | adsrvr.org cookie:TDID
rollworks.com | RollWorks |
6sense.com | 6sense | 6sc.co cookie:_6si
demandbase.com | Demandbase | company-target.com
clearbit.com | Clearbit | clearbitjs.com clearbitscripts.com cookie:cb_
zoominfo.com | ZoomInfo | cookie:_zitok
leadfeeder.com | Leadfeeder | lfeeder.com cookie:_lfa alias:dealfront.com
albacross.com | Albacross |
# marketing
hubspot.com | HubSpot | hs-scripts.com hs-analytics.net hsforms.net hsforms.com hscollectedforms.net hubspotusercontent.com hs-banner.com hubspotemail.net sites.hubspot.net cookie:hubspotutk cookie:__hs global:_hsq txt:hubspot-developer-verification= meta:HubSpot
marketo.com | Marketo | marketo.net mktoweb.com mktorest.com mktossl.com cookie:_mkto_trk global:Munchkin
pardot.com | Pardot | go.pardot.com pi.pardot.com cookie:visitor_id cookie:pardot txt:pardot
eloqua.com | Oracle Eloqua | en25.com cookie:ELOQUA
mailchimp.com | Mailchimp | list-manage.com chimpstatic.com mcsv.net mandrillapp.com servers.mcsv.net
klaviyo.com | Klaviyo | cookie:__kla_id txt:klaviyo-site-verification=
activecampaign.com | ActiveCampaign | trackcmp.net activehosted.com emsd1.com
brevo.com | Brevo | sendinblue.com sibautomation.com sibforms.com alias:sendinblue.com txt:brevo-code: txt:Sendinblue-code:
customer.io | Customer.io | track.customer.io customeriomail.com cookie:_cio
braze.com | Braze | braze.eu appboycdn.com
iterable.com | Iterable |
convertkit.com | Kit | kit.com alias:kit.com
mailerlite.com | MailerLite | mlcdn.com mlsend.com txt:mailerlite-domain-verification=
constantcontact.com | Constant Contact | ctctcdn.com
drip.com | Drip | getdrip.com
omnisend.com | Omnisend | omnisnippet1.com omnisrc.com
attentive.com | Attentive | attn.tv attentivemobile.com
onesignal.com | OneSignal |
unbounce.com | Unbounce | ubembed.com unbouncepages.com
instapage.com | Instapage | pagedemo.co
leadpages.com | Leadpages | leadpages.net lpages.co alias:leadpages.net
optimizely.com | Optimizely | cookie:optimizely
vwo.com | VWO | visualwebsiteoptimizer.com cookie:_vwo cookie:_vis_opt
abtasty.com | AB Tasty | cookie:ABTasty
mutinyhq.com | Mutiny | mutinycdn.com
launchdarkly.com | LaunchDarkly |
typeform.com | Typeform |
jotform.com | Jotform | jotfor.ms
wistia.com | Wistia | wistia.net fast.wistia.com
vimeo.com | Vimeo | player.vimeo.com vimeocdn.com
vidyard.com | Vidyard |
youtube.com | YouTube embeds | youtube-nocookie.com
chilipiper.com | Chili Piper |
calendly.com | Calendly | assets.calendly.com txt:calendly-site-verification=
trustpilot.com | Trustpilot | widget.trustpilot.com
g2.com | G2 | g2crowd.com
# sales
salesforce.com | Salesforce | force.com salesforceliveagent.com salesforce-sites.com salesforce-scrt.com my.site.com exacttarget.com
salesloft.com | Salesloft | scout-cdn.salesloft.com
outreach.io | Outreach |
drift.com | Drift | driftt.com js.driftt.com cookie:driftt_ cookie:drift_
qualified.com | Qualified | js.qualified.com
pipedrive.com | Pipedrive | leadbooster-chat.pipedrive.com pipedriveassets.com txt:pipedrive-
apollo.io | Apollo | assets.apollo.io
gong.io | Gong |
zoho.com | Zoho | zohopublic.com zohocdn.com salesiq.zoho.com zoho.eu zohomail.com cookie:zsiq alias:zoho.eu txt:zoho-verification=
freshworks.com | Freshworks | freshchat.com freshsales.io freshdesk.com freshmarketer.com wchat.freshchat.com alias:freshdesk.com
close.com | Close |
# support
zendesk.com | Zendesk | zdassets.com zopim.com ekr.zdassets.com cookie:__zlcmid txt:zendeskverification= alias:zopim.com
intercom.com | Intercom | intercom.io intercomcdn.com intercomassets.com intercom.help custom.intercom.help intercom-mail.com cookie:intercom- global:intercomSettings alias:intercom.io
helpscout.com | Help Scout | beacon-v2.helpscout.net helpscout.net helpscoutdocs.com alias:helpscout.net
crisp.chat | Crisp | client.crisp.chat crisp.help cookie:crisp-client global:CRISP_WEBSITE_ID
livechat.com | LiveChat | livechatinc.com cookie:__lc_ global:__lc
tawk.to | tawk.to | embed.tawk.to global:Tawk_API
olark.com | Olark | cookie:olfsk
gorgias.com | Gorgias | gorgias.chat gorgias.io
kustomer.com | Kustomer | kustomerapp.com
front.com | Front | frontapp.com frontapplication.com alias:frontapp.com
gladly.com | Gladly |
tidio.com | Tidio | tidio.co tidiochat.com alias:tidio.co
userlike.com | Userlike |
statuspage.io | Atlassian Statuspage | stspg-customer.com statuspage.io txt:status-page-domain-verification=
readme.com | ReadMe | readme.io readmessl.com alias:readme.io
gitbook.com | GitBook | gitbook.io hosting.gitbook.io
discourse.org | Discourse | discourse.cloud hosted-by-discourse.com meta:Discourse
# commerce
shopify.com | Shopify | cdn.shopify.com myshopify.com shops.myshopify.com cookie:_shopify header:x-shopify= header:powered-by=Shopify
bigcommerce.com | BigCommerce | mybigcommerce.com
magento.com | Adobe Commerce | cookie:mage- cookie:X-Magento header:x-magento-
woocommerce.com | WooCommerce | cookie:woocommerce_ meta:WooCommerce
prestashop.com | PrestaShop | cookie:PrestaShop- meta:PrestaShop
shopware.com | Shopware | cookie:sw-
stripe.com | Stripe | js.stripe.com m.stripe.network stripe.network cookie:__stripe txt:stripe-verification=
paypal.com | PayPal | paypalobjects.com
adyen.com | Adyen | checkoutshopper-live.adyen.com
klarna.com | Klarna | klarnaservices.com klarnacdn.net
mollie.com | Mollie | js.mollie.com
braintreepayments.com | Braintree | braintreegateway.com braintree-api.com alias:braintreegateway.com
paddle.com | Paddle | cdn.paddle.com
chargebee.com | Chargebee |
recurly.com | Recurly |
yotpo.com | Yotpo |
# site
wordpress.org | WordPress | meta:WordPress cookie:wordpress_ cookie:wp- header:link=<https://api.w.org
wordpress.com | WordPress.com | wp.com s0.wp.com
wpengine.com | WP Engine | wpengine.netdna-cdn.com header:x-powered-by=WP_Engine
elementor.com | Elementor | meta:Elementor
webflow.com | Webflow | website-files.com webflow.io proxy-ssl.webflow.com meta:Webflow
wix.com | Wix | wixstatic.com parastorage.com wixsite.com wixdns.net meta:Wix.com header:x-wix-
squarespace.com | Squarespace | squarespace-cdn.com sqspcdn.com static1.squarespace.com ext-cust.squarespace.com cookie:crumb meta:Squarespace
framer.com | Framer | framerusercontent.com framer.app framer.website meta:Framer
contentful.com | Contentful | ctfassets.net
sanity.io | Sanity | cdn.sanity.io
prismic.io | Prismic | cdn.prismic.io
storyblok.com | Storyblok | a.storyblok.com
drupal.org | Drupal | meta:Drupal header:x-generator=Drupal header:x-drupal-
joomla.org | Joomla | meta:Joomla
typo3.org | TYPO3 | meta:TYPO3
ghost.org | Ghost | ghost.io meta:Ghost
gatsbyjs.com | Gatsby | meta:Gatsby
nextjs.org | Next.js | header:x-powered-by=Next.js
nuxt.com | Nuxt | header:x-powered-by=Nuxt
cookiebot.com | Cookiebot | consent.cookiebot.com cookie:CookieConsent
onetrust.com | OneTrust | cookielaw.org cookie:OptanonConsent
usercentrics.com | Usercentrics | usercentrics.eu cookie:uc_
iubenda.com | iubenda | cookie:_iub_
fonts.google.com | Google Fonts | fonts.googleapis.com fonts.gstatic.com
fontawesome.com | Font Awesome | use.fontawesome.com kit.fontawesome.com
typekit.com | Adobe Fonts | use.typekit.net typekit.net alias:fonts.adobe.com
recaptcha.google.com | Google reCAPTCHA | google.com/recaptcha gstatic.com/recaptcha recaptcha.net
hcaptcha.com | hCaptcha |
maps.google.com | Google Maps | maps.googleapis.com google.com/maps
mapbox.com | Mapbox |
algolia.com | Algolia | algolianet.com algolia.net
# infrastructure
cloudflare.com | Cloudflare | cdnjs.cloudflare.com challenges.cloudflare.com cloudflareinsights.com cookie:__cf_bm cookie:cf_clearance header:server=cloudflare header:cf-ray=
fastly.com | Fastly | fastly.net fastlylb.net header:x-served-by=cache-
akamai.com | Akamai | akamaihd.net akamaized.net edgekey.net edgesuite.net akamaiedge.net cookie:ak_bmsc cookie:bm_sz
aws.amazon.com | Amazon Web Services | amazonaws.com cloudfront.net cookie:AWSALB header:server=AmazonS3 header:x-amz-
azure.microsoft.com | Microsoft Azure | azurewebsites.net azureedge.net azurefd.net trafficmanager.net cloudapp.azure.com blob.core.windows.net cookie:ARRAffinity
cloud.google.com | Google Cloud | storage.googleapis.com ghs.googlehosted.com run.app appspot.com
vercel.com | Vercel | vercel.app vercel-dns.com now.sh vercel-insights.com header:server=Vercel header:x-vercel-
netlify.com | Netlify | netlify.app netlifyglobalcdn.com header:server=Netlify header:x-nf-
heroku.com | Heroku | herokuapp.com herokudns.com header:via=1.1_vegur
pages.github.com | GitHub Pages | github.io header:server=GitHub.com
pantheon.io | Pantheon | pantheonsite.io header:x-pantheon-
fly.io | Fly.io | fly.dev header:server=Fly
imgix.com | imgix | imgix.net
cloudinary.com | Cloudinary | res.cloudinary.com
jsdelivr.com | jsDelivr | jsdelivr.net alias:jsdelivr.net
# mail and work
workspace.google.com | Google Workspace | aspmx.l.google.com googlemail.com _spf.google.com alias:gsuite.google.com
microsoft365.com | Microsoft 365 | mail.protection.outlook.com spf.protection.outlook.com mx.microsoft alias:office.com alias:office365.com txt:MS=ms
proofpoint.com | Proofpoint | pphosted.com ppe-hosted.com
mimecast.com | Mimecast | _netblocks.mimecast.com
sendgrid.com | SendGrid | sendgrid.net alias:sendgrid.net
mailgun.com | Mailgun | mailgun.org alias:mailgun.org
postmarkapp.com | Postmark | mtasv.net
sparkpost.com | SparkPost | sparkpostmail.com
amazonses.com | Amazon SES | alias:ses.amazonaws.com txt:amazonses:
fastmail.com | Fastmail | messagingengine.com
docusign.com | DocuSign | docusign.net txt:docusign=
atlassian.com | Atlassian | atlassian.net txt:atlassian-domain-verification=
slack.com | Slack | slack-edge.com txt:slack-domain-verification=
notion.so | Notion | notion.site alias:notion.com txt:notion-domain-verification=
zoom.us | Zoom | zoom.com alias:zoom.com txt:ZOOM_verify_
dropbox.com | Dropbox | txt:dropbox-domain-verification=
asana.com | Asana | txt:asana-domain-verification=
miro.com | Miro | txt:miro-verification=
okta.com | Okta | oktacdn.com
auth0.com | Auth0 | cdn.auth0.com
onepassword.com | 1Password | alias:1password.com txt:1password-site-verification=
knowbe4.com | KnowBe4 | txt:knowbe4-site-verification=
greenhouse.io | Greenhouse |
lever.co | Lever |
ashbyhq.com | Ashby |
workable.com | Workable |
teamtailor.com | Teamtailor | teamtailor-cdn.com
personio.com | Personio | personio.de alias:personio.de
bamboohr.com | BambooHR |
`;
