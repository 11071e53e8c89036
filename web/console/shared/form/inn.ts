// ИНН: ten digits (company) or twelve (person); the last one or two are check digits.
const company = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const person = [7, ...company];
const personLast = [3, ...person];

const checkDigit = (inn: string, weights: readonly number[]) =>
  (weights.reduce((sum, weight, i) => sum + weight * Number(inn[i]), 0) % 11) % 10;

/** Whether digits are a valid ИНН (rules 7.4). */
export function isInn(inn: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(inn)) return false;
  if (inn.length === 10) return checkDigit(inn, company) === Number(inn[9]);
  return (
    checkDigit(inn, person) === Number(inn[10]) && checkDigit(inn, personLast) === Number(inn[11])
  );
}

/** The digits of a typed ИНН. */
export const innDigits = (typed: string) => typed.replace(/\D/g, '');
