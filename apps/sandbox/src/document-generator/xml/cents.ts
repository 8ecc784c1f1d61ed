/** An amount in whole cents; quantities, prices and rates are decimal text, never `number`. */
export type Cents = bigint;

type Scaled = { digits: bigint; scale: number };

function parseScaled(text: string): Scaled {
  const match = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text}`);
  const fraction = match[2] ?? "";
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length };
}

function divideHalfUp(value: bigint, divisor: bigint): bigint {
  return (value + divisor / 2n) / divisor;
}

/** Multiplies quantity by unit price, rounded half up to cents. */
export function multiplyToCents(quantidade: string, unitario: string): Cents {
  const a = parseScaled(quantidade);
  const b = parseScaled(unitario);
  return divideHalfUp(a.digits * b.digits * 100n, 10n ** BigInt(a.scale + b.scale));
}

/** Calculates a percentage of a base, rounded half up to cents ("18.00" is 18 %). */
export function percentOfCents(base: Cents, aliquota: string): Cents {
  const rate = parseScaled(aliquota);
  return divideHalfUp(base * rate.digits, 100n * 10n ** BigInt(rate.scale));
}

/** Formats 123450 cents as "1234.50". */
export function writeCents(value: Cents): string {
  return `${value / 100n}.${String(value % 100n).padStart(2, "0")}`;
}

/** Splits an amount into equal parts; the last part includes the remaining cents. */
export function splitCents(total: Cents, parts: number): Cents[] {
  const each = total / BigInt(parts);
  const rest = total - each * BigInt(parts - 1);
  return [...Array.from({ length: parts - 1 }, () => each), rest];
}

export function sumCents(values: readonly Cents[]): Cents {
  return values.reduce((sum, value) => sum + value, 0n);
}
