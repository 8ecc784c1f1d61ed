import { REASONS, type ResultOf } from "@malote/contract";
import type { ImportacaoRow } from "./importacao.rows.ts";
import { countRead, writeFailure } from "./importacao.rules.ts";
import type { ErrorGroupRow, ErrorRow } from "./importacao-error.rows.ts";

export type ImportacaoWire = ResultOf<"Importacao.getImportacao">["object"];
type ErrorWire = ResultOf<"Importacao.getListImportacaoErros">["results"][number];
type GroupWire = ResultOf<"Importacao.getListImportacaoErros">["object"]["grupos"][number];

export function writeImportacao(row: ImportacaoRow): ImportacaoWire {
  return {
    id: row.id,
    nomeArquivo: row.nomeArquivo,
    tamanho: row.tamanho,
    data: row.criadoEm,
    usuario: row.usuario,
    estado: row.estado,
    total: row.total,
    lidos: countRead(row),
    documentos: row.documentos,
    eventos: row.eventos,
    duplicados: row.duplicados,
    outros: row.outros,
    quantidadeErro: row.erros,
    terminadoEm: row.terminadoEm,
    mensagem: writeFailure(row.falha),
  };
}

/** Size 0 means that the part could not be extracted, so there is nothing to download. */
export function writeError({ motivo, ...row }: ErrorRow): ErrorWire {
  return { ...row, codigo: motivo ?? "", motivo: writeReason(motivo), baixavel: row.tamanho > 0 };
}

export function writeGroup({ motivo, quantidade }: ErrorGroupRow): GroupWire {
  return { codigo: motivo ?? "", motivo: writeReason(motivo), quantidade };
}

/** The sentence of a reason; a key of another version is shown as it is. */
function writeReason(motivo: string | null): string {
  const words: Readonly<Record<string, string>> = REASONS;
  return motivo === null ? "" : (words[motivo] ?? motivo);
}
