import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Leitura, type NotaLida, readDfe } from "@malote/dfe";
import type { AppContext } from "../../app-context.ts";
import type { EventoRow } from "./nota.rows.ts";

const unzip = promisify(gunzip);

type Leitor = { readDfe?: AppContext["readDfe"] | undefined };

/** Parses a stored document; null if it is no nota. Call it outside any transaction. */
export async function readNotaGuardada(ctx: Leitor, xmlGzip: Buffer | null): Promise<NotaLida | null> {
  if (xmlGzip === null) return null;
  const leitura = await readGuardado(ctx, xmlGzip);
  return leitura.kind === "nota" ? leitura.nota : null;
}

/** Text that the author of each evento wrote (correction or reason), by evento id. */
export async function readTextos(
  ctx: Leitor,
  eventos: readonly Pick<EventoRow, "id" | "xmlGzip">[],
): Promise<ReadonlyMap<string, string>> {
  const textos = new Map<string, string>();
  for (const { id, xmlGzip } of eventos) {
    const leitura = xmlGzip && (await readGuardado(ctx, xmlGzip));
    if (leitura?.kind === "evento" && leitura.evento.justificativa !== null)
      textos.set(id, leitura.evento.justificativa);
  }
  return textos;
}

/** Parses any stored document, in a worker thread if one is configured. */
export async function readGuardado(ctx: Leitor, xmlGzip: Buffer): Promise<Leitura> {
  const bytes = await unzip(xmlGzip);
  return ctx.readDfe ? await ctx.readDfe(bytes) : readDfe(bytes);
}
