import type { Consumo } from "./consumo/consumo.ts";
import { REGRAS, type Regra } from "./consumo/regras.ts";
import type { Pedido } from "./envelope.ts";
import type { CStat } from "./motivos.ts";
import { type Especie, especieOf, type Servico } from "./servicos.ts";

/** Counters since the start of the simulator. */
export type ContadoresSefaz = {
  consultas: number;
  status: number;
  eventos: number;
  distribuicoes: number;
  /** Calls with response 656 or 678. */
  consumoIndevido: number;
  /** The rules that callers broke; all 0 for a correct client. */
  indevidos: Record<Regra, number>;
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
export type Pergunta = {
  em: string;
  servico: Servico;
  autorizador: string;
  transmissor: string;
  cStat: string;
};

export type Contadores = {
  read(): ContadoresSefaz;
  /** The latest requests about a key, or for a CNPJ by distribution, oldest first. */
  perguntas(assunto: string): readonly Pergunta[];
  /** Every key or CNPJ requested. */
  assuntos(): string[];
  /** Resets all counters; blocks and quotas stay. */
  reset(): void;
  countAtendido(servico: Servico, cStat: CStat): void;
  countRecusaTls(): void;
  countFalha(falha: string): void;
  /** Opens a request; the returned function closes it. */
  openPergunta(assunto: string, pergunta: Omit<Pergunta, "cStat">): (cStat: string) => void;
};

const NOMES: Readonly<Record<Especie, "consultas" | "status" | "eventos" | "distribuicoes">> = {
  consulta: "consultas",
  status: "status",
  evento: "eventos",
  distribuicao: "distribuicoes",
};
const PERGUNTAS_MAX = 200;

export function createContadores(consumo: Pick<Consumo, "indevidos">): Contadores {
  let state = zero();
  let indevidosAntes = { ...consumo.indevidos };
  const perguntas = new Map<string, Pergunta[]>();
  const abertas = new Map<string, number>();
  return {
    read: () => ({
      ...structuredClone(state),
      chaves: [...perguntas.keys()].filter((assunto) => assunto.length === CHAVE_LENGTH).length,
      indevidos: Object.fromEntries(
        REGRAS.map((regra) => [regra, consumo.indevidos[regra] - indevidosAntes[regra]]),
      ) as Record<Regra, number>,
    }),
    perguntas: (assunto) => perguntas.get(assunto) ?? [],
    assuntos: () => [...perguntas.keys()],
    reset: () => {
      state = zero();
      indevidosAntes = { ...consumo.indevidos };
      perguntas.clear();
    },
    countAtendido: (servico, cStat) => {
      state[NOMES[especieOf(servico)]] += 1;
      if (cStat === "656" || cStat === "678") state.consumoIndevido += 1;
      state.porCStat[cStat] = (state.porCStat[cStat] ?? 0) + 1;
      state.porServico[servico] = (state.porServico[servico] ?? 0) + 1;
    },
    countRecusaTls: () => {
      state.recusasTls += 1;
    },
    countFalha: (falha) => {
      state.falhas += 1;
      state.porFalha[falha] = (state.porFalha[falha] ?? 0) + 1;
    },
    openPergunta: (assunto, pergunta) => {
      const key = `${especieOf(pergunta.servico)} ${assunto}`;
      const open = (abertas.get(key) ?? 0) + 1;
      abertas.set(key, open);
      state.emParalelo = Math.max(state.emParalelo, open);
      const kept = { ...pergunta, cStat: "" };
      const list = perguntas.get(assunto) ?? [];
      list.push(kept);
      if (list.length > PERGUNTAS_MAX) list.shift();
      perguntas.set(assunto, list);
      return (cStat) => {
        kept.cStat = cStat;
        const left = (abertas.get(key) ?? 1) - 1;
        if (left > 0) abertas.set(key, left);
        else abertas.delete(key);
      };
    },
  };
}

const CHAVE_LENGTH = 44;

function zero(): Omit<ContadoresSefaz, "indevidos" | "chaves"> {
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

/**
 * The subject of a call: its key, or for the distribution its CNPJ or CPF; null without subject.
 */
export function assuntoOf({ servico, dadosMsg, texto }: Pedido): string | null {
  const text = texto.slice(dadosMsg.inicio, dadosMsg.fim);
  const pattern =
    especieOf(servico) === "distribuicao" ? /<(?:CNPJ|CPF)>([0-9A-Z]+)</ : /<ch(?:NFe|CTe|MDFe)>([0-9A-Z]+)</;
  return pattern.exec(text)?.[1] ?? null;
}
