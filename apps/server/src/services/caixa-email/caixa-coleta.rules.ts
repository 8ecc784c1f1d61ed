import type { FalhaCaixa } from "@malote/contract";
import type { TarefaNova } from "../tarefa/tarefa.rows.ts";
import type { Saude } from "./caixa-coleta.rows.ts";

/** The tarefa that visits a caixa; its cota is the mail server's, which is never visited by more coletas at once than the quota says. */
export function toPoll(caixa: { id: string; servidor: string }, venceEm: Date): TarefaNova {
  return { tipo: "poll", alvo: caixa.id, cota: `correio:${caixa.servidor.toLowerCase()}`, venceEm };
}

/** Failures in a row after which the owner is told: one may be a hiccup. */
const FALHAS_DO_AVISO = 2;
/** These do not pass by themselves. */
const AVISO_IMEDIATO: ReadonlySet<string | null> = new Set(["senha", "autorizacao", "tls"]);

/** A mailbox that falls and rises again all day writes of its errors so often, in ms. */
const AVISO_PAUSA_MS = 86_400_000;

/** What a letter stands on. ultimoAviso: when the owner was last told of an error, over or not; temLeitor: there is somebody to tell. */
export type Correspondencia = { ultimoAviso: Date | null; temLeitor: boolean };

/** What comes of a coleta's end for the health of its mailbox. carta: the letter its owner gets, null = none. */
export type SaudeNova = Saude & { carta: "caixa-com-erro" | "caixa-recuperada" | null };

/**
 * A coleta that went well ends whatever error stood, and is told where the error was. One that failed is told once, when it failed
 * again or will not heal by itself, and no other was told in the 24 h before.
 * @param fim.falha null = it went well
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

/** A mailbox as it stood: its cause, while an error stands. */
export type Antes = Pick<Saude, "erroDesde" | "falhasSeguidas"> & { ultimoErro: string | null };

/**
 * What programs are told at a coleta's end: an error that does not pass by itself, once, and its end. Unlike letters, as often as it happens.
 * @param falha null = it went well
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

/** Days of which a mailbox's habits are learnt. */
export const HABITO_DIAS = 90;
/** Messages below which there is no habit to compare with. */
const HABITO_MIN = 5;
/** Nothing is called silence before this. */
const SILENCIO_MIN_MS = 3 * DAY_MS;
/** How often a mailbox may exceed the longest it used to be still. */
const SILENCIO_VEZES = 3;

/**
 * What is known of a mailbox's mail in the last {@link HABITO_DIAS} days, by when it was sent. maiorPausaMs: the longest time between
 * two messages.
 */
export type Habito = { mensagens: number; ultima: Date | null; maiorPausaMs: number };

/**
 * Since when a mailbox is silent: longer than three days, and than three times the longest it used to be.
 * @returns null when it is not, or has no habit yet
 */
export function findSilencio({ mensagens, ultima, maiorPausaMs }: Habito, agora: Date): Date | null {
  if (ultima === null || mensagens < HABITO_MIN) return null;
  const allowed = Math.max(SILENCIO_MIN_MS, SILENCIO_VEZES * maiorPausaMs);
  return agora.getTime() - ultima.getTime() > allowed ? ultima : null;
}

/** A longest pause in days, for people: at least one. */
export function toDias(ms: number): number {
  return Math.max(1, Math.round(ms / DAY_MS));
}
