import type { AppContext } from "../../../app-context.ts";
import { Refusal } from "../../../errors.ts";
import { scanDownload } from "../../antivirus/scan-download.ts";
import type { Download } from "../../file-download.ts";
import type { Caller } from "../../handler.ts";
import { findXml } from "../nota.rows.ts";

/**
 * The stored XML of a view: gzip of the bytes as received.
 * @throws {Refusal} notaNaoEncontrada, or as {@link scanDownload}
 */
export async function readXmlFile(
  ctx: AppContext,
  { contaId }: Pick<Caller, "contaId">,
  id: string,
): Promise<Download> {
  const xml = await ctx.database.withConta(contaId, (db) => findXml(db, contaId, id));
  if (xml === null) throw new Refusal("notaNaoEncontrada");
  const nome = `${xml.chave}-${xml.tipoNota.toLowerCase()}.xml`;
  const file = { nome, tipo: "application/xml", bytes: xml.xmlGzip, gzip: true };
  return await scanDownload(ctx, contaId, file);
}
