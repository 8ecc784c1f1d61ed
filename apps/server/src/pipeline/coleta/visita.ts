import type { FalhaCaixa } from "@malote/contract";
import type { MailSource } from "@malote/mailbox";
import { msLeft } from "../../clock.ts";
import type { CaixaColeta, Lugar } from "../../services/caixa-email/caixa-coleta.rows.ts";
import type { StageContext } from "../stage.ts";

/** Nothing is fetched any more this long before the job's end, in ms: time for the last commit. */
const RESERVA_MS = 15_000;
/** A visit that would go on makes room for other mailboxes after this, in ms; one message under way is waited for. */
const VISITA_MS = 90_000;
/** Messages kept by one visit, so that a first sync of a full box does not hold the others up. */
export const COLETA_MENSAGENS = 500;

/**
 * What a visit met. falha: why a message alone was not fetched; feitas: messages kept, or too large and written down as such; novas:
 * e-mails that came of them; restam: some are left for the next visit, and this one ends; marca: up to here all was kept or written down.
 */
export type Coleta = {
  falha: FalhaCaixa | null;
  feitas: number;
  novas: number;
  restam: boolean;
  marca: string | null;
};

/** One visit to one mailbox. desde: when it began, by the machine's time. */
export type Visita = { caixa: CaixaColeta; source: MailSource; coleta: Coleta; desde: Date };

/** Where the messages of this visit belong. */
export function lugarOf({ caixa }: Pick<Visita, "caixa">): Lugar {
  return { caixaId: caixa.id, geracao: caixa.geracao };
}

/** Until when a visit fetches, in ms from now; not above 0 when it should have ended. */
export function timeLeft(ctx: StageContext): number {
  return msLeft(ctx.clock, ctx.job.prazo) - RESERVA_MS;
}

/** Whether a visit has done its share. */
export function isEnough(ctx: StageContext, { coleta, desde }: Visita): boolean {
  if (coleta.feitas >= COLETA_MENSAGENS || timeLeft(ctx) <= 0) return true;
  return -msLeft(ctx.clock, desde) > VISITA_MS;
}
