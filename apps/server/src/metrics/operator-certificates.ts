import { X509Certificate } from "node:crypto";
import fs from "node:fs";
import { openCertificado } from "@malote/sefaz";
import type { Config } from "../config.ts";

/** A certificate of the operator: the one that queries SEFAZ for empresas without one, or the feed's. */
export type OperatorCertificate = { qual: "sefaz" | "feed"; validTo: Date };

/** Reads the files, so that a renewed certificate counts at once. An unreadable file is omitted. */
export function readOperatorCertificates({
  operatorPfx: operadorPfx,
  feed,
}: Pick<Config, "operatorPfx" | "feed">): OperatorCertificate[] {
  const sefaz = operadorPfx === null ? null : readPfx(operadorPfx.arquivo, operadorPfx.senha);
  const ofFeed = feed === null ? null : readFeedTls(feed.tls);
  return [
    ...(sefaz === null ? [] : [{ qual: "sefaz" as const, validTo: sefaz }]),
    ...(ofFeed === null ? [] : [{ qual: "feed" as const, validTo: ofFeed }]),
  ];
}

function readFeedTls(tls: NonNullable<Config["feed"]>["tls"]): Date | null {
  if ("pfx" in tls) return openPfx(tls.pfx, tls.passphrase);
  return validToOf(tls.cert);
}

function readPfx(file: string, password: string): Date | null {
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : null;
  return bytes === null ? null : openPfx(bytes, password);
}

function openPfx(pfx: Buffer, password: string): Date | null {
  const opened = openCertificado(pfx, password);
  if (opened.kind !== "ok") return null;
  return validToOf(opened.certificado.certificadoPem);
}

function validToOf(pem: string | Buffer): Date {
  return new Date(new X509Certificate(pem).validTo);
}
