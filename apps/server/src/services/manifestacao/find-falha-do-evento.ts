import type { FalhaManifestacao, TipoEventoEnviado } from "@malote/contract";
import { findPrazoEvento } from "@malote/dfe";
import type { AppContext } from "../../app-context.ts";
import { findAlvoDoEvento } from "./evento-nosso.rows.ts";
import { judgeDocumento, judgeTipo } from "./evento-nosso.rules.ts";
import type { Pendente } from "./manifesto.rows.ts";

/** Why an unsigned evento may no longer be sent; null if it may. */
export async function findFalhaDoEvento(
  ctx: AppContext,
  contaId: string,
  { chave, tpEvento, autorizadaEm, notaId }: Pendente,
): Promise<FalhaManifestacao | null> {
  const prazo = findPrazoEvento({ modelo: chave.slice(20, 22), tpEvento }, autorizadaEm);
  if (prazo && ctx.clock.now() > prazo.ate) return "prazo";
  if (notaId === null) return "documento";
  const alvo = await ctx.database.withContaSql(contaId, (sql) => findAlvoDoEvento(sql, contaId, notaId));
  if (alvo === null) return "documento";
  const impedido = judgeTipo(alvo, tpEvento as TipoEventoEnviado) ?? judgeDocumento(alvo);
  return impedido && "documento";
}
