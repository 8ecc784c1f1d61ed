import { once } from "node:events";
import { crc32, createDeflateRaw } from "node:zlib";
import { EXPORTACAO_TEXTS } from "@malote/contract";
import { formatChave, formatDate, formatDocumento, formatTipoNota } from "@malote/syntax";
import type { NotaRepositorio } from "../../services/download/repositorio.rows.ts";
import { CSV_BOM, writeCsvLine } from "../../services/exportacao/write-csv-line.ts";
import type { ZipEntry } from "./zip.ts";

/** The index file inside a ZIP, compressed as it grows, so that its lines do not stay in memory. */
export type ZipIndex = {
  add(nota: NotaRepositorio, content: IndexRow): Promise<void>;
  finish(): Promise<ZipEntry>;
};

/** arquivos: the names of the document's files; isSemPdf: its PDF was requested and is missing. */
export type IndexRow = { arquivos: readonly string[]; isSemPdf: boolean };

const T = EXPORTACAO_TEXTS;
const C = T.colunas;
const HEADER = [
  ...[C.tipo, C.numero, C.serie, C.chave, C.emissao, C.papel, C.emitente, C.documentoEmitente],
  ...[C.destinatario, C.documentoDestinatario, C.valor, T.repositorio.situacao],
  ...[T.repositorio.impressao, T.repositorio.arquivos],
];
/** ZIP dates start in 1980. */
const EARLIEST = "1980-01-01T00:00:00";

export function createZipIndex(): ZipIndex {
  const deflate = createDeflateRaw();
  const pieces: Buffer[] = [];
  deflate.on("data", (piece: Buffer) => pieces.push(piece));
  let crc = 0;
  let size = 0;
  let lastDate = EARLIEST;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    crc = crc32(bytes, crc);
    size += bytes.length;
    if (!deflate.write(bytes)) await once(deflate, "drain");
  };
  void write(CSV_BOM + writeCsvLine(HEADER));
  return {
    add: async (nota, content) => {
      lastDate = nota.emissao;
      await write(writeCsvLine(writeCells(nota, content)));
    },
    finish: async () => {
      deflate.end();
      await once(deflate, "end");
      return { nome: T.repositorio.indice, em: lastDate, dados: Buffer.concat(pieces), crc, tamanho: size };
    },
  };
}

function writeCells(nota: NotaRepositorio, { arquivos, isSemPdf }: IndexRow): string[] {
  return [
    formatTipoNota(nota.tipoNota),
    String(nota.numeroNota),
    String(nota.serieNota),
    formatChave(nota.chave),
    formatDate(nota.emissao.slice(0, 10)),
    T.papeis[nota.papel],
    nota.nomeEmitente,
    formatDocumento(nota.cnpjEmitente),
    nota.nomeDestinatario ?? "",
    formatDocumento(nota.cnpjDestinatario ?? ""),
    nota.valorTotal.replace(".", ","),
    T.repositorio.situacoes[nota.situacao],
    isSemPdf ? T.repositorio.semPdf : "",
    arquivos.join(", "),
  ];
}
