/** Mail and identity providers, recruiting, HR, security, data and work tools. How a line is written: `readTable` in ../catalogue.ts. */
export const WORK = `
# email
workspace.google.com | Google Workspace; G Suite; Gmail for business | - mx:google.com mx:googlemail.com mx:smtp.goog spf:_spf.google.com alias:gsuite.google.com
microsoft365.com | Microsoft 365; Office 365; Exchange Online | - mx:mail.protection.outlook.com mx:mx.microsoft spf:spf.protection.outlook.com autodiscover.outlook.com alias:office.com alias:office365.com txt:ms=ms
proofpoint.com | Proofpoint | - mx:pphosted.com mx:ppe-hosted.com mx:ppops.net spf:pphosted.com spf:spf.proofpoint.com dmarc:emaildefense.proofpoint.com
mimecast.com | Mimecast | - mx:mimecast.com mx:mimecast.co.za mx:mimecast-offshore.com spf:_netblocks.mimecast.com spf:mimecast.com
barracuda.com | Barracuda; Barracuda Email Security | - mx:barracudanetworks.com mx:cudaops.com spf:barracudanetworks.com
cisco.com/esa | Cisco Secure Email; IronPort | - mx:iphmx.com spf:iphmx.com
broadcom.com | Symantec Email Security.cloud; MessageLabs | - mx:messagelabs.com spf:spf.messagelabs.com
sophos.com | Sophos | - mx:sophos.com mx:reflexion.net spf:sophos.com inside
trendmicro.com | Trend Micro | - mx:trendmicro.com mx:trendmicro.eu inside
hornetsecurity.com | Hornetsecurity | - mx:hornetsecurity.com mx:antispameurope.com spf:hornetsecurity.com spf:spf.hornetsecurity.com
retarus.com | Retarus | - mx:retarus.com mx:retarus.de
fortinet.com/fortimail | FortiMail | - mx:fortimailcloud.com alias:fortinet.com
cloudflare.com/email | Cloudflare Email Routing; Cloudflare Area 1 | - mx:mx.cloudflare.net mx:mailstream.east.mxrecord.io mx:mxrecord.io
zoho.com/mail | Zoho Mail | - mx:zoho.com mx:zoho.eu mx:zoho.in mx:zohomail.com spf:zoho.com spf:zoho.eu spf:zohomail.com
fastmail.com | Fastmail | - mx:messagingengine.com spf:spf.messagingengine.com
proton.me | Proton Mail; ProtonMail | - mx:protonmail.ch spf:_spf.protonmail.ch txt:protonmail-verification=
icloud.com | iCloud Mail | - mx:mail.icloud.com spf:icloud.com
360.yandex.ru | Yandex 360; Yandex Mail | - mx:mx.yandex.net mx:yandex.ru txt:yandex-verification:
mail.ru | VK WorkMail; Mail.ru | - mx:emx.mail.ru txt:mailru-verification:
rackspace.com/email | Rackspace Email | - mx:emailsrvr.com spf:emailsrvr.com
privateemail.com | Namecheap Private Email | - mx:privateemail.com mx:registrar-servers.com
titan.email | Titan | - mx:titan.email mx:hostinger.com
improvmx.com | ImprovMX | - mx:improvmx.com
migadu.com | Migadu | - mx:migadu.com
alimail.aliyun.com | Alibaba Mail | - mx:mxhichina.com mx:aliyun.com
exmail.qq.com | Tencent Exmail | - mx:mxbiz1.qq.com mx:exmail.qq.com mx:qq.com
lark.com | Lark; Feishu | - mx:larksuite.com mx:feishu.cn alias:larksuite.com
exclaimer.com | Exclaimer | - spf:spf.exclaimer.net spf:exclaimer.net
codetwo.com | CodeTwo | - spf:codetwo.online spf:_spf-mailflow.codetwo.online
dmarcian.com | dmarcian | - dmarc:dmarcian.com dmarc:ag.dmarcian.com dmarc:dmarcian.eu
valimail.com | Valimail | - dmarc:vali.email dmarc:valimail.com spf:vali.email spf:_spf.valimail.com
easydmarc.com | EasyDMARC | - dmarc:easydmarc.com dmarc:easydmarc.us dmarc:easydmarc.eu
redsift.com | Red Sift OnDMARC | - dmarc:ondmarc.com spf:ondmarc.com
agari.com | Fortra Agari; Agari | - dmarc:agari.com spf:agari.com
powerdmarc.com | PowerDMARC | - dmarc:powerdmarc.com
dmarc.postmarkapp.com | Postmark DMARC Digests | - dmarc:dmarc.postmarkapp.com
mxtoolbox.com | MxToolbox | - dmarc:mxtoolbox.dmarc-report.com dmarc:dmarc-report.com
cloudflare.com/dmarc | Cloudflare DMARC Management | - dmarc:dmarc-reports.cloudflare.net alias:dmarc-reports.cloudflare.net
abnormalsecurity.com | Abnormal Security | inside
knowbe4.com | KnowBe4 | - txt:knowbe4-site-verification= inside
# recruiting
greenhouse.io | Greenhouse | boards.greenhouse.io boards-api.greenhouse.io id:grnhse_app js:grnhse link:boards.greenhouse.io link:job-boards.greenhouse.io link:boards.eu.greenhouse.io spf:mg-spf.greenhouse.io
lever.co | Lever | jobs.lever.co api.lever.co js:leverjobsoptions link:jobs.lever.co link:jobs.eu.lever.co
ashbyhq.com | Ashby | jobs.ashbyhq.com id:ashby_embed link:jobs.ashbyhq.com
workable.com | Workable | apply.workable.com js:whr_embed js:whr( link:apply.workable.com link:workable.com
teamtailor.com | Teamtailor | teamtailor-cdn.com scripts.teamtailor-cdn.com link:teamtailor.com
personio.com | Personio | personio.de jobs.personio.de jobs.personio.com link:jobs.personio.de link:jobs.personio.com alias:personio.de
bamboohr.com | BambooHR | bamboohr.com/js link:bamboohr.com
smartrecruiters.com | SmartRecruiters | static.smartrecruiters.com link:careers.smartrecruiters.com link:jobs.smartrecruiters.com
recruitee.com | Recruitee; Tellent Recruitee | d10zminp1cyta8.cloudfront.net js:rtwidget link:recruitee.com
jobvite.com | Jobvite | link:jobs.jobvite.com
icims.com | iCIMS | link:icims.com
workday.com | Workday | myworkdayjobs.com link:myworkdayjobs.com link:wd1.myworkdaysite.com inside
successfactors.com | SAP SuccessFactors | successfactors.eu rmkcdn.successfactors.com link:successfactors.com link:successfactors.eu jobs2web.com
taleo.net | Oracle Taleo; Taleo | link:taleo.net
oraclecloud.com | Oracle Recruiting Cloud; Oracle HCM | link:oraclecloud.com inside
phenom.com | Phenom; Phenom People | cdn.phenompeople.com phenompeople.com
avature.net | Avature | link:avature.net
eightfold.ai | Eightfold | static.vscdn.net link:eightfold.ai
jazzhr.com | JazzHR | link:applytojob.com app.jazz.co
breezy.hr | Breezy HR | link:breezy.hr assets-cdn.breezy.hr
pinpointhq.com | Pinpoint | link:pinpointhq.com
comeet.com | Comeet; Spark Hire Recruit | link:comeet.com www.comeet.co js:comeet
rippling.com | Rippling | link:ats.rippling.com inside
gusto.com | Gusto | link:jobs.gusto.com inside
paylocity.com | Paylocity | link:recruiting.paylocity.com
paycom.com | Paycom | link:paycomonline.net
paycor.com | Paycor | link:recruitingbypaycor.com link:paycor.com
adp.com | ADP | link:workforcenow.adp.com link:recruiting.adp.com
ukg.com | UKG; UltiPro | link:recruiting.ultipro.com link:ultipro.com link:recruiting2.ultipro.com
dayforcehcm.com | Dayforce; Ceridian | link:dayforcehcm.com alias:dayforce.com
hibob.com | HiBob; Bob | link:careers.hibob.com inside
join.com | JOIN | link:join.com
softgarden.de | softgarden | softgarden.io link:softgarden.io
dvinci.de | d.vinci | link:dvinci-hr.com
rexx-systems.com | rexx systems | link:rexx-recruitment.com
concludis.de | concludis | link:concludis.de
welcometothejungle.com | Welcome to the Jungle; Welcome Kit | link:welcomekit.co -
factorial.co | Factorial | link:factorialhr.com alias:factorialhr.com
kenjo.io | Kenjo |
homerun.co | Homerun | link:homerun.co
bullhorn.com | Bullhorn | link:bullhornstaffing.com inside
vincere.io | Vincere | inside
zohorecruit.com | Zoho Recruit | link:zohorecruit.com static.zohocdn.com/recruit
deel.com | Deel | inside
remote.com | Remote | inside
lattice.com | Lattice | inside
cultureamp.com | Culture Amp | inside
15five.com | 15Five | inside
glassdoor.com | Glassdoor | - glassdoor.com/api?
indeed.com | Indeed | - conv.indeed.com t.indeed.com apply.indeed.com
# work tools
atlassian.com | Atlassian | - atlassian.net link:atlassian.net txt:atlassian-domain-verification= jira.com spf:_spf.atlassian.net? inside
jira.atlassian.com | Jira; Jira Service Management | - jsd-widget.atlassian.com inside
slack.com | Slack | - txt:slack-domain-verification= inside
notion.so | Notion | - alias:notion.com txt:notion-domain-verification= inside
zoom.us | Zoom | - zoom.us/j? alias:zoom.com txt:zoom_verify_ inside
dropbox.com | Dropbox | - txt:dropbox-domain-verification= inside
box.com | Box | - app.box.com/embed inside
asana.com | Asana | - txt:asana-domain-verification= inside
miro.com | Miro | - miro.com/app/live-embed txt:miro-verification= inside
figma.com | Figma | - figma.com/embed embed.figma.com txt:figma-domain-verification= inside
canva.com | Canva | - canva.com/design txt:canva-site-verification= inside
webex.com | Webex | - txt:webexdomainverification. txt:cisco-ci-domain-verification= inside
apple.com/business | Apple Business Manager | - txt:apple-domain-verification= inside
adobe.com/creativecloud | Adobe Creative Cloud; Adobe Enterprise | - txt:adobe-idp-site-verification= txt:adobe-sign-verification= inside
github.com | GitHub; GitHub Enterprise | - txt:_github-challenge? txt:github-verification inside
globalsign.com | GlobalSign | - txt:globalsign-domain-verification= txt:_globalsign-domain-verification= inside
openai.com | ChatGPT Enterprise; OpenAI | - txt:openai-domain-verification= inside
anthropic.com | Claude; Anthropic | - txt:anthropic-domain-verification inside
cursor.com | Cursor | - txt:cursor-domain-verification inside
citrix.com | Citrix | - txt:citrix-verification-code= txt:citrix.mobile.ads? inside
smartsheet.com | Smartsheet | - app.smartsheet.com/b/form txt:smartsheet-site-validation= inside
wrike.com | Wrike | - txt:wrike-verification= inside
clickup.com | ClickUp | - forms.clickup.com sharing.clickup.com inside
trello.com | Trello | - p.trellocdn.com inside
linear.app | Linear | - inside
teamviewer.com | TeamViewer | - txt:teamviewer-sso-verification= inside
workplace.com | Workplace from Meta | - txt:workplace-domain-verification= inside
vanta.com | Vanta | - app.vanta.com txt:vanta link:trust.page? inside
drata.com | Drata | - inside
safebase.io | SafeBase | cdn.safebase.io safebase.us link:safebase.io
# data, cloud and security inside
snowflake.com | Snowflake | - inside
databricks.com | Databricks | - inside
fivetran.com | Fivetran | - inside
getdbt.com | dbt; dbt Cloud | - inside
hightouch.com | Hightouch | cdn.hightouch-events.com hightouch-events.com
census.com | Census | - inside alias:getcensus.com
cloud.google.com/bigquery | Google BigQuery; BigQuery | - inside
mongodb.com | MongoDB | - txt:mongodb-site-verification= inside
redis.io | Redis | - inside
postgresql.org | PostgreSQL | - inside
mysql.com | MySQL | - inside
kafka.apache.org | Apache Kafka; Kafka | - inside
confluent.io | Confluent | - inside
kubernetes.io | Kubernetes | - inside
docker.com | Docker | - txt:docker-verification= inside
terraform.io | Terraform; HashiCorp | - txt:hcp-domain-verification= inside
splunk.com | Splunk | - inside
pagerduty.com | PagerDuty | - inside
crowdstrike.com | CrowdStrike | - txt:crowdstrike-verification inside
sentinelone.com | SentinelOne | - inside
zscaler.com | Zscaler | - txt:zscaler-verification inside
netskope.com | Netskope | - inside
paloaltonetworks.com | Palo Alto Networks | - txt:paloaltonetworks-site-verification= inside
fortinet.com/fortigate | Fortinet FortiGate | - inside
cyberark.com | CyberArk | - inside
sailpoint.com | SailPoint | - inside
servicenow.com | ServiceNow | service-now.com link:service-now.com txt:servicenow inside
sap.com | SAP; SAP ERP | - txt:sap-domain-verification inside
oracle.com | Oracle | - inside
workfront.com | Adobe Workfront | - inside
anaplan.com | Anaplan | - inside
coupa.com | Coupa | - inside
concur.com | SAP Concur | - inside
expensify.com | Expensify | - inside
ramp.com | Ramp | - inside
brex.com | Brex | - inside
xero.com | Xero | - inside
sage.com | Sage; Sage Intacct | - inside
procore.com | Procore | - inside
tanium.com | Tanium | - inside
rapid7.com | Rapid7 | - inside
tenable.com | Tenable | - inside
qualys.com | Qualys | - inside
postman.com | Postman | run.pstmn.io inside
retool.com | Retool | - inside
zapier.com | Zapier | interfaces.zapier.com zapier.com/apps/embed txt:zapier-domain-verification inside
make.com | Make; Integromat | hook.make.com? inside
workato.com | Workato | - inside
tray.io | Tray.io | - inside
mulesoft.com | MuleSoft | - inside
`;
