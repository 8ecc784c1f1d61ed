import { gzipSync } from "node:zlib";
import type { Protocolo } from "../documento/protocolo.ts";
import type { RegistroEvento, SignedEvento } from "../evento/evento.ts";
import type { SignedNota } from "../nfe/nfe.ts";
import { writeDateTime } from "../xml/date-time.ts";
import { writeDocumento } from "../xml/endereco.ts";
import { element, leaf, NFE_NAMESPACE } from "../xml/write-xml.ts";

/** Messages of the distribution by the Ambiente Nacional: summaries and zipped documents.
 * @source NT 2014.002, distribuição de DF-e */

const VERSAO_RESUMO = "1.01";
const AUTORIZADA = "1";
const NSU_LENGTH = 15;

/** A distributed document: its NSU, the name of its schema, and the XML. */
export type DistributedDocumento = { nsu: number; schema: string; xml: string };

/** Writes a resNFe: what the destinatário receives about a nota before its ciência. */
export function writeResNFe(nota: SignedNota, protocolo: Protocolo): string {
  return element(
    `resNFe xmlns="${NFE_NAMESPACE}" versao="${VERSAO_RESUMO}"`,
    leaf("chNFe", nota.chaveAcesso),
    writeDocumento(nota.fornecedor.cnpj),
    leaf("xNome", nota.fornecedor.nome),
    leaf("IE", nota.fornecedor.ie),
    leaf("dhEmi", nota.dataHora),
    leaf("tpNF", "1"),
    leaf("vNF", nota.valorTotal),
    leaf("digVal", nota.digVal),
    leaf("dhRecbto", protocolo.dataRecebimento),
    leaf("nProt", protocolo.numero),
    leaf("cSitNFe", AUTORIZADA),
  );
}

/** Writes a resEvento: the summary of an event, for a destinatário that has only the resNFe. */
export function writeResEvento(evento: SignedEvento, registro: RegistroEvento): string {
  return element(
    `resEvento xmlns="${NFE_NAMESPACE}" versao="${VERSAO_RESUMO}"`,
    leaf("cOrgao", evento.orgao),
    writeDocumento(evento.autor),
    leaf("chNFe", evento.chaveAcesso),
    leaf("dhEvento", writeDateTime(evento.dataEvento, evento.zona)),
    leaf("tpEvento", evento.tpEvento),
    leaf("nSeqEvento", evento.nSeqEvento),
    leaf("xEvento", evento.descricao),
    leaf("dhRecbto", writeDateTime(registro.dataRegistro, evento.zona)),
    leaf("nProt", registro.numero),
  );
}

/** Writes a retDistDFeInt: up to 50 documents, each zipped.
 * @param dataHora local time with offset, as in the layouts */
export function writeRetDistDFeInt(documentos: readonly DistributedDocumento[], dataHora: string): string {
  const nsus = documentos.map(({ nsu }) => nsu);
  const last = String(Math.max(0, ...nsus)).padStart(NSU_LENGTH, "0");
  return element(
    `retDistDFeInt xmlns="${NFE_NAMESPACE}" versao="${VERSAO_RESUMO}"`,
    leaf("tpAmb", "1"),
    leaf("verAplic", "PAPELARIA-1.0"),
    leaf("cStat", documentos.length > 0 ? "138" : "137"),
    leaf("xMotivo", documentos.length > 0 ? "Documento(s) localizado(s)" : "Nenhum documento localizado"),
    leaf("dhResp", dataHora),
    leaf("ultNSU", last),
    leaf("maxNSU", last),
    documentos.length > 0 ? element("loteDistDFeInt", ...documentos.map(writeDocZip)) : "",
  );
}

function writeDocZip({ nsu, schema, xml }: DistributedDocumento): string {
  const numero = String(nsu).padStart(NSU_LENGTH, "0");
  const zipped = gzipSync(Buffer.from(xml, "utf8")).toString("base64");
  return element(`docZip NSU="${numero}" schema="${schema}"`, zipped);
}
