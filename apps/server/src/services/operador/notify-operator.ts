import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { DueNotification } from "../../db/index.ts";
import { checkHealth } from "../../health/check-health.ts";
import { writeOperatorEmail } from "../../mail/operator-email.ts";
import { trySend } from "../../mail/try-send.ts";
import { readDiskSpace } from "../../metrics/disk-space.ts";
import { readOperatorCertificates } from "../../metrics/operator-certificates.ts";
import { CONDITIONS, type Facts, isCondition, judgeFacts } from "./conditions.rules.ts";

/** A condition ends when no process has found it for this time, in seconds. */
const END_S = 180;
/** Interval between e-mails while a condition lasts, in seconds. */
const REPEAT_S = 86_400;
/** How long a process holds the lease on a notification, in ms; longer than sending an e-mail may take. */
const LEASE_MS = 3 * MINUTE_MS;
/** Longest delay between attempts, in ms. The first delay is one minute, and each failure doubles it. */
const RETRY_MAX_MS = 30 * MINUTE_MS;

/**
 * Checks the installation once, and e-mails the operator about conditions that began, continue for another
 * day or ended. Several processes may check at once; a lease in the database decides which one sends.
 * @returns how many e-mails were sent
 */
export async function notifyOperator(app: AppContext): Promise<number> {
  const { config, clock, database } = app;
  if (config.operatorEmail === null || config.smtp === null) return 0;
  const conditions = judgeFacts(await collectFacts(app));
  const now = clock.now();
  const leaseEnd = new Date(now.getTime() + LEASE_MS);
  const lease = { now, fimS: END_S, repeteS: REPEAT_S, ate: leaseEnd };
  const dueNotifications = await database.gatekeeper.claimNotifications(conditions, lease);
  let sent = 0;
  for (const due of dueNotifications) if (await sendNotification(app, config.operatorEmail, due)) sent += 1;
  return sent;
}

async function collectFacts(app: AppContext): Promise<Facts> {
  const { clock, database, config } = app;
  const now = clock.now();
  const began = performance.now();
  const medida = await database.gatekeeper.measure(now);
  const bancoMs = performance.now() - began;
  const workers = await database.gatekeeper.countWorkers();
  const [saude, discos] = await Promise.all([checkHealth(app), readDiskSpace(app)]);
  const certificados = readOperatorCertificates(config);
  return { now, medida, bancoMs, saude, discos, workers, certificados, sandbox: config.sandbox !== null };
}

async function sendNotification(app: AppContext, para: string, due: DueNotification): Promise<boolean> {
  const { condicao, fase, falhas } = due;
  // A process of another version reported this condition, which this version does not know.
  if (!isCondition(condicao)) return false;
  const { titulo, roteiro } = CONDITIONS[condicao];
  const now = app.clock.now();
  const email = writeOperatorEmail({ ...due, titulo, roteiro, urlBase: app.config.urlBase });
  const failure = await trySend(app.mail, { id: idOf(due, now), para, data: now, ...email });
  const delayMs = Math.min(RETRY_MAX_MS, MINUTE_MS * 2 ** falhas);
  const nextAt = failure === null ? null : new Date(now.getTime() + delayMs);
  await app.database.gatekeeper.closeNotification(due, { now, falha: failure, proximaEm: nextAt });
  if (failure === null) app.log.info({ condicao, fase }, "o operador foi avisado");
  else
    app.log.error({ condicao, fase, falha: failure }, "o aviso ao operador não saiu; será tentado de novo");
  return failure === null;
}

/**
 * The same id for every attempt of a notification, so that
 * it is not sent twice when only its record was lost.
 */
function idOf({ condicao, fase, comecouEm }: DueNotification, now: Date): string {
  const day = fase === "segue" ? `-${now.toISOString().slice(0, 10)}` : "";
  return `operador-${condicao}-${fase}-${comecouEm.getTime()}${day}`;
}
