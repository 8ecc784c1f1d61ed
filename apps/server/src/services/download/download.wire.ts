import type { ResultOf } from "@malote/contract";
import type { RequestedFileRow } from "../requested-file/requested-file.rows.ts";
import { writeRequestedFile } from "../requested-file/requested-file.wire.ts";
import { readRepositorioRequest } from "./download.rules.ts";

/** One ZIP of the repositório on the wire, at the instant `now`. */
export function writeDownload(
  row: RequestedFileRow,
  now: Date,
): ResultOf<"Download.processaDownload">["object"] {
  const { entradaSaida, tipoDFe, empresa, de, ate, cnpj, comPdf, comEventos } = readRepositorioRequest(
    row.pedido,
  );
  return {
    ...writeRequestedFile(row, now),
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
