import { type JsonDfe, readJson } from "@malote/dfe";
import type { AppContext } from "../../../app-context.ts";
import { gunzip } from "../../../compression.ts";
import { Refusal } from "../../../errors.ts";
import { findXml } from "../nota.rows.ts";

/**
 * The full document of a view as JSON, parsed from the stored bytes outside any transaction.
 * @throws {Refusal} notaNaoEncontrada
 */
export async function readNotaJson(ctx: AppContext, contaId: string, id: string): Promise<JsonDfe> {
  const { database } = ctx;
  const xml = await database.withConta(contaId, (db) => findXml(db, contaId, id));
  if (xml === null) throw new Refusal("notaNaoEncontrada");
  const bytes = await gunzip(xml.xmlGzip);
  const json = ctx.readJson ? await ctx.readJson(bytes) : readJson(bytes);
  if (json === null) throw new Error(`nota ${id}: the stored XML cannot be parsed`);
  return json;
}
