import type { AppContext } from "../../app-context.ts";
import { type Db, isDataError } from "../../db/index.ts";
import type { ReadDistribuido } from "./read-distribuido.ts";
import { retryWrite } from "./retry-write.ts";
import { lockEmpresaCnpj, type SyncBatch, saveBatch } from "./save-page.ts";

type SaveBatch<T> = (db: Db, contaId: string, batch: T) => Promise<boolean>;

/**
 * Stores SEFAZ's documents in one transaction, with retries while the database is unavailable.
 * A document that the database cannot store is set aside.
 * @returns false when neither this nor an earlier attempt wrote anything
 */
export async function saveWhole<T extends SyncBatch>(
  ctx: AppContext,
  { contaId, batch, save }: { contaId: string; batch: T; save: SaveBatch<T> },
): Promise<boolean> {
  const write = async (whole: T): Promise<boolean> =>
    await retryWrite(
      // An earlier attempt may have committed without an answer: then this one finds a moved position.
      async (again) => (await ctx.database.withConta(contaId, (db) => save(db, contaId, whole))) || again,
    );
  try {
    return await write(batch);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return await write({ ...batch, documents: await setAsideUnstorable(ctx, contaId, batch) });
  }
}

/**
 * Finds documents with data that the database cannot store: they are kept as bytes, so that the others
 * go on.
 */
async function setAsideUnstorable(
  ctx: AppContext,
  contaId: string,
  batch: SyncBatch,
): Promise<ReadDistribuido[]> {
  const { syncKey, cnpj, now } = batch;
  const possible: ReadDistribuido[] = [];
  for (const document of batch.documents) {
    const one = { syncKey, cnpj, now, documents: [document] };
    try {
      await retryWrite(() =>
        ctx.database.withConta(contaId, async (db) => {
          if (await lockEmpresaCnpj(db, contaId, one)) await saveBatch(db, contaId, one);
        }),
      );
      possible.push(document);
    } catch (error) {
      if (!isDataError(error)) throw error;
      const { nsu, esquema } = document;
      const xmlGzip = "documento" in document ? document.documento.xmlGzip : document.xmlGzip;
      ctx.log.warn({ err: error, contaId, nsu, esquema }, "um documento da distribuição não cabe no banco");
      possible.push(xmlGzip === null ? document : { nsu, esquema, kind: "sobra", xmlGzip });
    }
  }
  return possible;
}
