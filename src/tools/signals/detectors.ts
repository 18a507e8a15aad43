import type { Detector } from "./shared/detector.ts";
import { signalFunding } from "./signal-funding.ts";
import { signalHiringRole } from "./signal-hiring-role.ts";
import { signalHiringSalesLeadership } from "./signal-hiring-sales-leadership.ts";
import { signalHiringSalesRep } from "./signal-hiring-sales-rep.ts";
import { signalHiringSalesRepRepost } from "./signal-hiring-sales-rep-repost.ts";
import { signalHiringSupport } from "./signal-hiring-support.ts";
import { signalLeadershipChange } from "./signal-leadership-change.ts";
import { signalNewsMention } from "./signal-news-mention.ts";
import { signalReviewsNegative } from "./signal-reviews-negative.ts";
import { signalReviewsPositive } from "./signal-reviews-positive.ts";
import { signalTechnologiesIdentified } from "./signal-technologies-identified.ts";
import { signalWebsiteChange } from "./signal-website-change.ts";

/** Every signal, in the default order. */
export const DETECTORS: readonly Detector[] = [
  signalTechnologiesIdentified,
  signalHiringRole,
  signalHiringSupport,
  signalHiringSalesRep,
  signalHiringSalesLeadership,
  signalHiringSalesRepRepost,
  signalFunding,
  signalLeadershipChange,
  signalNewsMention,
  signalWebsiteChange,
  signalReviewsNegative,
  signalReviewsPositive,
];
