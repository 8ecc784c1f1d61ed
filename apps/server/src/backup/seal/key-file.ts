import { Decrypter, Encrypter } from "age-encryption";
import { z } from "zod";
import type { DataKey } from "./seal.ts";

/** scrypt work factor as a power of two, the same as `age -p`: about one second and 256 MB. */
const SCRYPT_LOG_N = 18;

/** What a key file is sealed for: a passphrase, or public keys of age. */
export type KeyProtection = { passphrase: string; logN?: number } | { recipients: readonly string[] };

/** What may open a key file. identities: secret keys of age, "AGE-SECRET-KEY-1…". */
export type KeyOpener = { passphrase: string } | { identities: readonly string[] };

const content = z.object({
  malote: z.literal("chave de backup"),
  id: z.uuid(),
  chave: z.base64().transform((text) => Buffer.from(text, "base64")),
});

/** Seals a data key as an age file, which the command `age` can also open. */
export async function sealKeyFile({ id, key }: DataKey, protection: KeyProtection): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  if ("passphrase" in protection) {
    encrypter.setScryptWorkFactor(protection.logN ?? SCRYPT_LOG_N);
    encrypter.setPassphrase(protection.passphrase);
  } else {
    for (const recipient of protection.recipients) encrypter.addRecipient(recipient);
  }
  const text = JSON.stringify({ malote: "chave de backup", id, chave: key.toString("base64") });
  return await encrypter.encrypt(`${text}\n`);
}

/** @returns null when the opener does not open this file, or the file was changed */
export async function openKeyFile(bytes: Uint8Array, opener: KeyOpener): Promise<DataKey | null> {
  const decrypter = new Decrypter();
  if ("passphrase" in opener) decrypter.addPassphrase(opener.passphrase);
  else for (const identity of opener.identities) decrypter.addIdentity(identity);
  const text = await decrypter.decrypt(bytes, "text").catch(() => null);
  if (text === null) return null;
  const { id, chave } = content.parse(JSON.parse(text));
  return { id, key: chave };
}

/** @returns whether age can seal for this public key */
export async function isRecipient(text: string): Promise<boolean> {
  return await succeeds(async () => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(text);
    await encrypter.encrypt("");
  });
}

/** @returns whether this is a secret key of age */
export async function isIdentity(text: string): Promise<boolean> {
  return await succeeds(async () => new Decrypter().addIdentity(text));
}

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  return await work().then(
    () => true,
    () => false,
  );
}
