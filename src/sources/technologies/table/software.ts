/** Frameworks, libraries, languages, servers, fonts, maps, media. How a line is written: `readTable` in ../catalogue.ts. */
export const SOFTWARE = `
# web frameworks
nextjs.org | Next.js | - header:x-powered-by=next.js header:x-nextjs- /_next/static/ /_next/image /_next/data/ id:__next_data__ id:__next js:self.__next_f js:__next_data__ needs:react.dev
nuxt.com | Nuxt; Nuxt.js | - header:x-powered-by=nuxt /_nuxt/ id:__nuxt js:window.__nuxt__ js:__nuxt__ attr:data-n-head class:nuxt- alias:nuxtjs.org needs:vuejs.org
gatsbyjs.com | Gatsby; Gatsby.js | - generator:gatsby id:___gatsby id:gatsby- class:gatsby- js:___loader needs:react.dev
astro.build | Astro | - generator:astro /_astro/ attr:data-astro- class:astro-
kit.svelte.dev | SvelteKit | - /_app/immutable/ attr:data-sveltekit- js:__sveltekit_ id:svelte- needs:svelte.dev
remix.run | Remix; React Router | - js:window.__remixcontext js:__remixcontext js:__remixmanifest needs:react.dev
react.dev | React; React.js | - attr:data-reactroot attr:data-react- attr:data-reactid file:react file:react-dom js:reactdom id:react-root alias:reactjs.org
preactjs.com | Preact | - file:preact
vuejs.org | Vue.js; Vue; VueJS | - file:vue file:vue.runtime attr:data-v- attr:data-server-rendered attr:v-cloak attr:data-vue- js:new+vue
angular.dev | Angular | - attr:ng-version attr:_nghost- attr:_ngcontent- attr:ng-server-context alias:angular.io
angularjs.org | AngularJS | - file:angular attr:ng-app attr:ng-controller attr:data-ng-app js:angular.module class:ng-scope
svelte.dev | Svelte | - class:svelte-
emberjs.com | Ember.js | - class:ember-view class:ember-application meta:ember-cli-head-start id:ember
solidjs.com | SolidJS | - js:_$hy attr:data-hk~
qwik.dev | Qwik | - attr:q:container attr:q:version
alpinejs.dev | Alpine.js | - file:alpine file:alpinejs attr:x-data attr:x-cloak
htmx.org | htmx | - file:htmx file:htmx.org attr:hx-get attr:hx-post attr:hx-target
stimulus.hotwired.dev | Hotwire Stimulus; Stimulus | - attr:data-controller~ file:stimulus
turbo.hotwired.dev | Hotwire Turbo; Turbo; Turbolinks | - file:turbo file:turbolinks meta:turbo- attr:data-turbo attr:data-turbolinks meta:turbolinks-
livewire.laravel.com | Livewire | - attr:wire:id attr:wire:snapshot attr:wire:initial-data /livewire/ file:livewire needs:laravel.com
inertiajs.com | Inertia.js | - attr:data-page~ header:x-inertia
laravel.com | Laravel | - cookie:laravel_session! cookie:xsrf-token~ header:x-powered-by=laravel
symfony.com | Symfony | - header:x-debug-token cookie:sf_redirect! /bundles/fosjsrouting/
codeigniter.com | CodeIgniter | - cookie:ci_session!
cakephp.org | CakePHP | - cookie:cakephp!
yiiframework.com | Yii | - cookie:_csrf-frontend! cookie:yii_csrf file:yii
rubyonrails.org | Ruby on Rails; Rails | - meta:csrf-param=authenticity_token header:x-runtime~ file:rails-ujs attr:data-turbolinks-track header:x-powered-by=phusion+passenger
djangoproject.com | Django | - cookie:csrftoken~ cookie:django_ js:csrfmiddlewaretoken /static/admin/
flask.palletsprojects.com | Flask | - header:server=werkzeug
expressjs.com | Express | - header:x-powered-by=express
dotnet.microsoft.com | Microsoft ASP.NET; ASP.NET | - header:x-aspnet-version header:x-aspnetmvc-version header:x-powered-by=asp.net cookie:asp.net_sessionid! cookie:.aspnetcore id:__viewstate cookie:aspsession
dotnet.microsoft.com/blazor | Blazor | - file:blazor.web file:blazor.webassembly file:blazor.server needs:dotnet.microsoft.com
spring.io | Spring | - header:x-application-context~ cookie:jsessionid~
meteor.com | Meteor | - js:__meteor_runtime_config__
gwtproject.org | Google Web Toolkit; GWT | - meta:gwt:property
flutter.dev | Flutter | - /flutter_bootstrap.js /flutter.js /main.dart.js file:flutter
ionicframework.com | Ionic | - class:ion-page file:ionic
stenciljs.com | Stencil | - attr:data-stencil-build? attr:data-stencil-namespace
lit.dev | Lit | - comment:lit-part
polymer-project.org | Polymer | - file:polymer file:webcomponents-lite
backbonejs.org | Backbone.js | - file:backbone
knockoutjs.com | Knockout.js | - file:knockout attr:data-bind~
vite.dev | Vite | - attr:vite-ignore id:vite- attr:data-vite-theme
webpack.js.org | webpack | - file:webpack file:webpack-runtime
requirejs.org | RequireJS | - file:require file:requirejs js:require.config
# JavaScript libraries
jquery.com | jQuery | - code.jquery.com file:jquery file:jquery.slim js:jquery.fn? /jquery/
jquery.com/migrate | jQuery Migrate | - file:jquery-migrate needs:jquery.com
jqueryui.com | jQuery UI | - file:jquery-ui file:jquery.ui /ui/core~ code.jquery.com/ui class:ui-widget needs:jquery.com
jquerymobile.com | jQuery Mobile | - file:jquery.mobile needs:jquery.com
zloirock.ru | core-js | - file:core-js file:core-js-bundle
lodash.com | Lodash | - file:lodash
underscorejs.org | Underscore.js | - file:underscore
momentjs.com | Moment.js | - file:moment file:moment-with-locales
gsap.com | GSAP; GreenSock | - file:gsap file:tweenmax file:tweenlite file:scrolltrigger js:gsap. alias:greensock.com
threejs.org | Three.js | - file:three file:three.module
d3js.org | D3; D3.js | - file:d3
chartjs.org | Chart.js | - file:chart file:chart.js
highcharts.com | Highcharts | code.highcharts.com file:highcharts file:highstock
swiperjs.com | Swiper | - file:swiper file:swiper-bundle class:swiper-wrapper class:swiper-container class:swiper-slide
kenwheeler.github.io | Slick | - file:slick class:slick-slider class:slick-track
owlcarousel2.github.io | OWL Carousel; Owl Carousel | - file:owl.carousel class:owl-carousel needs:jquery.com
splidejs.com | Splide | - file:splide class:splide__
flickity.metafizzy.co | Flickity | - file:flickity class:flickity-
isotope.metafizzy.co | Isotope | - file:isotope file:isotope.pkgd
fancyapps.com | Fancybox; FancyBox | - file:jquery.fancybox file:fancybox attr:data-fancybox
dimsemenov.com | Magnific Popup; PhotoSwipe | - file:jquery.magnific-popup file:magnific-popup file:photoswipe
lokeshdhakar.com | Lightbox | - file:lightbox file:lightbox-plus-jquery attr:data-lightbox
modernizr.com | Modernizr | - file:modernizr
michalsnik.github.io | AOS | - file:aos attr:data-aos
wowjs.uk | WOW | - file:wow
lottiefiles.com | Lottie; LottieFiles; Lottie Web | lottie.host assets.lottiefiles.com file:lottie file:lottie-player file:bodymovin file:dotlottie-player file:dotlottie-wc
spline.design | Spline | prod.spline.design my.spline.design
rive.app | Rive | file:rive cdn.rive.app
afarkas.github.io | lazySizes | - file:lazysizes class:lazyload~ class:lazyloaded~
lenis.darkroom.engineering | Lenis | - file:lenis class:lenis
locomotive.ca | Locomotive Scroll | - file:locomotive-scroll attr:data-scroll-container
barba.js.org | Barba.js | - file:barba attr:data-barba
select2.org | Select2 | - file:select2 class:select2-
fullcalendar.io | FullCalendar | - file:fullcalendar
popper.js.org | Popper | - file:popper
axios-http.com | Axios | - file:axios
socket.io | Socket.IO; Socket.io | - file:socket.io /socket.io/
instant.page | Instant.page; instant.page | file:instantpage file:instant.page
github.com/swfobject | SWFObject | - file:swfobject
mootools.net | MooTools | - file:mootools file:mootools-core
prototypejs.org | Prototype | - file:prototype
dojotoolkit.org | Dojo | - file:dojo attr:data-dojo-config
hammerjs.github.io | Hammer.js | - file:hammer
mustache.github.io | Mustache; Handlebars | - file:mustache file:handlebars
prismjs.com | Prism | - file:prism
highlightjs.org | Highlight.js | - file:highlight class:hljs
mathjax.org | MathJax | - file:mathjax cdn.mathjax.org
# UI frameworks
getbootstrap.com | Bootstrap | - file:bootstrap file:bootstrap.bundle /bootstrap/
tailwindcss.com | Tailwind CSS; Tailwind | - cdn.tailwindcss.com file:tailwind file:tailwindcss js:tailwind.config
getuikit.com | UIkit; UIKit | - file:uikit class:uk-grid class:uk-container class:uk-navbar class:uk-section class:uk-width-
foundation.zurb.com | ZURB Foundation; Foundation | - file:foundation attr:data-foundation class:foundation-mq
bulma.io | Bulma | - file:bulma
semantic-ui.com | Semantic UI | - file:semantic
materializecss.com | Materialize CSS | - file:materialize
mui.com | MUI; Material UI | - class:muibox-root class:muitypography-root class:muibutton-base class:muigrid- class:muicontainer-root class:muipaper-root
chakra-ui.com | Chakra UI | - class:chakra- id:chakra-
ant.design | Ant Design | - class:ant-btn class:ant-layout class:ant-row class:ant-menu file:antd
vuetifyjs.com | Vuetify | - class:v-application file:vuetify needs:vuejs.org
primeng.org | PrimeNG; PrimeVue | - class:p-component
radix-ui.com | Radix UI | - attr:data-radix- id:radix-
headlessui.com | Headless UI | - attr:data-headlessui- id:headlessui-
mantine.dev | Mantine | - class:mantine- attr:data-mantine-
emotion.sh | Emotion | - attr:data-emotion
styled-components.com | styled-components | - attr:data-styled id:styled-components
animate.style | animate.css; Animate.css | - file:animate class:animate__
# fonts and icons
fonts.google.com | Google Font API; Google Fonts | - fonts.googleapis.com fonts.gstatic.com js:webfontconfig?
fontawesome.com | Font Awesome | use.fontawesome.com kit.fontawesome.com ka-f.fontawesome.com pro.fontawesome.com file:font-awesome file:fontawesome class:fa-solid class:fa-brands file:fontawesome-all /font-awesome/ /fontawesome/ /fontawesome-free/ class:svg-inline--fa
typekit.com | Adobe Fonts; Typekit | use.typekit.net typekit.net p.typekit.net js:typekit.load alias:fonts.adobe.com alias:typekit.net
fonts.com | Fonts.com; Monotype; MyFonts | fast.fonts.net fast.fonts.com hello.myfonts.net alias:myfonts.com alias:monotype.com
typography.com | Cloud.typography; Hoefler&Co | cloud.typography.com
typotheque.com | Typotheque | fonts.typotheque.com
fontshare.com | Fontshare | api.fontshare.com
fonts.bunny.net | Bunny Fonts |
fonts.google.com/icons | Material Icons; Google Material Icons | - class:material-icons class:material-symbols-
ionicons.com | Ionicons | - file:ionicons class:ion-ios-
icomoon.io | IcoMoon | d1azc1qln24ryf.cloudfront.net class:icomoon class:icon-icomoon
# maps
maps.google.com | Google Maps; Google Maps Platform | - maps.googleapis.com google.com/maps www.google.com/maps maps.google.com/maps maps.gstatic.com img:maps.googleapis.com maps.google.com/maps-api-v3 js:google.maps
mapbox.com | Mapbox; Mapbox GL JS | api.mapbox.com api.tiles.mapbox.com file:mapbox-gl js:mapboxgl
leafletjs.com | Leaflet | - file:leaflet class:leaflet-
openstreetmap.org | OpenStreetMap | - openstreetmap.org/export tile.openstreetmap.org img:tile.openstreetmap.org
here.com | HERE | js.api.here.com
arcgis.com | ArcGIS; Esri | js.arcgis.com
maptiler.com | MapTiler | api.maptiler.com
openlayers.org | OpenLayers | - file:ol file:openlayers
storerocket.io | StoreRocket | cdn.storerocket.io
stockist.co | Stockist |
maps.yandex.ru | Yandex Maps | - api-maps.yandex.ru
matterport.com | Matterport | my.matterport.com
# video and audio
youtube.com | YouTube; YouTube embeds | youtube.com/embed youtube.com/iframe_api youtube.com/player_api www.youtube.com/embed youtube-nocookie.com js:onyoutubeiframeapiready -
vimeo.com | Vimeo | player.vimeo.com vimeocdn.com f.vimeocdn.com -
wistia.com | Wistia | wistia.net fast.wistia.com fast.wistia.net class:wistia_ js:_wq
brightcove.com | Brightcove | players.brightcove.net edge.api.brightcove.com brightcove.net class:brightcove attr:data-video-id?
jwplayer.com | JW Player; JWPlayer | cdn.jwplayer.com jwpcdn.com jwpltx.com js:jwplayer content.jwplatform.com
kaltura.com | Kaltura | cdnapisec.kaltura.com cdnapi.kaltura.com js:kwidget
dailymotion.com | Dailymotion | - dailymotion.com/embed geo.dailymotion.com
loom.com | Loom | loom.com/embed cdn.loom.com -
mux.com | Mux | stream.mux.com img:image.mux.com file:mux-player file:mux-embed litix.io
videojs.com | Video.js; VideoJS | - vjs.zencdn.net file:video~ class:video-js class:vjs-
plyr.io | Plyr | - file:plyr cdn.plyr.io class:plyr
cloudflarestream.com | Cloudflare Stream | videodelivery.net embed.cloudflarestream.com
vidalytics.com | Vidalytics | fast.vidalytics.com
sproutvideo.com | SproutVideo | videos.sproutvideo.com
swarmify.com | SmartVideo; Swarmify | assets.swarmcdn.com swarmcdn.com
vturb.com | VTurb | scripts.converteai.net converteai.net
tolstoy.com | Tolstoy | widget.gotolstoy.com gotolstoy.com
videowise.com | Videowise | assets.videowise.com
firework.com | Firework | asset.fwcdn3.com fwcdn1.com/js asset.fwcdn2.com
videoask.com | VideoAsk | www.videoask.com/embed
bonjoro.com | Bonjoro |
twitch.tv | Twitch | - embed.twitch.tv player.twitch.tv
soundcloud.com | SoundCloud | - w.soundcloud.com connect.soundcloud.com
open.spotify.com | Spotify embeds; Spotify Web | - open.spotify.com/embed embed-standalone.spotify.com
buzzsprout.com | Buzzsprout |
libsyn.com | Libsyn | html5-player.libsyn.com play.libsyn.com
podbean.com | Podbean | pbcdn1.podbean.com
transistor.fm | Transistor | share.transistor.fm
simplecast.com | Simplecast | player.simplecast.com embed.simplecast.com
captivate.fm | Captivate | player.captivate.fm
acast.com | Acast | embed.acast.com
megaphone.fm | Megaphone | playlist.megaphone.fm player.megaphone.fm
anchor.fm | Spotify for Podcasters; Anchor | anchor.fm/embed podcasters.spotify.com -
beyondwords.io | BeyondWords; SpeechKit | proxy.beyondwords.io speechkit.io
readspeaker.com | ReadSpeaker; webReader | cdn-eu.readspeaker.com cdn1.readspeaker.com f1-eu.readspeaker.com
# widgets
disqus.com | Disqus | disquscdn.com id:disqus_thread js:disqus_shortname js:disqus_config
x.com | X embeds; Twitter widgets; Twitter | - platform.twitter.com platform.x.com class:twitter-tweet class:twitter-timeline alias:twitter.com
instagram.com | Instagram embeds; Instagram | - instagram.com/embed.js www.instagram.com/embed.js class:instagram-media
pinterest.com | Pinterest | - assets.pinterest.com/js/pinit
tiktok.com/embed | TikTok embeds | - tiktok.com/embed.js class:tiktok-embed
linktr.ee | Linktree | -
gravatar.com | Gravatar | - secure.gravatar.com img:secure.gravatar.com img:gravatar.com 0.gravatar.com
smashballoon.com | Smash Balloon Instagram Feed; Instagram Feed for WordPress | - /wp-content/plugins/instagram-feed/ /wp-content/plugins/instagram-feed-pro/ class:sbi_ js:sb_instagram needs:wordpress.org
powr.io | POWr | www.powr.io class:powr-
commoninja.com | Common Ninja | - cdn.commoninja.com class:commonninja
widgetic.com | Widgetic |
tradingview.com | TradingView | s3.tradingview.com class:tradingview-widget
airtable.com | Airtable | - airtable.com/embed static.airtable.com
datawrapper.de | Datawrapper | datawrapper.dwcdn.net
flourish.studio | Flourish | public.flourish.studio class:flourish-embed
tableau.com | Tableau | public.tableau.com online.tableau.com class:tableauplaceholder
powerbi.com | Microsoft Power BI; Power BI | app.powerbi.com
looker.com | Looker Studio; Looker | lookerstudio.google.com datastudio.google.com inside
calculoid.com | Calculoid |
# languages and servers
php.net | PHP | - header:x-powered-by=php cookie:phpsessid! header:server=php
nginx.org | Nginx; nginx | - header:server=nginx alias:nginx.com
httpd.apache.org | Apache; Apache HTTP Server | - header:server=apache alias:apache.org
iis.net | IIS; Microsoft IIS; Internet Information Services | - header:server=microsoft-iis
openresty.org | OpenResty | - header:server=openresty
caddyserver.com | Caddy | - header:server=caddy header:via=caddy
envoyproxy.io | Envoy | - header:server=envoy header:x-envoy-
tomcat.apache.org | Apache Tomcat | - header:server=apache-coyote header:server=tomcat
gunicorn.org | gunicorn | - header:server=gunicorn
phusionpassenger.com | Phusion Passenger | - header:server=phusion+passenger header:x-powered-by=phusion+passenger
openssl.org | OpenSSL | - header:server=openssl
plesk.com | Plesk | - header:x-powered-by=plesk header:x-powered-by-plesk ns:plesk.com?
cpanel.net | cPanel | - header:server=cpanel
java.com | Java | - header:x-powered-by=jsp header:x-powered-by=servlet cookie:jsessionid!
nodejs.org | Node.js | - header:x-powered-by=node
coldfusion.adobe.com | Adobe ColdFusion; ColdFusion | - cookie:cfid! cookie:cftoken!
developers.google.com/speed | Google PageSpeed | - header:x-mod-pagespeed header:x-page-speed attr:data-pagespeed-
amp.dev | AMP | - cdn.ampproject.org alias:ampproject.org
# app stores and site tools
search.google.com | Google Search Console | - meta:google-site-verification~ txt:google-site-verification=
bing.com/webmasters | Bing Webmaster Tools | - meta:msvalidate.01
ahrefs.com | Ahrefs | analytics.ahrefs.com meta:ahrefs-site-verification txt:ahrefs-site-verification_
semrush.com | Semrush | txt:semrush inside
moz.com | Moz | inside
brightedge.com | BrightEdge | cdn.bc0a.com bc0a.com
conductor.com | Conductor | inside
searchmetrics.com | Searchmetrics | inside
schemaapp.com | Schema App | cdn.schemaapp.com data.schemaapp.com js:schema_highlighter
`;
