import { CONSULTA_MAX_DAYS } from "@malote/contract";
import { canBeSemIe, findEndpoint, isModeloSefaz, type SefazModelo } from "@malote/sefaz";
import { CANCELLED_CSTATS, DAY_MS, HOUR_MS, splitChaveAcesso } from "@malote/syntax";
import type { NewTask } from "../task/task.rows.ts";
import type { ConsultaOrigem } from "./consulta.rows.ts";

/**
 * Rechecks after receipt, counted from the emission: late cancellations arrive within 24 h, in some
 * UFs within 168 h, and by judicial order later.
 * @source Ajuste SINIEF 7/2005
 */
export const RECHECKS_MS: readonly number[] = [25 * HOUR_MS, 169 * HOUR_MS, 30 * DAY_MS];

/** SEFAZ answers about a chave for 180 days after its emission (cStat 526 beyond). @source NT 2018.002 */
export const CONSULTA_MAX_MS = CONSULTA_MAX_DAYS * DAY_MS;

/** Interval of checks whether a missing certificate has arrived. They end with {@link CONSULTA_MAX_MS}. */
export const CERTIFICATE_CHECK_MS = DAY_MS;

/** A user at the screen is notified of a longer deferral. */
export const USER_WAIT_MS = 15_000;

/** Whether SEFAZ's status means cancelled. */
export function isCancelledStatus(cStat: string | null): boolean {
  return cStat !== null && CANCELLED_CSTATS.includes(cStat);
}

/** The first planned recheck after `now`; null = none left. */
export function findNextRecheck(emissao: Date, now: Date): { venceEm: Date } | null {
  const ms = RECHECKS_MS.find((each) => emissao.getTime() + each > now.getTime());
  return ms === undefined ? null : { venceEm: new Date(emissao.getTime() + ms) };
}

/** Whether SEFAZ still answers about the document. */
export function isQueryable(emissao: Date, now: Date): boolean {
  return now.getTime() - emissao.getTime() <= CONSULTA_MAX_MS;
}

/**
 * State of a chave before a query: whether a user waits, whether it waited for a certificate,
 * whether it was queried before.
 */
export type QueryState = { pessoaEspera: boolean; aguardava: boolean; consultada: boolean };

/** What causes the query. */
export function originOf({ pessoaEspera, aguardava, consultada }: QueryState): ConsultaOrigem {
  if (pessoaEspera) return "pessoa";
  if (aguardava) return "certificado";
  return consultada ? "agenda" : "recebimento";
}

/** The authorizer of a chave; null for a modelo or UF without one. */
export function findAuthorizer(
  chave: string,
  emitenteSemIe = false,
): { autorizador: string; modelo: SefazModelo } | null {
  const parts = splitChaveAcesso(chave);
  const { modelo } = parts;
  const endpoint = findEndpoint({ ...parts, ambiente: "1", servico: "consultaProtocolo", emitenteSemIe });
  return endpoint && isModeloSefaz(modelo) ? { autorizador: endpoint.autorizador, modelo } : null;
}

const UNKNOWN = "217";

/**
 * Whether to query SVRS too before a document counts as inexistent: the UF does not know the NF-e,
 * and it is unknown whether its issuer has an IE.
 * @source NT 2026.007 v1.10, C17-11
 */
export function isAlsoForSvrs(
  { chave, emitenteSemIe }: { chave: string; emitenteSemIe: boolean | null },
  { kind, cStat }: { kind: "documento" | "servico"; cStat: string },
): boolean {
  if (emitenteSemIe !== null || kind !== "documento" || cStat !== UNKNOWN) return false;
  return canBeSemIe(chave) && findAuthorizer(chave)?.autorizador !== findAuthorizer(chave, true)?.autorizador;
}

/** Whether a chave has an authorizer to query. */
export function hasAuthorizer(chave: string): boolean {
  return findAuthorizer(chave) !== null;
}

/** The task that queries SEFAZ about a chave; its cota is the authorizer's service. */
export function toValidateTask(chave: string, when: { venceEm: Date }): NewTask {
  const authorizer = findAuthorizer(chave);
  const cota = authorizer ? `sefaz:consulta:${authorizer.autorizador}:${authorizer.modelo}` : "";
  return { tipo: "validate", alvo: chave, cota, ...when };
}
