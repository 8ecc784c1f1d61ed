import { findEndpoint } from "@malote/sefaz";
import { splitChaveAcesso } from "@malote/syntax";
import type { TarefaNova } from "../tarefa/tarefa.rows.ts";

const HORA_MS = 3_600_000;
const DIA_MS = 24 * HORA_MS;

/**
 * When a document is asked about after its receipt, counted from its emission: late cancellations come within 24 h, in some
 * states within 168 h, and by judicial order later.
 * @source architecture §6; Ajuste SINIEF 7/2005
 */
export const CONFERENCIAS_MS: readonly number[] = [25 * HORA_MS, 169 * HORA_MS, 30 * DIA_MS];

/** SEFAZ answers about a key for 180 days after its emission (cStat 526 beyond). @source NT 2018.002 */
export const CONSULTA_MAX_MS = 180 * DIA_MS;

/** Questions about one key that SEFAZ takes in an hour before it calls them misuse (cStat 656). @source NT 2018.002 */
export const CONSULTAS_POR_HORA = 10;

/** The window of {@link CONSULTAS_POR_HORA}, in ms. */
export const JANELA_CONSULTA_MS = HORA_MS;

/** How often a document that waits for a certificate is looked at again: one may have come. It ends with {@link CONSULTA_MAX_MS}. */
export const SEM_CERTIFICADO_MS = DIA_MS;

/** Misuse by our own count or somebody else's: SEFAZ hears nobody for an hour, which every new question starts again. @source NT 2018.002 */
const CONSUMO_INDEVIDO: readonly string[] = ["656", "678"];
/** That hour, and a minute for clocks that disagree. */
const BLOQUEIO_MS = HORA_MS + 60_000;

/** How long to wait after an answer about the service, in ms; null when the same question would be answered the same again. */
export function waitOfServico({
  cStat,
  retryAfterMs,
}: {
  cStat: string;
  retryAfterMs: number | null;
}): number | null {
  return CONSUMO_INDEVIDO.includes(cStat) ? BLOQUEIO_MS : retryAfterMs;
}

/** The first planned check after `agora`; null when there is none left. */
export function findNextConferencia(emissao: Date, agora: Date): { venceEm: Date } | null {
  const ms = CONFERENCIAS_MS.find((each) => emissao.getTime() + each > agora.getTime());
  return ms === undefined ? null : { venceEm: new Date(emissao.getTime() + ms) };
}

/** True while SEFAZ still answers about the document. */
export function isConsultavel(emissao: Date, agora: Date): boolean {
  return agora.getTime() - emissao.getTime() <= CONSULTA_MAX_MS;
}

/**
 * How long a question must wait so that no hour holds more of them than SEFAZ takes.
 * @param feitas when those of the last hour were asked, oldest first
 * @returns 0 when it may go at once
 */
export function waitForCota(feitas: readonly Date[], agora: Date): number {
  if (feitas.length < CONSULTAS_POR_HORA) return 0;
  const oldest = feitas[feitas.length - CONSULTAS_POR_HORA];
  return oldest === undefined ? 0 : Math.max(0, oldest.getTime() + JANELA_CONSULTA_MS - agora.getTime());
}

/** True for a model whose authorizer is asked about a document. */
export function hasConsulta(chave: string): boolean {
  return findEndpoint({ ...splitChaveAcesso(chave), ambiente: "1", servico: "consultaProtocolo" }) !== null;
}

/** The tarefa that asks SEFAZ about a chave; its cota is the authorizer's, by UF and modelo. */
export function toValidate(chave: string, when: { venceEm: Date }): TarefaNova {
  const { cUF, modelo } = splitChaveAcesso(chave);
  return { tipo: "validate", alvo: chave, cota: `sefaz:${cUF}:${modelo}`, ...when };
}
