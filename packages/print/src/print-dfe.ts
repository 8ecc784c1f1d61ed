import { drawDacte } from "./dacte/draw-dacte.ts";
import { drawDamdfe } from "./damdfe/draw-damdfe.ts";
import { drawDanfe } from "./danfe/draw-danfe.ts";
import { drawEvento } from "./evento/draw-evento.ts";
import type { Impressao, Impresso } from "./impressao.ts";
import { drawNfce } from "./nfce/draw-nfce.ts";

/** Draws the paper of a document or evento. Never throws for what a document says: what does not fit goes on on the next page. */
export function printDfe(pedida: Impressao): Impresso {
  const { situacao } = pedida;
  const isSaid = pedida.papel.isCancelado === true && (situacao === undefined || situacao === "normal");
  const known = isSaid ? { ...pedida, situacao: "cancelamento-informado" as const } : pedida;
  // The logo of a company would vouch for what nobody does.
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
