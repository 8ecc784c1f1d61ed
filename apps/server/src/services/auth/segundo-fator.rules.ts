import { createHash, randomBytes } from "node:crypto";
import { verifySync } from "otplib";

/**
 * Tolerated clock difference of a device, in seconds: one time step each way.
 * @source RFC 6238 §5.2
 */
const TOLERANCIA_S = 30;
/** Recovery codes per user. */
const RESERVAS = 10;
/** 80 random bits, so a plain hash protects them as well as it does a token. */
const RESERVA_BYTES = 10;
const RESERVA_GRUPO = 4;
/** Base 32 without I, L, O and U, which are easily misread.   @source Crockford, Base 32 */
const ALFABETO = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A typed code: the TOTP time step that it matches, or the stored hash form of a recovery code. */
export type Prova = { tipo: "passo"; passo: number } | { tipo: "reserva"; hash: Buffer };

/**
 * Reads a code. {@link spendProva} compares a recovery code with the unused ones.
 * @param segredo null if the user has recovery codes but no authenticator
 * @param depoisDe the last used time step; it and earlier ones are refused
 * @param agora the machine's real time, which authenticators follow
 * @returns null for other text, or a code of a wrong time step
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

/** Ten codes for a user who loses the device, in the form shown once: "7Q2M-K9TX-04HB-ZD5W". */
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

/** The stored hash of a recovery code. */
export function hashReserva(codigo: string): Buffer {
  return createHash("sha256").update(codigo.replaceAll("-", "")).digest();
}

function normalizeReserva(text: string): string | null {
  const read = text.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  const size = (RESERVA_BYTES * 8) / 5;
  return read.length === size && [...read].every((letter) => ALFABETO.includes(letter)) ? read : null;
}
