import { OPERADOR_NOTICE_MS } from "@malote/contract";
import { formatDateTime, zoneOfUf } from "@malote/syntax";
import { type Db, newId, type OperatorRef } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import {
  countEmailsOfCaixa,
  findOwnerEmail,
  lockCaixa,
  saveNotified,
} from "../caixa-email/caixa-poll.rows.ts";
import { findLastWarning, lockCertificado } from "../certificado/certificado.rows.ts";
import { daysLeft } from "../certificado/certificado.rules.ts";
import type { SignedInContext } from "../handler.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { findManagerEmails } from "../usuario/manager-emails.rows.ts";
import { certificateWarningEnd } from "./read-state.ts";

type WarnTarget = { contaId: string; id: string };
type Ctx = Pick<SignedInContext, "caller" | "clock" | "config" | "database" | "wake">;

/** Whether enough time has passed since the last notification to notify the conta again. */
export function mayWarn(notifiedAt: Date | null, now: Date): boolean {
  return notifiedAt === null || now.getTime() - notifiedAt.getTime() >= OPERADOR_NOTICE_MS;
}

/**
 * Sends a conta the product's own e-mail about a caixa in
 * error or a certificate that expires soon; once in 24 h.
 * @throws {Refusal} caixaNaoEncontrada, caixaSemErro, certificadoNaoEncontrado,
 * certificadoLonge, contaJaAvisada, contaSemDestinatario, avisoSemSaida
 */
export async function warnConta(
  ctx: Ctx,
  operator: OperatorRef,
  { sobre, ...target }: WarnTarget & { sobre: "caixa" | "certificado" },
): Promise<void> {
  if (!(await ctx.database.gatekeeper.reachesConta(operator, target.contaId))) {
    throw new Refusal(sobre === "caixa" ? "caixaNaoEncontrada" : "certificadoNaoEncontrado");
  }
  if (ctx.config.smtp === null) throw new Refusal("avisoSemSaida");
  const warn = sobre === "caixa" ? warnCaixa : warnCertificate;
  const detail = await ctx.database.withConta(target.contaId, (db) => warn(ctx, db, target));
  const act = {
    id: newId(),
    now: ctx.clock.now(),
    acao: `avisar-${sobre}`,
    alvo: target.id,
    detalhe: detail,
  };
  await ctx.database.gatekeeper.recordAct(operator, act);
  ctx.wake?.();
}

function assertNotRecent({ caller, clock }: Ctx, notifiedAt: Date | null): void {
  if (notifiedAt === null || mayWarn(notifiedAt, clock.now())) return;
  const next = new Date(notifiedAt.getTime() + OPERADOR_NOTICE_MS);
  throw new Refusal("contaJaAvisada", {
    values: { quando: formatDateTime(next, zoneOfUf(caller.contaUf)) },
  });
}

async function warnCaixa(ctx: Ctx, db: Db, { contaId, id }: WarnTarget): Promise<string> {
  const now = ctx.clock.now();
  const caixa = await lockCaixa(db, contaId, id);
  if (caixa === null) throw new Refusal("caixaNaoEncontrada");
  const { erroDesde, descricao, servidor, usuario, ultimaColeta } = caixa;
  if (erroDesde === null) throw new Refusal("caixaSemErro");
  assertNotRecent(ctx, caixa.avisadaEm);
  const recipient = await findOwnerEmail(db, contaId);
  if (recipient === null) throw new Refusal("contaSemDestinatario");
  const data = {
    ...{ caixaId: id, descricao, servidor, usuario, erroDesde, ultimaColeta },
    causa: caixa.ultimoErro ?? "interna",
    emailsTotal: await countEmailsOfCaixa(db, contaId, id),
  };
  const occasion = `caixa-com-erro ${id} operador ${now.toISOString()}`;
  await planOutgoingEmail(db, contaId, {
    modelo: "caixa-com-erro",
    ocasiao: occasion,
    para: recipient,
    dados: data,
    now,
  });
  await saveNotified(db, contaId, { caixaId: id, now });
  return usuario;
}

async function warnCertificate(ctx: Ctx, db: Db, { contaId, id }: WarnTarget): Promise<string> {
  const now = ctx.clock.now();
  const certificado = await lockCertificado(db, contaId, id);
  if (certificado === null) throw new Refusal("certificadoNaoEncontrado");
  const { empresaId, nome, cnpj, titular, validoAte } = certificado;
  if (validoAte > certificateWarningEnd(now)) throw new Refusal("certificadoLonge");
  assertNotRecent(ctx, await findLastWarning(db, contaId, id));
  const recipients = await findManagerEmails(db, contaId);
  if (recipients.length === 0) throw new Refusal("contaSemDestinatario");
  const data = { empresaId, nome, cnpj, titular, validoAte, diasRestantes: daysLeft({ validoAte }, now) };
  const occasion = `certificado-vencendo ${id} operador ${now.toISOString()}`;
  for (const recipient of recipients) {
    await planOutgoingEmail(db, contaId, {
      modelo: "certificado-vencendo",
      ocasiao: occasion,
      para: recipient,
      dados: data,
      now,
    });
  }
  return nome;
}
