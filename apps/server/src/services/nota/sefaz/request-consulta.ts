import type { ParsedParamsOf } from "@malote/contract";
import { cleanDocumento, DAY_MS, isChaveAcesso } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import { Refusal } from "../../../errors.ts";
import { findCertificado } from "../../certificado/certificado.rows.ts";
import type { SignedInContext } from "../../handler.ts";
import { registerAct } from "../../registro/register-act.ts";
import { findConsultasSince } from "../../sefaz/consulta.rows.ts";
import { CONSULTA_MAX_MS, hasAuthorizer, isQueryable, toValidateTask } from "../../sefaz/sefaz.rules.ts";
import { planTasks } from "../../task/task.rows.ts";
import { judgeAnswer, minutesToNextConsulta, USER_CONSULTAS_WINDOW_MS } from "../nota.rules.ts";
import type { QueriedNota } from "./nota-sefaz.rows.ts";
import { findQueriedNota, markSefazRequested } from "./nota-sefaz.rows.ts";

type ConsultaParams = ParsedParamsOf<"Nota.consultarSefaz">;

/**
 * Whether the answer that the screen polls for has arrived. Reads stored state; sends nothing to SEFAZ.
 * @throws {Refusal} erroConsultandoSefaz if the attempt failed
 */
export async function hasConsultaAnswer(ctx: SignedInContext, consulta: ConsultaParams): Promise<boolean> {
  const { contaId } = ctx.caller;
  const found = await ctx.database.withConta(contaId, (db) => findQueried(db, contaId, consulta));
  const answer = judgeAnswer(found);
  if (answer === "falhou") throw new Refusal("erroConsultandoSefaz");
  return answer === "sim";
}

/**
 * Requests a new SEFAZ answer now: one query serves all views of the chave.
 * @throws {Refusal} if SEFAZ cannot be queried about it, or was queried too often
 */
export async function requestConsulta(ctx: SignedInContext, consulta: ConsultaParams): Promise<void> {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  await ctx.database.withConta(contaId, async (db) => {
    const found = await findQueried(db, contaId, consulta);
    await refuseUnanswerable(ctx, { db, found, now });
    await markSefazRequested(db, contaId, { chave: found.chave, requester: ctx.caller.nome });
    await planTasks(db, contaId, [toValidateTask(found.chave, { venceEm: now })]);
    await registerAct(ctx, db, { acao: "consultar-sefaz", alvo: found.chave, detalhe: found.chave });
  });
  ctx.wake?.();
}

async function findQueried(db: Db, contaId: string, { tipo, chave }: ConsultaParams): Promise<QueriedNota> {
  const clean = cleanDocumento(chave);
  const found = isChaveAcesso(clean) ? await findQueriedNota(db, contaId, { tipo, chave: clean }) : null;
  if (found === null) throw new Refusal("notaNaoEncontrada");
  return found;
}

type ConsultaCheck = { db: Db; found: QueriedNota; now: Date };

async function refuseUnanswerable(ctx: SignedInContext, { db, found, now }: ConsultaCheck): Promise<void> {
  const { contaId, contaSandbox } = ctx.caller;
  const { chave, empresaIds } = found;
  if (!hasAuthorizer(chave)) throw new Refusal("sefazSemEndereco");
  if (!isQueryable(found.dataEmissao, now)) {
    throw new Refusal("sefazForaDoPrazo", { values: { dias: CONSULTA_MAX_MS / DAY_MS } });
  }
  const own = await findCertificado(db, contaId, { empresaIds, now });
  // A demo conta never uses the operator's certificate.
  const hasOperator = ctx.config.operatorPfx !== null && !contaSandbox;
  if (own === null && !hasOperator) throw new Refusal("sefazSemCertificado");
  const since = new Date(now.getTime() - USER_CONSULTAS_WINDOW_MS);
  const minutes = minutesToNextConsulta(await findConsultasSince(db, contaId, { chave, desde: since }), now);
  if (minutes > 0) throw new Refusal("sefazConsultaRecente", { values: { minutos: minutes } });
}
