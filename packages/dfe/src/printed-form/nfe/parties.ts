import type { XmlElement } from "../../xml/tree.ts";
import { anyFieldOf, fieldTextOf } from "../fields.ts";
import { at, textsAt } from "./fields.ts";
import type { PrintedAddress, PrintedPessoa } from "./types.ts";

const DOCUMENTOS = ["CNPJ", "CPF", "idEstrangeiro"];

/** A party. `address` is its address element; null when
 * the address is next to its name (retirada, entrega). */
export function readPessoa(element: XmlElement | null, address: string | null): PrintedPessoa {
  return {
    ...textsAt(element, {
      nome: "xNome",
      fantasia: "xFant",
      ie: "IE",
      ieSt: "IEST",
      im: "IM",
      suframa: "ISUF",
      cnae: "CNAE",
      regime: "CRT",
      email: "email",
    }),
    documento: readDocumento(element),
    endereco: readAddress(address === null ? element : at(element, address)),
  };
}

/** readPessoa, or null when the element is absent. */
export function readPessoaOrNull(element: XmlElement | null, address: string | null): PrintedPessoa | null {
  return element && readPessoa(element, address);
}

export function readDocumento(element: XmlElement | null): string | null {
  return anyFieldOf(element, DOCUMENTOS);
}

function readAddress(element: XmlElement | null): PrintedAddress {
  return {
    ...textsAt(element, {
      logradouro: "xLgr",
      numero: "nro",
      complemento: "xCpl",
      bairro: "xBairro",
      municipio: "xMun",
      uf: "UF",
      cep: "CEP",
      pais: "xPais",
    }),
    telefone: fieldTextOf(element, "fone"),
  };
}
