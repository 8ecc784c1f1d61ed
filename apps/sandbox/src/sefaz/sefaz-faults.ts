import type { Clock } from "../clock.ts";
import type { SefazService } from "./services.ts";

/**
 * Faults of SEFAZ: paused (108) or stopped (109), silent, slow, HTTP errors, HTML, wrong charset,
 * SOAP fault. A cut comes before processing ("conexao-cortada") or after it ("resposta-perdida").
 */
export const SEFAZ_FAULTS = [
  "nenhuma",
  "fora-do-ar",
  "sem-previsao",
  "sem-resposta",
  "lenta",
  "gotejamento",
  "http-403",
  "http-500",
  "html-500",
  "html-200",
  "charset-errado",
  "soap-fault",
  "conexao-cortada",
  "resposta-perdida",
] as const;
export type SefazFault = (typeof SEFAZ_FAULTS)[number];

/** Delay of a slow response. */
export const SLOW_MS = 4_000;
/** A dripping response has this many pieces, at this interval. */
export const DRIP_PIECES = 40;
export const DRIP_INTERVAL_MS = 250;

export const ERROR_PAGE =
  "<!DOCTYPE html><html><head><title>Runtime Error</title></head><body><h1>Server Error in '/' Application.</h1></body></html>";
export const MAINTENANCE_PAGE =
  "<!DOCTYPE html><html><head><title>Manutenção</title></head><body><h1>Serviço em manutenção programada.</h1></body></html>";

/** A mixture of faults: kinds, share of calls, target, and period by the sandbox clock. */
export type FaultRule = {
  quais: readonly Exclude<SefazFault, "nenhuma">[];
  /** 0 to 1; all calls by default. */
  proporcao?: number;
  /** The same seed draws the same faults for the same calls. */
  semente?: number;
  /** "SP", "SVRS", "AN", …; all by default. */
  autorizador?: string;
  servico?: SefazService;
  de?: Date;
  ate?: Date;
};

export type FaultInjector = {
  /** The fault of every call until it changes. */
  readonly current: SefazFault;
  set(fault: SefazFault): void;
  /** Replaces the earlier mixtures. */
  setRules(rules: FaultRule | readonly FaultRule[]): void;
  /** The mixtures whose period has not ended. */
  list(): readonly FaultRule[];
  /** The fault of a call. */
  draw(chamada: { autorizador: string; servico: SefazService }): SefazFault;
};

export function createFaultInjector(relogio: Pick<Clock, "now">): FaultInjector {
  let current: SefazFault = "nenhuma";
  let rules: { rule: FaultRule; next: () => number }[] = [];
  const isOver = ({ ate }: FaultRule): boolean =>
    ate !== undefined && ate.getTime() <= relogio.now().getTime();
  const isStarted = ({ de }: FaultRule): boolean =>
    de === undefined || de.getTime() <= relogio.now().getTime();
  return {
    get current() {
      return current;
    },
    set: (fault) => {
      current = fault;
    },
    setRules: (next) => {
      const all = Array.isArray(next) ? (next as readonly FaultRule[]) : [next as FaultRule];
      rules = all.map((rule) => ({ rule, next: createSeededNumbers(rule.semente ?? 1) }));
    },
    list: () => rules.map(({ rule }) => rule).filter((rule) => !isOver(rule)),
    draw: (chamada) => {
      if (current !== "nenhuma") return current;
      for (const { rule, next } of rules) {
        if (isOver(rule) || !isStarted(rule) || !isAbout(rule, chamada)) continue;
        if (next() >= (rule.proporcao ?? 1)) continue;
        return rule.quais[Math.floor(next() * rule.quais.length)] ?? "nenhuma";
      }
      return "nenhuma";
    },
  };
}

function isAbout(rule: FaultRule, chamada: { autorizador: string; servico: SefazService }): boolean {
  const autorizador = rule.autorizador?.toUpperCase().replaceAll("-", "");
  if (autorizador !== undefined && autorizador !== chamada.autorizador) return false;
  return rule.servico === undefined || rule.servico === chamada.servico;
}

/** Reproducible numbers from 0 to 1 (mulberry32). */
function createSeededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
