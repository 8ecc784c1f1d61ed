import { findEnderecos } from "@malote/dfe";
import { type ChaveAcesso, type Uf, zonaOfUf } from "@malote/syntax";
import type { Sorteio } from "../sorteio.ts";
import { type Assinante, signElemento } from "./assinatura.ts";
import { codigoOfUf, makeChave, makeCodigo } from "./chave.ts";
import { writeInstante } from "./data-hora.ts";
import type { Empresa } from "./empresas.ts";
import type { Familia } from "./familia.ts";
import { element, leaf } from "./write-xml.ts";

/** 1 = produção, 2 = homologação. */
export type Ambiente = "1" | "2";

/** Issue type and reason of a document issued while SEFAZ is unavailable. */
export type Contingencia = { tpEmis: string; justificativa: string };

/** The input common to all documents. */
export type Pedido = {
  emissao: Date;
  serie: number;
  numero: number;
  /** Production by default. */
  ambiente?: Ambiente;
  contingencia?: Contingencia;
};

/** The identity of a document: its key with the fields that it contains, and its issue. */
export type Identidade = {
  familia: Familia;
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
export type DocumentoAssinado = Identidade & {
  uf: Uf;
  digVal: string;
  /** The document (`<NFe>`, `<CTe>`, …), canonical, without XML declaration. */
  xml: string;
};

const TP_EMIS_NORMAL = "1";
export const PRODUTO_EMISSOR = "Emissor Demo 3.1";
export const NOME_HOMOLOGACAO = "NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL";

/** The consultation address that SEFAZ publishes for a document; the product compares the XML with it. */
export function enderecoOf(identidade: Identidade, tipo: "qr" | "chave"): string {
  const { chaveAcesso: chave, modelo, ambiente, dataHora } = identidade;
  const [endereco] = findEnderecos({ chave, modelo, ambiente, dia: dataHora.slice(0, 10) }, tipo);
  if (endereco === undefined) throw new Error(`no address to look up model ${modelo}`);
  return endereco;
}

/** Creates the key and identity of a document. */
export function identify(
  pedido: Pedido,
  { familia, modelo, emitente }: { familia: Familia; modelo: string; emitente: Empresa },
  sorteio: Sorteio,
): Identidade {
  const { uf } = emitente.endereco;
  const { numero, serie, emissao, ambiente = "1" } = pedido;
  const dataHora = writeInstante(emissao, zonaOfUf(uf));
  const tpEmis = pedido.contingencia?.tpEmis ?? TP_EMIS_NORMAL;
  const codigo = makeCodigo(numero, sorteio);
  const documento = emitente.cnpj;
  const chaveAcesso = makeChave({ uf, dataHora, documento, modelo, serie, numero, tpEmis, codigo });
  return { familia, modelo, emitente, chaveAcesso, numero, serie, emissao, dataHora, ambiente, tpEmis };
}

/** Signs the parts of a document.
 * @param suplemento written between parts and signature; receives the digest of the parts */
export function signDocumento(
  identidade: Identidade,
  { partes, suplemento }: { partes: readonly string[]; suplemento?: (digVal: string) => string },
  assinante: Assinante,
): DocumentoAssinado {
  const { familia } = identidade;
  const id = `${familia.prefixoId}${identidade.chaveAcesso}`;
  const inf = element(`${familia.inf} Id="${id}" versao="${familia.versao}"`, ...partes);
  const assinavel = { nome: familia.inf, namespace: familia.namespace, id, xml: inf };
  const assinatura = signElemento(assinavel, assinante);
  const versao = familia.versaoNaRaiz ? ` versao="${familia.versao}"` : "";
  const raiz = `${familia.raiz} xmlns="${familia.namespace}"${versao}`;
  return {
    ...identidade,
    uf: identidade.emitente.endereco.uf,
    digVal: assinatura.digVal,
    xml: element(raiz, inf, suplemento?.(assinatura.digVal) ?? "", assinatura.xml),
  };
}

/** Writes dhCont and xJust of a document issued in contingency; else "". */
export function writeContingencia({ contingencia }: Pedido, dataHora: string): string {
  return contingencia ? leaf("dhCont", dataHora) + leaf("xJust", contingencia.justificativa) : "";
}

/** The parts of the key that `ide` repeats. */
export function camposDaChave({ chaveAcesso, emitente }: Identidade): {
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
