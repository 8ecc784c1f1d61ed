import { createHash } from "node:crypto";
import type { Examination } from "@malote/dfe";
import { splitChaveAcesso, tipoNotaOfModelo } from "@malote/syntax";
import { gzip } from "../../compression.ts";
import type { NewDocumento } from "./documento.rows.ts";

/** Hex digest of some bytes. */
export function hexOf(algorithm: "sha1" | "sha256", bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest("hex");
}

/** An examined XML, and how it is stored. `sha256`: of the received bytes. */
export type ExaminedXml = {
  exame: Examination;
  chave: string;
  natureza: NewDocumento["natureza"];
  sha256: string;
};

/** Packs an examined document for storage: its own bytes, which differ from the received ones after a
 * repair, or when they were part of a larger file. */
export async function toDocumento({
  exame: examination,
  chave,
  natureza,
  sha256: received,
}: ExaminedXml): Promise<NewDocumento> {
  const { bytes, reading: parsed, achados, certificado, reparo } = examination;
  const sha256 = hexOf("sha256", bytes);
  return {
    sha256,
    sha1: hexOf("sha1", bytes),
    natureza,
    chave,
    tipoNota: tipoNotaOfModelo(splitChaveAcesso(chave).modelo) ?? "NFe",
    veredito: examination.veredito ?? "ilegivel",
    achados: achados.map(({ mensagem: _words, ...achado }) => achado),
    digVal: parsed.kind === "nota" ? parsed.nota.digVal : null,
    certificadoTitular: certificado?.titular ?? null,
    reparo: reparo?.nomes ?? null,
    recebidoSha256: sha256 === received ? null : received,
    tamanho: bytes.length,
    xmlGzip: await gzip(bytes),
  };
}
