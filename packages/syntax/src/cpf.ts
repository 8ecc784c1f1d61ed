import { isRepeated } from "./documento.ts";

const CPF = /^[0-9]{11}$/;

/** Says whether the text is an unmasked CPF with valid check digits; eleven equal digits are not valid. */
export function isCpf(text: string): boolean {
  if (!CPF.test(text) || isRepeated(text)) return false;
  const first = cpfDigit(text.slice(0, 9));
  return `${first}${cpfDigit(`${text.slice(0, 9)}${first}`)}` === text.slice(9);
}

// @NOTE CPF weights continue to 10 and 11, unlike those of CNPJ and access key, which restart at 2.
function cpfDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits.charAt(i)) * (digits.length + 1 - i);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
