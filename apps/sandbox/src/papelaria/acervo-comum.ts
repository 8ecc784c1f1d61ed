import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FILE as AUTO_ASSINADO_FILE, openAutoAssinado } from "../correio/certificado.ts";
import { ensureFolder } from "../disk.ts";
import { FILE as ACERVO_FILE, openAcervo } from "./acervo.ts";

/** Keys for tests: making them takes seconds, and one set serves every test that does not ask how they are made. */

/** What decides what an acervo holds: when one of them changes, another is made. */
const FONTES = [
  ...["acervo.ts", "certificados.ts", "empresas.ts", "fornecedores.ts", "transportadoras.ts"],
  "../correio/certificado.ts",
];
/** The certificates are made as of this day, so that a test with a day of its own finds them valid. */
const FEITO_EM = new Date("2026-11-20T13:00:00Z");
const POLL_MS = 100;
/** Who holds the lock for longer is dead. */
const LOCK_STALE_MS = 60_000;

/** Puts an acervo into a folder in which there is none yet: the sandbox that starts there makes no keys of its own. */
export async function seedAcervo(dir: string): Promise<void> {
  ensureFolder(dir);
  const folder = await findAcervo();
  for (const file of [AUTO_ASSINADO_FILE, ACERVO_FILE]) {
    copyFileSync(path.join(folder, file), path.join(dir, file));
  }
}

/** The folder of the common acervo, made now when nobody made it yet. */
async function findAcervo(): Promise<string> {
  const folder = path.join(tmpdir(), `malote-acervo-${userInfo().uid}-${versaoOf()}`);
  ensureFolder(folder);
  const file = path.join(folder, ACERVO_FILE);
  const lock = path.join(folder, "lock");
  while (!existsSync(file)) {
    if (!takeLock(lock)) await sleep(POLL_MS);
    else {
      try {
        await openAutoAssinado(folder, FEITO_EM);
        await openAcervo(folder, FEITO_EM);
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
    }
  }
  return folder;
}

/** @NOTE a bundle carries no sources: there the version of the folder is a constant, and tests never run from a bundle. */
function versaoOf(): string {
  const hash = createHash("sha256");
  for (const fonte of FONTES) {
    const file = path.join(import.meta.dirname, fonte);
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const age = existsSync(lock) ? Date.now() - statSync(lock).mtimeMs : 0;
    if (age > LOCK_STALE_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
