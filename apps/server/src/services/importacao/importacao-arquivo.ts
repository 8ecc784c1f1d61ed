import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { passAntivirus } from "../antivirus/pass-antivirus.ts";
import type { Download } from "../download.ts";
import type { Caller } from "../handler.ts";
import { findImportacao } from "./importacao.rows.ts";

/**
 * The file as sent, byte for byte. A token gets only the files that it sent: other files may exceed its
 * scope.
 * @throws {Refusal} importacaoNaoEncontrada, or as {@link passAntivirus}
 */
export async function readImportacaoFile(
  ctx: AppContext,
  { contaId, donoId, escopos }: Caller,
  id: string,
): Promise<Download> {
  const dono = escopos === null ? null : donoId;
  const row = await ctx.database.withContaSql(contaId, (sql) => findImportacao(sql, contaId, id, dono));
  if (row === null) throw new Refusal("importacaoNaoEncontrada");
  const blob = await ctx.blobs.open(contaId, row.sha256);
  if (blob === null) throw ctx.ausentes.note({ contaId, sha256: row.sha256, whose: `importação ${id}` });
  const isZip = /\.zip$/i.test(row.nomeArquivo);
  const tipo = isZip ? "application/zip" : "application/xml";
  return await passAntivirus(ctx, contaId, { nome: row.nomeArquivo, tipo, blob, sha256: row.sha256 });
}
