import {
  EXPORTACAO_TEXTS,
  NFE_STATUS,
  NFE_STATUS_OTHER,
  STATUS_DETAILS,
  VEREDITO_LABELS,
} from "@malote/contract";
import { type Amount, formatTipoNota, MODELOS, TIPOS_CREDITO, TIPOS_DEBITO } from "@malote/syntax";
import type { ExportedNota } from "../nota/list/exported-nota.rows.ts";

/** Content of one cell, before a format writes it; null = empty. A chave, CNPJ or CPF is text of digits. */
export type Cell =
  | { kind: "texto"; texto: string | null }
  | { kind: "chave"; chave: string }
  | { kind: "documento"; documento: string }
  | { kind: "inteiro"; inteiro: number }
  | { kind: "valor"; valor: Amount }
  | { kind: "instante"; instante: Date | null };

/**
 * A spreadsheet column; `width` in characters. formattedTitle: header of the same value for people,
 * in a format that writes bare characters.
 */
export type Column = {
  title: string;
  width: number;
  formattedTitle?: string;
  read(nota: ExportedNota): Cell;
};

const T = EXPORTACAO_TEXTS;
const C = T.colunas;
/** finNFe of a nota de crédito. */
const CREDIT = "5";
/** Chaves per cell: a spreadsheet cell holds 32 767 characters. */
const REFERENCIAS_MAX = 500;

/** The exported columns, for accountants: all fields of the list, and the parties. */
export const EXPORT_COLUMNS: readonly Column[] = [
  text(C.tipo, 9, (nota) => formatTipoNota(nota.tipoNota)),
  { title: C.numero, width: 11, read: (nota) => ({ kind: "inteiro", inteiro: nota.numeroNota }) },
  { title: C.serie, width: 7, read: (nota) => ({ kind: "inteiro", inteiro: nota.serieNota }) },
  {
    ...{ title: C.chave, formattedTitle: C.chaveFormatada, width: 48 },
    read: (nota) => ({ kind: "chave", chave: nota.chave }),
  },
  instant(C.emissao, (nota) => nota.dataEmissao),
  text(C.papel, 12, (nota) => T.papeis[nota.papel]),
  mark(C.terceiros, (nota) => nota.terceiros),
  text(C.emitente, 40, (nota) => nota.nomeEmitente),
  {
    ...{ title: C.documentoEmitente, formattedTitle: C.documentoEmitenteFormatado, width: 20 },
    read: (nota) => ({ kind: "documento", documento: nota.cnpjEmitente }),
  },
  text(C.ufEmitente, 6, (nota) => nota.ufEmitente),
  text(C.destinatario, 40, (nota) => nota.nomeDestinatario),
  {
    ...{ title: C.documentoDestinatario, formattedTitle: C.documentoDestinatarioFormatado, width: 20 },
    read: (nota) => ({ kind: "documento", documento: nota.cnpjDestinatario ?? "" }),
  },
  text(C.ufDestinatario, 6, (nota) => nota.ufDestinatario),
  text(C.natureza, 30, (nota) => nota.naturezaOperacao),
  text(C.finalidade, 24, writeFinalidade),
  text(C.referencias, 48, ({ referencias }) => referencias.slice(0, REFERENCIAS_MAX).join(", ")),
  { title: C.valor, width: 16, read: (nota) => ({ kind: "valor", valor: nota.valorTotal }) },
  text(C.nfeStatus, 16, (nota) => wordOfStatus(nota.nfeStatus)),
  text(C.nfeCodigo, 8, (nota) => nota.nfeStatus),
  text(C.sefazStatus, 16, (nota) => wordOfStatus(nota.sefazStatus)),
  text(C.sefazCodigo, 8, (nota) => nota.sefazStatus),
  text(C.divergente, 10, (nota) => (nota.divergente === null ? null : wordOf(nota.divergente))),
  text(C.veredito, 14, (nota) => VEREDITO_LABELS[nota.veredito]),
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
  text(C.nfeDetalhe, 24, (nota) => detailOfStatus(nota.nfeStatus)),
  text(C.sefazDetalhe, 24, (nota) => detailOfStatus(nota.sefazStatus)),
];

/** Purpose by finNFe, with its type of credit or debit; null for types with other codes. */
function writeFinalidade({ tipoNota, finalidade, finalidadeTipo }: ExportedNota): string | null {
  if (finalidade === null || MODELOS[tipoNota].finalidade === null) return null;
  const words: Readonly<Record<string, string>> = T.finalidades;
  const types = finalidade === CREDIT ? TIPOS_CREDITO : TIPOS_DEBITO;
  const tipo = finalidadeTipo && (types[finalidadeTipo] ?? finalidadeTipo);
  return [words[finalidade] ?? finalidade, tipo].filter(Boolean).join(": ");
}

/** A status as a word (spec §4). */
export function wordOfStatus(cStat: string | null): string {
  return (cStat && NFE_STATUS[cStat]) || NFE_STATUS_OTHER;
}

/** Details of a status beyond its label; null if there are none. */
export function detailOfStatus(cStat: string | null): string | null {
  return (cStat && STATUS_DETAILS[cStat]) || null;
}

function wordOf(is: boolean): string {
  return is ? T.sim : T.nao;
}

function text(title: string, width: number, read: (nota: ExportedNota) => string | null): Column {
  return { title, width, read: (nota) => ({ kind: "texto", texto: read(nota) || null }) };
}

function mark(title: string, read: (nota: ExportedNota) => boolean): Column {
  return text(title, 10, (nota) => wordOf(read(nota)));
}

function instant(title: string, read: (nota: ExportedNota) => Date | null): Column {
  return { title, width: 17, read: (nota) => ({ kind: "instante", instante: read(nota) }) };
}
