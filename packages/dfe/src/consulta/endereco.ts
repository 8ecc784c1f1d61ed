import { splitChaveAcesso } from "@malote/syntax";
import { ENDERECOS_NFCE } from "./enderecos-nfce.ts";
import { ENDERECOS_CTE, ENDERECOS_CTE_VIRTUAIS, ENDERECOS_MDFE } from "./enderecos-transporte.ts";

/** One published address. `ambientes`: "1" production, "2" tests, "12" both; `tipo`: of the QR code, or to look a key up by hand.
 * `desde`, `ate`: first and last day of issue (yyyy-MM-dd) that it was published for. The address of a `chave` has no scheme. */
export type Endereco = {
  uf: string;
  ambientes: "1" | "2" | "12";
  tipo: "qr" | "chave";
  url: string;
  desde?: string;
  ate?: string;
};

/** A document as the tables know it. ambiente: "1" or "2"; dia: of issue, yyyy-MM-dd, or null where it cannot be read. */
export type Consultado = { chave: string; modelo: string; ambiente: string | null; dia: string | null };

/** The addresses that SEFAZ publishes for a document, the one in use first. An NF-e (55) has those of its UF's NFC-e: both share one page.
 * @returns none for a model or UF that the tables do not have */
export function findEnderecos(documento: Consultado, tipo: Endereco["tipo"]): string[] {
  const { chave, modelo, ambiente, dia } = documento;
  const { uf } = splitChaveAcesso(chave);
  return tableOf(modelo)
    .filter((each) => each.tipo === tipo && (each.uf === undefined || each.uf === uf))
    .filter(({ ambientes }) => ambientes.includes(ambiente === "2" ? "2" : "1"))
    .filter(({ desde, ate }) => dia === null || ((desde ?? dia) <= dia && dia <= (ate ?? dia)))
    .map(({ url }) => url);
}

function tableOf(modelo: string): readonly (Omit<Endereco, "uf"> & { uf?: string })[] {
  switch (modelo) {
    case "55":
    case "65":
      return ENDERECOS_NFCE;
    case "57":
    case "67":
      return [...ENDERECOS_CTE, ...ENDERECOS_CTE_VIRTUAIS];
    case "58":
      return ENDERECOS_MDFE;
    default:
      return [];
  }
}
