import { createHash } from "node:crypto";
import { type BlobRef, BlobTooLarge } from "../../blob/blob-store.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { HEAD_BYTES, nameUpload, sniffUpload } from "./importacao.rules.ts";
import type { Upload } from "./save-importacao.ts";

/** A file being received. nome: as its sender calls it; null = no name. */
export type IncomingUpload = { nome: string | null; bytes: AsyncIterable<Uint8Array> };

/**
 * Streams a file into the blob store, once its first bytes show XML or ZIP, whatever its name.
 * @throws {Refusal} importacaoFormato, importacaoVazia; BlobTooLarge; errors of the stream: then nothing
 * is stored
 */
export async function receiveUpload(
  { blobs, caller }: SignedInContext,
  file: IncomingUpload,
  maxBytes: number,
): Promise<Upload> {
  return await readUpload(file, (bytes) => blobs.putStream(caller.contaId, bytes, { maxBytes }));
}

/**
 * The same for a repeated request of a received file: identifies it by its bytes and stores nothing.
 */
export async function recognizeUpload(file: IncomingUpload, maxBytes: number): Promise<Upload> {
  return await readUpload(file, (bytes) => measure(bytes, maxBytes));
}

async function measure(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<BlobRef> {
  const hash = createHash("sha256");
  let tamanho = 0;
  for await (const piece of bytes) {
    tamanho += piece.length;
    if (tamanho > maxBytes) throw new BlobTooLarge(maxBytes);
    hash.update(piece);
  }
  return { sha256: hash.digest("hex"), tamanho };
}

async function readUpload(
  { nome, bytes }: IncomingUpload,
  keep: (bytes: AsyncIterable<Uint8Array>) => Promise<BlobRef>,
): Promise<Upload> {
  let nomeArquivo = "";
  const checked = async function* (): AsyncGenerator<Uint8Array> {
    const rest = bytes[Symbol.asyncIterator]();
    try {
      const head = await readHead(rest);
      if (head.length === 0) throw new Refusal("importacaoVazia", { campo: "arquivo" });
      const format = sniffUpload(head.subarray(0, HEAD_BYTES));
      if (format === null) throw new Refusal("importacaoFormato", { campo: "arquivo" });
      nomeArquivo = nameUpload(nome, format);
      yield head;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  };
  return { ...(await keep(checked())), nomeArquivo };
}

/** Reads the bytes that decide the format, or all of a shorter file. */
async function readHead(bytes: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await bytes.next();
    if (next.done === true) break;
    pieces.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(pieces);
}
