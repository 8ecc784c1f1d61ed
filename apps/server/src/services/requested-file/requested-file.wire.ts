import type { requestedFileWire } from "@malote/contract";
import { FILE_FAILURES, formatMessage } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import type { z } from "zod";
import type { RequestedFileRow } from "./requested-file.rows.ts";
import { readWithheld, readWithoutPdf, stateOf } from "./requested-file.rules.ts";

type RequestedFileWire = { [K in keyof typeof requestedFileWire]: z.infer<(typeof requestedFileWire)[K]> };

/** Fields of every requested file on the wire, at the instant `now`. */
export function writeRequestedFile(row: RequestedFileRow, now: Date): RequestedFileWire {
  const { id, data, usuario, total, feitos, nome, tamanho, terminadoEm, expiraEm, falha } = row;
  const state = stateOf(row, now);
  const message = falha === null ? null : writeFailure(falha);
  return {
    id,
    estado: state,
    data,
    usuario,
    total,
    feitos,
    nome,
    tamanho,
    terminadoEm,
    expiraEm,
    mensagem: message,
  };
}

/** A reason unknown to this version is shown as an internal one. */
function writeFailure(falha: string): string {
  const withheld = readWithheld(falha);
  if (withheld !== null) return formatMessage("repositorioRetidos", { quantos: formatInteger(withheld) });
  const withoutPdf = readWithoutPdf(falha);
  if (withoutPdf === 1) return formatMessage("repositorioUmSemPdf");
  if (withoutPdf !== null) return formatMessage("repositorioSemPdf", { quantos: formatInteger(withoutPdf) });
  const words: Readonly<Record<string, string>> = FILE_FAILURES;
  return words[falha] ?? FILE_FAILURES.interno;
}
