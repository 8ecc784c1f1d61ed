import { formatTipoNota } from "@malote/syntax";
import type { AuditorRow } from "../../rpc/documents/auditor.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import type { StatusView } from "../../ui/documento/documento-status.ts";
import { formatDocumentNumber } from "../../ui/format/numbers.ts";

const STATUS: Record<AuditorRow["cSitNFe"], Pick<StatusView, "icon" | "tone">> = {
  1: { icon: "autorizada", tone: "ok" },
  2: { icon: "denegada", tone: "ruim" },
  3: { icon: "cancelada", tone: "ruim" },
};

/** "NF-e 8.850, série 1"; only the type if the number is unknown. */
export function registroNameOf({
  tipoNota,
  numeroNota,
  serieNota,
}: Pick<AuditorRow, "tipoNota" | "numeroNota" | "serieNota">): string {
  const tipo = formatTipoNota(tipoNota);
  if (numeroNota === null) return tipo;
  return [`${tipo} ${formatDocumentNumber(numeroNota)}`, serieNota && texts.serie(serieNota)]
    .filter(Boolean)
    .join(", ");
}

/** Status of a record: a missing XML takes precedence over SEFAZ's status. */
export function registroStatusOf({
  cSitNFe,
  faltandoXml,
}: Pick<AuditorRow, "cSitNFe" | "faltandoXml">): StatusView {
  if (faltandoXml) return { icon: "ilegivel", tone: "aviso", word: texts.faltando };
  return { ...STATUS[cSitNFe], word: texts.status[cSitNFe] };
}
