import { EXPORTACAO_TEXTOS, NFE_STATUS, NFE_STATUS_OUTRO, VEREDITO_ROTULO } from "@malote/contract";
import { formatDocumento, formatTipoNota, type Valor } from "@malote/syntax";
import type { NotaExportada } from "../nota/nota-exportacao.rows.ts";

/** What stands in one cell, before any format writes it; null = nothing. A chave is text that looks like a number. */
export type Celula =
  | { kind: "texto"; texto: string | null }
  | { kind: "chave"; chave: string }
  | { kind: "inteiro"; inteiro: number }
  | { kind: "valor"; valor: Valor }
  | { kind: "instante"; instante: Date | null };

/** One column of a spreadsheet; `largura` in characters. */
export type Coluna = { titulo: string; largura: number; read(nota: NotaExportada): Celula };

const T = EXPORTACAO_TEXTOS;
const C = T.colunas;

/** What is known of a document, as an accountant reads it: all that the list shows, and whose it is. */
export const COLUNAS_EXPORTADAS: readonly Coluna[] = [
  text(C.tipo, 9, (nota) => formatTipoNota(nota.tipoNota)),
  { titulo: C.numero, largura: 11, read: (nota) => ({ kind: "inteiro", inteiro: nota.numeroNota }) },
  { titulo: C.serie, largura: 7, read: (nota) => ({ kind: "inteiro", inteiro: nota.serieNota }) },
  { titulo: C.chave, largura: 48, read: (nota) => ({ kind: "chave", chave: nota.chave }) },
  instant(C.emissao, (nota) => nota.dataEmissao),
  text(C.papel, 12, (nota) => T.papeis[nota.papel]),
  mark(C.terceiros, (nota) => nota.terceiros),
  text(C.emitente, 40, (nota) => nota.nomeEmitente),
  text(C.documentoEmitente, 20, (nota) => formatDocumento(nota.cnpjEmitente)),
  text(C.ufEmitente, 6, (nota) => nota.ufEmitente),
  text(C.destinatario, 40, (nota) => nota.nomeDestinatario),
  text(C.documentoDestinatario, 20, (nota) => formatDocumento(nota.cnpjDestinatario ?? "")),
  text(C.ufDestinatario, 6, (nota) => nota.ufDestinatario),
  text(C.natureza, 30, (nota) => nota.naturezaOperacao),
  { titulo: C.valor, largura: 16, read: (nota) => ({ kind: "valor", valor: nota.valorTotal }) },
  text(C.nfeStatus, 16, (nota) => wordOfStatus(nota.nfeStatus)),
  text(C.nfeCodigo, 8, (nota) => nota.nfeStatus),
  text(C.sefazStatus, 16, (nota) => wordOfStatus(nota.sefazStatus)),
  text(C.sefazCodigo, 8, (nota) => nota.sefazStatus),
  text(C.divergente, 10, (nota) => (nota.divergente === null ? null : wordOf(nota.divergente))),
  text(C.veredito, 14, (nota) => VEREDITO_ROTULO[nota.veredito]),
  text(C.manifestacao, 22, (nota) => T.manifestacoes[nota.manifestacao]),
  mark(C.processado, (nota) => nota.processadoErp),
  instant(C.processadoEm, (nota) => nota.processadoEm),
  text(C.processadoPor, 20, (nota) => nota.processadoPor),
  mark(C.recebido, (nota) => nota.recebido),
  instant(C.recebidoEm, (nota) => nota.recebidoEm),
  text(C.recebidoPor, 20, (nota) => nota.recebidoPor),
  mark(C.conferido, (nota) => nota.conferido),
  instant(C.conferidoEm, (nota) => nota.conferidoEm),
  text(C.conferidoPor, 20, (nota) => nota.conferidoPor),
  instant(C.criadoEm, (nota) => nota.criadoEm),
];

/** A status in words (spec §4). */
export function wordOfStatus(cStat: string | null): string {
  return (cStat && NFE_STATUS[cStat]) || NFE_STATUS_OUTRO;
}

function wordOf(is: boolean): string {
  return is ? T.sim : T.nao;
}

function text(titulo: string, largura: number, read: (nota: NotaExportada) => string | null): Coluna {
  return { titulo, largura, read: (nota) => ({ kind: "texto", texto: read(nota) || null }) };
}

function mark(titulo: string, read: (nota: NotaExportada) => boolean): Coluna {
  return text(titulo, 10, (nota) => wordOf(read(nota)));
}

function instant(titulo: string, read: (nota: NotaExportada) => Date | null): Coluna {
  return { titulo, largura: 17, read: (nota) => ({ kind: "instante", instante: read(nota) }) };
}
