/** Check digits of national numbers, by the rules of the registers that issue them. True, false, or null without a check digit. */
import { crossSum, luhn, mod97, weighted } from "./checksums.ts";

export function checkSiret(text: string): boolean {
  // La Poste numbers its branches differently.
  if (text.startsWith("356000000")) return [...text].reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0;
  return luhn(text);
}

export function checkFrenchVat(text: string): boolean | null {
  const [, key = "", siren = ""] = /^FR(\w\w)(\d{9})$/.exec(text) ?? [];
  // Monaco's numbers begin with 000 and are no SIREN.
  if (!siren.startsWith("000") && !luhn(siren)) return false;
  return /^\d\d$/.test(key) ? Number(key) === (12 + 3 * (Number(siren) % 97)) % 97 : null;
}

export function checkBelgian(text: string): boolean {
  return 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));
}

export function checkDutchVat(text: string): boolean {
  const sum = weighted(text.slice(2, 11), [9, 8, 7, 6, 5, 4, 3, 2, -1]);
  return sum % 11 === 0 || mod97(text) === 1;
}

export function checkAustrianVat(text: string): boolean {
  const given = [...text.slice(3)].map(Number);
  const sum = given.slice(0, 7).reduce((total, digit, index) => total + (index % 2 ? crossSum(digit * 2) : digit), 0);
  return (10 - ((sum + 4) % 10)) % 10 === given[7];
}

export function checkSwiss(text: string): boolean {
  const number = text.slice(3);
  const check = (11 - (weighted(number, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11;
  return check !== 10 && check === Number(number[8]);
}

export function checkBritishVat(text: string): boolean {
  const rest = weighted(text.slice(2, 11), [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  // Numbers given out since 2010 leave 42 (55 added before the division).
  return rest === 0 || rest === 42;
}

export function checkIrishVat(text: string): boolean | null {
  // Numbers of before 2013 have a letter in the second place, which counts as if it were not there.
  const number = text.slice(2).replace(/^(\d)[A-Z](\d{5})/, "0$2$1");
  if (!/^\d{7}[A-W][A-IW]?$/.test(number)) return null;
  const second = number[8];
  const extra = second ? (second === "W" ? 0 : (second.charCodeAt(0) - 64) * 9) : 0;
  return "WABCDEFGHIJKLMNOPQRSTUV"[(weighted(number, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === number[7];
}

export function checkSpanish(text: string): boolean {
  const number = text.slice(1, 8);
  const sum = [...number].reduce(
    (total, digit, index) => total + (index % 2 === 0 ? crossSum(Number(digit) * 2) : Number(digit)),
    0,
  );
  const check = (10 - (sum % 10)) % 10;
  return text[8] === String(check) || text[8] === "JABCDEFGHI"[check];
}

export function checkPortuguese(text: string): boolean {
  const check = 11 - (weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === Number(text[8]);
}

export function checkCzech(text: string): boolean {
  return (11 - (weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(text[7]);
}

export function checkEstonian(text: string): boolean {
  const first = weighted(text, [1, 2, 3, 4, 5, 6, 7]) % 11;
  const rest = first === 10 ? weighted(text, [3, 4, 5, 6, 7, 8, 9]) % 11 : first;
  return rest % 10 === Number(text[7]);
}

export function checkAbn(text: string): boolean {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  return (weighted(text, weights) - 10) % 89 === 0;
}

export function checkAcn(text: string): boolean {
  return (10 - (weighted(text, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === Number(text[8]);
}

/** Register numbers of nine digits, VAT numbers of nine or twelve. */
export function checkLithuanian(text: string): boolean {
  const places = [...text.slice(0, -1)].map((_, index) => index);
  const first =
    weighted(
      text,
      places.map((index) => (index % 9) + 1),
    ) % 11;
  const rest =
    first === 10
      ? weighted(
          text,
          places.map((index) => ((index + 2) % 9) + 1),
        ) % 11
      : first;
  return rest % 10 === Number(text.at(-1));
}

export function checkRomanian(text: string): boolean {
  const number = text.slice(2).padStart(10, "0");
  return ((weighted(number, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(number[9]);
}

export function checkSlovenian(text: string): boolean {
  const check = 11 - (weighted(text.slice(2), [8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 11 && check % 10 === Number(text[9]);
}

/** Ten digits are a person's or a foreigner's number, which have checks of their own. */
export function checkBulgarian(text: string): boolean | null {
  const number = text.slice(2);
  if (number.length === 10) return null;
  const first = weighted(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const rest = first === 10 ? weighted(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first;
  return rest % 10 === Number(number[8]);
}

const CYPRIOT_ODD_PLACES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

export function checkCypriot(text: string): boolean {
  const sum = [...text.slice(2, 10)]
    .map(Number)
    .reduce((total, digit, index) => total + (index % 2 === 0 ? (CYPRIOT_ODD_PLACES[digit] ?? 0) : digit), 0);
  return String.fromCharCode(65 + (sum % 26)) === text[10];
}
