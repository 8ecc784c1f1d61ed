import type { ParsedEvento } from "@malote/dfe";
import type { NewDocumento } from "../documento/documento.rows.ts";
import type { NewEvento } from "../evento/evento.rows.ts";

/** The row of an evento that was read from a stored file. */
export function toEvento(
  { evento, documento }: { evento: ParsedEvento; documento: NewDocumento },
  documentoId: string,
  origem: NewEvento["origem"],
): NewEvento {
  return {
    chave: evento.chaveAcesso,
    tpEvento: evento.tpEvento,
    nSeq: Number(evento.nSeqEvento),
    autor: evento.autor,
    descEvento: evento.descEvento,
    protocolo: evento.protocolo,
    protocoloData: evento.protocoloData,
    cStat: evento.cStat,
    origem,
    veredito: documento.veredito,
    documentoId,
  };
}
