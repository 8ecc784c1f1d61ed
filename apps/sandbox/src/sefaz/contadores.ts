import type { Servico } from "./envelope.ts";
import type { CStat } from "./motivos.ts";

/** What the simulator saw since it started. */
export type ContadoresSefaz = {
  consultas: number;
  status: number;
  /** Calls answered 656. */
  consumoIndevido: number;
  /** Handshakes refused: no certificate, or not of the test CA. */
  recusasTls: number;
  /** Calls that met a fault switch. */
  falhas: number;
  porCStat: Record<string, number>;
};

export type Contadores = {
  read(): ContadoresSefaz;
  countAtendido(servico: Servico, cStat: CStat): void;
  countRecusaTls(): void;
  countFalha(): void;
};

export function createContadores(): Contadores {
  const state: ContadoresSefaz = {
    consultas: 0,
    status: 0,
    consumoIndevido: 0,
    recusasTls: 0,
    falhas: 0,
    porCStat: {},
  };
  return {
    read: () => ({ ...state, porCStat: { ...state.porCStat } }),
    countAtendido: (servico, cStat) => {
      if (servico === "NFeStatusServico4") state.status += 1;
      else state.consultas += 1;
      if (cStat === "656") state.consumoIndevido += 1;
      state.porCStat[cStat] = (state.porCStat[cStat] ?? 0) + 1;
    },
    countRecusaTls: () => {
      state.recusasTls += 1;
    },
    countFalha: () => {
      state.falhas += 1;
    },
  };
}
