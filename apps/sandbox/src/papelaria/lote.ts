import type { DocumentoAssinado } from "./documento.ts";
import { type EventoAssinado, type RegistroEvento, writeRetEvento } from "./evento.ts";
import { NFE } from "./familia.ts";
import { element, leaf, XML_DECLARATION } from "./write-xml.ts";

/** The lotes sent to SEFAZ, and their responses.   @source MOC 7.0, NFeAutorizacao4, NFeRecepcaoEvento4 */

const LOTE_PROCESSADO = "128";

/** Writes an enviNFe: notas sent to SEFAZ, thus without protocol.   @param idLote up to 15 digits */
export function writeEnviNFe(notas: readonly DocumentoAssinado[], idLote: string): string {
  const raiz = `enviNFe xmlns="${NFE.namespace}" versao="${NFE.versao}"`;
  const assincrono = leaf("indSinc", "0");
  return XML_DECLARATION + element(raiz, leaf("idLote", idLote), assincrono, ...notas.map(({ xml }) => xml));
}

/** Writes a retEnvEvento: the response of SEFAZ to a lote of NF-e events. */
export function writeRetEnvEvento(
  eventos: readonly [EventoAssinado, ...EventoAssinado[]],
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
