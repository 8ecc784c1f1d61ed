import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { Caller } from "../handler.ts";
import { countList, type NotaList } from "../nota/nota.rows.ts";
import { requestFile } from "../requested-file/request-file.ts";
import type { RequestedFileRow } from "../requested-file/requested-file.rows.ts";
import { describeFilter, titleOf } from "./describe-filter.ts";
import {
  type ExportFormat,
  type ExportRequest,
  onlyQuarentena,
  refuseLimit,
  withoutQuarentena,
} from "./exportacao.rules.ts";

/**
 * Requests a file of all documents that a list's filter selects, in the list's transaction; refuses too many,
 * or none, before any work begins. Call `ctx.wake` after the commit.
 * @throws {Refusal} exportacaoLimite, exportacaoVazia, exportacaoSoQuarentena, arquivosDemais
 */
export async function requestExportacao(
  db: Db,
  caller: Caller,
  { formato: format, list, now }: { formato: ExportFormat; list: NotaList; now: Date },
): Promise<RequestedFileRow> {
  const { papel, filtro, ordem, zona } = list;
  const total = filtro.quarentena ? 0 : await countList(db, caller.contaId, withoutQuarentena(list));
  refuseLimit(format, total);
  if (total === 0) {
    const quarantined = await countList(db, caller.contaId, onlyQuarentena(list));
    throw new Refusal(
      quarantined === 0 || filtro.quarentena === false ? "exportacaoVazia" : "exportacaoSoQuarentena",
    );
  }
  const words = `${titleOf(papel)}: ${describeFilter(list)}`;
  const request: ExportRequest = { papel, filtro, ordem, zona, palavras: words };
  return await requestFile(db, caller, { tipo: "exportacao", formato: format, pedido: request, total, now });
}
