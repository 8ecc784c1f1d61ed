import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { judgeDfe, type Leitura } from "@malote/dfe";
import { splitChaveAcesso, tipoNotaOfModelo } from "@malote/syntax";
import type { NovoDocumento } from "./documento.rows.ts";

const gzipAsync = promisify(gzip);

/** Hex digest of some bytes. */
export function hexOf(algorithm: "sha1" | "sha256", bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest("hex");
}

/** An XML as it came: read before, judged and packed here. `chave` and `natureza` are what it is kept as. */
export type Recebido = {
  bytes: Uint8Array;
  leitura: Leitura;
  chave: string;
  natureza: NovoDocumento["natureza"];
};

/** Judges an XML against the CAs that the conta trusts, and packs it for storage. */
export async function toDocumento(
  { bytes, leitura, chave, natureza }: Recebido,
  ancoras: readonly string[],
): Promise<NovoDocumento> {
  const { situacao, achados, certificado } = judgeDfe(bytes, leitura, { ancoras });
  return {
    sha256: hexOf("sha256", bytes),
    sha1: hexOf("sha1", bytes),
    natureza,
    chave,
    tipoNota: tipoNotaOfModelo(splitChaveAcesso(chave).modelo) ?? "NFe",
    situacao,
    achados,
    digVal: leitura.kind === "nota" ? leitura.nota.digVal : null,
    certificadoTitular: certificado?.titular ?? null,
    tamanho: bytes.length,
    xmlGzip: await gzipAsync(bytes),
  };
}
