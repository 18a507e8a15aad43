import type { Board } from "../board.ts";

/** Script-only pages behind a firewall that refuses data centres. */
export const oracle: Board = {
  name: "oracle",
  verdict: "recognised",
  domains: ["oraclecloud.com"],
  marks: [
    /\/\/([\w-]{1,63})\.fa\.(?:[\w-]+\.){0,4}oraclecloud(?:[1-9]\d?)?\.com\/hcmUI\/CandidateExperience\/(?:[\w-]+\/)?sites\/([\w-]+)/i,
  ],
  embeds: [{ literal: "/hcmUI/CandidateExperience/" }],
  hasOwnHosts: true,
};
