import type { ResultOf } from "@malote/contract";
import type { ArquivoPedidoRow } from "../arquivo-pedido/arquivo-pedido.rows.ts";
import { writeArquivoPedido } from "../arquivo-pedido/arquivo-pedido.wire.ts";
import { readPedido } from "./download.rules.ts";

/** One ZIP of the repositório on the wire, at the instant `agora`. */
export function writeDownload(
  row: ArquivoPedidoRow,
  agora: Date,
): ResultOf<"Download.processaDownload">["object"] {
  const { entradaSaida, tipoDFe, empresa, de, ate, cnpj, comPdf, comEventos } = readPedido(row.pedido);
  return {
    ...writeArquivoPedido(row, agora),
    entradaSaida,
    tipoDFe,
    cnpjEmpresa: empresa?.cnpj ?? null,
    de,
    ate,
    cnpj,
    comPdf,
    comEventos,
  };
}
