import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Exame } from "@malote/dfe";
import { splitChaveAcesso, tipoNotaOfModelo } from "@malote/syntax";
import type { NovoDocumento } from "./documento.rows.ts";

const gzipAsync = promisify(gzip);

/** Hex digest of some bytes. */
export function hexOf(algorithm: "sha1" | "sha256", bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest("hex");
}

/** An examined XML, and how it is stored. `sha256`: of the received bytes. */
export type Examinado = {
  exame: Exame;
  chave: string;
  natureza: NovoDocumento["natureza"];
  sha256: string;
};

/** Packs an examined document for storage: its own bytes, which differ from the received ones after a
 * repair, or when they were part of a larger file. */
export async function toDocumento({
  exame,
  chave,
  natureza,
  sha256: recebido,
}: Examinado): Promise<NovoDocumento> {
  const { bytes, leitura, achados, certificado, reparo } = exame;
  const sha256 = hexOf("sha256", bytes);
  return {
    sha256,
    sha1: hexOf("sha1", bytes),
    natureza,
    chave,
    tipoNota: tipoNotaOfModelo(splitChaveAcesso(chave).modelo) ?? "NFe",
    veredito: exame.veredito ?? "ilegivel",
    achados: achados.map(({ mensagem: _words, ...achado }) => achado),
    digVal: leitura.kind === "nota" ? leitura.nota.digVal : null,
    certificadoTitular: certificado?.titular ?? null,
    reparo: reparo?.nomes ?? null,
    recebidoSha256: sha256 === recebido ? null : recebido,
    tamanho: bytes.length,
    xmlGzip: await gzipAsync(bytes),
  };
}
