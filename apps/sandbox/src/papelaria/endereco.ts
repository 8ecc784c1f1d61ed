import type { Endereco } from "./empresas.ts";
import { element, leaf } from "./write-xml.ts";

/** The fields of an address; each layout has its own order. */
const CAMPOS = {
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

type Campo = keyof typeof CAMPOS;

const RUA: readonly Campo[] = ["xLgr", "nro", "xBairro", "cMun", "xMun"];

/** Field order by layout: NF-e, issuer of CT-e and MDF-e, other parties of the CT-e. */
const ORDENS = {
  nfe: [...RUA, "UF", "CEP", "cPais", "xPais", "fone"],
  emitente: [...RUA, "CEP", "UF", "fone"],
  participante: [...RUA, "CEP", "UF", "cPais", "xPais"],
} as const satisfies Record<string, readonly Campo[]>;

export function writeEndereco(nome: string, endereco: Endereco, ordem: keyof typeof ORDENS): string {
  return element(nome, ...ORDENS[ordem].map((campo) => leaf(campo, CAMPOS[campo](endereco))));
}

/** Writes a CNPJ, or a CPF when it has eleven digits. */
export function writeDocumento(documento: string): string {
  return leaf(documento.length === 11 ? "CPF" : "CNPJ", documento);
}
