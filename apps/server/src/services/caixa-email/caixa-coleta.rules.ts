import type { FalhaCaixa } from "@malote/contract";
import type { TarefaNova } from "../tarefa/tarefa.rows.ts";
import type { Saude } from "./caixa-coleta.rows.ts";

/**
 * The tarefa that polls a caixa. Its cota is the mail server's, which limits concurrent polls of the
 * same server.
 */
export function toPoll(caixa: { id: string; servidor: string }, venceEm: Date): TarefaNova {
  return { tipo: "poll", alvo: caixa.id, cota: `correio:${caixa.servidor.toLowerCase()}`, venceEm };
}

/** Consecutive failures before the owner is notified: a single one may be temporary. */
const FALHAS_DO_AVISO = 2;
/** Causes that do not resolve by themselves. */
const AVISO_IMEDIATO: ReadonlySet<string | null> = new Set(["senha", "autorizacao", "tls"]);

/** Minimum time between error e-mails of one mailbox, in ms: it may fail and recover all day. */
const AVISO_PAUSA_MS = 86_400_000;

/**
 * ultimoAviso: when the owner was last notified of an error, current or past; temLeitor: the owner has
 * an address.
 */
export type Correspondencia = { ultimoAviso: Date | null; temLeitor: boolean };

/** The new health of a mailbox after a poll, and the e-mail to its owner, null = none. */
export type SaudeNova = Saude & { carta: "caixa-com-erro" | "caixa-recuperada" | null };

/**
 * A successful poll ends the error, and the owner is notified if the error was reported. A failure is
 * reported once: when it repeats or cannot resolve by itself, and no other was reported in the last 24
 * h.
 * @param fim.falha null = success
 */
export function nextSaude(
  antes: Saude,
  { falha, agora }: { falha: FalhaCaixa | null; agora: Date },
  { ultimoAviso, temLeitor }: Correspondencia,
): SaudeNova {
  if (falha === null) {
    const carta = antes.avisadaEm === null ? null : "caixa-recuperada";
    return { erroDesde: null, falhasSeguidas: 0, avisadaEm: null, carta };
  }
  const falhasSeguidas = antes.falhasSeguidas + 1;
  const erroDesde = antes.erroDesde ?? agora;
  const isEnough = ultimoAviso !== null && agora.getTime() - ultimoAviso.getTime() < AVISO_PAUSA_MS;
  if (antes.avisadaEm !== null || !stands(falhasSeguidas, falha) || isEnough || !temLeitor) {
    return { erroDesde, falhasSeguidas, avisadaEm: antes.avisadaEm, carta: null };
  }
  return { erroDesde, falhasSeguidas, avisadaEm: agora, carta: "caixa-com-erro" };
}

/** A mailbox before the poll: its cause, during an error. */
export type Antes = Pick<Saude, "erroDesde" | "falhasSeguidas"> & { ultimoErro: string | null };

/**
 * The event for webhooks at the end of a poll: an error that does not resolve by itself, once, and its
 * end. Unlike e-mails it has no minimum interval.
 * @param falha null = success
 */
export function findMudancaDeSaude(
  { erroDesde, falhasSeguidas, ultimoErro }: Antes,
  falha: FalhaCaixa | null,
): "erro" | "recuperada" | null {
  const stood = erroDesde !== null && stands(falhasSeguidas, ultimoErro);
  if (falha === null) return stood ? "recuperada" : null;
  return !stood && stands(falhasSeguidas + 1, falha) ? "erro" : null;
}

function stands(falhasSeguidas: number, causa: string | null): boolean {
  return falhasSeguidas >= FALHAS_DO_AVISO || AVISO_IMEDIATO.has(causa);
}

const DAY_MS = 86_400_000;

/** Days of mail from which a mailbox's usual pauses are computed. */
export const HABITO_DIAS = 90;
/** Fewer messages than this give no usual pause. */
const HABITO_MIN = 5;
/** A pause shorter than this is never reported as silence. */
const SILENCIO_MIN_MS = 3 * DAY_MS;
/** A mailbox is silent after this multiple of its usual longest pause. */
const SILENCIO_VEZES = 3;

/**
 * Statistics of a mailbox's mail in the last {@link HABITO_DIAS} days, by its send date.
 * maiorPausaMs: the longest time between two messages.
 */
export type Habito = { mensagens: number; ultima: Date | null; maiorPausaMs: number };

/**
 * Since when a mailbox is silent: longer than three days and three times its usual longest pause.
 * @returns null when it is not silent, or has too few messages
 */
export function findSilencio({ mensagens, ultima, maiorPausaMs }: Habito, agora: Date): Date | null {
  if (ultima === null || mensagens < HABITO_MIN) return null;
  const allowed = Math.max(SILENCIO_MIN_MS, SILENCIO_VEZES * maiorPausaMs);
  return agora.getTime() - ultima.getTime() > allowed ? ultima : null;
}

/** A pause in whole days, at least one. */
export function toDias(ms: number): number {
  return Math.max(1, Math.round(ms / DAY_MS));
}
