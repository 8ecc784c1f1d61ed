/** A customer that the operator configured. */
export type Cliente = { nome: string; segmento?: string; site?: string };

/** The placeholder of the customers in a prerendered page: only the running server knows them. */
export const lugarDe = (bloco: "faixa" | "lista"): string => `%%clientes:${bloco}%%`;

/** Whether the page is being prerendered. */
export const escrevendo = (): boolean => typeof document === "undefined";

const META = 'meta[name="malote:clientes"]';

/** The customers that the server wrote into the page; none when none are configured. */
export function readClientes(): readonly Cliente[] {
  if (escrevendo()) return [];
  const text = document.querySelector<HTMLMetaElement>(META)?.content;
  if (!text) return [];
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter(isCliente) : [];
  } catch {
    return [];
  }
}

function isCliente(value: unknown): value is Cliente {
  return typeof value === "object" && value !== null && typeof (value as Cliente).nome === "string";
}
