import { X509Certificate } from "node:crypto";
import fs from "node:fs";
import { openCertificado } from "@malote/sefaz";
import type { Config } from "../../config.ts";

/** A certificate of the installation itself. */
export type InstallationCertificate = {
  origem: "operador" | "feed";
  nome: string;
  tipo: string;
  validoAte: Date;
};
type Settings = Pick<Config, "operatorPfx" | "feed">;

/**
 * Cached per configuration: a PKCS#12 is deliberately costly to open, and a new file needs a restart anyway.
 */
const opened = new WeakMap<Settings, readonly InstallationCertificate[]>();

/** Finds the certificates of SEFAZ_PFX and of the feed's port, if configured. */
export function findInstallationCertificates(config: Settings): readonly InstallationCertificate[] {
  const known = opened.get(config);
  if (known) return known;
  const found = [findOperatorCertificate(config), findFeedCertificate(config)].flatMap((each) => each ?? []);
  opened.set(config, found);
  return found;
}

function findOperatorCertificate({ operatorPfx: operadorPfx }: Settings): InstallationCertificate | null {
  if (operadorPfx === null) return null;
  const certificateFile = openCertificado(fs.readFileSync(operadorPfx.arquivo), operadorPfx.senha);
  if (certificateFile.kind !== "ok") return null;
  const { titular, validoAte } = certificateFile.certificado;
  return { origem: "operador", nome: titular, tipo: "A1 do operador", validoAte };
}

function findFeedCertificate({ feed }: Settings): InstallationCertificate | null {
  if (feed === null) return null;
  const { tls } = feed;
  if ("cert" in tls) {
    const { subject, validTo } = new X509Certificate(tls.cert);
    return { origem: "feed", nome: commonNameOf(subject), tipo: "TLS do feed", validoAte: new Date(validTo) };
  }
  const certificateFile = openCertificado(tls.pfx, tls.passphrase);
  if (certificateFile.kind !== "ok") return null;
  const { titular, validoAte } = certificateFile.certificado;
  return { origem: "feed", nome: titular, tipo: "TLS do feed", validoAte };
}

/** Reads the common name out of a subject such as "C=BR\nCN=feed.exemplo". */
function commonNameOf(subject: string): string {
  return /(?:^|\n)CN=([^\n]+)/.exec(subject)?.[1] ?? "TLS do feed";
}
