import { type Family, familyOfModelo, splitChaveAcesso } from "@malote/syntax";
import { NFCE_ADDRESSES } from "./nfce-addresses.ts";
import type { PublishedAddress } from "./published-address.ts";
import { CTE_ADDRESSES, MDFE_ADDRESSES, VIRTUAL_CTE_ADDRESSES } from "./transport-addresses.ts";

type Address = Omit<PublishedAddress, "uf"> & { uf?: string };
const ADDRESSES: Readonly<Record<Family, readonly Address[]>> = {
  nfe: NFCE_ADDRESSES,
  cte: [...CTE_ADDRESSES, ...VIRTUAL_CTE_ADDRESSES],
  mdfe: MDFE_ADDRESSES,
};

/** The lookup key of the tables. `ambiente` is "1" or "2"; `dia`
 * is the day of issue (yyyy-MM-dd), null when unreadable. */
export type ConsultedDocumento = {
  chave: string;
  modelo: string;
  ambiente: string | null;
  dia: string | null;
};

/** The addresses that SEFAZ publishes for a document, the
 * current one first. An NF-e shares the page of its UF's NFC-e.
 * @returns none for a model or UF that the tables lack */
export function findAddresses(documento: ConsultedDocumento, kind: PublishedAddress["tipo"]): string[] {
  const { chave, modelo, ambiente, dia } = documento;
  const { uf } = splitChaveAcesso(chave);
  const family = familyOfModelo(modelo);
  const addresses: readonly Address[] = family === null ? [] : ADDRESSES[family];
  return addresses
    .filter((each) => each.tipo === kind && (each.uf === undefined || each.uf === uf))
    .filter(({ ambientes }) => ambientes.includes(ambiente === "2" ? "2" : "1"))
    .filter(({ desde, ate }) => dia === null || ((desde ?? dia) <= dia && dia <= (ate ?? dia)))
    .map(({ url }) => url);
}
