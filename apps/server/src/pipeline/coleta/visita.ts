import type { FalhaCaixa } from "@malote/contract";
import type { MailSource } from "@malote/mailbox";
import { msLeft } from "../../clock.ts";
import type { CaixaColeta, Lugar } from "../../services/caixa-email/caixa-coleta.rows.ts";
import type { StageContext } from "../stage.ts";

/** The fetch stops this long before the deadline, in ms: time for the last commit. */
const RESERVA_MS = 15_000;
/** A long visit makes room for other mailboxes after this, in ms; it finishes the current message. */
const VISITA_MS = 90_000;
/** Messages per visit, so that the first sync of a full mailbox does not delay the others. */
export const COLETA_MENSAGENS = 500;

/**
 * Result of a visit. falha: why a single message was not fetched; feitas: messages stored, or
 * recorded as too large; novas: resulting e-mails; restam: some are left for the next visit; marca:
 * position up to which all are stored or recorded.
 */
export type Coleta = {
  falha: FalhaCaixa | null;
  feitas: number;
  novas: number;
  restam: boolean;
  marca: string | null;
};

/** One visit to a mailbox. desde: its start, in machine time. */
export type Visita = { caixa: CaixaColeta; source: MailSource; coleta: Coleta; desde: Date };

/** Mailbox and generation of this visit's messages. */
export function lugarOf({ caixa }: Pick<Visita, "caixa">): Lugar {
  return { caixaId: caixa.id, geracao: caixa.geracao };
}

/** Time left to fetch, in ms; ≤ 0 when the visit must end. */
export function timeLeft(ctx: StageContext): number {
  return msLeft(ctx.clock, ctx.job.prazo) - RESERVA_MS;
}

/** Whether the visit has reached its limits. */
export function isEnough(ctx: StageContext, { coleta, desde }: Visita): boolean {
  if (coleta.feitas >= COLETA_MENSAGENS || timeLeft(ctx) <= 0) return true;
  return -msLeft(ctx.clock, desde) > VISITA_MS;
}
