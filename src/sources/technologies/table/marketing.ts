/** Marketing automation, mail senders, forms, pop-ups, landing pages. How a line is written: `readTable` in ../catalogue.ts. */
export const MARKETING = `
# marketing automation
hubspot.com | HubSpot; HubSpot Analytics; HubSpot Forms; HubSpot Chat; HubSpot Marketing Hub | hs-scripts.com hs-analytics.net hsforms.net hsforms.com hscollectedforms.net hsadspixel.net hsleadflows.net hscta.net usemessages.com hubspotusercontent.com hubspotusercontent-na1.net hubspotusercontent-eu1.net hubspotusercontent00.net hubspotusercontent10.net hubspotusercontent20.net hubspotusercontent30.net hubspotusercontent40.net hs-banner.com hubspotemail.net sites.hubspot.net hs-sites.com hubspotpagebuilder.com hubspotlinks.com hsappstatic.net hubapi.com js:_hsq js:hbspt.forms js:hbspt.cta js:hubspotforms class:hs-cta- class:hs_cos_wrapper class:hbspt-form class:hs-form id:hs-script-loader id:hs-analytics cookie:hubspotutk cookie:__hs txt:hubspot-developer-verification= generator:hubspot img:track.hubspot.com spf:hubspotemail.net
hubspot.com/cms | HubSpot CMS Hub; HubSpot Content Hub | - generator:hubspot /hs-fs/ /hubfs/ /_hcms/ /hs/hsstatic/ header:x-hs- header:x-powered-by=hubspot class:hs_cos_wrapper needs:hubspot.com alias:cms.hubspot.com
marketo.com | Marketo; Adobe Marketo Engage; Marketo Engage | marketo.net munchkin.marketo.net mktoweb.com mktorest.com mktossl.com mktoresp.com mktocdn.com js:munchkin js:mktoforms2 id:mktoform_ class:mktoform cookie:_mkto_trk mktomail.com spf:mktomail.com alias:adobe.com/marketo
pardot.com | Salesforce Marketing Cloud Account Engagement; Pardot; Account Engagement | go.pardot.com pi.pardot.com cdn.pardot.com js:piaid js:picid js:pihostname js:pitracker file:pd cookie:visitor_id~ cookie:pardot! txt:pardot~ spf:pardot.com spf:_spf.salesforce.com?
eloqua.com | Oracle Eloqua; Eloqua | en25.com s.eloqua.com js:_elqq js:elqq js:elqcurespo cookie:eloqua cookie:elqstatus attr:elq-
responsys.com | Oracle Responsys; Responsys | rsys2.com rsys5.net rsys3.com
marketingcloud.com | Salesforce Marketing Cloud; ExactTarget | - exacttarget.com igodigital.com exct.net sfmc-content.com js:_etmc cl.exct.net spf:cust-spf.exacttarget.com spf:exacttarget.com alias:exacttarget.com
acoustic.com | Acoustic; Silverpop; IBM Watson Campaign Automation | mkt51.net mkt61.net pages02.net pages03.net pages04.net pages05.net sc.pages cdn.pages silverpop.com meta:com.silverpop.brandeddomains
act-on.com | Act-On | actonsoftware.com actonservice.com js:acton class:aoform
mautic.org | Mautic | /mtc.js /mautic/ js:mauticobject js:mt('send' js:mautictrackingobject
activecampaign.com | ActiveCampaign | trackcmp.net activehosted.com emsd1.com js:vgoalias js:trackcmp_url class:_form_~
mailchimp.com | Mailchimp | list-manage.com chimpstatic.com mcsv.net rsgsv.net eepurl.com mc.us js:mc4wp js:$mcj js:fnames class:mc4wp-form id:mc_embed_ id:mc-embedded-subscribe servers.mcsv.net spf:servers.mcsv.net /wp-content/plugins/mailchimp-for-wp/ /wp-content/plugins/mailchimp-for-woocommerce/
klaviyo.com | Klaviyo | static.klaviyo.com static-tracking.klaviyo.com a.klaviyo.com js:_learnq js:klaviyo class:klaviyo- cookie:__kla_id txt:klaviyo-site-verification= klaviyomail.com
brevo.com | Brevo; Sendinblue | sendinblue.com sibautomation.com sibforms.com cdn.brevo.com js:sendinblue class:sib-form spf:sendinblue.com spf:spf.brevo.com alias:sendinblue.com txt:brevo-code: txt:sendinblue-code:
customer.io | Customer.io | track.customer.io customeriomail.com assets.customer.io js:_cio cookie:_cio
braze.com | Braze; Appboy | braze.eu appboycdn.com js.appboycdn.com js:appboy js:braze.initialize
iterable.com | Iterable | js.iterable.com
kit.com | Kit; ConvertKit | f.convertkit.com convertkit.com app.kit.com ck.page js:_convertkit class:formkit- spf:spf.kit.com spf:convertkit.com alias:convertkit.com
mailerlite.com | MailerLite | mlcdn.com mlsend.com assets.mailerlite.com static.mailerlite.com js:ml_account js:ml('account' class:ml-embedded class:ml-form- spf:_spf.mlsend.com txt:mailerlite-domain-verification=
constantcontact.com | Constant Contact | ctctcdn.com js:_ctct_m class:ctct- spf:spf.constantcontact.com alias:ctct.com
drip.com | Drip | getdrip.com js:_dcq alias:getdrip.com
omnisend.com | Omnisend | omnisnippet1.com omnisrc.com js:omnisend.push
getresponse.com | GetResponse | gr-cdn.com us-an.gr-cdn.com getresponse360.com gr-wcon.com
campaignmonitor.com | Campaign Monitor | createsend.com createsend1.com js.createsend1.com cmail1.com class:js-cm-form spf:cmail1.com alias:createsend.com
aweber.com | AWeber | forms.aweber.com analytics.aweber.com class:af-form
moosend.com | Moosend | cdn.stat-track.com
sendpulse.com | SendPulse | web.webpushs.com login.sendpulse.com static-login.sendpulse.com
emarsys.com | Emarsys; SAP Emarsys | scarabresearch.com cdn.scarabresearch.com recommender.scarabresearch.com js:scarabqueue js:wpemarsys
dotdigital.com | Dotdigital; dotmailer | dotmailer.com dotdigital-pages.com trackedlink.net dmtrk.net r1.dotdigital r1-t.trackedlink.net alias:dotmailer.com
bluecore.com | Bluecore | triggermail.io js:triggermail
listrak.com | Listrak | listrakbi.com js:_ltk
cordial.com | Cordial | cordial.io track.cordial.io
zaius.com | Optimizely Data Platform; Zaius | - d1igp3oop3iho5.cloudfront.net js:zaius
sailthru.com | Sailthru | ak.sail-horizon.com sail-horizon.com js:sailthru
ometria.com | Ometria | cdn.ometria.com js:ometria
rejoiner.com | Rejoiner | cdn.rejoiner.com
sharpspring.com | SharpSpring; Constant Contact Lead Gen | marketingautomation.services js:_ss_noform js:__ss
infusionsoft.com | Keap; Infusionsoft | infusionsoft.app keap.app js:infusionsoft alias:keap.com
ontraport.com | Ontraport | optassets.ontraport.com forms.ontraport.com
vero.co | Vero | d3qxef4rp70elm.cloudfront.net getvero.com
ortto.com | Ortto; Autopilot | autopilothq.com autopilotapp.com cdn2l.ink alias:autopilothq.com
encharge.io | Encharge |
userlist.com | Userlist |
loops.so | Loops | app.loops.so
beehiiv.com | beehiiv | embeds.beehiiv.com
substack.com | Substack | substackcdn.com substackapi.com
buttondown.com | Buttondown | buttondown.email alias:buttondown.email
flodesk.com | Flodesk | assets.flodesk.com js:fd('form'
cleverreach.com | CleverReach | eu.cleverreach.com
rapidmail.de | rapidmail | emailsys1a.net
newsletter2go.com | Newsletter2Go | static.newsletter2go.com
mailjet.com | Mailjet | app.mailjet.com mjt.lu spf:spf.mailjet.com
inxmail.com | Inxmail | inxserver.com
evalanche.com | Evalanche; SC-Networks | scnem.com scnem2.com
apsis.com | Apsis | apsis1.com apsisforms.com
rule.io | Rule |
spotler.com | Spotler | squeezely.tech mailplus.nl
adobe.com/campaign | Adobe Campaign; Neolane | - neolane.net campaign.adobe.com
salesmanago.com | SALESmanago | js:_smid app3.salesmanago.pl app2.salesmanago.pl salesmanago.pl
rdstation.com | RD Station | d335luupugsy2.cloudfront.net rdstation.com.br rdops.systems
gohighlevel.com | HighLevel; GoHighLevel; LeadConnector | leadconnectorhq.com msgsndr.com widgets.leadconnectorhq.com link.msgsndr.com filesafe.space stcdn.leadconnectorhq.com alias:leadconnectorhq.com
clickfunnels.com | ClickFunnels | cfcdn.com clickfunnels.com/assets class:elementbuilder? meta:cf:app_domain cdn.funnelytics?
unbounce.com | Unbounce | ubembed.com unbouncepages.com d9hhrg4mnvzow.cloudfront.net js:ub.page js:_ubaq class:lp-pom- link:unbouncepages.com
instapage.com | Instapage | pagedemo.co v.fastcdn.co heatmap-events-collector.instapage.com cdn.instapagemetrics.com
leadpages.com | Leadpages | leadpages.net lpages.co lpcontent.net js.center.io leadpages.io alias:leadpages.net js:leadpagesstaticjs
landingi.com | Landingi | assets.landingi.com
swipepages.com | Swipe Pages |
systeme.io | systeme.io | d1yei2z3i6k35z.cloudfront.net
kartra.com | Kartra | app.kartra.com
attentive.com | Attentive | attn.tv attentivemobile.com cdn.attn.tv js:__attentive
postscript.io | Postscript | sdk.postscript.io js:postscript
smsbump.com | Yotpo SMSBump; SMSBump | - d18eg7dreypte5.cloudfront.net
onesignal.com | OneSignal | cdn.onesignal.com js:onesignal
pushowl.com | PushOwl |
pushengage.com | PushEngage | clientcdn.pushengage.com
webpushr.com | Webpushr | cdn.webpushr.com
pushwoosh.com | Pushwoosh | cdn.pushwoosh.com
airship.com | Airship; Urban Airship | aswpsdkus.com urbanairship.com js:uaconfig
moengage.com | MoEngage | cdn.moengage.com js:moengage_object
clevertap.com | CleverTap | clevertap-prod.com js:clevertap static.wizrocket.com wzrkt.com
webengage.com | WebEngage | ssl.widgets.webengage.com cdn.widgets.webengage.com js:webengage
netcorecloud.com | Netcore | cdnt.netcoresmartech.com netcoresmartech.com osjs.netcoresmartech.com js:smartech(
privy.com | Privy | widget.privy.com privymktg.com js:privy
justuno.com | Justuno | cdn.jst.ai my.jst.ai js:ju_num js:juapp
optinmonster.com | OptinMonster | a.omappapi.com a.optmnstr.com a.opmnstr.com omappapi.com a.optnmstr.com js:om_loaded /wp-content/plugins/optinmonster/
optimonk.com | OptiMonk | onsite.optimonk.com js:_omtrk
sumo.com | Sumo; SumoMe | load.sumo.com load.sumome.com js:data-sumo attr:data-sumo
wisepops.com | Wisepops; WisePops | loader.wisepops.com wisepops.net js:wisepopsobject
sleeknote.com | Sleeknote | sleeknotecustomerscripts.sleeknote.com
poptin.com | Poptin | cdn.popt.in
hellobar.com | Hello Bar | my.hellobar.com
wunderkind.co | Wunderkind; BounceX | bouncex.net tag.bounceexchange.com wknd.ai tag.wknd.ai cdnbasket.net alias:bounceexchange.com
octaneai.com | Octane AI | app.octaneai.com
getsitecontrol.com | Getsitecontrol | widgets.getsitecontrol.com l.getsitecontrol.com
convertflow.com | ConvertFlow | js.convertflow.co app.convertflow.co
convertbox.com | ConvertBox | cdn.convertbox.com
thriveleads.com | Thrive Leads; Thrive Architect; Thrive Themes | - /wp-content/plugins/thrive-leads/ /wp-content/plugins/thrive-visual-editor/ class:thrv_ class:tve_ needs:wordpress.org alias:thrivethemes.com
addthis.com | AddThis | s7.addthis.com js:addthis_config
sharethis.com | ShareThis | platform-api.sharethis.com w.sharethis.com
addtoany.com | AddToAny | static.addtoany.com class:a2a_
shareaholic.com | Shareaholic | cdn.shareaholic.net dsms0mj1bbhn4.cloudfront.net
sprinklr.com | Sprinklr | prod-live-chat.sprinklr.com
hootsuite.com | Hootsuite | inside
bufferapp.com | Buffer | inside alias:buffer.com
sproutsocial.com | Sprout Social | bambu.sproutsocial.com~ inside
# mail senders
sendgrid.com | SendGrid; Twilio SendGrid | - sendgrid.net spf:sendgrid.net alias:sendgrid.net
mailgun.com | Mailgun | - mailgun.org spf:mailgun.org alias:mailgun.org
mandrill.com | Mandrill; Mailchimp Transactional | - mandrillapp.com spf:spf.mandrillapp.com
postmarkapp.com | Postmark | mtasv.net spf:spf.mtasv.net
sparkpost.com | SparkPost; Bird Email | sparkpostmail.com spf:sparkpostmail.com
amazonses.com | Amazon SES; Simple Email Service | spf:amazonses.com txt:amazonses: alias:ses.amazonaws.com needs:aws.amazon.com
resend.com | Resend | spf:resend.com
mailersend.com | MailerSend | mailersend.net spf:spf.mailersend.net
smtp2go.com | SMTP2GO | spf:spf.smtp2go.com
elasticemail.com | Elastic Email | spf:_spf.elasticemail.com
socketlabs.com | SocketLabs | spf:email-od.com
smtp.com | SMTP.com | spf:_spf.smtp.com -
instantly.ai | Instantly | inside
lemlist.com | lemlist | inside link:app.lemlist.com
mailshake.com | Mailshake | inside
# forms
typeform.com | Typeform | embed.typeform.com attr:data-tf- class:typeform- link:typeform.com
jotform.com | Jotform; JotForm | jotfor.ms js:jotform class:jotform- cdn.jotfor.ms
formstack.com | Formstack |
wufoo.com | Wufoo |
gravityforms.com | Gravity Forms | - /wp-content/plugins/gravityforms/ class:gform_ id:gform_ needs:wordpress.org
wpforms.com | WPForms | - /wp-content/plugins/wpforms/ /wp-content/plugins/wpforms-lite/ class:wpforms- needs:wordpress.org
contactform7.com | Contact Form 7 | - /wp-content/plugins/contact-form-7/ class:wpcf7 needs:wordpress.org
ninjaforms.com | Ninja Forms | - /wp-content/plugins/ninja-forms/ class:nf-form-cont needs:wordpress.org
formidableforms.com | Formidable Forms | - /wp-content/plugins/formidable/ class:frm_forms needs:wordpress.org
fluentforms.com | Fluent Forms | - /wp-content/plugins/fluentform/ class:fluentform needs:wordpress.org
formspree.io | Formspree |
usebasin.com | Basin | 
tally.so | Tally |
paperform.co | Paperform |
fillout.com | Fillout | server.fillout.com
123formbuilder.com | 123FormBuilder; 123 Form Builder | form.123formbuilder.com
cognitoforms.com | Cognito Forms |
formassembly.com | FormAssembly | tfaforms.net tfaforms.com
docs.google.com/forms | Google Forms | - link:forms.gle?
forms.office.com | Microsoft Forms | - forms.microsoft.com
zohoforms.com | Zoho Forms | - forms.zohopublic.com forms.zoho.com forms.zoho.eu
heyflow.com | Heyflow | assets.heyflow.app heyflow.app heyflow.id
perspective.co | Perspective Funnels |
surveymonkey.com | SurveyMonkey; Momentive | widget.surveymonkey.com research.net
qualtrics.com | Qualtrics | siteintercept.qualtrics.com js:qsi
medallia.com | Medallia; Kampyle | nebula-cdn.kampyle.com kampyle.com resources.digital-cloud.medallia.com js:kampyle
getfeedback.com | GetFeedback; Usabilla | w.usabilla.com usabilla.com js:usabilla_live alias:usabilla.com
delighted.com | Delighted | d2yyd1h5u9mauk.cloudfront.net js:delighted
survicate.com | Survicate | survey.survicate.com js:_sva surveys-static.survicate.com
refiner.io | Refiner | js.refiner.io
sprig.com | Sprig; UserLeap | cdn.sprig.com cdn.userleap.com js:userleap
qualaroo.com | Qualaroo | cl.qualaroo.com js:_kiq
foresee.com | ForeSee; Verint Experience | gateway.foresee.com gateway.verintcloud.com answerscloud.com 4seeresults.com
uservoice.com | UserVoice | widget.uservoice.com by2.uservoice.com js:uservoice
canny.io | Canny | sdk.canny.io canny-assets.io
featurebase.app | Featurebase | do.featurebase.app
beamer.com | Beamer | app.getbeamer.com getbeamer.com js:beamer_config alias:getbeamer.com
headwayapp.co | Headway | cdn.headwayapp.co
launchnotes.com | LaunchNotes |
outgrow.co | Outgrow | dyv6f9ner1ir9.cloudfront.net
involve.me | involve.me |
tryinteract.com | Interact Quiz | 
ceros.com | Ceros | view.ceros.com
foleon.com | Foleon |
turtl.co | Turtl | app-static.turtl.co
issuu.com | Issuu | e.issuu.com
gleam.io | Gleam | widget.gleamjs.io gleamjs.io
woobox.com | Woobox |
rafflepress.com | RafflePress | - /wp-content/plugins/rafflepress/ needs:wordpress.org
`;
