import type { Board } from "../board.ts";
import { adp } from "./adp.ts";
import { ashby } from "./ashby.ts";
import { avature } from "./avature.ts";
import { bamboohr } from "./bamboohr.ts";
import { brassring } from "./brassring.ts";
import { breezy } from "./breezy.ts";
import { comeet } from "./comeet.ts";
import { cornerstone } from "./cornerstone.ts";
import { dayforce } from "./dayforce.ts";
import { dover } from "./dover.ts";
import { eightfold } from "./eightfold.ts";
import { factorial } from "./factorial.ts";
import { freshteam } from "./freshteam.ts";
import { gem } from "./gem.ts";
import { greenhouse } from "./greenhouse.ts";
import { hireology } from "./hireology.ts";
import { homerun } from "./homerun.ts";
import { icims } from "./icims.ts";
import { jazzhr } from "./jazzhr.ts";
import { jobvite } from "./jobvite.ts";
import { join } from "./join.ts";
import { kula } from "./kula.ts";
import { lever } from "./lever.ts";
import { LONG_TAIL } from "./long-tail.ts";
import { oracle } from "./oracle.ts";
import { pageup } from "./pageup.ts";
import { paycom } from "./paycom.ts";
import { paylocity } from "./paylocity.ts";
import { personio } from "./personio.ts";
import { phenom } from "./phenom.ts";
import { pinpoint } from "./pinpoint.ts";
import { polymer } from "./polymer.ts";
import { recruitee } from "./recruitee.ts";
import { rippling } from "./rippling.ts";
import { smartrecruiters } from "./smartrecruiters.ts";
import { softgarden } from "./softgarden.ts";
import { successfactors } from "./successfactors.ts";
import { taleo } from "./taleo.ts";
import { teamtailor } from "./teamtailor.ts";
import { trakstar } from "./trakstar.ts";
import { ukg } from "./ukg.ts";
import { welcomekit } from "./welcomekit.ts";
import { workable } from "./workable.ts";
import { workday } from "./workday.ts";
import { zoho } from "./zoho.ts";

/** Every applicant tracking system that this service knows. */
export const BOARDS: readonly Board[] = [
  greenhouse,
  lever,
  ashby,
  workable,
  personio,
  teamtailor,
  recruitee,
  pinpoint,
  gem,
  adp,
  avature,
  bamboohr,
  brassring,
  breezy,
  comeet,
  cornerstone,
  dayforce,
  dover,
  eightfold,
  factorial,
  freshteam,
  hireology,
  homerun,
  icims,
  jazzhr,
  jobvite,
  join,
  kula,
  oracle,
  pageup,
  paycom,
  paylocity,
  phenom,
  polymer,
  rippling,
  smartrecruiters,
  softgarden,
  successfactors,
  taleo,
  trakstar,
  ukg,
  welcomekit,
  workday,
  zoho,
  ...LONG_TAIL,
];
