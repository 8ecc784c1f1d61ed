import { findAddresses } from "@malote/dfe";
import { type ChaveAcesso, type Uf, zoneOfUf } from "@malote/syntax";
import type { RandomSource } from "../../random-source.ts";
import type { Empresa } from "../companies/companies.ts";
import { writeDateTime } from "../xml/date-time.ts";
import { type Signer, signElement } from "../xml/sign-element.ts";
import { element, leaf } from "../xml/write-xml.ts";
import { codigoOfUf, makeChave, makeCodigo } from "./chave.ts";
import type { DocumentFamily } from "./document-family.ts";

/** 1 = produção, 2 = homologação. */
export type Ambiente = "1" | "2";

/** Issue type and reason of a document issued while SEFAZ is unavailable. */
export type Contingencia = { tpEmis: string; justificativa: string };

/** The input common to all documents. */
export type DocumentInput = {
  emissao: Date;
  serie: number;
  numero: number;
  /** Production by default. */
  ambiente?: Ambiente;
  contingencia?: Contingencia;
};

/** The identity of a document: its key with the fields that it contains, and its issue. */
export type DocumentIdentity = {
  familia: DocumentFamily;
  modelo: string;
  emitente: Empresa;
  chaveAcesso: ChaveAcesso;
  numero: number;
  serie: number;
  emissao: Date;
  dataHora: string;
  ambiente: Ambiente;
  tpEmis: string;
};

/** A signed document, not yet authorized. */
export type SignedDocumento = DocumentIdentity & {
  uf: Uf;
  digVal: string;
  /** The document (`<NFe>`, `<CTe>`, …), canonical, without XML declaration. */
  xml: string;
};

const TP_EMIS_NORMAL = "1";
export const ISSUING_PRODUCT = "Emissor Demo 3.1";
export const NOME_HOMOLOGACAO = "NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";

/** The consultation address that SEFAZ publishes for a document; the product compares the XML with it. */
export function queryAddressOf(identity: DocumentIdentity, tipo: "qr" | "chave"): string {
  const { chaveAcesso: chave, modelo, ambiente, dataHora } = identity;
  const [endereco] = findAddresses({ chave, modelo, ambiente, dia: dataHora.slice(0, 10) }, tipo);
  if (endereco === undefined) throw new Error(`no address to look up model ${modelo}`);
  return endereco;
}

/** Creates the key and identity of a document. */
export function makeIdentity(
  input: DocumentInput,
  { familia, modelo, emitente }: { familia: DocumentFamily; modelo: string; emitente: Empresa },
  random: RandomSource,
): DocumentIdentity {
  const { uf } = emitente.endereco;
  const { numero, serie, emissao, ambiente = "1" } = input;
  const dataHora = writeDateTime(emissao, zoneOfUf(uf));
  const tpEmis = input.contingencia?.tpEmis ?? TP_EMIS_NORMAL;
  const codigo = makeCodigo(numero, random);
  const documento = emitente.cnpj;
  const chaveAcesso = makeChave({ uf, dataHora, documento, modelo, serie, numero, tpEmis, codigo });
  return { familia, modelo, emitente, chaveAcesso, numero, serie, emissao, dataHora, ambiente, tpEmis };
}

/** Signs the parts of a document.
 * @param suplemento written between parts and signature; receives the digest of the parts */
export function signDocumento(
  identity: DocumentIdentity,
  { partes, suplemento }: { partes: readonly string[]; suplemento?: (digVal: string) => string },
  signer: Signer,
): SignedDocumento {
  const { familia } = identity;
  const id = `${familia.prefixoId}${identity.chaveAcesso}`;
  const inf = element(`${familia.inf} Id="${id}" versao="${familia.versao}"`, ...partes);
  const signable = { nome: familia.inf, namespace: familia.namespace, id, xml: inf };
  const signature = signElement(signable, signer);
  const versao = familia.versaoNaRaiz ? ` versao="${familia.versao}"` : "";
  const raiz = `${familia.raiz} xmlns="${familia.namespace}"${versao}`;
  return {
    ...identity,
    uf: identity.emitente.endereco.uf,
    digVal: signature.digVal,
    xml: element(raiz, inf, suplemento?.(signature.digVal) ?? "", signature.xml),
  };
}

/** Writes dhCont and xJust of a document issued in contingency; else "". */
export function writeContingencia({ contingencia }: DocumentInput, dataHora: string): string {
  return contingencia ? leaf("dhCont", dataHora) + leaf("xJust", contingencia.justificativa) : "";
}

/** The parts of the key that `ide` repeats. */
export function chaveFields({ chaveAcesso, emitente }: DocumentIdentity): {
  cUF: string;
  codigo: string;
  digito: string;
} {
  return {
    cUF: codigoOfUf(emitente.endereco.uf),
    codigo: chaveAcesso.slice(35, 43),
    digito: chaveAcesso.slice(43),
  };
}
