/** Names already converted: a statement repeats the names of its columns for each of its runs. */
const snakes = new Map<string, string>();
const camels = new Map<string, string>();

/** Name in the database of a name of the code: "valorTotal" → "valor_total". */
export function toSnakeCase(name: string): string {
  return remember(snakes, name, () => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** Name in the code of a name in the database: "valor_total" → "valorTotal"; camelCase stays. */
export function toCamelCase(name: string): string {
  return remember(camels, name, () => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()));
}

function remember(known: Map<string, string>, name: string, convert: () => string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const converted = convert();
  known.set(name, converted);
  return converted;
}
