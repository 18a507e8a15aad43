/** CRM, chat, support, scheduling, knowledge bases, identity. How a line is written: `readTable` in ../catalogue.ts. */
export const SALES = `
# CRM and sales
salesforce.com | Salesforce; Salesforce CRM; Sales Cloud | webto.salesforce.com salesforce.com/servlet force.com salesforce-sites.com my.salesforce.com my.site.com lightning.force.com js:embeddedservice? spf:_spf.salesforce.com~ link:my.site.com inside
service.salesforce.com | Salesforce Service Cloud; Salesforce Live Agent; Service Cloud | - salesforceliveagent.com service.force.com salesforce-scrt.com js:embedded_svc js:embeddedservice_bootstrap js:liveagent.init alias:desk.com
dynamics.microsoft.com | Microsoft Dynamics 365; Dynamics 365 Customer Insights | - dynamics.com mktdplp102.com svc.dynamics.com public-eur.mkt.dynamics.com mkt.dynamics.com attr:data-form-block-id~ inside
clickdimensions.com | ClickDimensions | analytics.clickdimensions.com
pipedrive.com | Pipedrive; Pipedrive LeadBooster | leadbooster-chat.pipedrive.com pipedriveassets.com webforms.pipedrive.com pipedrivewebforms.com js:leadbooster js:pipedriveleadbooster txt:pipedrive- inside
zoho.com | Zoho; Zoho CRM | zohopublic.com zohocdn.com zoho.eu zohomail.com crm.zoho.com crm.zohopublic.com js:wf_? spf:zoho.com? alias:zoho.eu txt:zoho-verification=
salesiq.zoho.com | Zoho SalesIQ | - salesiq.zoho.eu salesiq.zohopublic.com salesiq.zohopublic.eu js:$zoho.salesiq cookie:zsiq
pagesense.zoho.com | Zoho PageSense | - cdn.pagesense.io pagesense.io js:zpagesense
freshworks.com | Freshworks; Freshsales; Freshworks CRM | freshsales.io fwcdn1.com fwcdn2.com freshworks.com/crm js:fwcrm js:fworks
close.com | Close; Close CRM | inside
copper.com | Copper | inside
insightly.com | Insightly | crm.na1.insightly.com inside
sugarcrm.com | SugarCRM | inside
monday.com | monday.com; monday CRM | forms.monday.com txt:monday-com-verification= inside
creatio.com | Creatio | webtracking.creatio.com webtracking-v01.creatio.com inside
bitrix24.com | Bitrix24 | bitrix24.ru bitrix24.eu cdn.bitrix24.com cdn.bitrix24.ru js:b24form js:bx24
amocrm.com | Kommo; amoCRM | gso.amocrm.com gso.kommo.com forms.amocrm.ru alias:kommo.com
salesloft.com | Salesloft | scout-cdn.salesloft.com scout.salesloft.com txt:salesloft inside
outreach.io | Outreach | txt:outreach? inside
apollo.io | Apollo; Apollo.io | assets.apollo.io js:trackingfunctions.onload inside
gong.io | Gong | inside
clari.com | Clari | inside
chorus.ai | Chorus | inside
highspot.com | Highspot | inside
seismic.com | Seismic | inside
showpad.com | Showpad | inside
mindtickle.com | Mindtickle | inside
lusha.com | Lusha | inside
cognism.com | Cognism | inside
clay.com | Clay | inside
attio.com | Attio | inside
vidyard.com | Vidyard | play.vidyard.com cdn.vidyard.com embed.vidyard.com
docusign.com | DocuSign; Docusign | docusign.net txt:docusign= inside
pandadoc.com | PandaDoc | inside
proposify.com | Proposify | inside
dealhub.io | DealHub | inside
qualified.com | Qualified | js.qualified.com js:qualifiedobject js:qualified(
drift.com | Drift; Salesloft Drift | driftt.com js.driftt.com js:drift.load js:drift.snippet_version cookie:driftt_ cookie:drift_
chilipiper.com | Chili Piper | js.chilipiper.com js:chilipiper link:chilipiper.com
default.com | Default | import-cdn.default.com js:__default__
revenuehero.io | RevenueHero | assets.revenuehero.io app.revenuehero.io js:revenuehero
# support and chat
zendesk.com | Zendesk | zdassets.com ekr.zdassets.com static.zdassets.com js:zesettings js:zembed id:ze-snippet txt:zendeskverification= link:zendesk.com spf:mail.zendesk.com~
zopim.com | Zendesk Chat; Zopim | v2.zopim.com js:$zopim cookie:__zlcmid
intercom.com | Intercom | intercom.io intercomcdn.com intercomassets.com intercom.help custom.intercom.help intercom-mail.com js:intercomsettings js:intercom('boot' js:intercom("boot" class:intercom- cookie:intercom- alias:intercom.io
helpscout.com | Help Scout | beacon-v2.helpscout.net helpscout.net helpscoutdocs.com js:beacon('init' js:beacon("init" alias:helpscout.net
freshdesk.com | Freshdesk | link:freshdesk.com widget.freshworks.com js:freshwidget js:freshworkswidget euc-widget.freshworks.com
freshchat.com | Freshchat | wchat.freshchat.com wchat.eu.freshchat.com js:fcwidget
crisp.chat | Crisp; Crisp Live Chat | client.crisp.chat crisp.help js:crisp_website_id js:$crisp cookie:crisp-client
livechat.com | LiveChat | livechatinc.com cdn.livechatinc.com js:__lc.license js:__lc cookie:__lc_ alias:livechatinc.com
tawk.to | tawk.to; Tawk.to | embed.tawk.to js:tawk_api js:tawk_loadstart
olark.com | Olark | static.olark.com js:olark.identify js:olark( cookie:olfsk
gorgias.com | Gorgias | gorgias.chat gorgias.io config.gorgias.chat config.gorgias.io id:gorgias-chat js:gorgiaschat js:gorgias
kustomer.com | Kustomer | cdn.kustomerapp.com kustomerapp.com kustomer.support
front.com | Front; Front Chat | frontapp.com chat-assets.frontapp.com frontapplication.com js:frontchat alias:frontapp.com
gladly.com | Gladly | cdn.gladly.com js:gladly.init
tidio.com | Tidio | tidio.co tidiochat.com code.tidio.co js:tidiochatapi alias:tidio.co
userlike.com | Userlike; Lime Connect | userlike-cdn-widgets.s3-eu-west-1.amazonaws.com js:userlike
liveperson.com | LivePerson | liveperson.net lptag.liveperson.net lpsnmedia.net lpcdn.lpsnmedia.net js:lptag
jivochat.com | JivoChat; Jivo | code.jivosite.com jivosite.com code.jivo.ru alias:jivo.ru
smartsupp.com | Smartsupp | smartsuppchat.com js:_smartsupp
purechat.com | Pure Chat | app.purechat.com
chatra.com | Chatra | call.chatra.io chatra.io js:chatraid
chatwoot.com | Chatwoot | js:chatwootsdk js:chatwootsettings app.chatwoot.com
ada.cx | Ada | static.ada.support ada.support js:adasettings js:adaembed attr:data-handle? alias:ada.support
ultimate.ai | Ultimate.ai |
forethought.ai | Forethought | solve-widget.forethought.ai
botpress.com | Botpress | cdn.botpress.cloud mediafiles.botpress.cloud files.bpcontent.cloud
landbot.io | Landbot | cdn.landbot.io static.landbot.io
manychat.com | ManyChat | widget.manychat.com mccdn.me
voiceflow.com | Voiceflow | cdn.voiceflow.com
chatbase.co | Chatbase |
collect.chat | Collect.chat |
acquire.io | Acquire |
snapengage.com | SnapEngage | storage.googleapis.com/code.snapengage.com code.snapengage.com js:snapengage
comm100.com | Comm100 | vue.comm100.com chatserver.comm100.com comm100vue.com
live2support.com | ProProfs Chat | - proprofschat.com
clickdesk.com | ClickDesk |
helpcrunch.com | HelpCrunch | widget.helpcrunch.com js:helpcrunch
re-amaze.com | Re:amaze; Reamaze | cdn.reamaze.com reamaze.com js:_support alias:reamaze.com
richpanel.com | Richpanel | api.richpanel.com cdn.richpanel.com
dixa.com | Dixa | messenger.dixa.io js:_dixa
trengo.com | Trengo | static.widget.trengo.eu
respond.io | respond.io | cdn.respond.io
sendbird.com | Sendbird | aichatbot.sendbird.com
genesys.com | Genesys; Genesys Cloud | apps.mypurecloud.com mypurecloud.com apps.mypurecloud.ie js:_genesys js:genesys(
five9.com | Five9 | live-chat.five9.com app.five9.com app-scl.five9.com
nice.com | NICE CXone; inContact | home-c2.incontact.com niceincontact.com web-modules-de-na1.niceincontact.com cxone.com js:cxone
twilio.com | Twilio; Twilio Flex | media.twiliocdn.com twiliocdn.com assets.flex.twilio.com
ujet.cx | UJET | websdk.ujet.co
gupshup.io | Gupshup |
elev.io | Elevio | cdn.elev.io
guru.com | Guru | inside alias:getguru.com
document360.com | Document360 | cdn.document360.io document360.io
helpjuice.com | Helpjuice | static.helpjuice.com
gitbook.com | GitBook | gitbook.io hosting.gitbook.io gitbook.space generator:gitbook
readme.com | ReadMe | readme.io readmessl.com cdn.readme.io alias:readme.io
mintlify.com | Mintlify | mintlify.app mintcdn.com cname.mintlify.app generator:mintlify
statuspage.io | Atlassian Statuspage; Statuspage | stspg-customer.com stspg.io txt:status-page-domain-verification= link:statuspage.io
betterstack.com | Better Stack; Better Uptime | uptime.betterstack.com statuspage.betteruptime.com link:betteruptime.com link:betterstack.com alias:betteruptime.com
instatus.com | Instatus | link:instatus.com
status.io | Status.io | statuspage.status.io
discourse.org | Discourse | discourse.cloud hosted-by-discourse.com generator:discourse
khoros.com | Khoros; Lithium | lithium.com lithcloud.com
vanilla.higherlogic.com | Higher Logic Vanilla; Vanilla Forums | - vanillacommunity.com vanillaforums.com
insided.com | Gainsight CC; inSided |
gainsight.com | Gainsight PX; Gainsight | web-sdk.aptrinsic.com web-sdk-eu.aptrinsic.com aptrinsic.com js:aptrinsic
totango.com | Totango | inside
churnzero.com | ChurnZero | churnzero.net js:churnzero
# scheduling
calendly.com | Calendly | assets.calendly.com class:calendly- js:calendly.init txt:calendly-site-verification= link:calendly.com
cal.com | Cal.com | app.cal.com attr:data-cal-link js:cal("init" js:cal('init' link:cal.com
acuityscheduling.com | Acuity Scheduling | app.acuityscheduling.com embed.acuityscheduling.com link:acuityscheduling.com app.squarespacescheduling.com
savvycal.com | SavvyCal | embed.savvycal.com link:savvycal.com
simplybook.me | SimplyBook.me | widget.simplybook.me widget.simplybook.it
setmore.com | Setmore | my.setmore.com
youcanbook.me | YouCanBookMe |
oncehub.com | OnceHub; ScheduleOnce | cdn.oncehub.com scheduleonce.com
appointlet.com | Appointlet | appointlet.net
bookingbug.com | JRNI; BookingBug |
timify.com | TIMIFY | widget.timify.com
zcal.co | zcal |
meetings.hubspot.com | HubSpot Meetings | - meetings.hubspot.com/embed static.hsappstatic.net/meetingsembed needs:hubspot.com link:meetings.hubspot.com
zocdoc.com | Zocdoc | - offsiteschedule.zocdoc.com
nexhealth.com | NexHealth |
housecallpro.com | Housecall Pro | online-booking.housecallpro.com client.housecallpro.com
servicetitan.com | ServiceTitan | static.servicetitan.com embed.scheduler.servicetitan.com scheduleengine.net webscheduler.co
getjobber.com | Jobber | clienthub.getjobber.com d3ey4dbjkt2f6s.cloudfront.net
# identity
okta.com | Okta | oktacdn.com okta.com/oauth2 global.oktacdn.com ok1static.oktacdn.com inside
auth0.com | Auth0 | cdn.auth0.com us.auth0.com eu.auth0.com file:auth0 js:auth0 file:auth0-spa-js inside
onelogin.com | OneLogin | inside
clerk.com | Clerk | clerk.accounts.dev js:__clerk attr:data-clerk- header:x-clerk-
stytch.com | Stytch | inside
descope.com | Descope | inside
accounts.google.com | Google Sign-in; Google Sign-In | - accounts.google.com/gsi apis.google.com/js/platform.js~ meta:google-signin-client_id class:g-signin2 id:g_id_onload
appleid.apple.com | Sign in with Apple; Apple Sign-in | - appleid.cdn-apple.com meta:appleid-signin-client-id
janrain.com | Akamai Identity Cloud; Janrain | janraincapture.com rpxnow.com
gigya.com | SAP Customer Data Cloud; Gigya | cdns.gigya.com cdns.eu1.gigya.com js:gigya
pingidentity.com | Ping Identity | inside
duo.com | Duo Security | txt:duo_sso_verification= inside
onepassword.com | 1Password | - alias:1password.com txt:1password-site-verification= inside
lastpass.com | LastPass | txt:lastpass-verification-code= inside
bitwarden.com | Bitwarden | inside
jumpcloud.com | JumpCloud | inside
fingerprint.com | Fingerprint; FingerprintJS | fpjscdn.net fpcdn.io api.fpjs.io js:fingerprintjs file:fingerprintjs
supabase.com | Supabase | supabase.co supabase.in
`;
