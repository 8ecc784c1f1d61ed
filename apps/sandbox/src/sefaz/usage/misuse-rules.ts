/** Limits of improper use, each with its source. */

import { HOUR_MS, MINUTE_MS } from "@malote/syntax";

/**
 * @source NT 2018.002: more than 10 queries of one key in an hour return 656 (678 for CT-e and MDF-e)
 */
export const QUERIES_PER_HOUR = 10;
/** @source NT 2014.002: consNSU and consChNFe together, by CNPJ */
export const SINGLE_QUERIES_PER_HOUR = 20;
/** @source NT 2014.002: after 137, or when ultNSU equals maxNSU, the next request waits an hour */
export const WAIT_AFTER_END_MS = HOUR_MS;
/** @source MOC Visão Geral, consulta status: at most every 3 minutes */
export const STATUS_INTERVAL_MS = 3 * MINUTE_MS;
/** @source NT 2018.002: the same event rejected 20 times */
export const EVENTO_REJECTIONS_MAX = 20;
/** @source NT 2018.002, NT 2014.002: one hour from the last call */
export const BLOCK_MS = HOUR_MS;
/** @source NT 2018.002 */
export const QUERY_DAYS = 180;

export const MISUSE_RULES = [
  "mesmaChave",
  "bloqueado",
  "distribuicaoAntesDaHora",
  "nsuForaDeSequencia",
  "consultasPontuais",
  "statusSeguido",
  "eventoRejeitado",
  "chaveVelha",
] as const;

/** The rules of improper use; each has a counter. */
export type MisuseRule = (typeof MISUSE_RULES)[number];
