import { HIRING_SIGNALS } from "./hiring-signals.ts";
import { REVIEW_SIGNALS } from "./review-signals.ts";
import type { Detector } from "./shared/detector.ts";
import { signalFunding } from "./signal-funding.ts";
import { signalHiringSalesRepRepost } from "./signal-hiring-sales-rep-repost.ts";
import { signalLeadershipChange } from "./signal-leadership-change.ts";
import { signalNewsMention } from "./signal-news-mention.ts";
import { signalTechnologiesIdentified } from "./signal-technologies-identified.ts";
import { signalWebsiteChange } from "./signal-website-change.ts";

/** Every signal, in the default order. */
export const DETECTORS: readonly Detector[] = [
  signalTechnologiesIdentified,
  ...HIRING_SIGNALS,
  signalHiringSalesRepRepost,
  signalFunding,
  signalLeadershipChange,
  signalNewsMention,
  signalWebsiteChange,
  ...REVIEW_SIGNALS,
];
