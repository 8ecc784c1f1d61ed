import { FILA_SITUACOES, type FilaSituacao, type FilaTipo } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { MAX_AUSENCIAS, MAX_FALHAS, type TarefaTipo } from "../tarefa/tarefa.rules.ts";
import { ESPERAS_MS } from "../webhook/webhook.rules.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The age of the oldest waiting work from which a queue is late. */
export const LIMITE_MS: Readonly<Record<FilaTipo, number>> = {
  poll: 5 * MINUTE_MS,
  ingest: 5 * MINUTE_MS,
  validate: 15 * MINUTE_MS,
  distribuicao: 30 * MINUTE_MS,
  manifesto: 10 * MINUTE_MS,
  webhook: 5 * MINUTE_MS,
  exportacao: 10 * MINUTE_MS,
  repositorio: 30 * MINUTE_MS,
  importacao: 30 * MINUTE_MS,
  envio: 10 * MINUTE_MS,
  empresa: 15 * MINUTE_MS,
};

/** Whole minutes over which the pace of a queue is told. */
export const RITMO_MINUTOS = 5;

/** What says how a queue is. feitas: ended well in the last {@link RITMO_MINUTOS}. */
export type Fila = {
  tipo: FilaTipo;
  esperaMs: number | null;
  emAndamento: number;
  feitas: number;
  pausada: boolean;
};

/** Late by its threshold; stopped when it is late, nothing ended and nothing runs. */
export function situacaoOf({ tipo, esperaMs, emAndamento, feitas, pausada }: Fila): FilaSituacao {
  if (pausada) return "pausada";
  if (esperaMs === null || esperaMs <= LIMITE_MS[tipo]) return "em-dia";
  return feitas === 0 && emAndamento === 0 ? "parada" : "atrasada";
}

export function nomeOfSituacao(situacao: FilaSituacao): string {
  return FILA_SITUACOES[situacao];
}

/** Given-up work that an operator may have done again. The rest needs the conta: a manifestação is its word, a file may have to be sent again. */
const RETOMAVEIS: ReadonlySet<string> = new Set([
  ...["ingest", "validate", "empresa", "exportacao", "repositorio", "webhook"],
]);

/** A failure, as far as trying again goes. pedida: another side asked to wait, and that is not over. */
export type Tentavel = { tipo: string; estado: "tentando" | "desistiu"; pedida: boolean };

/** Why it may not be tried now; null: it may. */
export function impedimentoOf({ tipo, estado, pedida }: Tentavel): "espera" | "conta" | null {
  if (estado === "desistiu") return RETOMAVEIS.has(tipo) ? null : "conta";
  return pedida ? "espera" : null;
}

/** Attempts of one notification: the first, those after each wait, and the last after a day. */
const TENTATIVAS_WEBHOOK = ESPERAS_MS.length + 2;

/** What a failure says of its tries. url: set for a webhook whose receiver fails. */
export type Tentativas = {
  tipo: TarefaTipo;
  url: string | null;
  espera: string | null;
  falhas: number;
  ausencias: number;
};

/** How many tries there were, and how many there may be; max null: no end. */
export function tentativasOf({ tipo, url, espera, falhas, ausencias }: Tentativas): {
  tentativas: number;
  max: number | null;
} {
  if (url !== null) return { tentativas: falhas, max: TENTATIVAS_WEBHOOK };
  const isOwn = falhas >= MAX_FALHAS || ausencias === 0 || espera === "falha";
  const max = isOwn ? MAX_FALHAS : MAX_AUSENCIAS[tipo];
  const endless = tipo === "poll" || tipo === "distribuicao" || !Number.isFinite(max);
  return { tentativas: isOwn ? falhas : ausencias, max: endless ? null : max };
}

/** Growth of what is stored. dias: of the period that was measured; livre: bytes that are free. */
export type Crescimento = { primeiro: number; ultimo: number; dias: number; livre: number };

/** Bytes a day, and the days until nothing is free; null where nothing grows or a day was not measured yet. */
export function project({ primeiro, ultimo, dias, livre }: Crescimento): {
  dia: number | null;
  cheioEmDias: number | null;
} {
  if (dias < 1) return { dia: null, cheioEmDias: null };
  const dia = Math.round((ultimo - primeiro) / dias);
  return { dia, cheioEmDias: dia > 0 ? Math.floor(livre / dia) : null };
}

const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
/** From here on months are told, and years. */
const MONTHS_FROM = 60;
const YEARS_FROM = 730;
const FAR_YEARS = 10;

/** The same in words: "cheio em uns 7 meses". */
export function writeCheio(dias: number): string {
  if (dias < 1) return "cheio hoje";
  if (dias === 1) return "cheio amanhã";
  if (dias < MONTHS_FROM) return `cheio em uns ${dias} dias`;
  if (dias < YEARS_FROM) return `cheio em uns ${Math.round(dias / MONTH_DAYS)} meses`;
  const anos = Math.round(dias / YEAR_DAYS);
  return anos > FAR_YEARS ? `cheio em mais de ${FAR_YEARS} anos` : `cheio em uns ${formatInteiro(anos)} anos`;
}

/** Whole days from one yyyy-MM-dd to another. */
export function daysBetween(de: string, ate: string): number {
  return Math.round((Date.parse(ate) - Date.parse(de)) / DAY_MS);
}
