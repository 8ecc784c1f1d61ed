import type { RecusaPacote } from "./budget.ts";
import type { Formato } from "./format.ts";
import type { Entrada } from "./zip/open.ts";

/** A file, to be read. */
export type Arquivo = { kind: "arquivo" };

/** What a part turned out to be. */
export type Abertura =
  | Arquivo
  /** The body of a message. */
  | { kind: "corpo"; comDfe: boolean }
  /** Opened; what was inside follows. `inteiro` is false when it breaks off. */
  | { kind: "pacote"; formato: Formato; dentro: number; inteiro: boolean }
  /** A signature whose content lies elsewhere. */
  | { kind: "assinatura" }
  | { kind: "recusado"; formato: Formato; motivo: RecusaPacote };

/** What lies in a part: paths are relative to it. */
export type Conteudo = {
  formato: Formato;
  dentro: number;
  inteiro: boolean;
  itens: Iterable<Entrada> | AsyncIterable<Entrada>;
};
