import { X509Certificate } from "node:crypto";
import fs from "node:fs";
import { openCertificado } from "@malote/sefaz";
import type { Config } from "../../config.ts";

/** A certificate of the installation itself. */
export type CertificadoDaCasa = {
  origem: "operador" | "feed";
  nome: string;
  tipo: string;
  validoAte: Date;
};
type Settings = Pick<Config, "operadorPfx" | "feed">;

/**
 * Cached per configuration: a PKCS#12 is deliberately costly to open, and a new file needs a restart anyway.
 */
const opened = new WeakMap<Settings, readonly CertificadoDaCasa[]>();

/** Finds the certificates of SEFAZ_PFX and of the feed's port, if configured. */
export function findCertificadosDaCasa(config: Settings): readonly CertificadoDaCasa[] {
  const known = opened.get(config);
  if (known) return known;
  const found = [findOperador(config), findFeed(config)].flatMap((each) => each ?? []);
  opened.set(config, found);
  return found;
}

function findOperador({ operadorPfx }: Settings): CertificadoDaCasa | null {
  if (operadorPfx === null) return null;
  const aberto = openCertificado(fs.readFileSync(operadorPfx.arquivo), operadorPfx.senha);
  if (aberto.kind !== "ok") return null;
  const { titular, validoAte } = aberto.certificado;
  return { origem: "operador", nome: titular, tipo: "A1 do operador", validoAte };
}

function findFeed({ feed }: Settings): CertificadoDaCasa | null {
  if (feed === null) return null;
  const { tls } = feed;
  if ("cert" in tls) {
    const { subject, validTo } = new X509Certificate(tls.cert);
    return { origem: "feed", nome: nomeOf(subject), tipo: "TLS do feed", validoAte: new Date(validTo) };
  }
  const aberto = openCertificado(tls.pfx, tls.passphrase);
  if (aberto.kind !== "ok") return null;
  const { titular, validoAte } = aberto.certificado;
  return { origem: "feed", nome: titular, tipo: "TLS do feed", validoAte };
}

/** Reads the common name out of a subject such as "C=BR\nCN=feed.exemplo". */
function nomeOf(subject: string): string {
  return /(?:^|\n)CN=([^\n]+)/.exec(subject)?.[1] ?? "TLS do feed";
}
