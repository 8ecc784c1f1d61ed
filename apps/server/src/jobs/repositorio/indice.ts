import { once } from "node:events";
import { crc32, createDeflateRaw } from "node:zlib";
import { EXPORTACAO_TEXTOS } from "@malote/contract";
import { formatChave, formatData, formatDocumento, formatTipoNota } from "@malote/syntax";
import type { NotaRepositorio } from "../../services/download/repositorio.rows.ts";
import { CSV_BOM, writeLinhaCsv } from "../../services/exportacao/csv.ts";
import type { ZipEntrada } from "./zip.ts";

/** The index file inside a ZIP, compressed as it grows, so that its lines do not stay in memory. */
export type Indice = {
  add(nota: NotaRepositorio, conteudo: LinhaIndice): Promise<void>;
  finish(): Promise<ZipEntrada>;
};

/** arquivos: the names of the document's files; isSemPdf: its PDF was requested and is missing. */
export type LinhaIndice = { arquivos: readonly string[]; isSemPdf: boolean };

const T = EXPORTACAO_TEXTOS;
const C = T.colunas;
const CABECALHO = [
  ...[C.tipo, C.numero, C.serie, C.chave, C.emissao, C.papel, C.emitente, C.documentoEmitente],
  ...[C.destinatario, C.documentoDestinatario, C.valor, T.repositorio.situacao],
  ...[T.repositorio.impressao, T.repositorio.arquivos],
];
/** ZIP dates start in 1980. */
const SEM_DATA = "1980-01-01T00:00:00";

export function createIndice(): Indice {
  const deflate = createDeflateRaw();
  const pieces: Buffer[] = [];
  deflate.on("data", (piece: Buffer) => pieces.push(piece));
  let crc = 0;
  let tamanho = 0;
  let ultima = SEM_DATA;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    crc = crc32(bytes, crc);
    tamanho += bytes.length;
    if (!deflate.write(bytes)) await once(deflate, "drain");
  };
  void write(CSV_BOM + writeLinhaCsv(CABECALHO));
  return {
    add: async (nota, conteudo) => {
      ultima = nota.emissao;
      await write(writeLinhaCsv(writeCelulas(nota, conteudo)));
    },
    finish: async () => {
      deflate.end();
      await once(deflate, "end");
      return { nome: T.repositorio.indice, em: ultima, dados: Buffer.concat(pieces), crc, tamanho };
    },
  };
}

function writeCelulas(nota: NotaRepositorio, { arquivos, isSemPdf }: LinhaIndice): string[] {
  return [
    formatTipoNota(nota.tipoNota),
    String(nota.numeroNota),
    String(nota.serieNota),
    formatChave(nota.chave),
    formatData(nota.emissao.slice(0, 10)),
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
