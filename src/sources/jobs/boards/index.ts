import type { Board } from "../board.ts";
import { ashby } from "./ashby.ts";
import { bamboohr } from "./bamboohr.ts";
import { breezy } from "./breezy.ts";
import { comeet } from "./comeet.ts";
import { factorial } from "./factorial.ts";
import { freshteam } from "./freshteam.ts";
import { gem } from "./gem.ts";
import { greenhouse } from "./greenhouse.ts";
import { homerun } from "./homerun.ts";
import { icims } from "./icims.ts";
import { jazzhr } from "./jazzhr.ts";
import { jobvite } from "./jobvite.ts";
import { lever } from "./lever.ts";
import { paylocity } from "./paylocity.ts";
import { personio } from "./personio.ts";
import { pinpoint } from "./pinpoint.ts";
import { polymer } from "./polymer.ts";
import { RECOGNISED } from "./recognised.ts";
import { recruitee } from "./recruitee.ts";
import { rippling } from "./rippling.ts";
import { smartrecruiters } from "./smartrecruiters.ts";
import { softgarden } from "./softgarden.ts";
import { successfactors } from "./successfactors.ts";
import { teamtailor } from "./teamtailor.ts";
import { trakstar } from "./trakstar.ts";
import { welcomekit } from "./welcomekit.ts";
import { workable } from "./workable.ts";
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
  bamboohr,
  breezy,
  comeet,
  factorial,
  freshteam,
  homerun,
  icims,
  jazzhr,
  jobvite,
  paylocity,
  polymer,
  rippling,
  smartrecruiters,
  softgarden,
  successfactors,
  trakstar,
  welcomekit,
  zoho,
  ...RECOGNISED,
];
