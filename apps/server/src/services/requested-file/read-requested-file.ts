import type { MessageKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import type { Download } from "../file-download.ts";
import type { Caller } from "../handler.ts";
import { findFileRequest, type RequestedFileRow } from "./requested-file.rows.ts";
import { type RequestedFileType, stateOf } from "./requested-file.rules.ts";

const NOT_FOUND: Readonly<Record<RequestedFileType, MessageKey>> = {
  exportacao: "exportacaoNaoEncontrada",
  repositorio: "repositorioNaoEncontrado",
};

const MEDIA_TYPES: Readonly<Record<RequestedFileRow["formato"], string>> = {
  CSV: "text/csv; charset=utf-8",
  PDF: "application/pdf",
  XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ZIP: "application/zip",
};

/**
 * The requested file, which any user of the conta may download.
 * @throws {Refusal} exportacaoNaoEncontrada, repositorioNaoEncontrado, arquivoExpirado, arquivoEmPreparo,
 * erroProcessandoRequisicao
 */
export async function readRequestedFile(
  { database, blobs, missingBlobs: ausentes, clock }: AppContext,
  { contaId }: Caller,
  ref: { id: string; tipo: RequestedFileType },
): Promise<Download> {
  const row = await database.withConta(contaId, (db) => findFileRequest(db, contaId, ref));
  if (row === null) throw new Refusal(NOT_FOUND[ref.tipo]);
  const state = stateOf(row, clock.now());
  if (state === "expirado") throw new Refusal("arquivoExpirado");
  if (state === "falhou") throw new Refusal("erroProcessandoRequisicao");
  const { nome, sha256, formato: format } = row;
  if (state !== "concluido" || nome === null || sha256 === null) throw new Refusal("arquivoEmPreparo");
  const blob = await blobs.open(contaId, sha256);
  if (blob === null) throw ausentes.add({ contaId, sha256, owner: `${ref.tipo} ${ref.id}` });
  return { nome, tipo: MEDIA_TYPES[format], blob, sha256 };
}
