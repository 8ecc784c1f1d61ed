import type { Consumo, Quem } from "./consumo/consumo.ts";
import type { Pedido } from "./envelope.ts";
import type { ConferenteAssinatura } from "./evento/assinatura.ts";
import type { Livro } from "./livro.ts";
import type { CStat } from "./motivos.ts";
import type { Porta } from "./porta.ts";

/** Everything an answer depends on: who asks, through which door, when, and what the State knows. */
export type Atendimento = {
  pedido: Pedido;
  /** What is wrong with the caller's certificate; null when nothing is. */
  recusaCertificado: CStat | null;
  /** CNPJ or CPF in the caller's certificate; null when it carries none. */
  transmissor: string | null;
  /** The address asked; null when it does not say whose it is. */
  porta: Omit<Porta, "servico"> | null;
  agora: Date;
  /** The State rests: 108 or 109. */
  parado: "108" | "109" | null;
  livro: Livro;
  consumo: Consumo;
  /** Judges the signature of an event. */
  conferente: ConferenteAssinatura;
};

export type Atendido = {
  cStat: CStat;
  xml: string;
  /** Takes back what the answer left in the State's memory, when it never reached the caller. */
  undo?: () => void;
};

export function quemPergunta({ porta, transmissor }: Atendimento): Quem {
  return { autorizador: porta?.autorizador ?? "?", cnpj: transmissor ?? "" };
}
