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
  { nome, bytes }: Recebendo,
  maxBytes: number,
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
  const ref = await blobs.putStream(caller.contaId, checked(), { maxBytes });
  return { ...ref, nomeArquivo };
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
