/** Advertising, affiliate and consent technologies. How a line is written: `readTable` in ../catalogue.ts. */
export const ADVERTISING = `
# advertising
ads.google.com | Google Ads; Google AdWords; Google Ads Conversion Tracking | - googleadservices.com googletagmanager.com/gtag/js?id=aw- googleads.g.doubleclick.net/pagead/viewthroughconversion js:gtag('config','aw- js:gtag('config',+'aw- js:gtag("config","aw- js:gtag("config",+"aw- js:google_conversion_id img:www.googleadservices.com/pagead/conversion img:googleads.g.doubleclick.net/pagead/viewthroughconversion cookie:_gcl_
marketingplatform.google.com/about/campaign-manager-360 | Google Campaign Manager; DoubleClick Floodlight; DoubleClick Campaign Manager (DCM) | - fls.doubleclick.net ad.doubleclick.net/ddm googletagmanager.com/gtag/js?id=dc- js:gtag('config','dc- js:gtag('config',+'dc- img:ad.doubleclick.net/ddm
adsense.google.com | Google AdSense | - pagead2.googlesyndication.com js:adsbygoogle class:adsbygoogle meta:google-adsense-account alias:google.com/adsense
admanager.google.com | Google Ad Manager; Google Publisher Tag; DoubleClick for Publishers (DFP); GPT | - securepubads.g.doubleclick.net googletagservices.com js:googletag.cmd js:googletag.defineslot
facebook.com | Meta Pixel; Facebook Pixel; Meta; Facebook; Meta Ads | - connect.facebook.net/en_us/fbevents.js connect.facebook.net/signals js:fbq('init' js:fbq("init" js:fbevents.js img:facebook.com/tr img:www.facebook.com/tr connect.facebook.net? cookie:_fbp txt:facebook-domain-verification= alias:meta.com alias:business.facebook.com
developers.facebook.com | Facebook Login; Facebook SDK | - connect.facebook.net/en_us/sdk.js connect.facebook.net/en_gb/sdk.js connect.facebook.net/en_us/all.js js:fb.init facebook.com/plugins js:fbasyncinit
linkedin.com | LinkedIn Insight Tag; LinkedIn Ads; Linkedin Ads | - snap.licdn.com img:px.ads.linkedin.com px.ads.linkedin.com js:_linkedin_partner_id js:_linkedin_data_partner_ids alias:business.linkedin.com
ads.tiktok.com | TikTok Pixel; TikTok Ads; TikTok Analytics | - analytics.tiktok.com js:tiktokanalyticsobject js:ttq.load js:ttq.page cookie:_ttp alias:tiktok.com
ads.x.com | X Pixel; Twitter Ads; X Ads; Twitter Pixel | - static.ads-twitter.com analytics.twitter.com js:twq(' js:twq(" img:t.co/i/adsct img:analytics.twitter.com alias:ads.twitter.com
ads.pinterest.com | Pinterest Tag; Pinterest Ads; Pinterest Conversion Tag | - s.pinimg.com/ct img:ct.pinterest.com ct.pinterest.com js:pintrk cookie:_pin_unauth meta:p:domain_verify?
ads.microsoft.com | Microsoft Advertising; Bing Ads; Bing Universal Event Tracking; Microsoft Ads | - bat.bing.com js:uetq img:bat.bing.com cookie:_uetsid cookie:_uetvid alias:bingads.microsoft.com
ads.reddit.com | Reddit Pixel; Reddit Ads | - redditstatic.com/ads js:rdt('init' js:rdt("init" img:alb.reddit.com cookie:_rdt_uuid
quora.com | Quora Pixel; Quora Ads | - a.quora.com js:qp('init' js:qp("init" img:q.quora.com
ads.snapchat.com | Snap Pixel; Snapchat Ads | - sc-static.net/scevent js:snaptr img:tr.snapchat.com tr.snapchat.com
advertising.yahoo.com | Yahoo Advertising; Oath Dot Tags; Verizon Media DSP | - s.yimg.com/wi/ytc.js sp.analytics.yahoo.com
ads.yahoo.co.jp | Yahoo! JAPAN Ads; Yahoo! Japan Tag Manager | - s.yimg.jp yjtag.jp tagmanager.yahoo.co.jp
advertising.amazon.com | Amazon Ads; Amazon Advertising; Amazon Publisher Services | - amazon-adsystem.com js:apstag
criteo.com | Criteo | criteo.net js:criteo_q cookie:cto_
adroll.com | AdRoll; NextRoll | js:adroll_adv_id js:__adroll js:adroll cookie:__adroll
taboola.com | Taboola | js:_taboola js:_tfa cookie:t_gid
outbrain.com | Outbrain | outbrainimg.com js:obapi
thetradedesk.com | The Trade Desk | adsrvr.org js:ttdunivpixelapi cookie:tdid img:insight.adsrvr.org
rollworks.com | RollWorks |
stackadapt.com | StackAdapt | srv.stackadapt.com js:saq( img:tags.srv.stackadapt.com
xandr.com | Xandr; AppNexus; Microsoft Invest | adnxs.com js:pixie~ img:ib.adnxs.com alias:appnexus.com
simpli.fi | Simpli.fi | img:i.simpli.fi
choozle.com | Choozle |
basis.com | Basis; Centro; SiteScout | sitescout.com basis.net
mediamath.com | MediaMath | mathtag.com
quantcast.com | Quantcast; Quantcast Measure | quantserve.com quantcount.com js:_qevents cookie:__qca
lotame.com | Lotame; Lotame Crowd Control | crwdcntrl.net
liveramp.com | LiveRamp | rlcdn.com ats.rlcdn.com pippio.com
bluekai.com | Oracle BlueKai; Oracle Data Cloud | bkrtx.com addthis.com?
tapad.com | Tapad |
id5.io | ID5 | id5-sync.com
33across.com | 33Across | tynt.com
prebid.org | Prebid; Prebid.js | file:prebid js:pbjs.que js:pbjs.addadunits js:pbjs
pubmatic.com | PubMatic | ads.pubmatic.com
magnite.com | Magnite; Rubicon Project | rubiconproject.com
openx.com | OpenX | openx.net
indexexchange.com | Index Exchange | casalemedia.com
sovrn.com | Sovrn; Sovrn//Commerce; VigLink | lijit.com viglink.com js:vglnk
triplelift.com | TripleLift | 3lift.com
teads.com | Teads | teads.tv
sharethrough.com | Sharethrough |
equativ.com | Equativ; Smart AdServer | smartadserver.com sascdn.com
media.net | Media.net |
mediavine.com | Mediavine | scripts.mediavine.com
raptive.com | Raptive; AdThrive | adthrive.com ads.adthrive.com
ezoic.com | Ezoic | ezoic.net ezojs.com go.ezoic.net gatekeeperconsent.com js:ezstandalone
playwire.com | Playwire | intergient.com intergi.com
carbonads.net | Carbon Ads | cdn.carbonads.com
buysellads.com | BuySellAds | servedby-buysellads.com
monetate.com | Monetate; Kibo Personalization | monetate.net
adform.com | Adform | adform.net track.adform.net js:_adftrack
flashtalking.com | Flashtalking | d9.flashtalking.com
sizmek.com | Sizmek; Amazon Ad Server | serving-sys.com bs.serving-sys.com
innovid.com | Innovid |
doubleverify.com | DoubleVerify | cdn.doubleverify.com
integralads.com | Integral Ad Science | adsafeprotected.com
moat.com | Moat; Oracle Moat | moatads.com
comscore.com | comScore | scorecardresearch.com js:_comscore
nielsen.com | Nielsen | imrworldwide.com
adjust.com | Adjust |
appsflyer.com | AppsFlyer | onelink.me websdk.appsflyer.com js:af('pba'
branch.io | Branch | app.link cdn.branch.io js:branch.init
kochava.com | Kochava |
singular.net | Singular |
yandex.com | Yandex.Direct; Yandex Direct | - an.yandex.ru js:ya.context
kakao.com | Kakao Pixel; Kakao | - t1.daumcdn.net/adfit t1.daumcdn.net/kas developers.kakao.com t1.kakaocdn.net js:kakaopixel
naver.com | Naver Analytics; Naver Ads | - wcs.naver.net js:wcs_do js:wcs_add
line.me | LINE Tag; LINE Ads | - d.line-scdn.net js:_lt('init'
spotify.com | Spotify Ads; Spotify Pixel | - pixel.byspotify.com pixels.spotify.com
nextdoor.com | Nextdoor Ads | - ads.nextdoor.com js:ndp('init'
podsights.com | Podsights | pdst.fm js:pdst
podscribe.com | Podscribe | d34r8q7sht0t9k.cloudfront.net verifi.podscribe.com
tatari.tv | Tatari | js:tatari
mntn.com | MNTN; SteelHouse | dx.mountain.com dx.steelhousemedia.com px.mountain.com steelhousemedia.com px.steelhousemedia.com
vibe.co | Vibe | s.vibe.co js:vbpx
callrail.com | CallRail | js:callrail js:callrailphonetracking
invoca.com | Invoca | invocacdn.com js:invoca solutions.invocacdn.com
calltrackingmetrics.com | CallTrackingMetrics | tctm.co js:__ctm
whatconverts.com | WhatConverts | ksrndkehqnwntyxlhgto.com scripts.iconnode.com
infinity.co | Infinity Call Tracking | infinity-tracking.net infinity-tracking.com
ruleranalytics.com | Ruler Analytics |
hyros.com | Hyros | js:hyros
northbeam.io | Northbeam | js:northbeam
triplewhale.com | Triple Whale | triplewhale-pixel.web.app js:triplepixel js:triplepixeldata api.config-security.com conf.config-security.com
rockerbox.com | Rockerbox | getrockerbox.com
wickedreports.com | Wicked Reports | widget.wickedreports.com
elevar.io | Elevar | getelevar.com js:elevardatalayer js:elevargtmsuite
clickcease.com | ClickCease; CHEQ Essentials | cheqzone.com
lunio.ai | Lunio; PPC Protect | ppcprotect.com
fraudblocker.com | Fraud Blocker |
clickguard.com | ClickGUARD | io.clickguard.com
# affiliate
impact.com | Impact; Impact Radius | impactcdn.com impactradius-event.com js:ire('identify' js:ire('generateclickid' d.impactradius-event.com alias:impactradius.com meta:ir-site-verification-token meta:impact-site-verification
cj.com | CJ Affiliate; Commission Junction | - mczbf.com emjcd.com anrdoezrs.net dpbolvw.net js:cjapitag
awin.com | Awin; Affiliate Window | dwin1.com dwin2.com awin1.com zenaps.com
shareasale.com | ShareASale | shareasale-analytics.com dwin1.com/19038.js?
rakutenadvertising.com | Rakuten Advertising; LinkShare | rmtag.com tag.rmp.rakuten.com linksynergy.com js:rakutenranmid js:__rmuid
partnerstack.com | PartnerStack | js.partnerstack.com js:growsumo snippet.growsumo.com grsm.io
refersion.com | Refersion | js:_refersion js:refersion
tapfiliate.com | Tapfiliate | js:tapfiliateobject
rewardful.com | Rewardful | r.wdfl.co js:_rwq js:rewardful
firstpromoter.com | FirstPromoter | js:fpr('init'
goaffpro.com | GoAffPro | api.goaffpro.com
uppromote.com | UpPromote | secomapp.com/affiliate
leaddyno.com | LeadDyno |
tolt.io | Tolt | cdn.tolt.io
skimlinks.com | Skimlinks | skimresources.com
partnerize.com | Partnerize; Performance Horizon | prf.hn
everflow.io | Everflow; Everflow.io | js:ef.click js:ef.conversion
tune.com | TUNE; HasOffers | go2cloud.org
pepperjam.com | Pepperjam; Ascend by Partnerize | pjtra.com pjatr.com t.pepperjamnetwork.com
admitad.com | Admitad | artfut.com
tradedoubler.com | Tradedoubler | tbs.tradedoubler.com
tradetracker.com | TradeTracker | tradetracker.net js:tradetracker
sovendus.com | Sovendus |
digidip.net | digidip |
referralcandy.com | ReferralCandy |
friendbuy.com | Friendbuy | fbot.me js:friendbuy
mention-me.com | Mention Me | tag.mention-me.com
extole.com | Extole | extole.io
talkable.com | Talkable | js:talkable d2jjzw81hqbuqv.cloudfront.net
saasquatch.com | SaaSquatch; impact.com Advocate | fast.ssqt.io
viral-loops.com | Viral Loops | app.viral-loops.com
socialsnowball.io | Social Snowball |
superfiliate.com | Superfiliate |
aspire.io | Aspire; AspireIQ | aspireiq.com
grin.co | GRIN |
# consent
cookiebot.com | Cookiebot; Cookiebot CMP | consent.cookiebot.com consent.cookiebot.eu consentcdn.cookiebot.com id:cookiebot cookie:cookieconsent
onetrust.com | OneTrust; Optanon | cookielaw.org optanon.blob.core.windows.net onetrust.mgr.consensu.org js:optanonwrapper id:onetrust- class:optanon- class:ot-sdk-show-settings class:ot-sdk-cookie-policy cookie:optanonconsent
cookiepro.com | CookiePro | cookie-cdn.cookiepro.com
usercentrics.com | Usercentrics | usercentrics.eu id:usercentrics- cookie:uc_
iubenda.com | iubenda; Iubenda | js:_iub. class:iubenda- cookie:_iub_
cookieyes.com | CookieYes; Cookie Law Info | cdn-cookieyes.com id:cookieyes id:cky- class:cky- /wp-content/plugins/cookie-law-info/ id:cookie-law-info-bar
trustarc.com | TrustArc; TRUSTe | consent.trustarc.com consent.truste.com choices.truste.com choices.trustarc.com id:teconsent id:truste- alias:truste.com
osano.com | Osano | cmp.osano.com file:cookieconsent
cookie-script.com | Cookie Script; CookieScript | cdn.cookie-script.com
termly.io | Termly | app.termly.io
cookiefirst.com | CookieFirst | consent.cookiefirst.com
cookiehub.com | CookieHub | cookiehub.net cdn.cookiehub.eu js:cookiehub.load
didomi.io | Didomi | privacy-center.org sdk.privacy-center.org js:didomiconfig js:didomionready js:didomi
axept.io | Axeptio | static.axept.io js:axeptiosettings alias:axeptio.eu
consentmanager.net | consentmanager | delivery.consentmanager.net cdn.consentmanager.net js:cmp_id?
sourcepoint.com | Sourcepoint | sp-prod.net privacy-mgmt.com cdn.privacy-mgmt.com js:_sp_queue
quantcast.com/choice | Quantcast Choice; InMobi Choice | - quantcast.mgr.consensu.org cmp.quantcast.com cmp.inmobi.com
complianz.io | Complianz | /wp-content/plugins/complianz-gdpr/ /wp-content/plugins/complianz-gdpr-premium/ class:cmplz- needs:wordpress.org
borlabs.io | Borlabs Cookie | /wp-content/plugins/borlabs-cookie/ class:borlabs-cookie js:borlabscookie needs:wordpress.org
real-cookie-banner.com | Real Cookie Banner | /wp-content/plugins/real-cookie-banner/ /wp-content/plugins/real-cookie-banner-pro/ needs:wordpress.org alias:devowl.io
moove.agency | GDPR Cookie Compliance; Moove GDPR Consent | - /wp-content/plugins/gdpr-cookie-compliance/ id:moove_gdpr
cookie-notice.com | Cookie Notice; Hu-manity.co | /wp-content/plugins/cookie-notice/ cdn.hu-manity.co id:cookie-notice~ alias:hu-manity.co
civicuk.com | Civic Cookie Control | cc.cdn.civiccomputing.com js:cookiecontrol.load
securiti.ai | Securiti | cdn-prod.securiti.ai cdn.securiti.ai
ketch.com | Ketch | global.ketchcdn.com ketchcdn.com js:ketch(
transcend.io | Transcend | transcend-cdn.com cdn.transcend.io file:airgap
enzuzo.com | Enzuzo | app.enzuzo.com
pandectes.io | Pandectes | id:pandectes
ensighten.com | Ensighten | nexus.ensighten.com
crownpeak.com | Crownpeak; Evidon | evidon.com c.evidon.com js:evidon
tarteaucitron.io | tarteaucitron.js; tarteaucitron | file:tarteaucitron js:tarteaucitron.init
klaro.org | Klaro; Klaro! | file:klaro js:klaroconfig alias:kiprotect.com
orestbida.com | CookieConsent | - file:cookieconsent~ id:cc-main js:cookieconsent.run
hs-banner.com | HubSpot Cookie Policy Banner | 
cookieinformation.com | Cookie Information | policy.app.cookieinformation.com
ccm19.de | CCM19 | ccm19.com file:ccm19
illow.io | illow |
getterms.io | GetTerms |
userway.org | UserWay | cdn.userway.org js:_userway_config alias:userway.com
accessibe.com | accessiBe; AccessiBe | acsbapp.com acsbap.com js:acsbjs.init js:acsbjs
audioeye.com | AudioEye | wsmcdn.audioeye.com js:audioeye
equalweb.com | EqualWeb | cdn.equalweb.com js:interdeal
recite.me | ReciteMe; Recite Me | api.reciteme.com alias:reciteme.com
levelaccess.com | Level Access; eSSENTIAL Accessibility | essentialaccessibility.com levelaccess.net
eye-able.com | Eye-Able | cdn.eye-able.com js:eyeableconfig
`;
