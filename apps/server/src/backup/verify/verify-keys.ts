import { openKeyFile } from "../seal/key-file.ts";
import { KEYS_PREFIX, type SealKeys } from "../seal/open-seal.ts";
import type { BackupStore } from "../store/backup-store.ts";
import type { OnFlaw } from "./check.ts";

/**
 * Opens each key file with the operator's keys. With public
 * keys only, damage to a key file cannot be detected.
 * @returns how many key files could not be checked
 */
export async function verifyKeys(store: BackupStore, keys: SealKeys, onFlaw: OnFlaw): Promise<number> {
  const { passphrase, identities } = keys;
  let unchecked = 0;
  for await (const { key } of store.list(KEYS_PREFIX)) {
    const bytes = await store.get(key);
    if (bytes === null) continue;
    const opensByPassphrase = passphrase !== null && (await openKeyFile(bytes, { passphrase })) !== null;
    const opensByIdentity = identities.length > 0 && (await openKeyFile(bytes, { identities })) !== null;
    if (opensByPassphrase || opensByIdentity) continue;
    if (passphrase === null && identities.length === 0) unchecked += 1;
    else
      onFlaw(`${key}: está danificada, ou é de outra senha ou chave; o que ela criptografa não abre.`, null);
  }
  return unchecked;
}
