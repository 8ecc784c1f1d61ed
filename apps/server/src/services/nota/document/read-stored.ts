import { type ParsedNota, type Reading, readDfe } from "@malote/dfe";
import type { AppContext } from "../../../app-context.ts";
import { gunzip } from "../../../compression.ts";
import type { EventoRow } from "../nota.rows.ts";

type ReaderContext = { readDfe?: AppContext["readDfe"] | undefined };

/** Parses a stored document; null if it is no nota. Call it outside any transaction. */
export async function readStoredNota(ctx: ReaderContext, xmlGzip: Buffer | null): Promise<ParsedNota | null> {
  if (xmlGzip === null) return null;
  const parsed = await readStored(ctx, xmlGzip);
  return parsed.kind === "nota" ? parsed.nota : null;
}

/** Text that the author of each evento wrote (correction or reason), by evento id. */
export async function readEventoTexts(
  ctx: ReaderContext,
  eventos: readonly Pick<EventoRow, "id" | "xmlGzip">[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { id, xmlGzip } of eventos) {
    const parsed = xmlGzip && (await readStored(ctx, xmlGzip));
    if (parsed?.kind === "evento" && parsed.evento.justificativa !== null)
      texts.set(id, parsed.evento.justificativa);
  }
  return texts;
}

/** Parses any stored document, in a worker thread if one is configured. */
export async function readStored(ctx: ReaderContext, xmlGzip: Buffer): Promise<Reading> {
  const bytes = await gunzip(xmlGzip);
  return ctx.readDfe ? await ctx.readDfe(bytes) : readDfe(bytes);
}
