/** Words that occur in and around names, folded: lower case, without accents and dots. */

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Titles in front of a name. */
export const HONORIFICS = words(`
  mr mrs ms miss mx dr drs prof professor sir madam reverend herr frau fraeulein dhr mevr monsieur mme madame mlle sra srta
  senor senora dott dottssa dra sigra dipling diplkfm doctor captain datuk dato puan shri smt engr mgr lek inz mudr judr rndr mvdr phdr arq lic licda licdo lcdo lcda adv atty barr`);

/** Titles that are also names, so they count only with a dot. */
export const DOTTED_HONORIFICS = words(
  "ing ir mag sig sr hr hon rev capt col gen lt maj sgt msgr don pr wet tech med dypl dir",
);

/** Degrees and other suffixes of names. */
export const SUFFIXES = words(`
  jr sr ii iii iv 2nd 3rd phd dphil md mba emba msc bsc meng beng mphil mph mpa llb llm jd esq cpa cfa cma acca fcca fca
  pmp cissp cism cisa ccna csm cspo pe rn dds dvm edd psyd dba ceng frsa fcipd mcipd shrm-cp shrm-scp sphr phr obe mbe cbe`);

/** Particles of family names, which may be omitted or joined with the rest. */
export const PARTICLES = words(`
  von van der den de del della delle dello degli dei di da dal dalla das dos do du des d la le las los lo el al zu zum zur vom
  ter ten te op t vd af av bin ibn ben bint binti abu y e ni nic mac mc o ua san santa st`);

/** Family names that often come as the first of two (Spain, Portugal, Latin America). */
export const IBERIAN = words(`
  garcia gonzalez rodriguez fernandez lopez martinez sanchez perez gomez jimenez ruiz hernandez diaz moreno alvarez
  munoz romero alonso gutierrez navarro torres dominguez vazquez ramos gil ramirez serrano blanco molina morales suarez ortega
  delgado castro ortiz rubio marin sanz nunez iglesias medina garrido cortes castillo santos lozano guerrero cano prieto mendez
  cruz flores herrera vargas reyes rojas silva sousa souza oliveira pereira ferreira costa rodrigues almeida carvalho ribeiro
  barbosa alves lima araujo gomes martins fernandes pinto moreira correia teixeira rivera mendoza aguilar vega chavez salazar`);

/** Family names of languages that put them first, so that both orders occur for one person. */
export const FAMILY_FIRST = words(`
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang deng han feng cao
  peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren yao shen cui zhong tan fan wong chan cheung lau
  chow leung kwok lam ho kim lee yi park choi jung jeong kang cho yoon jang lim han oh seo shin kwon hwang ahn song ryu hong
  nguyen tran le pham hoang huynh phan vu vo dang bui do ngo duong ly dinh trinh nagy kovacs toth szabo horvath varga kiss molnar
  nemeth farkas sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki`);
