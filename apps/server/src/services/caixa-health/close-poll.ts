import type { CaixaFailure } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { findHealthChange, nextHealth } from "../caixa-email/caixa-health.rules.ts";
import {
  type CaixaAtEnd,
  countEmailsOfCaixa,
  findLastAlert,
  findOwnerEmail,
  lockCaixa,
  saveHealth,
} from "../caixa-email/caixa-poll.rows.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { notifyCaixa } from "../webhook/notify-caixa.ts";

/**
 * The end of a poll. falha: shown on the screen; completa: the mailbox could be read, even if one
 * message failed;
 * novas: new e-mails.
 */
export type PollEnd = {
  caixaId: string;
  completa: boolean;
  falha: CaixaFailure | null;
  novas: number;
  now: Date;
};

/**
 * Ends a poll: stores the mailbox's health, publishes its change and queues the e-mail to the owner.
 */
export async function closePoll(db: Db, contaId: string, end: PollEnd): Promise<void> {
  const { caixaId, completa, falha, now } = end;
  const caixa = await lockCaixa(db, contaId, caixaId);
  if (caixa === null) return;
  const para = await findOwnerEmail(db, contaId);
  const ultimoAviso = completa ? null : await findLastAlert(db, contaId, caixaId);
  const { email, ...health } = nextHealth(
    caixa,
    { falha: completa ? null : (falha ?? "interna"), now },
    { lastAlert: ultimoAviso, hasRecipient: para !== null },
  );
  await saveHealth(db, contaId, { ...health, caixaId, completa, falha, now });
  const causa = completa ? null : (falha ?? "interna");
  const estado = findHealthChange(caixa, causa);
  if (estado !== null) {
    const desde = health.erroDesde ?? caixa.erroDesde ?? now;
    await notifyCaixa(db, contaId, { caixaId, descricao: caixa.descricao, estado, causa, desde, now });
  }
  if (para === null) return;
  if (email === "caixa-com-erro")
    await planErrorEmail(db, contaId, { caixa, end, para, desde: health.erroDesde ?? now });
  if (email === "caixa-recuperada") await planRecoveryEmail(db, contaId, { caixa, end, para });
}

type HealthEmail = { caixa: CaixaAtEnd; end: PollEnd; para: string };

async function planErrorEmail(
  db: Db,
  contaId: string,
  { caixa, end, para, desde }: HealthEmail & { desde: Date },
): Promise<void> {
  const dados = {
    ...toEmailSubject(caixa, end.caixaId),
    causa: end.falha ?? "interna",
    erroDesde: desde,
    ultimaColeta: caixa.ultimaColeta,
    emailsTotal: await countEmailsOfCaixa(db, contaId, end.caixaId),
  };
  const ocasiao = `caixa-com-erro ${end.caixaId} ${desde.toISOString()}`;
  await planOutgoingEmail(db, contaId, { modelo: "caixa-com-erro", ocasiao, para, dados, now: end.now });
}

async function planRecoveryEmail(db: Db, contaId: string, { caixa, end, para }: HealthEmail): Promise<void> {
  const erroDesde = caixa.erroDesde ?? end.now;
  const dados = {
    ...toEmailSubject(caixa, end.caixaId),
    erroDesde,
    recuperadaEm: end.now,
    novas: end.novas,
  };
  const ocasiao = `caixa-recuperada ${end.caixaId} ${erroDesde.toISOString()}`;
  await planOutgoingEmail(db, contaId, { modelo: "caixa-recuperada", ocasiao, para, dados, now: end.now });
}

function toEmailSubject({ descricao, servidor, usuario }: CaixaAtEnd, caixaId: string) {
  return { caixaId, descricao, servidor, usuario };
}
