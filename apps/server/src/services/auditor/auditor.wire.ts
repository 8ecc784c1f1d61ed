import type { ResultOf } from "@malote/contract";
import type { AuditorRow, FullAuditor, RelatedAuditor } from "./auditor.rows.ts";

type AuditorListWire = ResultOf<"Auditor.getListAuditor">["results"][number];
type AuditorWire = ResultOf<"Auditor.getAuditor">["object"];

/** A row of the list. */
export function writeAuditorRow({ chave, numeroNota, serieNota, ...row }: AuditorRow): AuditorListWire {
  return {
    ...row,
    chaveAcesso: chave,
    numeroNota: numeroNota === null ? null : String(numeroNota),
    serieNota: serieNota === null ? null : String(serieNota),
  };
}

export type AuditorParts = { row: FullAuditor; relacionados: RelatedAuditor[]; carta: AuditorWire["carta"] };

/** A record with all fields; those of an evento are null for a document. */
export function writeAuditor({ row, relacionados, carta }: AuditorParts): AuditorWire {
  const { tpEvento, nSeq, autor, ...shown } = row;
  const isEvento = tpEvento !== "";
  return {
    ...writeAuditorRow(shown),
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
