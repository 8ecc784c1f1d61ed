import { TRANSPORTADORA } from "../companies/carriers.ts";
import type { Empresa } from "../companies/companies.ts";
import type { Fornecedor } from "../companies/suppliers.ts";
import { type Ambiente, NOME_HOMOLOGACAO } from "../documento/documento.ts";
import { writeDocumento, writeEndereco } from "../xml/endereco.ts";
import { element, leaf } from "../xml/write-xml.ts";
import type { CalculatedItem } from "./item.ts";

/** The parties of an NF-e, and its transport. */
export function writeEmit(fornecedor: Fornecedor, semIe = false): string {
  return element(
    "emit",
    writeDocumento(fornecedor.cnpj),
    leaf("xNome", fornecedor.nome),
    leaf("xFant", fornecedor.fantasia),
    writeEndereco("enderEmit", fornecedor.endereco, "nfe"),
    semIe ? "" : leaf("IE", fornecedor.ie),
    leaf("CRT", fornecedor.regime === "simples" ? "1" : "3"),
  );
}

export function writeDest(destinatario: Empresa, ambiente: Ambiente): string {
  return element(
    "dest",
    writeDocumento(destinatario.cnpj),
    leaf("xNome", nameIn(ambiente, destinatario)),
    writeEndereco("enderDest", destinatario.endereco, "nfe"),
    leaf("indIEDest", "1"),
    leaf("IE", destinatario.ie),
    leaf("email", destinatario.email),
  );
}

/** Writes the identified buyer of an NFC-e: never an ICMS contributor (indIEDest 9). */
export function writeConsumer(destinatario: Empresa, ambiente: Ambiente): string {
  return element(
    "dest",
    writeDocumento(destinatario.cnpj),
    leaf("xNome", nameIn(ambiente, destinatario)),
    leaf("indIEDest", "9"),
  );
}

/** @source MOC, rule E04-20: the fixed name of a destinatário in homologação */
function nameIn(ambiente: Ambiente, { nome }: Empresa): string {
  return ambiente === "2" ? NOME_HOMOLOGACAO : nome;
}

export function writeTransp(itens: readonly CalculatedItem[]): string {
  const { endereco } = TRANSPORTADORA;
  const transporta = element(
    "transporta",
    leaf("CNPJ", TRANSPORTADORA.cnpj),
    leaf("xNome", TRANSPORTADORA.nome),
    leaf("IE", TRANSPORTADORA.ie),
    leaf("xEnder", `${endereco.logradouro}, ${endereco.numero}`),
    leaf("xMun", endereco.municipio),
    leaf("UF", endereco.uf),
  );
  const vol = element("vol", leaf("qVol", String(itens.length)), leaf("esp", "VOLUMES"));
  return element("transp", leaf("modFrete", "0"), transporta, vol);
}

export function writeNoTransport(): string {
  return element("transp", leaf("modFrete", "9"));
}
