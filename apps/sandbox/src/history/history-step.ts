import type { Distribuidor } from "@malote/syntax";

/**
 * One step of the past of the demo conta, at the instant `em` (ISO). The product's setup replays
 * them in order (`apps/server/src/setup/history/`). `caixa`: 0 or 1, by demo company.
 */
export type HistoryStep = {
  em: string;
} /** mensagens: raw, in latin1; aConsultar: chaves about which SEFAZ does not say what their XML says. */ & (
  | { tipo: "coleta"; caixas: PolledCaixa[]; aConsultar: string[] }
  /** A mailbox starts to refuse the stored password. */
  | { tipo: "caixa-recusada"; caixa: number }
  /** Planned consultas that find something new at SEFAZ. */
  | { tipo: "consulta"; chaves: string[] }
  | { tipo: "distribuicao"; distribuidor: Distribuidor; cnpj: string; documentos: DistributedItem[] }
  | { tipo: "marcas"; marcas: { marca: HistoryMark; chave: string }[] }
  /** status: 1 confirmed, 2 unknown, 3 not performed, 4 ciência; SEFAZ registered it at `em`. */
  | { tipo: "manifestacao"; status: 1 | 2 | 3 | 4; chaves: string[] }
  | { tipo: "importacao"; nome: string; arquivoBase64: string }
  | { tipo: "exportacao"; formato: "CSV" | "XLSX" | "PDF" }
);

export type HistoryMark = "recebido" | "conferido" | "processadoErp";

export type PolledCaixa = { caixa: number; mensagens: string[] };

export type DistributedItem = { nsu: number; schema: string; xml: string };
