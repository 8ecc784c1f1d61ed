import { createHash } from "node:crypto";
import { BlobGrande, type BlobRef } from "../../blob/blob-store.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { INICIO_BYTES, nameEnviado, sniffEnviado } from "./importacao.rules.ts";
import type { Enviado } from "./keep-importacao.ts";

/** A file while it comes. nome: as its sender calls it, null = not at all. */
export type Recebendo = { nome: string | null; bytes: AsyncIterable<Uint8Array> };

/**
 * Puts a file into the blob store as it comes, once its first bytes say that it is XML or ZIP, whatever its name.
 * @throws {Refusal} importacaoFormato, importacaoVazia; BlobGrande; whatever its bytes throw: then nothing of it is kept
 */
export async function receiveEnviado(
  { blobs, caller }: SignedInContext,
  arquivo: Recebendo,
  maxBytes: number,
): Promise<Enviado> {
  return await readEnviado(arquivo, (bytes) => blobs.putStream(caller.contaId, bytes, { maxBytes }));
}

/** The same for a file that was taken in before and comes again for its answer: it is known by its bytes, and nothing of it is kept. */
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

/** As much as tells what it is, or all there is. */
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
