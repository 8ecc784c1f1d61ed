/** A document number with thousands separators and without leading zeros: "000184220" → "184.220". */
export function formatDocumentNumber(number: string): string {
  return number.replace(/^0+(?=\d)/, "").replace(/\B(?=(\d{3})+$)/g, ".");
}

/** A decimal string in Brazilian notation without trailing zeros: "1200.5000" → "1.200,5". */
export function formatDecimal(decimal: string, places = 0): string {
  const [whole = "0", fraction = ""] = decimal.split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(places, "0");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ".");
  return kept === "" ? grouped : `${grouped},${kept}`;
}
