import type { ResultOf } from "@malote/contract";
import type { AuditorInteiro, AuditorRow, Relacionado } from "./auditor.rows.ts";

type AuditorLinhaWire = ResultOf<"Auditor.getListAuditor">["results"][number];
type AuditorWire = ResultOf<"Auditor.getAuditor">["object"];

/** A row of the list. */
export function writeAuditorLinha({ chave, numeroNota, serieNota, ...row }: AuditorRow): AuditorLinhaWire {
  return {
    ...row,
    chaveAcesso: chave,
    numeroNota: numeroNota === null ? null : String(numeroNota),
    serieNota: serieNota === null ? null : String(serieNota),
  };
}

export type AuditorPartes = { row: AuditorInteiro; relacionados: Relacionado[]; carta: AuditorWire["carta"] };

/** A record with all fields; those of an evento are null for a document. */
export function writeAuditor({ row, relacionados, carta }: AuditorPartes): AuditorWire {
  const { tpEvento, nSeq, autor, ...shown } = row;
  const isEvento = tpEvento !== "";
  return {
    ...writeAuditorLinha(shown),
    protocolo: row.protocolo,
    digVal: row.digVal,
    nsu: row.nsu,
    esquema: row.esquema,
    tpEvento: isEvento ? tpEvento : null,
    nSeqEvento: isEvento ? nSeq : null,
    autor: autor || null,
    relacionados,
    carta,
  };
}
