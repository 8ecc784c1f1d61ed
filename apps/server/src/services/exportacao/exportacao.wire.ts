import type { ResultOf } from "@malote/contract";
import { FORMATOS_EXPORTACAO } from "@malote/contract";
import type { ArquivoPedidoRow } from "../arquivo-pedido/arquivo-pedido.rows.ts";
import { writeArquivoPedido } from "../arquivo-pedido/arquivo-pedido.wire.ts";
import { readPalavras } from "./exportacao.rules.ts";

type ExportacaoWire = ResultOf<"Exportacao.getExportacao">["object"];

/** One export on the wire, at the instant `agora`. */
export function writeExportacao(row: ArquivoPedidoRow, agora: Date): ExportacaoWire {
  const formato = FORMATOS_EXPORTACAO.find((each) => each === row.formato);
  if (formato === undefined) throw new Error(`an export has no format ${row.formato}`);
  return { ...writeArquivoPedido(row, agora), formato, filtro: readPalavras(row.pedido) };
}
