import { MOTIVOS, type ResultOf } from "@malote/contract";
import type { ImportacaoRow } from "./importacao.rows.ts";
import { countLidos, writeFalha } from "./importacao.rules.ts";
import type { ErroRow, GrupoRow } from "./importacao-erro.rows.ts";

export type ImportacaoWire = ResultOf<"Importacao.getImportacao">["object"];
type ErroWire = ResultOf<"Importacao.getListImportacaoErros">["results"][number];
type GrupoWire = ResultOf<"Importacao.getListImportacaoErros">["object"]["grupos"][number];

export function writeImportacao(row: ImportacaoRow): ImportacaoWire {
  return {
    id: row.id,
    nomeArquivo: row.nomeArquivo,
    tamanho: row.tamanho,
    data: row.criadoEm,
    usuario: row.usuario,
    estado: row.estado,
    total: row.total,
    lidos: countLidos(row),
    documentos: row.documentos,
    eventos: row.eventos,
    duplicados: row.duplicados,
    outros: row.outros,
    quantidadeErro: row.erros,
    terminadoEm: row.terminadoEm,
    mensagem: writeFalha(row.falha),
  };
}

/** Nothing is kept of what could not be taken out of its package. */
export function writeErro({ motivo, ...row }: ErroRow): ErroWire {
  return { ...row, codigo: motivo ?? "", motivo: writeMotivo(motivo), baixavel: row.tamanho > 0 };
}

export function writeGrupo({ motivo, quantidade }: GrupoRow): GrupoWire {
  return { codigo: motivo ?? "", motivo: writeMotivo(motivo), quantidade };
}

/** The sentence of a reason; one of another version shows itself. */
function writeMotivo(motivo: string | null): string {
  const words: Readonly<Record<string, string>> = MOTIVOS;
  return motivo === null ? "" : (words[motivo] ?? motivo);
}
