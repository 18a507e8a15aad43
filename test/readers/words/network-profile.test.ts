import { expect, it } from "vitest";
import { networkProfile } from "../../../src/readers/words/network-links.ts";

it.each([
  ["https://de.network.example/in/Ada-Brandt?trk=x", "https://network.example/in/ada-brandt"],
  ["network.example/mwlite/in/ada-brandt/", "https://network.example/in/ada-brandt"],
  ["https://www.network.example/pub/Ada-Brandt/1A/2b3/c4D", "https://network.example/pub/ada-brandt/1a/2b3/c4d"],
  ["https://www.network.example/pub/ada-brandt/1/22/333/", "https://network.example/pub/ada-brandt/1/22/333"],
  ["https://www.network.example/pub/dir/Ada/Brandt", null],
  ["https://www.network.example/pub/ada-brandt/1/22", null],
  ["https://www.network.example/company/acme", null],
  ["https://elsewhere.example/in/ada-brandt", null],
])("%s: %s", (text, profile) => {
  expect(networkProfile(text, ["network.example"])).toBe(profile);
});
