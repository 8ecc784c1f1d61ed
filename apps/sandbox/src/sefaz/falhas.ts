import type { Relogio } from "../clock.ts";
import type { Servico } from "./servicos.ts";

/**
 * Faults of SEFAZ: paused (108) or stopped (109), silent, slow, HTTP errors, HTML, wrong charset,
 * SOAP fault. A cut comes before processing ("conexao-cortada") or after it ("resposta-perdida").
 */
export const FALHAS_SEFAZ = [
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
export type FalhaSefaz = (typeof FALHAS_SEFAZ)[number];

/** Delay of a slow response. */
export const LENTA_MS = 4_000;
/** A dripping response has this many pieces, at this interval. */
export const GOTAS = 40;
export const GOTA_MS = 250;

export const PAGINA_500 =
  "<!DOCTYPE html><html><head><title>Runtime Error</title></head><body><h1>Server Error in '/' Application.</h1></body></html>";
export const PAGINA_200 =
  "<!DOCTYPE html><html><head><title>Manutenção</title></head><body><h1>Serviço em manutenção programada.</h1></body></html>";

/** A mixture of faults: kinds, share of calls, target, and period by the sandbox clock. */
export type RegraFalha = {
  quais: readonly Exclude<FalhaSefaz, "nenhuma">[];
  /** 0 to 1; all calls by default. */
  proporcao?: number;
  /** The same seed draws the same faults for the same calls. */
  semente?: number;
  /** "SP", "SVRS", "AN", …; all by default. */
  autorizador?: string;
  servico?: Servico;
  de?: Date;
  ate?: Date;
};

export type Falhas = {
  /** The fault of every call until it changes. */
  readonly atual: FalhaSefaz;
  set(falha: FalhaSefaz): void;
  /** Replaces the earlier mixtures. */
  setRegras(regras: RegraFalha | readonly RegraFalha[]): void;
  /** The mixtures whose period has not ended. */
  list(): readonly RegraFalha[];
  /** The fault of a call. */
  draw(chamada: { autorizador: string; servico: Servico }): FalhaSefaz;
};

export function createFalhas(relogio: Pick<Relogio, "now">): Falhas {
  let atual: FalhaSefaz = "nenhuma";
  let regras: { regra: RegraFalha; next: () => number }[] = [];
  const isOver = ({ ate }: RegraFalha): boolean =>
    ate !== undefined && ate.getTime() <= relogio.now().getTime();
  const isStarted = ({ de }: RegraFalha): boolean =>
    de === undefined || de.getTime() <= relogio.now().getTime();
  return {
    get atual() {
      return atual;
    },
    set: (falha) => {
      atual = falha;
    },
    setRegras: (next) => {
      const all = Array.isArray(next) ? (next as readonly RegraFalha[]) : [next as RegraFalha];
      regras = all.map((regra) => ({ regra, next: createAcaso(regra.semente ?? 1) }));
    },
    list: () => regras.map(({ regra }) => regra).filter((regra) => !isOver(regra)),
    draw: (chamada) => {
      if (atual !== "nenhuma") return atual;
      for (const { regra, next } of regras) {
        if (isOver(regra) || !isStarted(regra) || !isAbout(regra, chamada)) continue;
        if (next() >= (regra.proporcao ?? 1)) continue;
        return regra.quais[Math.floor(next() * regra.quais.length)] ?? "nenhuma";
      }
      return "nenhuma";
    },
  };
}

function isAbout(regra: RegraFalha, chamada: { autorizador: string; servico: Servico }): boolean {
  const autorizador = regra.autorizador?.toUpperCase().replaceAll("-", "");
  if (autorizador !== undefined && autorizador !== chamada.autorizador) return false;
  return regra.servico === undefined || regra.servico === chamada.servico;
}

/** Reproducible numbers from 0 to 1 (mulberry32). */
function createAcaso(semente: number): () => number {
  let state = semente >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
