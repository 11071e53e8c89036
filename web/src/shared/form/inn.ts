// ИНН: ten digits of a company or twelve of a person, the last or the last two of them check digits.
const company = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const person = [7, ...company];
const personLast = [3, ...person];

const checkDigit = (inn: string, weights: readonly number[]) =>
  (weights.reduce((sum, weight, i) => sum + weight * Number(inn[i]), 0) % 11) % 10;

/** Whether digits are an ИНН with the right check digits (contract §8). */
export function isInn(inn: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(inn)) return false;
  if (inn.length === 10) return checkDigit(inn, company) === Number(inn[9]);
  return (
    checkDigit(inn, person) === Number(inn[10]) && checkDigit(inn, personLast) === Number(inn[11])
  );
}

/** What of a typed text belongs to an ИНН. */
export const innDigits = (typed: string) => typed.replace(/\D/g, '');
