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

/** Size 0 means that the part could not be extracted, so there is nothing to download. */
export function writeErro({ motivo, ...row }: ErroRow): ErroWire {
  return { ...row, codigo: motivo ?? "", motivo: writeMotivo(motivo), baixavel: row.tamanho > 0 };
}

export function writeGrupo({ motivo, quantidade }: GrupoRow): GrupoWire {
  return { codigo: motivo ?? "", motivo: writeMotivo(motivo), quantidade };
}

/** The sentence of a reason; a key of another version is shown as it is. */
function writeMotivo(motivo: string | null): string {
  const words: Readonly<Record<string, string>> = MOTIVOS;
  return motivo === null ? "" : (words[motivo] ?? motivo);
}
