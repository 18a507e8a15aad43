import { expect, it } from "vitest";
import { RULE_TABLES } from "../../../scripts/rule-tables.ts";

const table = RULE_TABLES.find(({ file }) => file === "people/card-signs");

// Beside those of `card-signs.cases.txt`, each of which proves its rule.
it.each([
  ["over_text", "view: about\n<h2>Nora Falk</h2><p>I am a boat builder, and live at the harbour.</p>", "Nora Falk"],
  [
    "over_text",
    "view: about\n<h2>Nora Falk</h2><p>Les bateaux sont ma passion depuis l'enfance, et j'accompagne ceux qui veulent en construire un.</p>",
    "Nora Falk",
  ],
  ["over_text", "view: about\n<p>Nora Falk</p><p>Nora is vanaf 1988 werkzaam als botenbouwer.</p>", "Nora Falk"],
  ["over_text", "view: about\n<p>Nora Falk</p><p>Nora came by on her boat.</p>", "nobody"],
  ["over_text", "view: about\n<p>Nora Falk</p><p>Nora has been a customer for ten years.</p>", "nobody"],
  ["over_text", "<h2>Idurre Kerbrat</h2><p>Idurre travaille ici.</p>", "Idurre Kerbrat"],
  ["over_text", "view: about\n<h2>Acme Robotics</h2><p>Acme has over 20 years of experience.</p>", "nobody"],
  ["reachable", "view: about\n<p>Hotel Falk</p><p>Tel. +31 652 342 572</p>", "nobody"],
  ["reachable", "view: about\n<p>Joan Falk 154-158</p>", "nobody"],
  [
    "reachable",
    "view: about\n<p>Nora Falk (+56 9) 8510 2139</p><p>Boats – Tom Roth, cell 652 342 572</p><p>Ann Berg 1989 - 2018</p>",
    "Nora Falk, Tom Roth (Boats)",
  ],
  [
    "namesake",
    "firm: Nora Falk Boats\nview: about\n<p>Nora Falk</p><p>All of us are at the quay from May.</p>",
    "nobody",
  ],
  [
    "rank",
    "view: about\n<h3>Nora Falk</h3><p>Nora er medstifter og mentor hos Havnen, og hun sejler gerne.</p>",
    "Nora Falk (medstifter og mentor)",
  ],
  ["rank", "view: about\n<h2>Nora Falk, mender of nets</h2><p>Since 2001.</p>", "Nora Falk (mender of nets)"],
  ["rank", '<p class="name">Bhavya Kherat</p><p class="position">Photography</p>', "Bhavya Kherat (Photography)"],
  [
    "rank",
    "<h3>Lékař</h3><p>Jana Malá</p><h3>Sestry</h3><p>Hana Malá</p><p>Petra Nová</p>",
    "Jana Malá (Lékař), Hana Malá, Petra Nová",
  ],
  ["rank", "view: about\n<h3>Our Nurses</h3><p>Nora Falk</p>", "Nora Falk"],
  ["rank", "view: about\n<h3>Nurses</h3><p>Nora Falk</p>", "nobody"],
  [
    "given_names_with_jobs",
    "<h1>Meet the team</h1><p>Nora</p><p>Co-owner</p><p>Tom</p><p>Sailor</p><p>Anna</p><p>Sailor</p>",
    "Nora (Co-owner), Tom (Sailor), Anna (Sailor)",
  ],
  ["section_of_others", "view: about\n<h2>Opiniones</h2><h3>Nora Falk</h3><p>Profesora</p>", "nobody"],
  [
    "section_of_others",
    "<h2>Our customers</h2><h3>Nora Falk</h3><p>Treasurer</p><div>Our Team</div><p>Tom Becker</p><p>Treasurer</p>",
    "Tom Becker (Treasurer)",
  ],
  [
    "signature",
    "view: about\n<blockquote>We build one boat at a time.<cite>Nora Falk, Founder &amp; CEO</cite></blockquote>",
    "Nora Falk (Founder & CEO)",
  ],
  [
    "like_sure_ones",
    "<p><b>Nora Falk</b><br>Nurse,<br>Green River</p><p><b>Tom Hale</b><br>Nurse,<br>Green River</p>",
    "Nora Falk (Nurse, Green River), Tom Hale (Nurse, Green River)",
  ],
])("people on cards, by the rule %s: %s", (_, input, expected) => {
  expect(table?.read(input)).toBe(expected);
});
