import type { ManifestacaoFailure, SendableEventoType } from "@malote/contract";
import { findEventoDeadline } from "@malote/dfe";
import type { AppContext } from "../../app-context.ts";
import { findEventoTarget } from "../manifestacao/own-evento/own-evento.rows.ts";
import { judgeDocumento, judgeType } from "../manifestacao/own-evento/own-evento.rules.ts";
import type { PendingManifestacao } from "./pending.rows.ts";

/** Why an unsigned evento may no longer be sent; null if it may. */
export async function findEventoFailure(
  ctx: AppContext,
  contaId: string,
  { chave, tpEvento, autorizadaEm, notaId }: PendingManifestacao,
): Promise<ManifestacaoFailure | null> {
  const deadline = findEventoDeadline({ modelo: chave.slice(20, 22), tpEvento }, autorizadaEm);
  if (deadline && ctx.clock.now() > deadline.ate) return "prazo";
  if (notaId === null) return "documento";
  const target = await ctx.database.withConta(contaId, (db) => findEventoTarget(db, contaId, notaId));
  if (target === null) return "documento";
  const impediment = judgeType(target, tpEvento as SendableEventoType) ?? judgeDocumento(target);
  return impediment && "documento";
}
