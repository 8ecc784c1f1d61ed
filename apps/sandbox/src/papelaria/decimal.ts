/** Money of the documents as whole cents; quantities, prices and rates come as decimal text and never as `number`. */
export type Centavos = bigint;

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

/** Cents of quantity × unit price, rounded half up. */
export function multiplyCentavos(quantidade: string, unitario: string): Centavos {
  const a = parseScaled(quantidade);
  const b = parseScaled(unitario);
  return divideHalfUp(a.digits * b.digits * 100n, 10n ** BigInt(a.scale + b.scale));
}

/** Cents of `aliquota` per cent of a base, rounded half up ("18.00" is 18 %). */
export function percentCentavos(base: Centavos, aliquota: string): Centavos {
  const rate = parseScaled(aliquota);
  return divideHalfUp(base * rate.digits, 100n * 10n ** BigInt(rate.scale));
}

/** "1234.50" for 123450 cents. */
export function writeCentavos(value: Centavos): string {
  return `${value / 100n}.${String(value % 100n).padStart(2, "0")}`;
}

/** Cuts an amount in equal parts; the last one takes the cents that are left. */
export function splitCentavos(total: Centavos, parts: number): Centavos[] {
  const each = total / BigInt(parts);
  const rest = total - each * BigInt(parts - 1);
  return [...Array.from({ length: parts - 1 }, () => each), rest];
}

export function sumCentavos(values: readonly Centavos[]): Centavos {
  return values.reduce((sum, value) => sum + value, 0n);
}
