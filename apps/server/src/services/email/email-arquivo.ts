import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import type { Download } from "../download.ts";
import type { Caller } from "../handler.ts";
import { findAnexo, findOriginal } from "./email.rows.ts";

/** The original message, byte for byte.   @throws {Refusal} emailNaoEncontrado, originalNaoGuardado */
export async function readEmailFile(ctx: AppContext, { contaId }: Caller, id: string): Promise<Download> {
  const found = await ctx.database.withContaSql(contaId, (sql) => findOriginal(sql, contaId, id));
  if (found === null) throw new Refusal("emailNaoEncontrado");
  if (found.sha256 === null) throw new Refusal("originalNaoGuardado");
  const bytes = await readBlob(ctx, contaId, found.sha256);
  return { nome: `${found.assunto || "mensagem"}.eml`, tipo: "message/rfc822", bytes, gzip: false };
}

/** One part of a message, byte for byte.   @throws {Refusal} anexoNaoEncontrado */
export async function readAnexoFile(ctx: AppContext, { contaId }: Caller, id: string): Promise<Download> {
  const found = await ctx.database.withContaSql(contaId, (sql) => findAnexo(sql, contaId, id));
  if (found === null) throw new Refusal("anexoNaoEncontrado");
  // Nothing is kept of an empty part.
  const bytes = found.tamanho === 0 ? Buffer.alloc(0) : await readBlob(ctx, contaId, found.sha256);
  return { nome: found.nome ?? "anexo", tipo: found.tipo, bytes, gzip: false };
}

async function readBlob({ blobs }: AppContext, contaId: string, sha256: string): Promise<Buffer> {
  const bytes = await blobs.get(contaId, sha256);
  if (bytes === null) throw new Error(`the blob ${sha256} of conta ${contaId} is gone`);
  return bytes;
}
