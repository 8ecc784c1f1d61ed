import fs from "node:fs";
import { StartRefusal } from "../../errors.ts";
import { idOfKey } from "../../secrets/secret-box.ts";
import { keyFileOf } from "../backup-tools.ts";
import type { Manifest } from "../manifest.ts";

/** Where keys may come from. maloteKey: MALOTE_KEY of the environment, if set. */
export type KeyPlaces = { dataDir: string; maloteKey: string | undefined };

/**
 * Checks that the keys of the restored secrets are available, from the operator or from the backup itself.
 * @returns a function that writes the key file; call it just before the restore commits
 * @throws {StartRefusal} when a key is missing, or a different key is configured
 */
export function prepareKeys({ ids, texto }: Manifest["chaves"], places: KeyPlaces): () => boolean {
  const file = keyFileOf(places.dataDir);
  const inFile = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null;
  const keyText = places.maloteKey || inFile || texto;
  if (keyText === null) {
    throw new StartRefusal(
      `Falta MALOTE_KEY: a chave ${ids[0] ?? ""}, que criptografa as senhas e os certificados deste backup, não está nele. Ponha-a no ambiente.`,
    );
  }
  const availableIds = new Set(idsOf(keyText));
  const missing = ids.filter((id) => !availableIds.has(id));
  if (missing.length > 0) {
    const source = places.maloteKey ? "MALOTE_KEY" : file;
    throw new StartRefusal(
      `As senhas e os certificados deste backup só abrem com a chave ${missing.join(", ")}, e ${source} tem outra. ` +
        "Ponha a certa, antes ou depois da que já está, separadas por vírgula, ou restaure em outra DATA_DIR.",
    );
  }
  return () => {
    if (places.maloteKey || inFile !== null || texto === null) return false;
    fs.mkdirSync(places.dataDir, { recursive: true });
    fs.writeFileSync(file, `${texto}\n`, { mode: 0o600, flush: true });
    return true;
  };
}

function idsOf(text: string): string[] {
  return text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map((each) => idOfKey(Buffer.from(each, "base64")));
}
