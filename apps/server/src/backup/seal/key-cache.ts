import fs from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { DataKey } from "./seal.ts";

const PRIVATE_DIR = 0o700;
const PRIVATE_FILE = 0o600;

/** A data key that this machine created, and the public keys it is sealed for in the repository. */
export type CachedKey = DataKey & { recipients: readonly string[] };

const content = z.object({
  chave: z.base64().transform((text) => Buffer.from(text, "base64")),
  destinatarios: z.array(z.string()),
});

/**
 * Stores data keys on this machine, so that it can continue a repository whose secret key it lacks.
 * @param folder inside DATA_DIR
 */
export function createKeyCache(folder: string) {
  const fileOf = (id: string): string => path.join(folder, `${id}.json`);
  return {
    async read(id: string): Promise<CachedKey | null> {
      const text = await fs.readFile(fileOf(id), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      if (text === null) return null;
      const { chave, destinatarios } = content.parse(JSON.parse(text));
      return { id, key: chave, recipients: destinatarios };
    },
    async write({ id, key, recipients }: CachedKey): Promise<void> {
      await fs.mkdir(folder, { recursive: true, mode: PRIVATE_DIR });
      const temporaryFile = `${fileOf(id)}.novo`;
      await fs.rm(temporaryFile, { force: true });
      const text = JSON.stringify({ chave: key.toString("base64"), destinatarios: recipients });
      await fs.writeFile(temporaryFile, `${text}\n`, { mode: PRIVATE_FILE, flush: true });
      await fs.rename(temporaryFile, fileOf(id));
    },
  };
}
