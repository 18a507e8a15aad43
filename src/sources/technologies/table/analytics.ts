/** Analytics, testing, personalisation, monitoring. How a line is written: `readTable` in ../catalogue.ts. */
export const ANALYTICS = `
# analytics
analytics.google.com | Google Analytics; GA4; Google Analytics 4; Universal Analytics; Google Analytics GA4 | - google-analytics.com googletagmanager.com/gtag/js?id=g- googletagmanager.com/gtag/js?id=ua- googletagmanager.com/gtag/js?id=gt- js:googleanalyticsobject js:_gaq.push js:ga('create' js:ga("create" js:gtag('config','g- js:gtag('config',+'g- js:gtag("config","g- js:gtag("config",+"g- js:gtag('config','ua- js:gtag('config',+'ua- js:gtag("config","ua- js:gtag("config",+"ua- js:monsterinsights_frontend js:exactmetrics_frontend cookie:_ga cookie:_gid meta:google-analytics alias:marketingplatform.google.com
segment.com | Segment; Twilio Segment | cdn.segment.com api.segment.io js:analytics.snippet_version js:analytics.load cookie:ajs_ alias:segment.io
mixpanel.com | Mixpanel | mxpnl.com js:mixpanel.init js:mixpanel.__sv cookie:mp_
amplitude.com | Amplitude; Amplitude Analytics | js:amplitude.getinstance js:amplitude.init js:amplitude.invoked cookie:amp_
heap.io | Heap | heapanalytics.com cdn.us.heap-api.com heap-api.com js:heap.load cookie:_hp2_ alias:heapanalytics.com
matomo.org | Matomo; Matomo Analytics; Piwik | matomo.cloud /matomo.js /piwik.js /matomo.php /piwik.php /js/container_ js:_paq js:_mtm cookie:_pk_ cookie:mtm_ alias:matomo.cloud alias:piwik.org
piwik.pro | Piwik PRO; Piwik PRO Core | containers.piwik.pro js:ppms js:sevendataslayer /ppms.js file:ppms cookie:stg_ alias:piwikpro.com
plausible.io | Plausible; Plausible Analytics | js:plausible.q js:window.plausible /js/plausible.js~ file:plausible~
usefathom.com | Fathom; Fathom Analytics | cdn.usefathom.com
posthog.com | PostHog | i.posthog.com js:posthog.init cookie:ph_
pendo.io | Pendo | cdn.pendo.io data.pendo.io js:pendo.initialize cookie:_pendo_
kissmetrics.io | Kissmetrics | js:_kmq cookie:km_
chartbeat.com | Chartbeat | js:_sf_async_config js:_cbq cookie:_chartbeat
parse.ly | Parse.ly | parsely.com id:parsely- meta:parsely- cookie:_parsely alias:parsely.com
simpleanalytics.com | Simple Analytics | simpleanalyticscdn.com scripts.simpleanalyticscdn.com queue.simpleanalyticscdn.com
rudderstack.com | RudderStack | rudderlabs.com js:rudderanalytics cookie:rl_ alias:rudderlabs.com
snowplow.io | Snowplow; Snowplow Analytics | js:globalsnowplownamespace cookie:_sp_id alias:snowplowanalytics.com
mparticle.com | mParticle | js:mparticle.config
tealium.com | Tealium; Tealium iQ; Tealium AudienceStream | tiqcdn.com tags.tiqcdn.com tealiumiq.com js:utag_data js:utag.link js:utag_cfg_ovrd file:utag cookie:utag_main
tagmanager.google.com | Google Tag Manager; GTM | - googletagmanager.com/gtm.js googletagmanager.com/ns.html js:gtm.start id:gtm-~
adobe.com/launch | Adobe Experience Platform Launch; Adobe Launch; Adobe Tags; Adobe Dynamic Tag Management; Adobe DTM | - adobedtm.com js:_satellite alias:launch.adobe.com
business.adobe.com | Adobe Analytics; Adobe Experience Cloud; Omniture; SiteCatalyst | - omtrdc.net 2o7.net sc.omtrdc.net file:appmeasurement file:s_code js:s_account cookie:s_cc cookie:s_vi cookie:amcv_ alias:omniture.com alias:analytics.adobe.com
audiencemanager.adobe.com | Adobe Audience Manager; Adobe Experience Platform Identity Service | - demdex.net cookie:demdex cookie:amcv_
target.adobe.com | Adobe Target | - tt.omtrdc.net file:mbox js:adobe.target js:mboxdefine id:at-body-style cookie:mbox
piano.io | Piano; Piano Analytics; AT Internet; Tinypass | tinypass.com xiti.com aticdn.net js:_ataq alias:atinternet.com
commandersact.com | Commanders Act; TagCommander | tagcommander.com commander1.com cdn.tagcommander.com js:tc_vars
yandex.ru | Yandex.Metrika; Yandex Metrica; Yandex Metrika | - mc.yandex.ru mc.yandex.com mc.webvisor.org cookie:_ym_ img:mc.yandex.ru/watch alias:metrika.yandex.ru alias:metrica.yandex.com
tongji.baidu.com | Baidu Tongji; Baidu Analytics | - hm.baidu.com js:_hmt
umeng.com | CNZZ; Umeng | cnzz.com s4.cnzz.com s9.cnzz.com
51.la | 51.LA | sdk.51.la
statcounter.com | StatCounter | c.statcounter.com js:sc_project
clicky.com | Clicky | getclicky.com static.getclicky.com js:clicky_site_ids
histats.com | Histats | s10.histats.com s4is.histats.com js:_hasync
gosquared.com | GoSquared | js:_gs(
woopra.com | Woopra | js:woopra
umami.is | Umami | cloud.umami.is file:umami attr:data-website-id~
usermaven.com | Usermaven | t.usermaven.com
goatcounter.com | GoatCounter | gc.zgo.at attr:data-goatcounter
pirsch.io | Pirsch | api.pirsch.io
countly.com | Countly | js:countly.q
etracker.com | etracker | etracker.de js:_etracker id:_etloader
econda.de | econda | econda-monitor.de
webtrekk.com | Mapp Intelligence; Webtrekk; Mapp | wt-eu02.net webtrekk.net mapp.com js:webtrekkv3 js:wtsmart
webtrends.com | Webtrends | webtrendslive.com s.webtrends.com
coremetrics.com | Acoustic Digital Analytics; IBM Coremetrics | js:cmsetclientid libs.coremetrics.com
contentking.com | ContentKing |
jetpack.com/stats | WordPress Stats; Jetpack Stats; Site Kit Stats | - stats.wp.com js:_stq img:pixel.wp.com
sitekit.withgoogle.com | Site Kit; Site Kit by Google | generator:site+kit+by+google /wp-content/plugins/google-site-kit/ needs:wordpress.org
monsterinsights.com | MonsterInsights | /wp-content/plugins/google-analytics-for-wordpress/ /wp-content/plugins/google-analytics-premium/ comment:this+site+uses+the+google+analytics+by+monsterinsights needs:wordpress.org
exactmetrics.com | ExactMetrics | /wp-content/plugins/google-analytics-dashboard-for-wp/ needs:wordpress.org
cloudflareinsights.com | Cloudflare Browser Insights; Cloudflare Web Analytics | - static.cloudflareinsights.com
vercel.com/analytics | Vercel Analytics; Vercel Speed Insights | - vercel-insights.com va.vercel-scripts.com /_vercel/insights/ /_vercel/speed-insights/ alias:vercel-insights.com
albacross.com | Albacross | js:_nqsv
leadfeeder.com | Leadfeeder; Dealfront | lfeeder.com js:ldfdr cookie:_lfa alias:dealfront.com
leadforensics.com | Lead Forensics | secure.leadforensics.com
leadinfo.com | Leadinfo | leadinfo.net cdn.leadinfo.net js:globalleadinfonamespace
visitorqueue.com | Visitor Queue | t.visitorqueue.com
snitcher.com | Snitcher | js:snitcher snid.snitcher.com
canddi.com | CANDDi | cdns.canddi.com
wowanalytics.co.uk | Wow Analytics; Lead Forensics WOW | t.wowanalytics.co.uk
salespanel.io | Salespanel |
getkoala.com | Koala | cdn.getkoala.com js:ko.identify
commonroom.io | Common Room | cdn.cr-relay.com
warmly.ai | Warmly | opps-widget.getwarmly.com
rb2b.com | RB2B | s3-us-west-2.amazonaws.com/b2bjsstore js:reb2b b2bjsstore.s3.us-west-2.amazonaws.com
factors.ai | Factors.ai | js:faitracker app.factors.ai
dreamdata.io | Dreamdata | cdn.dreamdata.cloud dreamdata.cloud
hockeystack.com | HockeyStack | cdn.jsdelivr.net/npm/hockeystack js:hockeystack
bizible.com | Adobe Marketo Measure; Bizible; Marketo Measure | cdn.bizible.com cdn.bizibly.com
6sense.com | 6sense | 6sc.co j.6sc.co js:_6si cookie:_6si
demandbase.com | Demandbase | company-target.com tag.demandbase.com
clearbit.com | Clearbit; Clearbit Reveal | clearbitjs.com clearbitscripts.com tag.clearbitscripts.com x.clearbitjs.com reveal.clearbit.com cookie:cb_
zoominfo.com | ZoomInfo; ZoomInfo WebSights | ws.zoominfo.com ws-assets.zoominfo.com js:_zi_fc js:zi.init js:_ziptag cookie:_zitok
bombora.com | Bombora | ml314.com
terminus.com | Terminus; DemandScience | d3dqyamsdzq0rv.cloudfront.net terminusplatform.com
n.rich | N.Rich | serve.nrich.ai nrich.io
g2.com | G2; G2 Crowd | g2crowd.com tracking.g2crowd.com tracking-api.g2.com
trendemon.com | TrenDemon | assets.trendemon.com
pathfactory.com | PathFactory | lookbookhq.com jukebox.pathfactory.com
uberflip.com | Uberflip | cdn.uberflip.com read.uberflip.com
# session replay
hotjar.com | Hotjar | hotjar.io js:_hjsettings cookie:_hj
fullstory.com | FullStory; Fullstory | edge.fullstory.com fullstory.com/s/fs.js js:_fs_org js:_fs_host cookie:fs_uid
mouseflow.com | Mouseflow | cdn.mouseflow.com js:_mfq cookie:mf_
crazyegg.com | Crazy Egg | script.crazyegg.com cookie:_ceg
clarity.microsoft.com | Microsoft Clarity; Clarity | - clarity.ms js:clarity.q cookie:_clck cookie:_clsk alias:clarity.ms
logrocket.com | LogRocket | lr-ingest.com lr-ingest.io lr-in.com lr-in-prod.com lr-intake.com js:logrocket.init cookie:_lr_
smartlook.com | Smartlook | rec.smartlook.com web-sdk.smartlook.com smartlook.cloud js:smartlook cookie:sl_c_
luckyorange.com | Lucky Orange | luckyorange.net tools.luckyorange.com js:__lo_cs_added js:__lo_site_id cookie:_lo_
inspectlet.com | Inspectlet | cdn.inspectlet.com js:__insp
sessioncam.com | SessionCam | d2oh4tlt9mrke9.cloudfront.net
contentsquare.com | Contentsquare; ContentSquare; Clicktale | contentsquare.net t.contentsquare.net js:_uxa clicktale.net clicktale.pantherssl.com cookie:_cs_
quantummetric.com | Quantum Metric | cdn.quantummetric.com js:quantummetricapi
glassbox.com | Glassbox | glassboxdigital.io js:_cls_config
decibelinsight.com | Medallia Experience Analytics; Decibel; Decibel Insight | decibelinsight.net js:decibelinsight cdn.decibelinsight.net
dynatrace.com | Dynatrace; Dynatrace RUM | js-cdn.dynatrace.com attr:data-dtconfig js:dt_ js:dtrum file:ruxitagentjs_icanvfgqrux cookie:dtcookie header:x-oneagent-js-injection header:server-timing=dtrpid
heatmap.com | heatmap | heatmap.com/log
zuko.io | Zuko | assets.zuko.io
uxcam.com | UXCam |
userpilot.com | Userpilot | js.userpilot.io userpilot.io js:userpilot
appcues.com | Appcues | fast.appcues.com js:appcuessettings
userflow.com | Userflow | js.userflow.com
chameleon.io | Chameleon | fast.trychameleon.com trychameleon.com
whatfix.com | Whatfix | cdn.whatfix.com
walkme.com | WalkMe | cdn.walkme.com playerserver.walkme.com js:_walkmeconfig js:_walkmewebworker
navattic.com | Navattic | js.navattic.com capture.navattic.com
storylane.io | Storylane | js.storylane.io app.storylane.io
arcade.software | Arcade | demo.arcade.software
supademo.com | Supademo | script.supademo.com app.supademo.com
reprise.com | Reprise | app.getreprise.com
walnut.io | Walnut | app.teamwalnut.com
productfruits.com | Product Fruits | app.productfruits.com
userguiding.com | UserGuiding | static.userguiding.com
# testing and personalisation
optimizely.com | Optimizely; Optimizely Web Experimentation | js:optimizely cdn.optimizely.com cookie:optimizely
vwo.com | VWO; Visual Website Optimizer | visualwebsiteoptimizer.com dev.visualwebsiteoptimizer.com js:_vwo_code js:_vwo_settings_timer id:vwocode cookie:_vwo cookie:_vis_opt
abtasty.com | AB Tasty | try.abtasty.com js:abtasty cookie:abtasty
convert.com | Convert; Convert Experiences | cdn-3.convertexperiments.com cdn-4.convertexperiments.com convertexperiments.com
kameleoon.com | Kameleoon | kameleoon.eu kameleoon.io js:kameleoonqueue js:kameleoonstartloadtime
optimize.google.com | Google Optimize | - googleoptimize.com js:dataLayer.hide? class:async-hide~
mutinyhq.com | Mutiny | mutinycdn.com client-registry.mutinycdn.com js:mutiny
dynamicyield.com | Dynamic Yield | cdn.dynamicyield.com st.dynamicyield.com js:dyid js:dy.recommendationcontext js:dy.scsec
intellimize.com | Intellimize | cdn.intellimize.co intellimize.co js:intellimize
omniconvert.com | Omniconvert | cdn.omniconvert.com js:_omni
freshmarketer.com | Freshmarketer | cdn.freshmarketer.com
split.io | Split | cdn.split.io
launchdarkly.com | LaunchDarkly | app.launchdarkly.com clientstream.launchdarkly.com events.launchdarkly.com js:launchdarkly js:ldclient
statsig.com | Statsig | statsigapi.net featureassets.org js:statsig prodregistryv2.org
growthbook.io | GrowthBook | cdn.growthbook.io js:growthbook_config
eppo.cloud | Eppo | fscdn.eppo.cloud alias:geteppo.com
configcat.com | ConfigCat | cdn-global.configcat.com
flagsmith.com | Flagsmith | edge.api.flagsmith.com
unleash.io | Unleash | getunleash.io alias:getunleash.io inside
kibocommerce.com | Kibo | cdn-tp3.mozu.com mozu.com
nosto.com | Nosto | connect.nosto.com class:nosto_element js:nostojs
bloomreach.com | Bloomreach; Exponea | brsrvr.com cdn.brcdn.com exponea.com api.exponea.com js:br_data js:exponea.start
useinsider.com | Insider; useInsider | api.useinsider.com js:insiderqueue
barilliance.com | Barilliance | barilliance.net js:__bc
clerk.io | Clerk.io | api.clerk.io cdn.clerk.io js:clerk('config' class:clerk
recombee.com | Recombee |
rebuyengine.com | Rebuy | cdn.rebuyengine.com js:rebuyconfig
visually.io | Visually | live.visually-io.com
shoplift.ai | Shoplift |
intelligems.io | Intelligems | cdn.intelligems.io
useproof.com | Proof | -
fomo.com | Fomo | load.fomo.com
nudgify.com | Nudgify | pixel.nudgify.com
provesrc.com | ProveSource | cdn.provesrc.com
trustpulse.com | TrustPulse | a.trstplse.com
evergage.com | Salesforce Personalization; Evergage; Salesforce Interaction Studio | evgnet.com cdn.evgnet.com cdn.evergage.com js:evergage
sitecore.com | Sitecore | /sitecore/shell/ /-/media/~ /~/media/~ cookie:sc_analytics_global_cookie! cookie:sc_ header:x-sitecore- id:sitecore js:sitecore~
# error monitoring
sentry.io | Sentry | sentry-cdn.com browser.sentry-cdn.com js.sentry-cdn.com js:sentry.init js:sentry.onload js:__sentry__ meta:sentry-trace meta:baggage~
bugsnag.com | Bugsnag | d2wy8f7a9ursnm.cloudfront.net js:bugsnag.start js:bugsnag(
rollbar.com | Rollbar | cdn.rollbar.com cdnjs.cloudflare.com/ajax/libs/rollbar.js js:_rollbarconfig js:rollbar.init
newrelic.com | New Relic | nr-data.net js-agent.newrelic.com js:nreum js:newrelic cookie:nreum
datadoghq.com | Datadog; Datadog RUM | datadoghq-browser-agent.com browser-intake-datadoghq.com js:dd_rum js:dd_logs cookie:_dd_s
raygun.com | Raygun | cdn.raygun.io raygun.io js:rg4js
trackjs.com | TrackJS | cdn.trackjs.com js:_trackjs js:trackjs
appdynamics.com | AppDynamics | cdn.appdynamics.com eum-appdynamics.com js:adrum-start-time js:adrum
speedcurve.com | SpeedCurve | cdn.speedcurve.com
mpulse.akamai.com | Akamai mPulse; Boomerang; SOASTA | - go-mpulse.net s.go-mpulse.net js:boomr_api_key js:boomr
pingdom.com | Pingdom; SolarWinds RUM | rum-static.pingdom.net js:_prum
elastic.co | Elastic APM; Elastic | file:elastic-apm-rum js:elasticapm
honeybadger.io | Honeybadger | js.honeybadger.io
airbrake.io | Airbrake |
instana.com | IBM Instana; Instana | eum.instana.io js:ineum
catchpoint.com | Catchpoint | js:rprofiler r.3gl.net
requestmetrics.com | Request Metrics | cdn.requestmetrics.com
highlight.io | Highlight | pub.highlight.run static.highlight.run
openreplay.com | OpenReplay | static.openreplay.com js:openreplay
`;
