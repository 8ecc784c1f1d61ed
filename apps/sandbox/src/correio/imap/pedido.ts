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
  /** The tag of the command being answered. */
  tag: string;
  segura: boolean;
  dentro: boolean;
  vista: Vista | null;
  /** Takes the next line, which is not a command: of a SASL exchange, or of IDLE. */
  espera: ((linha: string) => Saida) | null;
  /** Ends an IDLE. */
  descansar(): void;
};

export type PedidoImap = OpcoesImap & {
  estado: EstadoImap;
  args: readonly Arg[];
  /** The command came with UID before it. */
  byUid: boolean;
};

/** What a command answers: the words after its tag, untagged lines before those words, or a line of continuation. */
export type Saida = string | Generator<Parte, string> | { desafio: string; answer(linha: string): Saida };

export type ComandoImap = (pedido: PedidoImap) => Saida;

/** Untagged lines, then the words after the tag. */
export function* tell(lines: readonly string[], status: string): Generator<Parte, string> {
  for (const line of lines) yield { bytes: Buffer.from(`${line}\r\n`) };
  return status;
}
