import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureFolder } from "../../disk.ts";
import { FILE as AUTO_ASSINADO_FILE, openSelfSigned } from "../../mail-server/self-signed-certificate.ts";
import { FILE as ACERVO_FILE, openKeySet } from "./key-set.ts";

/** Shared keys for tests. Key generation takes seconds; one set serves all tests that do not test it. */

/** The sources that determine the content of the key set; a change in one of them causes a new set. */
const SOURCES = [
  ...[
    "key-set.ts",
    "certificates.ts",
    "../companies/companies.ts",
    "../companies/suppliers.ts",
    "../companies/food-suppliers.ts",
    "../companies/trade-suppliers.ts",
    "../companies/carriers.ts",
  ],
  "../../mail-server/self-signed-certificate.ts",
];
/** Issue date of the certificates, so that they are valid in tests with a fixed date. */
const ISSUED_AT = new Date("2026-11-20T13:00:00Z");
const POLL_MS = 100;
/** An older lock was left by a process that died. */
const LOCK_STALE_MS = 60_000;

/** Copies the shared keys into an empty folder: a sandbox that starts there generates none. */
export async function seedKeySet(dir: string): Promise<void> {
  ensureFolder(dir);
  const folder = await findSharedKeySet();
  for (const file of [AUTO_ASSINADO_FILE, ACERVO_FILE]) {
    copyFileSync(path.join(folder, file), path.join(dir, file));
  }
}

/** Returns the folder of the shared keys; creates the keys when they do not exist. */
async function findSharedKeySet(): Promise<string> {
  const folder = path.join(tmpdir(), `malote-acervo-${userInfo().uid}-${sourceVersionOf()}`);
  ensureFolder(folder);
  const file = path.join(folder, ACERVO_FILE);
  const lock = path.join(folder, "lock");
  while (!existsSync(file)) {
    if (!takeLock(lock)) await sleep(POLL_MS);
    else {
      try {
        await openSelfSigned(folder, ISSUED_AT);
        await openKeySet(folder, ISSUED_AT);
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
    }
  }
  return folder;
}

/** @NOTE a bundle contains no sources, so the version is constant there; tests never run from a bundle. */
function sourceVersionOf(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const file = path.join(import.meta.dirname, source);
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
