import type { Consumo, Quem } from "./consumo/consumo.ts";
import type { Pedido } from "./envelope.ts";
import type { ConferenteAssinatura } from "./evento/assinatura.ts";
import type { Livro } from "./livro.ts";
import type { CStat } from "./motivos.ts";
import type { Porta } from "./porta.ts";

/** The inputs of a response: caller, endpoint, time and stored state. */
export type Atendimento = {
  pedido: Pedido;
  /** The fault of the caller's certificate; null when valid. */
  recusaCertificado: CStat | null;
  /** CNPJ or CPF in the caller's certificate; null when it has none. */
  transmissor: string | null;
  /** The endpoint; null when the address does not name one. */
  porta: Omit<Porta, "servico"> | null;
  agora: Date;
  /** The service is paused: 108 or 109. */
  parado: "108" | "109" | null;
  livro: Livro;
  consumo: Consumo;
  /** Verifies the signature of an event. */
  conferente: ConferenteAssinatura;
};

export type Atendido = {
  cStat: CStat;
  xml: string;
  /** Reverts stored effects when the response did not reach the caller. */
  undo?: () => void;
};

export function quemPergunta({ porta, transmissor }: Atendimento): Quem {
  return { autorizador: porta?.autorizador ?? "?", cnpj: transmissor ?? "" };
}
