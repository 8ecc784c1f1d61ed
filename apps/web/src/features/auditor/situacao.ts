import type { AuditorLinha } from "../../rpc/auditor.ts";
import { auditor as textos } from "../../textos/auditor.ts";
import type { Situacao } from "../../ui/situacao.ts";

const STATUS: Record<AuditorLinha["cSitNFe"], Pick<Situacao, "sinal" | "tom">> = {
  1: { sinal: "autorizada", tom: "ok" },
  2: { sinal: "denegada", tom: "ruim" },
  3: { sinal: "cancelada", tom: "ruim" },
};

/** How a record stands: what never arrived comes before what SEFAZ says of it. */
export function situacaoOf({
  cSitNFe,
  faltandoXml,
}: Pick<AuditorLinha, "cSitNFe" | "faltandoXml">): Situacao {
  if (faltandoXml) return { sinal: "ilegivel", tom: "aviso", palavra: textos.faltando };
  return { ...STATUS[cSitNFe], palavra: textos.status[cSitNFe] };
}
