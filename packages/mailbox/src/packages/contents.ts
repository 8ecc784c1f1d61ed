import type { RecusaPacote } from "./budget.ts";
import type { Formato } from "./format.ts";
import type { Entrada } from "./zip/open.ts";

/** A file to read. */
export type Arquivo = { kind: "arquivo" };

/** The outcome of opening a part. */
export type Abertura =
  | Arquivo
  /** The body of a message. */
  | { kind: "corpo"; comDfe: boolean }
  /** Opened; its contents follow. `inteiro` is false when the container is truncated. */
  | { kind: "pacote"; formato: Formato; dentro: number; inteiro: boolean }
  /** A detached signature. */
  | { kind: "assinatura" }
  | { kind: "recusado"; formato: Formato; motivo: RecusaPacote };

/** The contents of a container; paths are relative to it. */
export type Conteudo = {
  formato: Formato;
  dentro: number;
  inteiro: boolean;
  itens: Iterable<Entrada> | AsyncIterable<Entrada>;
};
