/** Check digits of legal numbers. Every function takes the bare digits (or letters) without separators. Pure. */

const digits = (text: string) => [...text].map(Number);

/** Weighted sum of the first `weights.length` digits. */
export function weighted(text: string, weights: readonly number[]): number {
  const given = digits(text);
  return weights.reduce((sum, weight, index) => sum + weight * (given[index] ?? 0), 0);
}

/** Luhn, ISO/IEC 7812-1 annex B. */
export function luhn(text: string): boolean {
  return luhnSum(text) % 10 === 0;
}

/** The sum of digits in which every second one from the right is doubled and cross-summed. */
function luhnSum(text: string): number {
  return digits(text)
    .reverse()
    .reduce((sum, digit, index) => sum + (index % 2 === 0 ? digit : crossSum(digit * 2)), 0);
}

/** Digit sum of a number below 20. */
export function crossSum(value: number): number {
  return value > 9 ? value - 9 : value;
}

/** ISO 7064 mod 97-10 over digits and letters (A = 10 … Z = 35); valid codes leave 1. */
export function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** ISO 7064 mod 11,10, the last digit being the check digit. */
export function mod11And10(text: string): boolean {
  let product = 10;
  for (const digit of digits(text.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(text.at(-1));
}

/** GS1 mod 10 with weights 3 and 1 from the right (GLN, NZBN). */
export function gs1(text: string): boolean {
  const sum = digits(text)
    .reverse()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
