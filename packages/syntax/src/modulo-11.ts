const ZERO = 48;

/** Modulo 11 with weights 2..9 repeating from the right;
 * the value of a letter is its ASCII code minus 48.
 * @returns 0..9; remainders 0 and 1 give 0   @source MOC Visão Geral §5.4; NT Conjunta DF-e 2025.001 */
export function modulo11(text: string): number {
  let sum = 0;
  let weight = 2;
  for (let i = text.length - 1; i >= 0; i--) {
    sum += (text.charCodeAt(i) - ZERO) * weight;
    weight = weight === 9 ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
