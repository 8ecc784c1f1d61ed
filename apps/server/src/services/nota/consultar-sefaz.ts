import type { ParsedParamsOf } from "@malote/contract";
import { cleanDocumento, isChaveAcesso } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { findCertificado } from "../certificado/certificado.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAto } from "../registro/register-ato.ts";
import { findConsultasSince } from "../sefaz/consulta.rows.ts";
import { CONSULTA_MAX_MS, hasConsulta, isConsultavel, toValidate } from "../sefaz/sefaz.rules.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { JANELA_PESSOAS_MS, judgeEspera, minutesToNextConsulta } from "./nota.rules.ts";
import type { Consultavel } from "./nota-sefaz.rows.ts";
import { findConsultavel, setSefazPedida } from "./nota-sefaz.rows.ts";

type Consulta = ParsedParamsOf<"Nota.consultarSefaz">;

const DIA_MS = 86_400_000;

/**
 * Whether the answer that the screen polls for has arrived. Reads stored state; sends nothing to SEFAZ.
 * @throws {Refusal} erroConsultandoSefaz if the attempt failed
 */
export async function waitConsulta(ctx: SignedInContext, consulta: Consulta): Promise<boolean> {
  const { contaId } = ctx.caller;
  const found = await ctx.database.withContaSql(contaId, (sql) => find(sql, contaId, consulta));
  const espera = judgeEspera(found);
  if (espera === "falhou") throw new Refusal("erroConsultandoSefaz");
  return espera === "sim";
}

/**
 * Requests a new SEFAZ answer now: one query serves all views of the chave.
 * @throws {Refusal} if SEFAZ cannot be queried about it, or was queried too often
 */
export async function requestConsulta(ctx: SignedInContext, consulta: Consulta): Promise<void> {
  const { contaId } = ctx.caller;
  const agora = ctx.clock.now();
  await ctx.database.withContaSql(contaId, async (sql) => {
    const found = await find(sql, contaId, consulta);
    await refuseUnanswerable(ctx, { sql, found, agora });
    await setSefazPedida(sql, contaId, { chave: found.chave, quem: ctx.caller.nome });
    await planTarefas(sql, contaId, [toValidate(found.chave, { venceEm: agora })]);
    await registerAto(ctx, sql, { acao: "consultar-sefaz", alvo: found.chave, detalhe: found.chave });
  });
  ctx.wake?.();
}

async function find(sql: Sql, contaId: string, { tipo, chave }: Consulta): Promise<Consultavel> {
  const clean = cleanDocumento(chave);
  const found = isChaveAcesso(clean) ? await findConsultavel(sql, contaId, { tipo, chave: clean }) : null;
  if (found === null) throw new Refusal("notaNaoEncontrada");
  return found;
}

type Pergunta = { sql: Sql; found: Consultavel; agora: Date };

async function refuseUnanswerable(ctx: SignedInContext, { sql, found, agora }: Pergunta): Promise<void> {
  const { contaId, contaSandbox } = ctx.caller;
  const { chave, empresaIds } = found;
  if (!hasConsulta(chave)) throw new Refusal("sefazSemEndereco");
  if (!isConsultavel(found.dataEmissao, agora)) {
    throw new Refusal("sefazForaDoPrazo", { values: { dias: CONSULTA_MAX_MS / DIA_MS } });
  }
  const own = await findCertificado(sql, contaId, { empresaIds, agora });
  // A demo conta never uses the operator's certificate.
  const hasOperator = ctx.config.operadorPfx !== null && !contaSandbox;
  if (own === null && !hasOperator) throw new Refusal("sefazSemCertificado");
  const desde = new Date(agora.getTime() - JANELA_PESSOAS_MS);
  const minutos = minutesToNextConsulta(await findConsultasSince(sql, contaId, { chave, desde }), agora);
  if (minutos > 0) throw new Refusal("sefazConsultaRecente", { values: { minutos } });
}
