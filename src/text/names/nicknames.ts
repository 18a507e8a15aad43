/** Groups of interchangeable given names: a formal name and its short forms, all folded. */
const GROUPS = `
  abigail abby gail, abraham abe, agnieszka aga, albert al bert, aleksandr sasha sascha alex, alessandro sandro ale,
  alexander alex al xander sandy alec lex sasha, alexandra alex sandra sasha lexi alexa, alfred alf fred freddie,
  alice ali, allison ally allie, amanda mandy, anastasia nastya stacy, andrea andi drea, andreas andi andy, andrew
  andy drew, angela angie, anna annie anya ania, anneliese anne liese, anthony tony ant, antonio tono toni tonio,
  arthur art artie, barbara barb babs, bartholomew bart, beatrice bea trixie, benjamin ben benji benny, bernard
  bernie, bradley brad, brian bri, calvin cal, cameron cam, carolina caro carol, caroline carrie caro carol, cassandra
  cass cassie sandra, catherine cathy cat cate kate katie kitty, charles charlie chuck chas, charlotte charlie lottie
  lotte, christian chris, christina chris tina chrissy, christine chris tina chrissy, christoph chris
  stoph, christopher chris kit topher, clifford cliff, concepcion concha conchita, constantin kostya costa, cornelia
  conny nele, cynthia cindy, daniel dan danny, daniela dani, danielle dani, david dave davey davy, deborah deb debbie,
  dennis denny, dmitri dima mitya, dmitry dima mitya, dolores lola, dominic dom nic, donald don donny, dorothy dot
  dottie, douglas doug, eberhard eb hardy, edmund ed eddie ned, eduardo edu lalo, edward ed eddie ted teddy ned,
  ekaterina katya kate, eleanor ellie nell nora, elena lena, elisabeth lisa elsa sissi betty liz beth, elizabeth liz
  lizzie beth betty eliza libby lisa bess, emily em emmy, enrique quique kike, ernest ernie, eugene gene, evgeny
  zhenya, ferdinand ferdi, fernando nando fer, frances fran francie, francesca franci chicca, francisco paco pancho
  fran, franklin frank, franz franzi, frederick fred freddie rick, friedrich fritz fred, gabriel gabe gabi, gabriela
  gabi, geoffrey geoff, george georgie, gerald gerry jerry, giovanni gianni vanni nanni, giuseppe beppe peppe pino,
  gottfried friedel, graham gray, gregory greg, guadalupe lupe lupita, guillermo memo guille, hannah hanne, harold
  harry hal, heinrich heiner heinz henri, henry hank harry hal, herbert herb bert, ignacio nacho, isabel isa bel
  chabela, isabella bella izzy, ivan vanya, jacob jake, jacqueline jackie, jakub kuba, james jim jimmy jamie jem, jan
  janek, janet jan, javier javi, jeffrey jeff, jennifer jen jenny, jeremy jem jerry, jessica jess jessie, jesus chuy,
  joachim jochen achim, johann hans, johannes hannes hans jo joe, john johnny jack jon, jonathan jon jonny nathan,
  jose pepe, josef sepp jupp jo, joseph joe joey, joshua josh, juan juanito, judith judy, katarzyna kasia, katharina
  kathi kati kate katha, katherine kathy kate katie kat kitty, kathleen kathy kate, kenneth ken kenny, kimberly kim,
  konstantin kostya, krzysztof krzys, lawrence larry laurie, leonard leo len lenny, leonardo leo, lorenzo renzo, louis
  lou louie, louise lou, lucas luke, luis lucho, madeleine maddie, magdalena magda lena, malgorzata gosia, manuel
  manolo manu, margaret maggie meg peggy marge greta, margarethe grete gretel, maria mia mitzi masha,
  martin marty, matthew matt, matthias matze hias, maximilian max, melanie mel, melissa mel missy, michael mike mick
  mickey micky mikey michi, michal misiek, michelle shelly, miguel migue, mikhail misha, mitchell mitch, mohammed mo,
  muhammad mo, natalia natasha nat, natalie nat, nathaniel nat nate nathan, nicholas nick nicky, nicola nic nicky,
  nicole nicky nic, nikolai kolya, nikolaus niko klaus, olga olya, oliver olli ollie, pamela pam, patricia pat patty
  trish tricia, patrick pat paddy, pavel pasha, penelope penny, peter pete, philip phil pip, phillip phil pip, piotr
  piotrek, rachel rach, randall randy, raymond ray, rebecca becky becca, reginald reg reggie, ricardo ricky rico,
  richard rich rick dick ricky richie, robert rob bob bobby robbie bert, roberto beto, roderick rod, roland rolly,
  ronald ron ronnie, rosario charo, rudolf rudi, russell russ, samantha sam sammy, samuel sam sammy, sandra sandy,
  sara sally, sarah sally sadie, sebastian seb basti bastian, sergei seryozha, sidney sid, siegfried siggi, stanislav
  slava stas, stanley stan, stefan stef, stephanie steph steffi, stephen steve stevie steph, steven steve stevie,
  stuart stu, susan sue susie, susanne susi sanne, svetlana sveta, svyatoslav slava, sylvester sly, tatiana tanya,
  teresa tere tess, terence terry, theodore ted teddy theo, theresa terry tess tessa resi, thomas tom tommy, timothy
  tim timmy, tobias tobi, tomasz tomek, ulrich uli, ulrike uli rike, ursula uschi ulla, valentina vale, veronica
  ronnie vero, victor vic, victoria vicky tori, vincent vince vinny, vladimir vova volodya vlad, vyacheslav slava,
  walter walt wally, wilhelm willi willy wim, william will bill billy willie liam, wolfgang wolf wolfi, xavier xavi,
  yekaterina katya, zachary zach zack`.split(",");

const groupsOf = new Map<string, number[]>();
for (const [group, names] of GROUPS.entries()) {
  for (const name of names.match(/[a-z]+/g) ?? []) groupsOf.set(name, [...(groupsOf.get(name) ?? []), group]);
}

/** True when two folded given names are known to be interchangeable: "bob" and "robert", "bob" and "rob". */
export function areNicknames(a: string, b: string): boolean {
  const groups = groupsOf.get(b) ?? [];
  return groupsOf.get(a)?.some((group) => groups.includes(group)) ?? false;
}
