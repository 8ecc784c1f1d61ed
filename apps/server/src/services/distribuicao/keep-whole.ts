import type { AppContext } from "../../app-context.ts";
import { isDataError, type Sql } from "../../db/index.ts";
import { insist } from "./insist.ts";
import { holdEmpresa, keepLote, type Lote } from "./keep-pagina.ts";
import type { LidoDistribuido } from "./read-distribuido.ts";

type Keep<T> = (sql: Sql, contaId: string, lote: T) => Promise<boolean>;

/**
 * Stores SEFAZ's documents in one transaction, with retries while the database is unavailable.
 * A document that the database cannot store is set aside.
 * @returns false when neither this nor an earlier attempt wrote anything
 */
export async function keepWhole<T extends Lote>(
  ctx: AppContext,
  { contaId, lote, keep }: { contaId: string; lote: T; keep: Keep<T> },
): Promise<boolean> {
  const write = async (whole: T): Promise<boolean> =>
    await insist(
      // An earlier attempt may have committed without an answer: then this one finds a moved position.
      async (again) =>
        (await ctx.database.withContaSql(contaId, (sql) => keep(sql, contaId, whole))) || again,
    );
  try {
    return await write(lote);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return await write({ ...lote, lidos: await setImpossibleAside(ctx, contaId, lote) });
  }
}

/**
 * Finds documents with data that the database cannot store: they are kept as bytes, so that the others
 * go on.
 */
async function setImpossibleAside(ctx: AppContext, contaId: string, lote: Lote): Promise<LidoDistribuido[]> {
  const { passeio, cnpj, agora } = lote;
  const possible: LidoDistribuido[] = [];
  for (const lido of lote.lidos) {
    const one = { passeio, cnpj, agora, lidos: [lido] };
    try {
      await insist(() =>
        ctx.database.withContaSql(contaId, async (sql) => {
          if (await holdEmpresa(sql, contaId, one)) await keepLote(sql, contaId, one);
        }),
      );
      possible.push(lido);
    } catch (error) {
      if (!isDataError(error)) throw error;
      const { nsu, esquema } = lido;
      const xmlGzip = "documento" in lido ? lido.documento.xmlGzip : lido.xmlGzip;
      ctx.log.warn({ err: error, contaId, nsu, esquema }, "um documento da distribuição não cabe no banco");
      possible.push(xmlGzip === null ? lido : { nsu, esquema, kind: "sobra", xmlGzip });
    }
  }
  return possible;
}
