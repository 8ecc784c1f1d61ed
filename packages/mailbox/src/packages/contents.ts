import type { ArchiveRefusal } from "./budget.ts";
import type { PartFormat } from "./format.ts";
import type { ArchiveEntry } from "./zip/open.ts";

/** A file to read. */
export type PlainFile = { kind: "arquivo" };

/** The outcome of opening a part. */
export type OpenOutcome =
  | PlainFile
  /** The body of a message. */
  | { kind: "corpo"; comDfe: boolean }
  /** Opened; its contents follow. `inteiro` is false when the container is truncated. */
  | { kind: "pacote"; formato: PartFormat; dentro: number; inteiro: boolean }
  /** A detached signature. */
  | { kind: "assinatura" }
  | { kind: "recusado"; formato: PartFormat; motivo: ArchiveRefusal };

/** The contents of a container; paths are relative to it. */
export type Contents = {
  formato: PartFormat;
  dentro: number;
  inteiro: boolean;
  itens: Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>;
};
