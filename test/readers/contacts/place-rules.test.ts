import { expect, it } from "vitest";
import { findPlaces } from "../../../src/readers/contacts/place-rules.ts";

it.each([
  ["Office 402, Azure Tower, Business Bay, Dubai, UAE", "Dubai, AE"],
  ["No. 12, Mill Street, Gardens, Colombo 03, Sri Lanka", "Colombo, LK"],
  ["12 Mill Street, Off Mill Way, Ikeja, Lagos State, Nigeria.", "Lagos, NG"],
  ["Falk SRL | Iași, Str. Verde 12", "Iași"],
  ["Str. Verde nr. 12, Sector 2, București", "București"],
  ["Via dei Verdi 3 - Firenze", "Firenze"],
  ["Dirección: Av. Verde, Lerma (Jaén)", "Lerma"],
  ["Presidente Azul - Lins/SP", "Lins, BR"],
  ["Calle Azul 12, Tlajo de Lima, Jalisco", "Tlajo de Lima"],
])("the place of a line: %s", (text, place) => {
  const places = findPlaces(text).map(({ city, country }) => (country ? `${city}, ${country}` : city));
  expect(places).toEqual([place]);
});
