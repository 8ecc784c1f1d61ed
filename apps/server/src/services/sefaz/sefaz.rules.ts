import { CONSULTA_MAX_DIAS } from "@malote/contract";
import { canBeSemIe, findEndpoint, type ModeloSefaz } from "@malote/sefaz";
import { CANCELADOS, splitChaveAcesso } from "@malote/syntax";
import type { TarefaNova } from "../tarefa/tarefa.rows.ts";
import type { ConsultaOrigem } from "./consulta.rows.ts";

const HORA_MS = 3_600_000;
const DIA_MS = 24 * HORA_MS;

/**
 * Rechecks after receipt, counted from the emission: late cancellations arrive within 24 h, in some
 * UFs within 168 h, and by judicial order later.
 * @source architecture §6; Ajuste SINIEF 7/2005
 */
export const CONFERENCIAS_MS: readonly number[] = [25 * HORA_MS, 169 * HORA_MS, 30 * DIA_MS];

/** SEFAZ answers about a chave for 180 days after its emission (cStat 526 beyond). @source NT 2018.002 */
export const CONSULTA_MAX_MS = CONSULTA_MAX_DIAS * DIA_MS;

/** Interval of checks whether a missing certificate has arrived. They end with {@link CONSULTA_MAX_MS}. */
export const SEM_CERTIFICADO_MS = DIA_MS;

/** A user at the screen is notified of a longer deferral. */
export const ESPERA_PESSOA_MS = 15_000;

/** Whether SEFAZ's status means cancelled. */
export function isCancelado(cStat: string | null): boolean {
  return cStat !== null && CANCELADOS.includes(cStat);
}

/** The first planned recheck after `agora`; null = none left. */
export function findNextConferencia(emissao: Date, agora: Date): { venceEm: Date } | null {
  const ms = CONFERENCIAS_MS.find((each) => emissao.getTime() + each > agora.getTime());
  return ms === undefined ? null : { venceEm: new Date(emissao.getTime() + ms) };
}

/** Whether SEFAZ still answers about the document. */
export function isConsultavel(emissao: Date, agora: Date): boolean {
  return agora.getTime() - emissao.getTime() <= CONSULTA_MAX_MS;
}

/**
 * State of a chave before a query: whether a user waits, whether it waited for a certificate,
 * whether it was queried before.
 */
export type Ocasiao = { pessoaEspera: boolean; aguardava: boolean; consultada: boolean };

/** What causes the query. */
export function origemOf({ pessoaEspera, aguardava, consultada }: Ocasiao): ConsultaOrigem {
  if (pessoaEspera) return "pessoa";
  if (aguardava) return "certificado";
  return consultada ? "agenda" : "recebimento";
}

/** The authorizer of a chave; null for a modelo or UF without one. */
export function findConsulta(
  chave: string,
  emitenteSemIe = false,
): { autorizador: string; modelo: ModeloSefaz } | null {
  const partes = splitChaveAcesso(chave);
  const endpoint = findEndpoint({ ...partes, ambiente: "1", servico: "consultaProtocolo", emitenteSemIe });
  return endpoint && { autorizador: endpoint.autorizador, modelo: partes.modelo as ModeloSefaz };
}

const DESCONHECIDA = "217";

/**
 * Whether to query SVRS too before a document counts as inexistent: the UF does not know the NF-e,
 * and it is unknown whether its issuer has an IE.
 * @source NT 2026.007 v1.10, C17-11
 */
export function isAlsoForSvrs(
  { chave, emitenteSemIe }: { chave: string; emitenteSemIe: boolean | null },
  { kind, cStat }: { kind: "documento" | "servico"; cStat: string },
): boolean {
  if (emitenteSemIe !== null || kind !== "documento" || cStat !== DESCONHECIDA) return false;
  return canBeSemIe(chave) && findConsulta(chave)?.autorizador !== findConsulta(chave, true)?.autorizador;
}

/** Whether a chave has an authorizer to query. */
export function hasConsulta(chave: string): boolean {
  return findConsulta(chave) !== null;
}

/** The task that queries SEFAZ about a chave; its cota is the authorizer's service. */
export function toValidate(chave: string, when: { venceEm: Date }): TarefaNova {
  const onde = findConsulta(chave);
  const cota = onde ? `sefaz:consulta:${onde.autorizador}:${onde.modelo}` : "";
  return { tipo: "validate", alvo: chave, cota, ...when };
}
