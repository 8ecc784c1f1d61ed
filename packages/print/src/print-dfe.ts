import { drawDacte } from "./dacte/draw-dacte.ts";
import { drawDamdfe } from "./damdfe/draw-damdfe.ts";
import { drawDanfe } from "./danfe/draw-danfe.ts";
import { drawEvento } from "./evento/draw-evento.ts";
import type { Impressao, Impresso } from "./impressao.ts";
import { drawNfce } from "./nfce/draw-nfce.ts";

/** Prints a document or evento. No content makes it throw: what does not fit continues on the next page. */
export function printDfe(pedida: Impressao): Impresso {
  const { situacao } = pedida;
  const isSaid = pedida.papel.isCancelado === true && (situacao === undefined || situacao === "normal");
  const known = isSaid ? { ...pedida, situacao: "cancelamento-informado" as const } : pedida;
  // A logo would suggest that the company confirms an unverified document.
  const impressao = situacao === "nao-conferida" ? { ...known, logo: null } : known;
  const { papel } = impressao;
  switch (papel.kind) {
    case "nfe":
      return papel.modelo === "65" ? drawNfce({ ...impressao, papel }) : drawDanfe({ ...impressao, papel });
    case "mdfe":
      return drawDamdfe({ ...impressao, papel });
    case "evento":
      return drawEvento({ ...impressao, papel });
    case "cte":
      return drawDacte({ ...impressao, papel });
  }
}
