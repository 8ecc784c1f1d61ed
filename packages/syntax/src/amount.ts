/** Money as decimal text with a dot and exactly 2 places ("1234.50", "-0.10"), never a `number`. */
export type Amount = string;

/** The text is not an amount: not a plain decimal, more than 13 whole digits, or fractions of a cent. */
export class InvalidAmountError extends Error {
  override readonly name = "InvalidValorError";
}

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;
const LEFT_ZEROS = /^0+(?=[0-9])/;
const SUB_CENT = /^[0-9]{2}0*[1-9]/;
const WHOLE_MAX = 13;
const CENTS = 100n;

/** Parses a plain decimal with a dot ("1234.5" → "1234.50", "0.1000" → "0.10") without rounding.
 * @throws InvalidAmountError also for more than 13 whole digits (the column is DECIMAL(15,2)) */
export function parseAmount(text: string): Amount {
  const { sign, whole, cents } = cut(text.trim());
  const amount = `${whole}.${cents}`;
  return amount === "0.00" ? amount : sign + amount;
}

/** The exact sum of two amounts.   @throws InvalidAmountError */
export function addAmount(a: Amount, b: Amount): Amount {
  return fromCents(toCents(a) + toCents(b));
}

/** Orders two amounts by size: negative when a < b, 0 when equal, positive when a > b.
 * @throws InvalidAmountError */
export function compareAmount(a: Amount, b: Amount): number {
  const difference = toCents(a) - toCents(b);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Splits a decimal into sign, whole digits without left zeros, and two decimal places. */
function cut(text: string): { sign: string; whole: string; cents: string } {
  const match = DECIMAL.exec(text);
  if (!match) throw new InvalidAmountError("not a decimal number");
  const [, sign = "", digits = "", fraction = ""] = match;
  const whole = digits.replace(LEFT_ZEROS, "");
  if (whole.length > WHOLE_MAX) throw new InvalidAmountError("too many digits");
  if (SUB_CENT.test(fraction)) throw new InvalidAmountError("more than 2 decimal places");
  return { sign, whole, cents: fraction.slice(0, 2).padEnd(2, "0") };
}

function toCents(text: string): bigint {
  const { sign, whole, cents } = cut(text);
  return BigInt(`${sign}${whole}${cents}`);
}

function fromCents(cents: bigint): Amount {
  const size = cents < 0n ? -cents : cents;
  const fraction = String(size % CENTS).padStart(2, "0");
  return `${cents < 0n ? "-" : ""}${size / CENTS}.${fraction}`;
}
