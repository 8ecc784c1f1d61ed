import { createHmac, timingSafeEqual } from "node:crypto";
import { DOWNLOAD_PUBLICO_MS } from "@malote/contract";
import { deriveKey } from "../../../secrets/derive-key.ts";

/** "<expiry in ms, base 36>.<HMAC>": it does not reveal the document, and the server stores none of it. */
const TICKET = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;
const BASE = 36;

/** Opens one document for {@link DOWNLOAD_PUBLICO_MS} to any holder. */
export type Ticket = { ticket: string; expiraEm: Date };

/** @param secret the operator's key */
export function writeTicket(secret: Buffer, { chave, now }: { chave: string; now: Date }): Ticket {
  const expiraEm = new Date(now.getTime() + DOWNLOAD_PUBLICO_MS);
  const expiry = expiraEm.getTime().toString(BASE);
  return { ticket: `${expiry}.${sign(secret, chave, expiry).toString("base64url")}`, expiraEm };
}

/** Whether a ticket is ours, for this document, and not expired. */
export function isValidTicket(
  secret: Buffer,
  { ticket, chave, now }: { ticket: string; chave: string; now: Date },
): boolean {
  const [, expiry = "", mac = ""] = TICKET.exec(ticket) ?? [];
  if (expiry === "" || !timingSafeEqual(Buffer.from(mac, "base64url"), sign(secret, chave, expiry)))
    return false;
  return Number.parseInt(expiry, BASE) >= now.getTime();
}

function sign(secret: Buffer, chave: string, expiry: string): Buffer {
  return createHmac("sha256", deriveKey(secret, "download-publico")).update(`${chave} ${expiry}`).digest();
}
