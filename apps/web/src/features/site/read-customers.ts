/** A customer that the operator configured. */
export type Customer = { nome: string; segmento?: string; site?: string };

/** The placeholder of the customers in a prerendered page: only the running server knows them. */
export const placeholderOf = (block: "faixa" | "lista"): string => `%%clientes:${block}%%`;

/** Whether the page is being prerendered. */
export const isPrerendering = (): boolean => typeof document === "undefined";

const META = 'meta[name="malote:clientes"]';

/** The customers that the server wrote into the page; none when none are configured. */
export function readCustomers(): readonly Customer[] {
  if (isPrerendering()) return [];
  const text = document.querySelector<HTMLMetaElement>(META)?.content;
  if (!text) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter(isCustomer) : [];
  } catch {
    return [];
  }
}

function isCustomer(value: unknown): value is Customer {
  return typeof value === "object" && value !== null && typeof (value as Customer).nome === "string";
}
