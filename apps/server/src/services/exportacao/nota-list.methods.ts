import { dayInZone, zoneOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { Handlers } from "../handler.ts";
import { readPage, readSum, readTotal } from "../list/list.rules.ts";
import { findDocumentosByName } from "../nota/list/nota-filter.rows.ts";
import { countList, findPage, sumList } from "../nota/nota.rows.ts";
import { checkFilter, withAbsoluteDays } from "../nota/nota.rules.ts";
import { writeNotaRow } from "../nota/nota.wire.ts";
import { readFormat } from "./exportacao.rules.ts";
import { writeExportacao } from "./exportacao.wire.ts";
import { requestExportacao } from "./request-exportacao.ts";

/** The list of notas, on a page or as a requested file. */
export const notaListMethods = {
  "Nota.getListNota": async (ctx, params) => {
    const format = readFormat(params.createFileType);
    if (format !== null && !ctx.visit.isPost) throw new Refusal("metodoSoPost", { campo: "createFileType" });
    const { contaId, contaUf } = ctx.caller;
    const zona = zoneOfUf(contaUf);
    const now = ctx.clock.now();
    const filtro = withAbsoluteDays(params.searchFilter ?? {}, dayInZone(now, zona));
    checkFilter(filtro);
    const page = readPage(params);
    const listed = await ctx.database.withConta(contaId, async (db) => {
      const list = {
        papel: params.entradaSaida ?? null,
        filtro,
        ordem: params.listSearchOrder ?? ("emissaoDesc" as const),
        zona,
        nomes: await findDocumentosByName(db, filtro),
      };
      const rows = await findPage(db, contaId, { list, page });
      const total = params.somar
        ? readSum(await sumList(db, contaId, list))
        : await readTotal(page, rows.length, () => countList(db, contaId, list));
      const request = format && (await requestExportacao(db, ctx.caller, { formato: format, list, now }));
      return {
        results: rows.map((row) => writeNotaRow(row, now)),
        ...total,
        object: request && writeExportacao(request, now),
      };
    });
    if (format !== null) ctx.wake?.();
    return listed;
  },
} satisfies Pick<Handlers, "Nota.getListNota">;
