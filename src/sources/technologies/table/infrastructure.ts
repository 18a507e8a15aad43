/**
 * Hosting, CDN, security, DNS. Files of one customer are loaded by sites of others, so in sections marked `served` a host
 * proves something only in the site's own DNS or address. How a line is written: `readTable` in ../catalogue.ts.
 */
export const INFRASTRUCTURE = `
# hosting (served)
aws.amazon.com | Amazon Web Services; AWS | amazonaws.com awsglobalaccelerator.com cookie:awsalb! cookie:awselb header:server=amazons3 header:server=awselb header:x-amz- header:x-amzn- alias:amazonaws.com
s3.amazonaws.com | Amazon S3; AWS S3 | header:server=amazons3 needs:aws.amazon.com
elasticbeanstalk.com | AWS Elastic Beanstalk | needs:aws.amazon.com
amplify.aws | AWS Amplify | amplifyapp.com needs:aws.amazon.com
elb.amazonaws.com | Amazon ELB; AWS ELB; Elastic Load Balancing | cookie:awsalb! cookie:awselb header:server=awselb needs:aws.amazon.com
azure.microsoft.com | Microsoft Azure; Azure | azurewebsites.net azureedge.net azurefd.net trafficmanager.net cloudapp.azure.com cloudapp.net azurestaticapps.net blob.core.windows.net web.core.windows.net azurecontainerapps.io cookie:arraffinity! header:x-azure-ref header:x-ms- header:azure-
azure.microsoft.com/front-door | Azure Front Door | azurefd.net header:x-azure-ref cookie:aslbsa needs:azure.microsoft.com
cloud.google.com | Google Cloud; GCP; Google Cloud Platform | storage.googleapis.com run.app appspot.com cloudfunctions.net googleusercontent.com header:server=google+frontend header:via=1.1+google header:x-goog- header:x-cloud-trace-context header:x-appengine-
firebase.google.com | Firebase; Firebase Hosting | web.app firebaseapp.com js:firebase.initializeapp /__/firebase/ alias:firebaseapp.com header:x-firebase-
sites.google.com | Google Sites | ghs.googlehosted.com~ header:x-goog-sites attr:data-google-sites class:yaqoZd?
vercel.com | Vercel; Zeit | vercel.app vercel-dns.com vercel-dns-017.com now.sh header:server=vercel header:x-vercel- header:x-now- ns:vercel-dns.com
netlify.com | Netlify | netlify.app netlifyglobalcdn.com header:server=netlify header:x-nf- ns:nsone.net? /.netlify/ attr:data-netlify attr:netlify
heroku.com | Heroku | herokuapp.com herokudns.com herokussl.com header:via=vegur header:server=cowboy header:reporting-endpoints=heroku
render.com | Render | onrender.com header:x-render-origin-server header:rndr-id
railway.app | Railway | up.railway.app header:server=railway alias:railway.com
fly.io | Fly.io | fly.dev header:server=fly/ header:fly-request-id
digitalocean.com | DigitalOcean | ondigitalocean.app digitaloceanspaces.com header:x-do-app-origin ns:digitalocean.com
pages.github.com | GitHub Pages | github.io header:server=github.com header:x-github-request-id
gitlab.com | GitLab Pages; GitLab | gitlab.io
pages.cloudflare.com | Cloudflare Pages | pages.dev needs:cloudflare.com
workers.cloudflare.com | Cloudflare Workers | workers.dev needs:cloudflare.com
surge.sh | Surge |
deno.com | Deno Deploy | deno.dev header:server=deno/
pantheon.io | Pantheon | pantheonsite.io header:x-pantheon- header:x-styx-
acquia.com | Acquia Cloud Platform; Acquia | acquia-sites.com header:x-ah-environment cookie:ah_app_server
platform.sh | Platform.sh; Upsun | platformsh.site header:x-platform- alias:upsun.com
wpengine.com | WP Engine | wpenginepowered.com wpengine.netdna-cdn.com header:x-powered-by=wp+engine header:wpe-backend header:x-pass-why header:x-cache-group=normal~ needs:wordpress.org
kinsta.com | Kinsta | kinsta.cloud kinstacdn.com header:x-kinsta-cache header:x-edge-location-klb header:ki-edge needs:wordpress.org
getflywheel.com | Flywheel | flywheelsites.com header:x-fw- header:server=flywheel needs:wordpress.org
pressable.com | Pressable | mystagingwebsite.com header:x-ac=pressable needs:wordpress.org
wpvip.com | WordPress VIP; WPVIP | go-vip.net go-vip.co header:x-powered-by=wordpress+vip header:x-powered-by=wpvip needs:wordpress.org
wordpress.com | WordPress.com | header:host-header=wordpress.com header:x-ac=atomic header:x-hacker=automattic header:x-powered-by=wordpress.com ns:wordpress.com generator:wordpress.com needs:wordpress.org
siteground.com | SiteGround | sgvps.net siteground.biz header:host-header=192fc2e7e50945beb8231a492d6a8024 header:sg-f-cache header:x-proxy-cache=sg? ns:siteground.net
bluehost.com | Bluehost | ns:bluehost.com header:host-header=bluehost
hostgator.com | HostGator | ns:hostgator.com
godaddy.com | GoDaddy; GoDaddy Domain Name | secureserver.net header:server=dps ns:domaincontrol.com
hostinger.com | Hostinger | hostingersite.com header:platform=hostinger header:panel=hpanel ns:dns-parking.com header:server=hcdn
dreamhost.com | DreamHost | dreamhosters.com ns:dreamhost.com
namecheap.com | Namecheap | ns:registrar-servers.com ns:namecheaphosting.com
ionos.com | IONOS; 1&1 | ns:ui-dns.com ns:ui-dns.de ns:ui-dns.org ns:ui-dns.biz kundenserver.de alias:1and1.com
ovhcloud.com | OVHcloud; OVH | ns:ovh.net ns:anycast.me ovh.net header:x-iplb-request-id header:x-iplb-instance alias:ovh.com
hetzner.com | Hetzner | your-server.de ns:hetzner.com ns:first-ns.de
strato.de | STRATO | ns:rzone.de
gandi.net | Gandi | ns:gandi.net
infomaniak.com | Infomaniak | ns:infomaniak.com
one.com | one.com | ns:one.com
loopia.com | Loopia | ns:loopia.se
transip.nl | TransIP | ns:transip.net ns:transip.nl
rackspace.com | Rackspace | ns:rackspace.com
cloudways.com | Cloudways | cloudwaysapps.com
liquidweb.com | Liquid Web; Nexcess | ns:liquidweb.com nexcess.net nxcli.net
a2hosting.com | A2 Hosting | ns:a2hosting.com
inmotionhosting.com | InMotion Hosting | ns:inmotionhosting.com
alibabacloud.com | Alibaba Cloud | aliyuncs.com alikunlun.com kunlunsl.com ns:alidns.com header:server=tengine~ header:ali-swift- alias:aliyun.com
tencentcloud.com | Tencent Cloud | tencent-cloud.net myqcloud.com dnsv1.com ns:dnspod.net
# CDN (served)
cloudflare.com | Cloudflare; Cloudflare CDN | cdn.cloudflare.net header:server=cloudflare header:cf-ray header:cf-cache-status cookie:__cf_bm! cookie:__cfduid cookie:cf_clearance ns:cloudflare.com /cdn-cgi/
cloudflare.com/bot-management | Cloudflare Bot Management | cookie:__cf_bm! needs:cloudflare.com
cloudflare.com/rocket-loader | Cloudflare Rocket Loader | /cdn-cgi/scripts/ file:rocket-loader needs:cloudflare.com
cloudfront.net | Amazon CloudFront; CloudFront | header:x-amz-cf- header:via=cloudfront header:x-cache=cloudfront needs:aws.amazon.com
fastly.com | Fastly | fastly.net fastlylb.net header:x-served-by=cache- header:fastly- header:x-fastly- header:x-timer=vs0~
akamai.com | Akamai; Akamai CDN | akamaihd.net akamaized.net edgekey.net edgesuite.net akamaiedge.net akamai.net akadns.net header:server=akamaighost header:server=akamainetstorage header:x-akamai- header:akamai- header:x-check-cacheable ns:akam.net
akamai.com/bot-manager | Akamai Bot Manager | cookie:ak_bmsc! cookie:bm_sz! cookie:_abck! needs:akamai.com
bunny.net | Bunny; BunnyCDN; Bunny CDN | b-cdn.net header:server=bunnycdn header:cdn-pullzone alias:bunnycdn.com
keycdn.com | KeyCDN | kxcdn.com header:server=keycdn
stackpath.com | StackPath; MaxCDN; NetDNA | stackpathcdn.com stackpathdns.com netdna-cdn.com netdna-ssl.com header:server=netdna header:x-hw
edg.io | Edgio; Limelight; Edgecast; Layer0 | llnwd.net edgecastcdn.net systemcdn.net edgio.link header:x-0-version header:server=ecs header:server=ecacc header:x-edg- alias:limelight.com
cdn77.com | CDN77 | cdn77.org header:server=cdn77
gcore.com | Gcore | gcdn.co
imperva.com | Imperva; Incapsula; Imperva Incapsula | incapdns.net impervadns.net cookie:incap_ses! cookie:visid_incap! header:x-cdn=incapsula header:x-cdn=imperva header:x-iinfo /_incapsula_resource alias:incapsula.com
sucuri.net | Sucuri | header:x-sucuri- header:server=sucuri
datadome.co | DataDome | header:x-datadome header:server=datadome cookie:datadome! header:x-dd-b
humansecurity.com | HUMAN; PerimeterX; HUMAN Bot Defender | js:_pxappid cookie:_px3! cookie:_pxhd! cookie:_pxvid header:x-px- alias:perimeterx.com
f5.com | F5 BIG-IP; F5 | cookie:bigipserver! cookie:ts01~ header:server=big-ip header:server=bigip cookie:f5avr header:x-wa-info
shape-security.f5.com | F5 Distributed Cloud; Volterra | header:server=volt-adc ves.io
kasada.io | Kasada | header:x-kpsdk- /149e9513-01fa-4fb0-aad4-566afd725d1b/
arkoselabs.com | Arkose Labs | client-api.arkoselabs.com
reblaze.com | Reblaze | header:server=reblaze cookie:rbzid!
section.io | Section | header:section-io-id header:section-io-cache
nitropack.io | NitroPack | js:nitropack header:x-nitro-cache generator:nitropack cdn-nitropack.com id:nitro- attr:nitro-
varnish-cache.org | Varnish | header:via=varnish header:x-varnish header:server=varnish
cdnetworks.com | CDNetworks | cdngc.net wscdns.com
# media CDN
cloudinary.com | Cloudinary | img:res.cloudinary.com media-library.cloudinary.com product-gallery.cloudinary.com
imgix.com | imgix | img:imgix.net imgix.net~ attr:ix-src
imagekit.io | ImageKit | img:ik.imagekit.io ik.imagekit.io~
imageengine.io | ImageEngine | img:imgeng.in
uploadcare.com | Uploadcare | img:ucarecdn.com ucarecdn.com
scene7.com | Adobe Scene7; Scene7; Adobe Dynamic Media | - img:scene7.com scene7.com/is~
bynder.com | Bynder | img:bynder.com img:brandcdn.com
brandfolder.com | Brandfolder | img:brandfolder.com img:brandfolder.io cdn.brandfolder.io~
contentstack.com | Contentstack | img:images.contentstack.io images.contentstack.io~ img:eu-images.contentstack.com cdn.contentstack.io
jsdelivr.com | jsDelivr | - cdn.jsdelivr.net alias:jsdelivr.net
cdnjs.com | cdnjs | - cdnjs.cloudflare.com alias:cdnjs.cloudflare.com
unpkg.com | Unpkg; unpkg |
developers.google.com/speed/libraries | Google Hosted Libraries | - ajax.googleapis.com/ajax/libs
bootstrapcdn.com | BootstrapCDN | - stackpath.bootstrapcdn.com maxcdn.bootstrapcdn.com
polyfill.io | Polyfill | - polyfill-fastly.io cdnjs.cloudflare.com/polyfill file:polyfill~
# DNS (served)
route53.amazonaws.com | Amazon Route 53; Route 53 | ns:awsdns.com ns:awsdns.net ns:awsdns.org ns:awsdns.co.uk alias:aws.amazon.com/route53 needs:aws.amazon.com
nsone.net | NS1; IBM NS1 | ns:nsone.net alias:ns1.com
dnsimple.com | DNSimple | ns:dnsimple.com ns:dnsimple-edge.net
dnsmadeeasy.com | DNS Made Easy | ns:dnsmadeeasy.com
ultradns.com | UltraDNS; Vercara | ns:ultradns.com ns:ultradns.net ns:ultradns.org ns:ultradns.biz
dyn.com | Oracle Dyn; Dyn | ns:dynect.net
squarespacedns.com | Google Domains; Squarespace Domains | ns:googledomains.com ns:squarespacedns.com
# bot and spam protection
recaptcha.google.com | Google reCAPTCHA; reCAPTCHA | - google.com/recaptcha gstatic.com/recaptcha recaptcha.net js:grecaptcha js:__recaptcha_api class:g-recaptcha class:grecaptcha-badge
hcaptcha.com | hCaptcha | js.hcaptcha.com class:h-captcha
turnstile.cloudflare.com | Cloudflare Turnstile; Turnstile | - challenges.cloudflare.com/turnstile class:cf-turnstile
friendlycaptcha.com | Friendly Captcha | file:friendly-challenge class:frc-captcha api.friendlycaptcha.com
geetest.com | GeeTest | static.geetest.com
`;
