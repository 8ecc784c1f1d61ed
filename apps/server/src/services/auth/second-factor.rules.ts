import { createHash, randomBytes } from "node:crypto";
import { verifySync } from "otplib";

/**
 * Tolerated clock difference of a device, in seconds: one time step each way.
 * @source RFC 6238 §5.2
 */
const TOLERANCE_S = 30;
/** Recovery codes per user. */
const RECOVERY_CODES = 10;
/** 80 random bits, so a plain hash protects them as well as it does a token. */
const RECOVERY_CODE_BYTES = 10;
const RECOVERY_CODE_GROUP = 4;
/** Base 32 without I, L, O and U, which are easily misread.   @source Crockford, Base 32 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A typed code: the TOTP time step that it matches, or the stored hash form of a recovery code. */
export type SecondFactorProof = { tipo: "passo"; passo: number } | { tipo: "reserva"; hash: Buffer };

/**
 * Reads a code. {@link spendProof} compares a recovery code with the unused ones.
 * @param secret null if the user has recovery codes but no authenticator
 * @param afterStep the last used time step; it and earlier ones are refused
 * @param now the machine's real time, which authenticators follow
 * @returns null for other text, or a code of a wrong time step
 */
export function readCode(
  typed: string,
  { secret, afterStep, now }: { secret: string | null; afterStep: number; now: Date },
): SecondFactorProof | null {
  const text = typed.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(text)) {
    if (secret === null) return null;
    const epoch = Math.floor(now.getTime() / 1_000);
    const found = verifySync({ secret: secret, token: text, epoch, epochTolerance: TOLERANCE_S });
    if (!found.valid || !("timeStep" in found) || found.timeStep <= afterStep) return null;
    return { tipo: "passo", passo: found.timeStep };
  }
  const recoveryCode = normalizeRecoveryCode(text);
  return recoveryCode === null ? null : { tipo: "reserva", hash: hashRecoveryCode(recoveryCode) };
}

/** Ten codes for a user who loses the device, in the form shown once: "7Q2M-K9TX-04HB-ZD5W". */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    let bits = BigInt(`0x${randomBytes(RECOVERY_CODE_BYTES).toString("hex")}`);
    const groups: string[] = [];
    for (let at = 0; at < (RECOVERY_CODE_BYTES * 8) / 5; at += 1) {
      const [group = 0, letter] = [Math.floor(at / RECOVERY_CODE_GROUP), ALPHABET[Number(bits & 31n)] ?? ""];
      groups[group] = (groups[group] ?? "") + letter;
      bits >>= 5n;
    }
    return groups.join("-");
  });
}

/** The stored hash of a recovery code. */
export function hashRecoveryCode(codigo: string): Buffer {
  return createHash("sha256").update(codigo.replaceAll("-", "")).digest();
}

function normalizeRecoveryCode(text: string): string | null {
  const read = text.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  const size = (RECOVERY_CODE_BYTES * 8) / 5;
  return read.length === size && [...read].every((letter) => ALPHABET.includes(letter)) ? read : null;
}
