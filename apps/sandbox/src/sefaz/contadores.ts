import type { Consumo } from "./consumo/consumo.ts";
import { REGRAS, type Regra } from "./consumo/regras.ts";
import type { Pedido } from "./envelope.ts";
import type { CStat } from "./motivos.ts";
import { type Especie, especieOf, type Servico } from "./servicos.ts";

/** What the simulator saw since it started. */
export type ContadoresSefaz = {
  consultas: number;
  status: number;
  eventos: number;
  distribuicoes: number;
  /** Calls answered 656 or 678. */
  consumoIndevido: number;
  /** The rules that the caller broke; all of them are 0 for one with manners. */
  indevidos: Record<Regra, number>;
  /** The most questions about one key (by consultation, or of one CNPJ by distribution) that were ever open at once. */
  emParalelo: number;
  /** Different keys asked about. */
  chaves: number;
  /** Handshakes refused: no certificate, or not of the test CA. */
  recusasTls: number;
  /** Calls that met a fault switch. */
  falhas: number;
  porFalha: Record<string, number>;
  porCStat: Record<string, number>;
  porServico: Record<string, number>;
};

/** One question: about a key, or of a CNPJ by distribution. `em` is by the sandbox's clock. */
export type Pergunta = {
  em: string;
  servico: Servico;
  autorizador: string;
  transmissor: string;
  cStat: string;
};

export type Contadores = {
  read(): ContadoresSefaz;
  /** The questions about a key, or of a CNPJ by distribution, oldest first; of the last ones only. */
  perguntas(assunto: string): readonly Pergunta[];
  /** Every key or CNPJ asked about. */
  assuntos(): string[];
  /** Forgets everything counted so far; blocks and quotas go on. */
  reset(): void;
  countAtendido(servico: Servico, cStat: CStat): void;
  countRecusaTls(): void;
  countFalha(falha: string): void;
  /** Opens a question; the answer closes it. */
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

/** Whom or what a call asks about: a key, of the distribution the CNPJ or CPF; null when it asks about nobody. */
export function assuntoOf({ servico, dadosMsg, texto }: Pedido): string | null {
  const text = texto.slice(dadosMsg.inicio, dadosMsg.fim);
  const pattern =
    especieOf(servico) === "distribuicao" ? /<(?:CNPJ|CPF)>([0-9A-Z]+)</ : /<ch(?:NFe|CTe|MDFe)>([0-9A-Z]+)</;
  return pattern.exec(text)?.[1] ?? null;
}
