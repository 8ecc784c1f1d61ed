import { createHash, randomBytes } from "node:crypto";
import { verifySync } from "otplib";

/** How far a device's clock may be off, in seconds: one step each way. @source RFC 6238 §5.2 */
const TOLERANCIA_S = 30;
/** Reserve codes of one person. */
const RESERVAS = 10;
/** 80 random bits, so that a plain hash of one is as good as one of a token. */
const RESERVA_BYTES = 10;
const RESERVA_GRUPO = 4;
/** Base 32 without I, L, O and U, which are misread. @source Crockford, Base 32 */
const ALFABETO = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What somebody typed for a code: the step of an authenticator that it is right for, or what a reserve code is kept as. */
export type Prova = { tipo: "passo"; passo: number } | { tipo: "reserva"; hash: Buffer };

/**
 * Reads a code. A reserve code is held against those that are left only where it is spent.
 * @param segredo null: the user has no authenticator, but reserve codes
 * @param depoisDe the last step that was used: that one and those before are not accepted again
 * @param agora the machine's own time, for that is what authenticators go by
 * @returns null: it is neither, or of a wrong step
 */
export function readCodigo(
  typed: string,
  { segredo, depoisDe, agora }: { segredo: string | null; depoisDe: number; agora: Date },
): Prova | null {
  const text = typed.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(text)) {
    if (segredo === null) return null;
    const epoch = Math.floor(agora.getTime() / 1_000);
    const found = verifySync({ secret: segredo, token: text, epoch, epochTolerance: TOLERANCIA_S });
    if (!found.valid || !("timeStep" in found) || found.timeStep <= depoisDe) return null;
    return { tipo: "passo", passo: found.timeStep };
  }
  const reserva = normalizeReserva(text);
  return reserva === null ? null : { tipo: "reserva", hash: hashReserva(reserva) };
}

/** Ten codes for the day when the device is gone, as they are shown once: "7Q2M-K9TX-04HB-ZD5W". */
export function createReservas(): string[] {
  return Array.from({ length: RESERVAS }, () => {
    let bits = BigInt(`0x${randomBytes(RESERVA_BYTES).toString("hex")}`);
    const groups: string[] = [];
    for (let at = 0; at < (RESERVA_BYTES * 8) / 5; at += 1) {
      const [group = 0, letter] = [Math.floor(at / RESERVA_GRUPO), ALFABETO[Number(bits & 31n)] ?? ""];
      groups[group] = (groups[group] ?? "") + letter;
      bits >>= 5n;
    }
    return groups.join("-");
  });
}

/** What is kept of a reserve code. */
export function hashReserva(codigo: string): Buffer {
  return createHash("sha256").update(codigo.replaceAll("-", "")).digest();
}

function normalizeReserva(text: string): string | null {
  const read = text.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  const size = (RESERVA_BYTES * 8) / 5;
  return read.length === size && [...read].every((letter) => ALFABETO.includes(letter)) ? read : null;
}
