import type { AppContext } from "../../app-context.ts";
import { isDataError, type Sql } from "../../db/index.ts";
import { insist } from "./insist.ts";
import { holdEmpresa, keepLote, type Lote } from "./keep-pagina.ts";
import type { LidoDistribuido } from "./read-distribuido.ts";

type Keep<T> = (sql: Sql, contaId: string, lote: T) => Promise<boolean>;

/**
 * Keeps what SEFAZ sent in one transaction, again and again while the database is away; a document that no database can hold is set aside.
 * @returns false when nothing was written, nor by an earlier try
 */
export async function keepWhole<T extends Lote>(
  ctx: AppContext,
  { contaId, lote, keep }: { contaId: string; lote: T; keep: Keep<T> },
): Promise<boolean> {
  const write = async (whole: T): Promise<boolean> =>
    await insist(
      // An earlier try may have been committed though nobody heard of it: then this one finds the walk gone on.
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

/** One document holds what no database can: it stays as its bytes, and the walk goes on over the others. */
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
