import { MODELOS, TIPOS_NOTA } from "@malote/syntax";
import type { SoapRequest } from "./envelope.ts";
import type { CStat } from "./motivos.ts";
import { type SefazService, type ServiceKind, serviceKindOf } from "./services.ts";
import { MISUSE_RULES, type MisuseRule } from "./usage/misuse-rules.ts";
import type { UsageMonitor } from "./usage/usage-monitor.ts";

/** Counters since the start of the simulator. */
export type SefazCounters = {
  consultas: number;
  status: number;
  eventos: number;
  distribuicoes: number;
  /** Calls with response 656 or 678. */
  consumoIndevido: number;
  /** The rules that callers broke; all 0 for a correct client. */
  indevidos: Record<MisuseRule, number>;
  /** The most concurrent requests about one key (queries), or one CNPJ (distribution). */
  emParalelo: number;
  /** Number of distinct keys queried. */
  chaves: number;
  /** Refused handshakes: no certificate, or not of the test CA. */
  recusasTls: number;
  /** Calls that a fault affected. */
  falhas: number;
  porFalha: Record<string, number>;
  porCStat: Record<string, number>;
  porServico: Record<string, number>;
};

/** One request: about a key, or for a CNPJ by distribution. `em` uses the sandbox clock. */
export type SefazQuery = {
  em: string;
  servico: SefazService;
  autorizador: string;
  transmissor: string;
  cStat: string;
};

export type Counters = {
  read(): SefazCounters;
  /** The latest requests about a key, or for a CNPJ by distribution, oldest first. */
  queries(assunto: string): readonly SefazQuery[];
  /** Every key or CNPJ requested. */
  subjects(): string[];
  /** Resets all counters; blocks and quotas stay. */
  reset(): void;
  countReply(servico: SefazService, cStat: CStat): void;
  countTlsRefusal(): void;
  countFault(fault: string): void;
  /** Opens a request; the returned function closes it. */
  openQuery(assunto: string, query: Omit<SefazQuery, "cStat">): (cStat: string) => void;
};

const COUNTER_NAMES: Readonly<Record<ServiceKind, "consultas" | "status" | "eventos" | "distribuicoes">> = {
  consulta: "consultas",
  status: "status",
  evento: "eventos",
  distribuicao: "distribuicoes",
};
const QUERIES_MAX = 200;

export function createCounters(usage: Pick<UsageMonitor, "indevidos">): Counters {
  let state = zero();
  let misusesBefore = { ...usage.indevidos };
  const queries = new Map<string, SefazQuery[]>();
  const openCounts = new Map<string, number>();
  return {
    read: () => ({
      ...structuredClone(state),
      chaves: [...queries.keys()].filter((assunto) => assunto.length === CHAVE_LENGTH).length,
      indevidos: Object.fromEntries(
        MISUSE_RULES.map((rule) => [rule, usage.indevidos[rule] - misusesBefore[rule]]),
      ) as Record<MisuseRule, number>,
    }),
    queries: (assunto) => queries.get(assunto) ?? [],
    subjects: () => [...queries.keys()],
    reset: () => {
      state = zero();
      misusesBefore = { ...usage.indevidos };
      queries.clear();
    },
    countReply: (servico, cStat) => {
      state[COUNTER_NAMES[serviceKindOf(servico)]] += 1;
      if (cStat === "656" || cStat === "678") state.consumoIndevido += 1;
      state.porCStat[cStat] = (state.porCStat[cStat] ?? 0) + 1;
      state.porServico[servico] = (state.porServico[servico] ?? 0) + 1;
    },
    countTlsRefusal: () => {
      state.recusasTls += 1;
    },
    countFault: (fault) => {
      state.falhas += 1;
      state.porFalha[fault] = (state.porFalha[fault] ?? 0) + 1;
    },
    openQuery: (assunto, query) => {
      const key = `${serviceKindOf(query.servico)} ${assunto}`;
      const open = (openCounts.get(key) ?? 0) + 1;
      openCounts.set(key, open);
      state.emParalelo = Math.max(state.emParalelo, open);
      const kept = { ...query, cStat: "" };
      const list = queries.get(assunto) ?? [];
      list.push(kept);
      if (list.length > QUERIES_MAX) list.shift();
      queries.set(assunto, list);
      return (cStat) => {
        kept.cStat = cStat;
        const left = (openCounts.get(key) ?? 1) - 1;
        if (left > 0) openCounts.set(key, left);
        else openCounts.delete(key);
      };
    },
  };
}

const CHAVE_LENGTH = 44;

function zero(): Omit<SefazCounters, "indevidos" | "chaves"> {
  return {
    consultas: 0,
    status: 0,
    eventos: 0,
    distribuicoes: 0,
    consumoIndevido: 0,
    emParalelo: 0,
    recusasTls: 0,
    falhas: 0,
    porFalha: {},
    porCStat: {},
    porServico: {},
  };
}

const CHAVE = new RegExp(`<ch(?:${TIPOS_NOTA.map((tipo) => MODELOS[tipo].prefixo).join("|")})>([0-9A-Z]+)<`);

/**
 * The subject of a call: its key, or for the distribution its CNPJ or CPF; null without subject.
 */
export function subjectOf({ servico, dadosMsg, texto }: SoapRequest): string | null {
  const text = texto.slice(dadosMsg.start, dadosMsg.end);
  const pattern = serviceKindOf(servico) === "distribuicao" ? /<(?:CNPJ|CPF)>([0-9A-Z]+)</ : CHAVE;
  return pattern.exec(text)?.[1] ?? null;
}
