import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { scanDownload } from "../antivirus/scan-download.ts";
import type { Download } from "../file-download.ts";
import type { Caller } from "../handler.ts";
import { findAnexo, findOriginal, findXmlOfAnexo, type StoredAnexo } from "./email.rows.ts";
import { findPartlyVisible } from "./email-visibility.rows.ts";

/**
 * The original message, byte for byte.
 * @throws {Refusal} emailNaoEncontrado, emailParcial, originalNaoGuardado, or as {@link scanDownload}
 */
export async function readEmailFile(ctx: AppContext, caller: Caller, id: string): Promise<Download> {
  const { contaId } = caller;
  const found = await ctx.database.withConta(contaId, async (db) => {
    const original = await findOriginal(db, contaId, id);
    if (original === null) throw new Refusal("emailNaoEncontrado");
    if ((await findPartlyVisible(db, caller, [id])).has(id)) throw new Refusal("emailParcial");
    return original;
  });
  if (found.sha256 === null) throw new Refusal("originalNaoGuardado");
  const bytes = await readBlob(ctx, { contaId, sha256: found.sha256, owner: `e-mail ${id}` });
  const nome = `${found.assunto || "mensagem"}.eml`;
  return await scanDownload(ctx, contaId, { nome, tipo: "message/rfc822", bytes, gzip: false });
}

/**
 * A part of a message or of an imported file, byte for byte.
 * @throws {Refusal} anexoNaoEncontrado, or as {@link scanDownload}
 */
export async function readAnexoFile(ctx: AppContext, { contaId }: Caller, id: string): Promise<Download> {
  const found = await ctx.database.withConta(contaId, (db) => findAnexo(db, contaId, id));
  if (found === null) throw new Refusal("anexoNaoEncontrado");
  const { nome, tipo } = found;
  const file = { nome: nome ?? "anexo", tipo, ...(await readContent(ctx, { contaId, id }, found)) };
  return await scanDownload(ctx, contaId, file);
}

async function readContent(
  ctx: AppContext,
  { contaId, id }: { contaId: string; id: string },
  { sha256, tamanho, documentoId, importado }: StoredAnexo,
): Promise<{ bytes: Buffer; gzip: boolean }> {
  // No blob is stored for an empty part.
  if (tamanho === 0) return { bytes: Buffer.alloc(0), gzip: false };
  if (!importado) {
    return { bytes: await readBlob(ctx, { contaId, sha256, owner: `anexo ${id}` }), gzip: false };
  }
  // Of an import only failed parts have their own blob: a documento has its bytes, and the file has the
  // rest.
  const bytes = await ctx.blobs.get(contaId, sha256);
  if (bytes !== null) return { bytes, gzip: false };
  const about = documentoId === null ? null : { documentoId, sha256 };
  const xml = about && (await ctx.database.withConta(contaId, (db) => findXmlOfAnexo(db, contaId, about)));
  if (xml === null) throw new Refusal("anexoNaoEncontrado");
  return { bytes: xml, gzip: true };
}

async function readBlob(
  { blobs, missingBlobs: ausentes }: AppContext,
  blob: { contaId: string; sha256: string; owner: string },
): Promise<Buffer> {
  const bytes = await blobs.get(blob.contaId, blob.sha256);
  if (bytes === null) throw ausentes.add(blob);
  return bytes;
}
