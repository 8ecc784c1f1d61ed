import type { Roteiro } from "../falhas.ts";
import type { Porteiro } from "../porteiro.ts";
import type { Ligacao, Parte } from "../sessao.ts";
import type { Arg } from "./args.ts";
import type { Pasta, Vista } from "./vista.ts";

export type OpcoesImap = {
  /** INBOX first. */
  pastas: readonly Pasta[];
  porteiro: Porteiro;
  roteiro: Roteiro;
  ligacao: Ligacao;
};

export type EstadoImap = {
  /** The tag of the current command. */
  tag: string;
  segura: boolean;
  dentro: boolean;
  vista: Vista | null;
  /** Receives the next line, which is not a command but part of a SASL exchange or IDLE. */
  espera: ((linha: string) => Saida) | null;
  /** Ends an IDLE. */
  descansar(): void;
};

export type PedidoImap = OpcoesImap & {
  estado: EstadoImap;
  args: readonly Arg[];
  /** The command has the prefix UID. */
  byUid: boolean;
};

/**
 * The result of a command: the status after its tag, untagged lines before the status, or a
 * continuation.
 */
export type Saida = string | Generator<Parte, string> | { desafio: string; answer(linha: string): Saida };

export type ComandoImap = (pedido: PedidoImap) => Saida;

/** Untagged lines, then the status after the tag. */
export function* tell(lines: readonly string[], status: string): Generator<Parte, string> {
  for (const line of lines) yield { bytes: Buffer.from(`${line}\r\n`) };
  return status;
}
