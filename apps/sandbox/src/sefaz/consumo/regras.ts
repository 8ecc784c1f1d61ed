/** What the State takes for improper use, each rule as a figure with its source. */

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** @source NT 2018.002: more than 10 consultations of one key in an hour are answered 656 (678 by CT-e and MDF-e) */
export const CONSULTAS_POR_HORA = 10;
/** @source NT 2014.002: consNSU and consChNFe together, by CNPJ */
export const PONTUAIS_POR_HORA = 20;
/** @source NT 2014.002: after 137, or when ultNSU has reached maxNSU, the next question waits an hour */
export const ESPERA_SEM_DOCUMENTO_MS = 60 * MINUTE_MS;
/** @source MOC Visão Geral, consulta status: every 3 minutes at most */
export const ENTRE_STATUS_MS = 3 * MINUTE_MS;
/** @source NT 2018.002: the same event rejected 20 times */
export const REJEICOES_DO_EVENTO = 20;
/** @source NT 2018.002, NT 2014.002: one hour from the last call on */
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

/** The rules that a client may break; each has its count. */
export type Regra = (typeof REGRAS)[number];
