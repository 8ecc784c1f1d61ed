import { formatTipoNota } from "@malote/syntax";
import type { AuditorLinha } from "../../rpc/auditor.ts";
import { auditor as textos } from "../../textos/auditor.ts";
import { formatNumero } from "../../ui/numero.ts";
import type { Situacao } from "../../ui/situacao.ts";

const STATUS: Record<AuditorLinha["cSitNFe"], Pick<Situacao, "sinal" | "tom">> = {
  1: { sinal: "autorizada", tom: "ok" },
  2: { sinal: "denegada", tom: "ruim" },
  3: { sinal: "cancelada", tom: "ruim" },
};

/** "NF-e 8.850, série 1"; only the type if the number is unknown. */
export function nomeOf({
  tipoNota,
  numeroNota,
  serieNota,
}: Pick<AuditorLinha, "tipoNota" | "numeroNota" | "serieNota">): string {
  const tipo = formatTipoNota(tipoNota);
  if (numeroNota === null) return tipo;
  return [`${tipo} ${formatNumero(numeroNota)}`, serieNota && textos.serie(serieNota)]
    .filter(Boolean)
    .join(", ");
}

/** Status of a record: a missing XML takes precedence over SEFAZ's status. */
export function situacaoOf({
  cSitNFe,
  faltandoXml,
}: Pick<AuditorLinha, "cSitNFe" | "faltandoXml">): Situacao {
  if (faltandoXml) return { sinal: "ilegivel", tom: "aviso", palavra: textos.faltando };
  return { ...STATUS[cSitNFe], palavra: textos.status[cSitNFe] };
}
