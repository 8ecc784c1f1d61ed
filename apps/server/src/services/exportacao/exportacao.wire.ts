import type { ResultOf } from "@malote/contract";
import { EXPORTACAO_FORMATS } from "@malote/contract";
import type { RequestedFileRow } from "../requested-file/requested-file.rows.ts";
import { writeRequestedFile } from "../requested-file/requested-file.wire.ts";
import { readFilterText } from "./exportacao.rules.ts";

type ExportacaoWire = ResultOf<"Exportacao.getExportacao">["object"];

/** One export on the wire, at the instant `now`. */
export function writeExportacao(row: RequestedFileRow, now: Date): ExportacaoWire {
  const format = EXPORTACAO_FORMATS.find((each) => each === row.formato);
  if (format === undefined) throw new Error(`an export has no format ${row.formato}`);
  return { ...writeRequestedFile(row, now), formato: format, filtro: readFilterText(row.pedido) };
}
