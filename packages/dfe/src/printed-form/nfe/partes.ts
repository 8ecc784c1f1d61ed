import type { XmlElement } from "../../xml/tree.ts";
import { anyCampoOf, textoOf } from "../campos.ts";
import { at, textsAt } from "./campos.ts";
import type { PrintedEndereco, PrintedPessoa } from "./tipos.ts";

const DOCUMENTOS = ["CNPJ", "CPF", "idEstrangeiro"];

/** A party. `endereco` is its address element; null when
 * the address is next to its name (retirada, entrega). */
export function readPessoa(element: XmlElement | null, endereco: string | null): PrintedPessoa {
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
    endereco: readEndereco(endereco === null ? element : at(element, endereco)),
  };
}

/** readPessoa, or null when the element is absent. */
export function readPessoaOrNull(element: XmlElement | null, endereco: string | null): PrintedPessoa | null {
  return element && readPessoa(element, endereco);
}

export function readDocumento(element: XmlElement | null): string | null {
  return anyCampoOf(element, DOCUMENTOS);
}

function readEndereco(element: XmlElement | null): PrintedEndereco {
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
    telefone: textoOf(element, "fone"),
  };
}
