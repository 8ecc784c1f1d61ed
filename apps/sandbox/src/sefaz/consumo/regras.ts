/** Limits of improper use, each with its source. */

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/**
 * @source NT 2018.002: more than 10 queries of one key in an hour return 656 (678 for CT-e and MDF-e)
 */
export const CONSULTAS_POR_HORA = 10;
/** @source NT 2014.002: consNSU and consChNFe together, by CNPJ */
export const PONTUAIS_POR_HORA = 20;
/** @source NT 2014.002: after 137, or when ultNSU equals maxNSU, the next request waits an hour */
export const ESPERA_SEM_DOCUMENTO_MS = 60 * MINUTE_MS;
/** @source MOC Visão Geral, consulta status: at most every 3 minutes */
export const ENTRE_STATUS_MS = 3 * MINUTE_MS;
/** @source NT 2018.002: the same event rejected 20 times */
export const REJEICOES_DO_EVENTO = 20;
/** @source NT 2018.002, NT 2014.002: one hour from the last call */
export const BLOQUEIO_MS = 60 * MINUTE_MS;
/** @source NT 2018.002 */
export const DIAS_CONSULTA = 180;

export const REGRAS = [
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
export type Regra = (typeof REGRAS)[number];
