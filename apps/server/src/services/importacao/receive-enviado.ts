import { createHash } from "node:crypto";
import { BlobGrande, type BlobRef } from "../../blob/blob-store.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { INICIO_BYTES, nameEnviado, sniffEnviado } from "./importacao.rules.ts";
import type { Enviado } from "./keep-importacao.ts";

/** A file being received. nome: as its sender calls it; null = no name. */
export type Recebendo = { nome: string | null; bytes: AsyncIterable<Uint8Array> };

/**
 * Streams a file into the blob store, once its first bytes show XML or ZIP, whatever its name.
 * @throws {Refusal} importacaoFormato, importacaoVazia; BlobGrande; errors of the stream: then nothing
 * is stored
 */
export async function receiveEnviado(
  { blobs, caller }: SignedInContext,
  arquivo: Recebendo,
  maxBytes: number,
): Promise<Enviado> {
  return await readEnviado(arquivo, (bytes) => blobs.putStream(caller.contaId, bytes, { maxBytes }));
}

/**
 * The same for a repeated request of a received file: identifies it by its bytes and stores nothing.
 */
export async function recognizeEnviado(arquivo: Recebendo, maxBytes: number): Promise<Enviado> {
  return await readEnviado(arquivo, (bytes) => measure(bytes, maxBytes));
}

async function measure(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<BlobRef> {
  const hash = createHash("sha256");
  let tamanho = 0;
  for await (const piece of bytes) {
    tamanho += piece.length;
    if (tamanho > maxBytes) throw new BlobGrande(maxBytes);
    hash.update(piece);
  }
  return { sha256: hash.digest("hex"), tamanho };
}

async function readEnviado(
  { nome, bytes }: Recebendo,
  keep: (bytes: AsyncIterable<Uint8Array>) => Promise<BlobRef>,
): Promise<Enviado> {
  let nomeArquivo = "";
  const checked = async function* (): AsyncGenerator<Uint8Array> {
    const rest = bytes[Symbol.asyncIterator]();
    try {
      const inicio = await readInicio(rest);
      if (inicio.length === 0) throw new Refusal("importacaoVazia", { campo: "arquivo" });
      const formato = sniffEnviado(inicio.subarray(0, INICIO_BYTES));
      if (formato === null) throw new Refusal("importacaoFormato", { campo: "arquivo" });
      nomeArquivo = nameEnviado(nome, formato);
      yield inicio;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  };
  return { ...(await keep(checked())), nomeArquivo };
}

/** Reads the bytes that decide the format, or all of a shorter file. */
async function readInicio(bytes: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < INICIO_BYTES) {
    const next = await bytes.next();
    if (next.done === true) break;
    pieces.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(pieces);
}
