import { NFE } from "../documento/document-family.ts";
import type { SignedDocumento } from "../documento/documento.ts";
import { type RegistroEvento, type SignedEvento, writeRetEvento } from "../evento/evento.ts";
import { element, leaf, XML_DECLARATION } from "../xml/write-xml.ts";

/** The lotes sent to SEFAZ, and their responses.   @source MOC 7.0, NFeAutorizacao4, NFeRecepcaoEvento4 */

const LOTE_PROCESSADO = "128";

/** Writes an enviNFe: notas sent to SEFAZ, thus without protocol.   @param idLote up to 15 digits */
export function writeEnviNFe(notas: readonly SignedDocumento[], idLote: string): string {
  const raiz = `enviNFe xmlns="${NFE.namespace}" versao="${NFE.versao}"`;
  const assincrono = leaf("indSinc", "0");
  return XML_DECLARATION + element(raiz, leaf("idLote", idLote), assincrono, ...notas.map(({ xml }) => xml));
}

/** Writes a retEnvEvento: the response of SEFAZ to a lote of NF-e events. */
export function writeRetEnvEvento(
  eventos: readonly [SignedEvento, ...SignedEvento[]],
  registro: RegistroEvento,
): string {
  const [{ ambiente, orgao }] = eventos;
  return element(
    `retEnvEvento xmlns="${NFE.namespace}" versao="${NFE.evento.versao}"`,
    leaf("idLote", "1"),
    leaf("tpAmb", ambiente),
    leaf("verAplic", registro.verAplic),
    leaf("cOrgao", orgao),
    leaf("cStat", LOTE_PROCESSADO),
    leaf("xMotivo", "Lote de Evento Processado"),
    ...eventos.map((evento) => writeRetEvento(evento, registro)),
  );
}
