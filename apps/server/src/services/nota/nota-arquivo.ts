import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import type { Download } from "../download.ts";
import type { Caller } from "../handler.ts";
import { findXml } from "./nota.rows.ts";

/**
 * The XML that a view stands for, as it is stored: compressed, byte for byte what came.
 * @throws {Refusal} notaNaoEncontrada
 */
export async function readXmlFile(
  { database }: AppContext,
  { contaId }: Pick<Caller, "contaId">,
  id: string,
): Promise<Download> {
  const xml = await database.withContaSql(contaId, (sql) => findXml(sql, contaId, id));
  if (xml === null) throw new Refusal("notaNaoEncontrada");
  const nome = `${xml.chave}-${xml.tipoNota.toLowerCase()}.xml`;
  return { nome, tipo: "application/xml", bytes: xml.xmlGzip, gzip: true };
}
