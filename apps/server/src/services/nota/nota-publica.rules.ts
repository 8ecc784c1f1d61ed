import { createHmac, timingSafeEqual } from "node:crypto";
import { DOWNLOAD_PUBLICO_MS } from "@malote/contract";
import { deriveChave } from "../../secrets/derive-chave.ts";

/** "<expiry in ms, base 36>.<HMAC>": it does not reveal the document, and the server stores none of it. */
const BILHETE = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;
const BASE = 36;

/** Opens one document for {@link DOWNLOAD_PUBLICO_MS} to any holder. */
export type Bilhete = { ticket: string; expiraEm: Date };

/** @param segredo the operator's key */
export function writeBilhete(segredo: Buffer, { chave, agora }: { chave: string; agora: Date }): Bilhete {
  const expiraEm = new Date(agora.getTime() + DOWNLOAD_PUBLICO_MS);
  const ate = expiraEm.getTime().toString(BASE);
  return { ticket: `${ate}.${sign(segredo, chave, ate).toString("base64url")}`, expiraEm };
}

/** Whether a ticket is ours, for this document, and not expired. */
export function isBilhete(
  segredo: Buffer,
  { ticket, chave, agora }: { ticket: string; chave: string; agora: Date },
): boolean {
  const [, ate = "", mac = ""] = BILHETE.exec(ticket) ?? [];
  if (ate === "" || !timingSafeEqual(Buffer.from(mac, "base64url"), sign(segredo, chave, ate))) return false;
  return Number.parseInt(ate, BASE) >= agora.getTime();
}

function sign(segredo: Buffer, chave: string, ate: string): Buffer {
  return createHmac("sha256", deriveChave(segredo, "download-publico")).update(`${chave} ${ate}`).digest();
}
