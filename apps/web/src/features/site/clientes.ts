/** A company that the operator of this Malote names as its customer. */
export type Cliente = { nome: string; segmento?: string; site?: string };

/** What a prerendered page says in place of the customers, who are known only where the server runs. */
export const lugarDe = (bloco: "faixa" | "lista"): string => `%%clientes:${bloco}%%`;

/** True while the pages are written, before there is any server. */
export const escrevendo = (): boolean => typeof document === "undefined";

const META = 'meta[name="malote:clientes"]';

/** The customers that the server wrote into the page; none when the operator configured none. */
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
