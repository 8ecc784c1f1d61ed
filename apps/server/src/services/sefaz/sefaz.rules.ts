import { CONSULTA_MAX_DIAS } from "@malote/contract";
import { canBeSemIe, findEndpoint, type ModeloSefaz } from "@malote/sefaz";
import { CANCELADOS, splitChaveAcesso } from "@malote/syntax";
import type { TarefaNova } from "../tarefa/tarefa.rows.ts";
import type { ConsultaOrigem } from "./consulta.rows.ts";

const HORA_MS = 3_600_000;
const DIA_MS = 24 * HORA_MS;

/**
 * When a document is asked about after its receipt, counted from its emission: late cancellations come within 24 h, in some
 * states within 168 h, and by judicial order later.
 * @source architecture §6; Ajuste SINIEF 7/2005
 */
export const CONFERENCIAS_MS: readonly number[] = [25 * HORA_MS, 169 * HORA_MS, 30 * DIA_MS];

/** SEFAZ answers about a key for 180 days after its emission (cStat 526 beyond). @source NT 2018.002 */
export const CONSULTA_MAX_MS = CONSULTA_MAX_DIAS * DIA_MS;

/** How often a document that waits for a certificate is looked at again: one may have come. It ends with {@link CONSULTA_MAX_MS}. */
export const SEM_CERTIFICADO_MS = DIA_MS;

/** A person who waits at the screen is told when the question must wait longer than this for its turn. */
export const ESPERA_PESSOA_MS = 15_000;

/** True of SEFAZ's word that a document is cancelled. */
export function isCancelado(cStat: string | null): boolean {
  return cStat !== null && CANCELADOS.includes(cStat);
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

/** What is known of a chave when it is asked about: whether a person waits, whether it waited for a certificate, whether it ever was. */
export type Ocasiao = { pessoaEspera: boolean; aguardava: boolean; consultada: boolean };

/** Who or what has SEFAZ asked. */
export function origemOf({ pessoaEspera, aguardava, consultada }: Ocasiao): ConsultaOrigem {
  if (pessoaEspera) return "pessoa";
  if (aguardava) return "certificado";
  return consultada ? "agenda" : "recebimento";
}

/** Where a chave is asked about; null for a modelo or a UF without an authorizer. */
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
 * Whether SVRS is asked too before a document is said not to exist: the UF does not know the NF-e,
 * and whether its issuer has an IE was never read.
 * @source NT 2026.007 v1.10, C17-11
 */
export function isAlsoForSvrs(
  { chave, emitenteSemIe }: { chave: string; emitenteSemIe: boolean | null },
  { kind, cStat }: { kind: "documento" | "servico"; cStat: string },
): boolean {
  if (emitenteSemIe !== null || kind !== "documento" || cStat !== DESCONHECIDA) return false;
  return canBeSemIe(chave) && findConsulta(chave)?.autorizador !== findConsulta(chave, true)?.autorizador;
}

/** True for a chave that an authorizer is asked about. */
export function hasConsulta(chave: string): boolean {
  return findConsulta(chave) !== null;
}

/** The tarefa that asks SEFAZ about a chave; its cota is the service of the authorizer that is asked. */
export function toValidate(chave: string, when: { venceEm: Date }): TarefaNova {
  const onde = findConsulta(chave);
  const cota = onde ? `sefaz:consulta:${onde.autorizador}:${onde.modelo}` : "";
  return { tipo: "validate", alvo: chave, cota, ...when };
}
