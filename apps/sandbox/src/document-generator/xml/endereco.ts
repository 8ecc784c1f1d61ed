import type { Endereco } from "../companies/companies.ts";
import { element, leaf } from "./write-xml.ts";

/** The fields of an address; each layout has its own order. */
const FIELDS = {
  xLgr: (endereco: Endereco) => endereco.logradouro,
  nro: (endereco: Endereco) => endereco.numero,
  xBairro: (endereco: Endereco) => endereco.bairro,
  cMun: (endereco: Endereco) => endereco.codigoMunicipio,
  xMun: (endereco: Endereco) => endereco.municipio,
  UF: (endereco: Endereco) => endereco.uf,
  CEP: (endereco: Endereco) => endereco.cep,
  cPais: () => "1058",
  xPais: () => "Brasil",
  fone: (endereco: Endereco) => endereco.fone,
};

type AddressField = keyof typeof FIELDS;

const STREET_FIELDS: readonly AddressField[] = ["xLgr", "nro", "xBairro", "cMun", "xMun"];

/** Field order by layout: NF-e, issuer of CT-e and MDF-e, other parties of the CT-e. */
const FIELD_ORDERS = {
  nfe: [...STREET_FIELDS, "UF", "CEP", "cPais", "xPais", "fone"],
  emitente: [...STREET_FIELDS, "CEP", "UF", "fone"],
  participante: [...STREET_FIELDS, "CEP", "UF", "cPais", "xPais"],
} as const satisfies Record<string, readonly AddressField[]>;

export function writeEndereco(nome: string, endereco: Endereco, order: keyof typeof FIELD_ORDERS): string {
  return element(nome, ...FIELD_ORDERS[order].map((field) => leaf(field, FIELDS[field](endereco))));
}

/** Writes a CNPJ, or a CPF when it has eleven digits. */
export function writeDocumento(documento: string): string {
  return leaf(documento.length === 11 ? "CPF" : "CNPJ", documento);
}
