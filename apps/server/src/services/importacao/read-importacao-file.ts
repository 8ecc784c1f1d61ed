import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { scanDownload } from "../antivirus/scan-download.ts";
import type { Download } from "../file-download.ts";
import type { Caller } from "../handler.ts";
import { findImportacao } from "./importacao.rows.ts";

/**
 * The file as sent, byte for byte. A token gets only the files that it sent: other files may exceed its
 * scope.
 * @throws {Refusal} importacaoNaoEncontrada, or as {@link scanDownload}
 */
export async function readImportacaoFile(
  ctx: AppContext,
  { contaId, ownerId: donoId, scopes: escopos }: Caller,
  id: string,
): Promise<Download> {
  const owner = escopos === null ? null : donoId;
  const row = await ctx.database.withConta(contaId, (db) => findImportacao(db, contaId, id, owner));
  if (row === null) throw new Refusal("importacaoNaoEncontrada");
  const blob = await ctx.blobs.open(contaId, row.sha256);
  if (blob === null) throw ctx.missingBlobs.add({ contaId, sha256: row.sha256, owner: `importação ${id}` });
  const isZip = /\.zip$/i.test(row.nomeArquivo);
  const tipo = isZip ? "application/zip" : "application/xml";
  return await scanDownload(ctx, contaId, { nome: row.nomeArquivo, tipo, blob, sha256: row.sha256 });
}
