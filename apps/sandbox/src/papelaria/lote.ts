import type { DocumentoAssinado } from "./documento.ts";
import { type EventoAssinado, type RegistroEvento, writeRetEvento } from "./evento.ts";
import { NFE } from "./familia.ts";
import { element, leaf, XML_DECLARATION } from "./write-xml.ts";

/** What goes to SEFAZ and comes from it in lots.   @source MOC 7.0, NFeAutorizacao4, NFeRecepcaoEvento4 */

const LOTE_PROCESSADO = "128";

/** enviNFe: notas on their way to SEFAZ, so without protocol. @param idLote up to 15 digits */
export function writeEnviNFe(notas: readonly DocumentoAssinado[], idLote: string): string {
  const raiz = `enviNFe xmlns="${NFE.namespace}" versao="${NFE.versao}"`;
  const assincrono = leaf("indSinc", "0");
  return XML_DECLARATION + element(raiz, leaf("idLote", idLote), assincrono, ...notas.map(({ xml }) => xml));
}

/** retEnvEvento: SEFAZ's answer to a lot of events of NF-e. */
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
