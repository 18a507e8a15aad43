/**
 * Common given names of many languages in Latin script, folded (lower case, no accents). They separate "Nora Lindqvist" from
 * "Green Energy" where a page gives no other hint. Names missing here are still read where the markup shows a name.
 */
const TEXT = `
  aaron abbas abby abdel abdul abdullah abdulrahman abel abhijeet abhijit abhinav abhishek abigail abraham abu ada adam adams adaeze adela adele
  adeline adil adina aditi aditya adnan adolfo adrian adriana adriano adrien adrienne afonso agata agnes agnieszka agustin ahmad ahmed ahmet aicha aida
  aidan aiden aiko aileen aimee aine aisha aisling aiyana ajay ajit akash akemi akhil akiko akira aksel alain alan alana alastair alba albert alberta
  alberto albin aldo ale alec alejandra alejandro aleksandar aleksander aleksandr aleksandra aleksei aleksi alena alessandra alessandro alessia
  alessio alex alexa alexander alexandra alexandre alexandria alexandru alexey alexia alexis alf alfonso alfred alfredo ali alice alicia alina aline
  alisa alisha alison alissa alistair allan allen allison ally alma almudena alok alona alonso aloys alvaro alvin alyssa amadou amal amalia amalie amanda
  amandine amar amara amaya amber amelia amelie amina amir amira amit amita amitabh amos amr amrita amy ana anais anand ananya anas anastasia anatoly
  anders andrea andreas andreea andrei andrej andres andreu andrew andrey andrii andrzej andy ane angel angela angelica angelika angelina angelo
  angie angus anika anil anindya anisha anita anja anjali anjana anke ankit ankita ankur ann anna annabel annabelle annalisa anne anneke anneli
  anneliese annelies annemarie annette annick annie annika ansgar anthea anthony antje antoine antoinette anton antonella antonia antonina antonio
  antonis antony anu anuj anupam anuradha anurag anya aoife april arash archana archie aretha ari ariana ariane arianna ariel arif arjen arjun
  arkadiusz arlene armando armin arnaud arndt arne arno arnold aron art artem arthur artur arturo arun aruna arvid arvind asa asad asger asha ashish
  ashley ashok ashraf ashwin asif aslan asli asma astrid asuka athena atsushi aubrey audrey august augustin augusto aurelia aurelie aurelien aurora
  austin ava avery avi aviva avraham awa axel aya ayaka ayako ayan ayana aye ayesha ayman ayse aysegul ayub azad aziz babak bahar bala balazs baptiste
  barack barb barbara barbro barney barry bart bartosz bas bashir basil bassam bastian bea beata beate beatrice beatriz becky bela belen belinda
  bella ben benedetta benedict benedikt benedikte bengt beniamino benita benito benjamin benjamine benno benny benoit bente bernadette bernard
  bernardo bernd bernhard bernice bernie bert bertha berthold bertil bertrand bessie beth bethan bethany betsy bettina betty beverley beverly bhavesh
  bhavna bianca bill billie billy bilal birgit birgitta birgitte birte bjarne bjorn bjoern blair blake blanca blanka blaz bo bob bobby bodil bogdan bojan
  bonnie boris borja boyan brad braden bradley brady bram brandi brandon brandy branislav branka brayden breanna brenda brendan brendon brent bret
  brett brian briana brianna bridget brigid brigitta brigitte britney britt britta brittany brock bruce bruna bruno bryan bryant bryce bryony bryn burak
  burkhard byron caitlin caleb callum calum calvin cameron camila camilla camille candace candice cara carina carine carl carla carlo carlos
  carlotta carly carme carmel carmela carmen carol carola carole carolin carolina caroline carolyn carrie carsten carter cary casey cass cassandra
  cassidy cassie catalina catarina caterina catharina catherine cathleen cathrin cathrine cathy cecile cecilia cecilie cedric celeste celestine celia
  celine cem cemal cesar chad chaim chana chandra chandler chanel chantal charlene charles charley charlie charlotte chase chelsea chen cheng
  cheryl chiara chidi chika chinedu chinonso chinwe chip chloe chris christa christel christelle christen christian christiana christiane christie
  christin christina christine christof christoffer christoph christophe christopher christos christy chuck chukwuemeka chun cian ciara cillian
  cindy claas claire clara clare clarence clarissa clark claude claudette claudia claudine claudio claudiu claus clay clayton clemence clemens clement
  clementine cliff clifford clint clinton clive clotilde clyde cody cole colette colin colleen colm conall concepcion connie connor conor conrad
  constance constantin constanze consuelo cora coralie cordelia cordula corey corina corine corinna corinne cormac cornelia cornelius cornelis cory
  cosima cosimo costas courtney craig cristian cristiana cristiano cristina cristobal cruz curt curtis cyndi cynthia cyril cyrille cyrus daan dag dagmar
  dagny dahlia daisuke daisy dale dalia dalila damian damiano damien damir damon dan dana dane danica daniel daniela daniele daniella danielle
  danilo danish danny dante danuta daphne darcy daria dariia darin dario darius dariusz darko darlene darrell darren darryl darshan daryl dave david
  davide davina davor dawid dawn dawood dean deanna deb debbie deborah debra declan deepa deepak deepika deepti deirdre delia delphine demetrius demi
  denis denisa denise dennis denny denys denzel derek derrick derya desiree desmond detlef devin devon dexter dhruv diana diane dianna dianne didier
  diego dieter dietmar dietrich dilip dima dimitar dimitri dimitrios dimitris dina dinah dinesh dino diogo dion dipak dirk dirkjan divya dmitri dmitrii
  dmitriy dmitry dmytro dolores domenico domingo dominic dominik dominika dominique don donal donald donatella donato donna donovan dora doreen dorian
  doris dorit dorota dorothea dorothee dorothy dorte dorthe doug douglas dov dragan drew dries duarte duncan dustin dusty dwayne dwight dylan eamon
  earl eberhard ebony ebru eckart eckhard ed eda eddie eddy eden edgar edgardo edina edith edmond edmund edna edoardo edouard eduard eduardo edward
  edwin edyta efe efraim egon ehud eileen eilidh einar eirik eitan ekaterina elaine elba eldad eleanor elena eleni eleonora eli elia eliana elias
  elie elif eligio elijah elin elina eline elinor elio eliot elis elisa elisabeth elisabetta elisabetta elise eliza elizabeth ella elle ellen ellie
  elliot elliott elmar elodie eloise elsa else elsbeth elspeth elton elvira elvis ema emanuel emanuela emanuele emel emer emeric emil emile emilia emilie
  emiliano emilio emily emine emir emma emmanuel emmanuelle emmet emmett emre enda engin enrico enrique enya enzo eoghan eoin erez eric erica erich
  erick erik erika erin ernest ernestine ernesto ernst errol erwan erwin esben esma esperanza estefania esteban estelle ester esther estrella etai
  ethan etienne eugen eugene eugenia eugenie eugenio eunice eva evan evangelia evangelos eve evelien eveline evelyn evelyne evert evgenia evgenii
  evgeny evie ewa ewan ewen ezekiel ezgi ezra fabian fabiana fabien fabienne fabio fabiola fabrice fabrizio fadi fahad faisal faith faiz fanny farah
  farhad farid farida fatema fatih fatima fatma fatou fatoumata faustine faye federica federico fedor felicia felicitas felicity felipe felix femke
  ferdinand ferenc fergal fergus fernanda fernando fidel filip filipa filipe filippo fiona fiorella flavia flavio fleur flor flora florence florent
  florentin florian floriane floris flynn foteini frances francesca francesco francis francisca francisco franck francois francoise frank frankie
  franklin franz franziska fraser fred freddie freddy frederic frederick frederik frederike frederique fredric fredrik freek freya frida frieda
  friederike friedrich fritz froukje fumiko fuad gabor gabriel gabriela gabriele gabriella gabrielle gael gaelle gaetan gaetano gail galina gamze gareth
  garret garrett garry garth gary gaurav gavin gayle gaynor geert gemma gene genevieve geoff geoffrey geoffroy georg george georges georgia
  georgiana georgie georgina georgios gerald geraldine gerard gerardo gerben gerd gerda gerhard german gernot gerrit gerry gertrud gertrude ghislain
  ghislaine gia giacomo gian giancarlo gianfranco gianluca gianni gianpaolo gideon gil gilbert gilberto gilda giles gill gilles gillian gina ginevra
  ginger gino gintaras giorgia giorgio giorgos giovanna giovanni gisela gisele giselle gita gitte giulia giuliana giuliano giulio giuseppe giuseppina
  gladys glen glenda glenn gloria godfrey gokhan gonzalo gopal goran gordana gordon govind grace gracia graciela graeme graham grainne grant greg gregg
  gregor gregory greta gretchen griet grigory grzegorz guadalupe gudrun guido guilherme guillaume guillermo gulsen gunnar gunter gunther guro gurpreet gus
  gustav gustave gustavo guus guy gwen gwendolyn gwenael gyorgy habib hadi hadley hagen haidar haim haitham haakon hakan hakim halina hamad hamid hamish
  hamza han hana hanan hanane hanna hannah hanne hannelore hannes hans hansjorg harald hari harish harley harold harriet harrison harry harsh harsha
  haruka haruki haruto harvey hasan hasnaa hassan hatice havard hayden hayley hazel heather hector hedda hedwig heidi heike heiko heiner heinrich
  heinz hela helen helena helene helga helge helle helmut hemant hendrik henk hennie henning henri henrietta henriette henrik henrike henrique henry
  herbert herman hermann hermine hernan herve hicham hideki hidetoshi hilary hilda hilde hillary hiltrud himanshu hiroaki hiroki hiroko hiroshi
  hiroyuki hisham holger hollie holly homer hope horst hortense horace howard hrvoje hubert hugh hugo hui humberto humphrey hussain hussein huw
  hyun iain ian ibrahim ida idan idris ifeanyi ifeoma ignacio ignatius igor ihor ikram ildiko ilan ilana ilaria ilia ilias ilka ilker ilona ilse ilya
  imad iman imke imran imre ina inbal indira indra ines inga inge ingeborg ingemar inger ingo ingrid ingvar inigo inna ioan ioana ioanna ion iona ionut
  ira iraklis irena irene irina iris irma irmgard irving irwin isaac isabel isabell isabella isabelle isaiah isak isha ishaan isidora isidro isla ismael
  ismail israel issa istvan ita itai italo ivan ivana ivar ive iveta ivo ivor ivy iwan iwona izabela jaakko jaana jacek jacinda jack jackie jackson jacky jaclyn
  jaco jacob jacobo jacqueline jacques jade jaime jake jakob jakub jalal jamal james jamie jamil jan jana jane janet janette janez janice janie janina
  janine janis janna janne jannik jannis janos janusz jared jari jarkko jarl jarno jaroslav jaroslaw jarrod jasmin jasmina jasmine jason jasper javier jay
  jaya jayne jayson jean jeanette jeanine jeanne jeannette jeannie jed jeff jefferson jeffery jeffrey jelena jelle jemima jemma jen jenna jenni jennie
  jennifer jenny jens jeong jerald jeremiah jeremie jeremy jeroen jerome jerry jess jesse jessica jessie jesper jesus jette jia jian jiayi jie jihye jill
  jillian jim jimena jimmy jin jing jiri jitendra jitka jo joachim joakim joan joana joanna joanne joao joaquim joaquin jocelyn jochen jodi jodie jody joe
  joel joelle joep joerg joern joey johan johann johanna johanne johannes john johnathan johnny jola jolanda jolanta jolene jon jonah jonas jonatan
  jonathan jonathon joni jonny joost jord jordan jordi jordy jorg jorge jorgen jorn joris jorma jorrit jose josee josef josefa josefina josefine joseph
  josephine josh joshua josiah josie josip joss josue joy joyce juan juana juanita judith judy juergen juha juhani jukka jules julia julian juliana juliane
  julianna julianne julie julien juliet julieta juliette julio julius jun june jung junko jurgen jurgita juri jurriaan justin justina justine justyna
  justus jutta kaan kacper kadri kai kaitlin kaitlyn kaja kalle kalpana kaltrina kamal kamala kamil kamila kamran kara kareem karel karen kari karim karima
  karin karina karine karishma karl karla karlheinz karol karolina karoline karsten karthik kartik karyn kasia kasper kasey kat kata katalin katarina katarzyna kate katerina
  katharina katherine kathi kathie kathleen kathrin kathryn kathy katia katie katinka katja katrin katrina katrine katsiaryna katy kaushik kavita kay
  kaya kayla kaylee kazuhiro kazuki kazuko kazuo keira keith kelli kellie kelly kelsey kelvin ken kenan kendall kendra kenichi kenji kenneth kenny kenta
  kent kerem keri kerri kerry kerstin kevin keyur khadija khaled khalid khalil kieran kiera kim kimberley kimberly kimmo kira kiran kiri kirill kirk kirsten
  kirsti kirstin kirsty kirti kit kitty kjell kjersti klaas klara klaudia klaus knut kofi koen koji konrad konstantin konstantinos kosta kostas kris krish
  krishna krista kristen kristian kristiina kristin kristina kristine kristof kristoffer kristopher kristy krisztina krzysztof kumar kumiko kunal kurt kwabena
  kwaku kwame kyle kylie kyra kyriakos lachlan laila lale lalit lamia lana lance lara larissa larry lars lasse laszlo latif latisha laura laure laureen
  laurel lauren laurence laurens laurent lauri laurie laurin lavinia lawrence layla lazaros lea leah leandra leandro leanne leda lee leela leena leif leigh leila
  lekan lena lene leni leo leon leona leonard leonardo leonhard leonidas leonie leonor leopold leroy lesley leslie leszek leticia lev levi lewis lex lia liam
  liana libby lidia liesbeth lieselotte lieve lila lili lilia lilian liliana lillian lilly lily lin lina linda lindsay lindsey line ling linn linnea lino linus lionel
  lior lisa lisanne lisbeth lise liselotte lisette liv livia liz liza lizzie ljubica lloyd loic lois lola lone lonneke lora lore loredana loren lorena lorenz
  lorenzo loretta lori lorie lorna lorraine lothar lotta lotte lottie lou louis louisa louise loup lourdes luana luboslav luc luca lucas lucia lucian luciana
  luciano lucie lucien lucienne lucila lucille lucinda lucio lucrezia lucy ludger ludivine ludmila ludovic ludovico ludwig luigi luis luisa luise luiz luka
  lukas lukasz luke luna lutz luuk luz lydia lydie lyn lynda lyndon lyndsey lynette lynn lynne lynsey maarit maarten maartje mabel maciej mackenzie maddie
  madeleine madeline madelyn madhav madhu madhuri madison mads mae maeve magali magda magdalena maggie magne magnus maha mahendra mahesh mahmoud mai maia
  maike maja majid makoto malak malcolm malene malgorzata malia malik malin malina mallory malte malu mamadou manav mandy manfred manish manisha manoj manon
  manuel manuela mara marc marcel marcela marcelina marcella marcelle marcello marcelo marcia marcin marco marcos marcus marek maren marga margaret margareta
  margarete margarida margarita margaux margherita margie margit margo margot margret margriet marguerite mari maria mariah mariam mariama marian mariana
  mariane marianna marianne mariano maribel marica marie mariel mariela marielle marieke marietta mariette marija marijke marijn marika mariko marilena
  marilyn marin marina marine mario marion maris marisa marisol marissa marit marita marius mariusz marja marjan marjolein marjorie marjukka marko markus
  marlen marlena marlene marlies marlon marnie marsha marshall marta marte martha marthe marti martijn martin martina martine martino marty marvin
  mary maryam maryann maryna marzia masahiro masako masato mascha masha mason massimiliano massimo mateo mateusz matej mathew mathias mathieu mathilda mathilde
  mathis mathurin matias matija matilda matilde mats matt matteo matthew matthias matthieu matthijs matti mattia mattias matus matvey maud maura
  maureen maurice mauricio maurits maurizio mauro mavis max maxim maxime maximilian maximiliane maximo maxine maya mayank mayumi mckenzie meaghan medha meera meg
  megan megha meghan mehdi mehmet mehul mei meike meir mel melanie melina melinda melissa melody melvin mercedes mercy meredith meret merete meri meryl
  mette mia micaela micah michael michaela michal michala michel michela michele michelle michiel mick mickael micky midori miguel mihaela mihai mika mikael mikaela
  mike mikel mikhail mikkel mikko mila milan milana milena miles milica milka milla millie milo milos milton mimi min mina mindy ming minh minna mio mira
  miranda mireia mireille mirela miri miriam mirja mirjam mirko miroslav miroslava misha missy mitch mitchell mitsuko miyuki moa modou mohamad mohamed mohammad
  mohammed mohan mohit moira moises molly mona monica monika monique monserrat morag moran morgan morgane moritz morris mort morten moses moshe mostafa
  motoko muhammad muhammed mukesh munir muriel murray musa mustafa myles myra myriam myrna nabil nada nadav nadeem nadia nadine nadir nadja nahid naima
  najib nan nana nancy nandini naoki naoko naomi narayan narendra naresh naser nasir nasreen nastassja nat natalia natalie nataliia natalija nataliya natalya natasa
  natascha natasha nate nathalia nathalie nathan nathaniel navdeep naveen navin nayara nazanin neal ned neda neeraj neha neil nele nell nelly nelson
  nena nestor neta neus neville nevena niamh nic nichola nicholas nick nicki nicky nico nicola nicolai nicolas nicolaas nicole nicoleta nicoletta niels nigel nihal nika
  nikhil niki nikita nikki niklas niko nikola nikolai nikolaj nikolaos nikolas nikolaus nikolay nikos nil nilesh nils nina nino niraj nir nirav nirmal nisha
  nishant nitesh nitin nivedita nkechi noa noah noam nobuko noel noelia noelle noemi noemie nolan nolwenn noor nora norah norbert noreen noriko norma norman
  nour nouria nuala nuno nuria nurul nyah nyasha oana obinna octavia octavio odd odette odile ofelia ofer ofir okan oktay ola olaf olav ole oleg oleksandr
  oleksandra oleksii olena olga olha oliver olivia olivier oluwaseun olumide omar omer omkar ondrej onur oona ophelia ophelie ori oriana oriol orla orlando orly
  osama oscar oskar osman osvaldo oswald otto ottavia ottilie ousmane owen ozan ozge ozlem pablo paco paddy padraig paige pal palle paloma pam pamela pankaj
  panos paola paolo parker parth parvati parvin pascal pascale pat patience patric patrice patricia patricio patrick patrik patrizia patryk patsy patti patty
  patxi paul paula paulette paulina pauline paulo pavel pavlina pavlo pawel payal pearl pedro peggy penelope penny pepe pepijn per percy pere perla pernille
  perrine perry petar pete peter petra petri petronella petros petter phil philip philipp philippa philippe phillip philomena phoebe phyllis pia pier piero
  pierluigi pierpaolo pierre pierrick piet pieter pietro pilar pim ping pinar piotr pippa pirjo polina polly pooja poppy poul pradeep prakash pramod
  pranav prasad prasanna prashant pratik praveen preeti prem priscilla pritam priti priya priyanka prudence puneet purvi qing quentin quincy quinn quinten rabia
  rabih rachael rachel rachid radhika radka radoslav radoslaw radu rafael rafaela rafal raffaele raffaella rafik ragnar ragnhild rahel rahim rahul raimund
  rainer raisa raj raja rajan rajat rajeev rajendra rajesh rajiv raju rakesh ralf ralph ram rama ramesh rami ramiro ramon ramona ramy rana randall randi randolph
  randy rania ranjit raoul raphael raphaela raphaelle raquel rashid rashmi rasmus raul ravi ravindra ray raymond raymundo raz rebeca rebecca rebekah rebekka
  reed reem reena reese regina reginald regine regis reiko reid reima reimar rein reina reiner reinhard reinhold reinier rekha remco remi remy rena renata renate
  renato renaud rene renee renske renzo reto reuben reut rex reyna reza rhea rhian rhiannon rhona rhonda rhys ria ricarda ricardo riccardo rich richard rick
  ricky rico rieke riet rik rikard rikke riku riley rina rishabh rishi rita ritesh ritu riya roald rob robbert robbie robby robert roberta roberto robin robyn rocco
  rochelle rocio rod roderick rodger rodney rodolfo rodrigo roel roeland roger roger rogerio rohan rohit roland rolando rolf romain roman romana romane romeo
  romina romy ron ronald ronaldo ronan ronda ronen roni ronja ronnie ronny rony roopa rory rosa rosalia rosalie rosalind rosaline rosana rosangela rosanna rosario rose
  roseanne roselyne rosemarie rosemary rosie rosina rositsa ross rossana rossella rowan roxana roxane roxanne roy ruben ruby rudiger rudolf rudolph rudy rufus
  ruggero rui rune rupert rupesh rushil russ russell rut ruta ruth ruud ryan rya ryan ryo ryota ryan saad saara sabina sabine sabrina sacha sachiko sachin sade
  sadia saeed safia sahar sahil said saida saif sajid sakina sakshi sakura sal salah salim sally salma salman salome salvador salvatore sam samantha samar sameer samer
  sami samina samir samira samson samuel samuele sana sander sandeep sandhya sandi sandip sandra sandrine sandro sandy sanjay sanjeev sanna sanne santiago
  santino saori sara sarah sarai sarita sasa sascha sasha saskia satish satoshi satu saul saurabh savannah scott seamus sean sebastian sebastiano sebastien seema
  selim selina selma semih senem seong serena serge sergei sergej sergey sergi sergii sergio serkan seth seungho severin severine seydou seymour shadi
  shahid shaista shakira shane shani shannon shantanu sharad sharon shashank shaun shauna shawn shay shea sheela sheena sheila shelby sheldon shelley shelly
  sheri sherri sherry shilpa shimon shin shinji shira shiran shirin shirley shiv shivam shiva shlomi shlomo shoko shona shreya shruti shu shubham shun shweta sid
  siddharth sidney sidonie siegfried siegrun sien sierra sigal sigrid sigrun sigurd silas silja silje silke silvana silvia silvio sima simeon simon simona simone
  simran sina sinead siobhan siri sissel siv sixten skye slavica slawomir sneha snezana sofia sofie sohail solange soledad solene solomon solveig somchai sona
  sonal sonali sondra sonia sonja sonya soo soon sophia sophie soraya soren sorin souad soumya sourav spencer spiros sri srinivas srinivasan sruthi stacey
  staci stacie stacy stan stanislas stanislav stanislaw stanko stanley stavros stefan stefania stefanie stefano steffen steffi stella stelios sten stepan stephan
  stephane stephanie stephen sterling steve steven stewart stian stig stina stine stuart sture su subhash subramanian sudha sudhir sue suhail sujata sujit sukhdeep
  sukhi sulaiman suman sumit sumitra sunil sunita sunniva suresh surya susan susana susann susanna susannah susanne suse sushant sushil sushma susie suzan
  suzanna suzanne suzette suzy svein sven svenja sverre svetlana swapnil swati sybille sydney sylvain sylvester sylvia sylvie szymon tabea tabitha tadashi tae
  takahiro takashi takeshi taku tal tala talia tamar tamara tamas tami tammy tanaka tania tanja tanvi tanya tapio tara tarek tariq taro tarun tarja taryn tasha
  tasos tatiana tatjana tatyana taylor tea ted teddy teemu teija teresa terence teresia teri terje terrance terrence terri terry tess tessa tetiana tetsuya thabo thais thandiwe
  thea theo theodor theodora theodore theodoros theresa therese theresia thi thibaud thibault thierry thijs thilo thomas thor thora thorben thorsten thuy
  tia tiago tiana tibor tiffany tiina till tilman tilmann tim timo timon timothe timothee timothy timur tina tine tineke tiziana tjark tobias tobin toby
  todd tom tomas tomasz tomaz tomer tomi tommaso tommy tomoko tone toni tonia tonje tony tor tora torben tord tore torsten torunn toshiko tove tracey traci tracie tracy
  travis trent trevor tricia trina trine trish trisha tristan troels trond troy trude trudy truls tsvetelina tuan tugba tuomas ty tyler tyrone tyson tzvi uche uday
  ueli ugo ulf ulla ulrich ulrik ulrika ulrike uma umar umberto unai ursula urs urska urszula ursel usha usman ute uwe uzma vaclav vadim vaibhav val valentin valentina
  valentino valeria valerie valerio valery valeriia valter van vanda vandana vanessa vania varun vasco vasil vasile vasileios vasiliki vasilis veena veerle velma venkat venkata
  vera verena verity verna vernon vero veronica veronika veronique vesna vibeke vicente vicki vickie vicky victor victoria vidar vidya vihaan vijay vik vikas vikram vikrant viktor
  viktoria viktoriia vilde ville vilma vimal vin vinay vince vincent vincente vincenzo vineet vinod viola violaine violet violeta violetta vipin vipul virginia virginie
  vishal vishnu vita vitalii vitaly vito vittoria vittorio vivek vivian viviana viviane vivien vivienne vlad vladimir vladislav vlasta volha volker volodymyr vuk
  wade waleed walid wallace walter wanda wang ward warren waseem wayne wei wendy wenche werner wes wesley weston whitney wibke wiebke wilbert wilbur wilfred wilfried wilhelm
  will willem william willy wilma wim windy winifred winnie winston witold wojciech wolf wolfgang wouter xander xavi xavier xenia xiang xiao xiaoming ximena xin xue yaara
  yael yair yakov yan yang yann yannick yannis yara yaron yash yasir yasmin yasmina yasmine yasuko yatin yaw yi yifan ying yitzhak ylva yngve yoav yogesh yohan yohann yoko yolanda
  yolande yonatan yong yoni yosef yoshiko yossi youcef youssef yu yuan yue yui yuichi yuka yukari yuki yukiko yulia yuliia yumi yuna yunus yuri yuriy yury yusuf yuto yuval yves yvette yvonne
  zach zachary zack zahid zahra zaid zainab zak zara zaynab zdenek zdenka zeinab zeynep zhanna zhen zhi zhiwei ziad ziv zoe zofia zoltan zoran zsofia zsolt zsuzsa zuzana zvi
  adama adebayo adetola akin akosua aliou ama amadi aminata ayodele ayomide babatunde bola bukola chioma chidinma chiamaka ebele efua ekene emeka esi fatimah folake funmi ibrahima idowu ife ijeoma ikenna jide kehinde
  kelechi kunle lamin mariatou mbali ngozi nnamdi nonso ntombi ogechi olu oluwatobi oumar segun sekou sibusiso sipho taiwo temitope thandi thulani tobi tola tunde uchenna wanjiru yemi yusra zanele zodwa
  hailey jayden kayden kylie lexi macy makayla nevaeh paisley peyton piper presley raelynn remington ruthie ryder sadie sawyer scarlett serenity skylar stephany sutton trinity tucker wyatt zane
  annegret marisol hollis young sung sang kyung hee woo abdou achraf amine anissa asmaa ayoub bilel brahim chaima dounia fouad ghita hafid hajar hamada hind houda ikhlas imane ismahane jamila karima latifa leila lotfi mehdi meryem mounir mourad nabila naoual nawal
  omayma othmane rachida redouane reda rim sabah salwa sanaa siham soufiane soukaina taha tarik wafa walid wassim yassine younes youness zineb zouhair bushra eman faris ghada hala haneen hanin hesham huda jaber
  jassim khadijah lamya lubna luay maher mahmood majed marwan maysa mazen mishal mona muna nadim naser nayef nisreen noura omran osamah rabab rami rasha rawan rayan reham rola saleh samah sawsan shaima suha sultan tamer turki
  wael waleed yahya yara yazan zaki zein zeina
  aaliyah aanchal abdelkader abdellah abdulaziz abdulla abena achieng adwoa afua agus akihiro akinyi alda amaka amani amparo anca anderson andi andras
  aneta angeles anne-marie antti aravinda arild asbjorn aslak asmae atieno atilio atle attila audun aylin aymen aysel ayumi badr baltasar bambang banu
  baraka bence bendik bepin berit berna bertram bharat bhaskar boguslaw boguslawa bohumil bongani borge bouchra bozena branko braulio budi burcu caio
  camilo cansu carmelo cecil celso ceren chaimae chao cheptoo cheri chetan chie chih chukwu cigdem cleber conchi cristiane csaba czeslaw dalibor
  damaso damla darragh darrin darshana debora dedi dejan deniz devendra dewi dhananjay didem dilek dorina dorsie dragana driss dung durga dusan
  ecaterina edson eeva efrain eka eko ekta eloy elzbieta emi emrah eniko ercan erdem erhan eriko erkan erzsebet espen esra eun evandro evaristo
  everton ewelina ezequiel fabricio faical fang farman farzaneh femi ferhat fikret fitri florin frank-willie frantisek frode funda ganesh gauri gaute
  geir genaro gheorghe girish gizem grazyna gregorio grete gunn gurkan hafsa hai hakon halil halima halvor hamisi hande hannu hao hege heikki heitor
  hemachandran hendra heru hieu hitomi hoang hong hossein hsiao hsin hulya huong huseyin ilham ilhan ilkka imani imanol indrajit ipek iqbal irem
  isabela ishpreet iva ivica jacinto jae jagdish jai jaqueline jatin jayant jepkosgei jeppe jishnu jiwoo joko joon josiane jostein jouni jovan jozef
  jozsef judit juliano juma juraj jyoti jytte kadidiatou kadir kagiso kaisa kamau kana kaori kapil karan kariuki kartika kaspar katlego keiko kemal
  ketan ketut khalifa khanh kinga kipchoge kirsi kirstine kjetil kojo koray kresimir kwok kyoko ladislav lakshmi lata lazar lenka leopoldo lerato
  lestari levent levente libor lindiwe linh ljiljana lubos ludek luminita maaz madalina mahdi mahmut maija majbritt mami mandi manju manohar manolo
  mansour marcio mariola marketa markku marlyce mateus matheus mato maximiliano meena megumi melike meltem merja mert merve metin mie mieczyslaw miho
  miki milind minjun mirka misaki mladen mojtaba morteza mouhamed mpho mukul murali murat murilo mustapha muthoni mwangi nader najat nalan naledi
  nandi nasrin nasser natividad natsumi nazli neelam neema nenad nese nguyen nicolae nieves nihat nikolina nikunj nilay nima njenga njeri noboru
  nomvula nozomi nur nuray nyambura nyoman ochieng oguz oliwia olli omid orhan orsolya osamu oskari otakar otavio otieno oussama outi ovidiu oystein
  ozgur padma paivi palesa parag parisa pascual pasi payam pei pekka pelin peng pertti petr phong phuc phuong piia pouya pradyumna prateek preben
  predrag premysl priscila przemyslaw punit putri putu qiang quang quynh radek radovan raghav raghu raimo rajkumar raluca ramanendu ramazan ranjan
  rashida rastislav razvan recep rehema reka renan renu rie riikka risto ritva rizky roque rostislav roya rudi runar ryszard saki sameh sandor
  sangeeta santosh satomi sebnem sedat selin sema seojun seppo serap serdar seung sevgi sevil shahram shailesh shakeel shankar sherif shigeru shiori
  shishir shota shubha siavash sibel sigbjorn signe sinan sindre sirpa siti slavko soheil son songul srinath stano steen stjepan subhasis sugeng
  suharto sule suleyman sune susanto susumu svend sylwia synnove szilvia tadeusz taina talli taner tanmay tanuja tao tayfun teguh tejas tereza terhi
  tero thanh thao themba thiago thorbjorn timea titilayo tolga tomislav tommi tomohiro torill toru toshio trang trung tshepo tsuyoshi tudor tulay
  tumelo tuncay tung turgut turid tuula tuva uffe ufuk ugur ujjwal umesh umit umut unni uros vahid valdemar vedat vegard veikko venkatesh viet villads
  vinh vinicius viorica virpi vitor vlastimil vojtech volkan wagner wahyu walt wambui wangari wanjiku wayan wellington wen wieslaw wieslawa wiktor
  wilmer wilson wioletta wladyslaw xuan yanti yasemin yasser yasushi yavuz yesenia yesim yetunde yildiz yilmaz yoichi yosra yosuke yudi yuji yuko
  yumiko yusuff yusuke yuta yutaka zafer zain zakaria zawadi zbigniew zbynek zdzislaw zehra zeki zeljko zorica zsuzsanna zuhal zuzanna
`;

let known: Set<string> | undefined;

/** True when a folded word is a common given name of some language. */
export function isGivenName(folded: string): boolean {
  known ??= new Set(TEXT.trim().split(/\s+/));
  return known.has(folded);
}
