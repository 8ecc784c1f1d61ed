import { DAY_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { writeOperatorEmail } from "../../mail/operator-email.ts";
import { trySend } from "../../mail/try-send.ts";
import { CONDITIONS } from "./conditions.rules.ts";

const CONDITION = CONDITIONS["verificacao-banco"];
/** A shorter outage is a restart of the database, and is not reported. */
const DELAY_MS = CONDITION.esperaS * 1_000;
/** Interval between e-mails while the outage lasts. */
const REPEAT_MS = DAY_MS;

/**
 * Notifies the operator of an unavailable database. The
 * state is in memory, because the database cannot store it.
 */
export type DatabaseWatch = {
  /** Call when the database did not answer or accepted no write. */
  reportUnavailable(): Promise<void>;
  /** Call when the database answers again. */
  reportAvailable(): Promise<void>;
};

type Phase = "comeco" | "segue" | "fim";

/** Each process watches on its own, so two processes may each send an e-mail. */
export function watchDatabase(app: AppContext): DatabaseWatch {
  let since: Date | null = null;
  let notifiedAt: Date | null = null;
  const notify = async (startedAt: Date, phase: Phase): Promise<void> => {
    const now = app.clock.now();
    if (await sendEmail(app, { comecouEm: startedAt, fase: phase, now })) notifiedAt = now;
  };
  return {
    reportUnavailable: async () => {
      const now = app.clock.now().getTime();
      since ??= app.clock.now();
      if (notifiedAt === null && now - since.getTime() >= DELAY_MS) await notify(since, "comeco");
      else if (notifiedAt !== null && now - notifiedAt.getTime() >= REPEAT_MS) await notify(since, "segue");
    },
    reportAvailable: async () => {
      const [startedAt, wasNotified] = [since, notifiedAt !== null];
      since = null;
      notifiedAt = null;
      if (startedAt !== null && wasNotified)
        await sendEmail(app, { comecouEm: startedAt, fase: "fim", now: app.clock.now() });
    },
  };
}

/** @returns whether the e-mail was sent */
async function sendEmail(
  app: AppContext,
  { comecouEm: startedAt, fase: phase, now }: { comecouEm: Date; fase: Phase; now: Date },
): Promise<boolean> {
  const { operatorEmail: para, urlBase } = app.config;
  if (para === null || app.config.smtp === null) return false;
  const { titulo, roteiro } = CONDITION;
  const detalhe =
    "Este processo do Malote não lê ou não grava no banco de dados: nada é coletado nem entregue, e as portas respondem 503. " +
    "O outro processo pode avisar também.";
  const terminouEm = phase === "fim" ? now : null;
  const email = writeOperatorEmail({
    fase: phase,
    titulo,
    roteiro,
    detalhe,
    comecouEm: startedAt,
    terminouEm,
    urlBase,
  });
  const id = `operador-banco-${process.pid}-${phase}-${now.getTime()}`;
  const failure = await trySend(app.mail, { id, para, data: now, ...email });
  if (failure === null)
    app.log.info({ fase: phase }, "o operador foi avisado de que o banco de dados está fora");
  else app.log.error({ fase: phase, falha: failure }, "o aviso ao operador não saiu; será tentado de novo");
  return failure === null;
}
