import { AVISO_OPERADOR_MS } from "@malote/contract";
import { formatDataHora, zonaOfUf } from "@malote/syntax";
import { newId, type Operador, type Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import {
  countEmailsDaCaixa,
  findEnderecoDoDono,
  lockCaixa,
  saveAvisada,
} from "../caixa-email/caixa-coleta.rows.ts";
import { findUltimoAvisoDoCertificado, lockCertificado } from "../certificado/certificado.rows.ts";
import { daysLeft } from "../certificado/certificado.rules.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { findResponsaveis } from "../usuario/responsaveis.rows.ts";
import { fimDosCertificados } from "./read-estado.ts";

type Alvo = { contaId: string; id: string };
type Ctx = Pick<SignedInContext, "caller" | "clock" | "config" | "database" | "wake">;

/** Whether enough time has passed since the last notification to notify the conta again. */
export function mayWarn(avisadaEm: Date | null, agora: Date): boolean {
  return avisadaEm === null || agora.getTime() - avisadaEm.getTime() >= AVISO_OPERADOR_MS;
}

/**
 * Sends a conta the product's own e-mail about a caixa in
 * error or a certificate that expires soon; once in 24 h.
 * @throws {Refusal} caixaNaoEncontrada, caixaSemErro, certificadoNaoEncontrado,
 * certificadoLonge, contaJaAvisada, contaSemDestinatario, avisoSemSaida
 */
export async function warnConta(
  ctx: Ctx,
  quem: Operador,
  { sobre, ...alvo }: Alvo & { sobre: "caixa" | "certificado" },
): Promise<void> {
  if (!(await ctx.database.portaria.reachesConta(quem, alvo.contaId))) {
    throw new Refusal(sobre === "caixa" ? "caixaNaoEncontrada" : "certificadoNaoEncontrado");
  }
  if (ctx.config.smtp === null) throw new Refusal("avisoSemSaida");
  const warn = sobre === "caixa" ? warnCaixa : warnCertificado;
  const detalhe = await ctx.database.withContaSql(alvo.contaId, (sql) => warn(ctx, sql, alvo));
  const ato = { id: newId(), agora: ctx.clock.now(), acao: `avisar-${sobre}`, alvo: alvo.id, detalhe };
  await ctx.database.portaria.noteAto(quem, ato);
  ctx.wake?.();
}

function refuseRecent({ caller, clock }: Ctx, avisadaEm: Date | null): void {
  if (avisadaEm === null || mayWarn(avisadaEm, clock.now())) return;
  const next = new Date(avisadaEm.getTime() + AVISO_OPERADOR_MS);
  throw new Refusal("contaJaAvisada", {
    values: { quando: formatDataHora(next, zonaOfUf(caller.contaUf)) },
  });
}

async function warnCaixa(ctx: Ctx, sql: Sql, { contaId, id }: Alvo): Promise<string> {
  const agora = ctx.clock.now();
  const caixa = await lockCaixa(sql, contaId, id);
  if (caixa === null) throw new Refusal("caixaNaoEncontrada");
  const { erroDesde, descricao, servidor, usuario, ultimaColeta } = caixa;
  if (erroDesde === null) throw new Refusal("caixaSemErro");
  refuseRecent(ctx, caixa.avisadaEm);
  const para = await findEnderecoDoDono(sql, contaId);
  if (para === null) throw new Refusal("contaSemDestinatario");
  const dados = {
    ...{ caixaId: id, descricao, servidor, usuario, erroDesde, ultimaColeta },
    causa: caixa.ultimoErro ?? "interna",
    emailsTotal: await countEmailsDaCaixa(sql, contaId, id),
  };
  const ocasiao = `caixa-com-erro ${id} operador ${agora.toISOString()}`;
  await planEnvio(sql, contaId, { modelo: "caixa-com-erro", ocasiao, para, dados, agora });
  await saveAvisada(sql, contaId, { caixaId: id, agora });
  return usuario;
}

async function warnCertificado(ctx: Ctx, sql: Sql, { contaId, id }: Alvo): Promise<string> {
  const agora = ctx.clock.now();
  const certificado = await lockCertificado(sql, contaId, id);
  if (certificado === null) throw new Refusal("certificadoNaoEncontrado");
  const { empresaId, nome, cnpj, titular, validoAte } = certificado;
  if (validoAte > fimDosCertificados(agora)) throw new Refusal("certificadoLonge");
  refuseRecent(ctx, await findUltimoAvisoDoCertificado(sql, contaId, id));
  const enderecos = await findResponsaveis(sql, contaId);
  if (enderecos.length === 0) throw new Refusal("contaSemDestinatario");
  const dados = { empresaId, nome, cnpj, titular, validoAte, diasRestantes: daysLeft({ validoAte }, agora) };
  const ocasiao = `certificado-vencendo ${id} operador ${agora.toISOString()}`;
  for (const para of enderecos) {
    await planEnvio(sql, contaId, { modelo: "certificado-vencendo", ocasiao, para, dados, agora });
  }
  return nome;
}
