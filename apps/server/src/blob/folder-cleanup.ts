import fs from "node:fs/promises";
import path from "node:path";
import { HOUR_MS } from "@malote/syntax";
import { type BlobFolder, listFolders, listNames } from "./blob-folders.ts";
import { blobPath, isBlobName, quarantineOf, trashOf } from "./folder-store.ts";
import { isMissing, makeFolder } from "./make-folder.ts";

/** A younger blob may be named by a transaction that has not committed yet. */
const AGE_MS = 48 * HOUR_MS;
/** Most folders (one conta, one first byte) that one round visits. */
const FOLDERS_MAX = 1_024;
/** Most blobs in one query. */
const QUERY_BLOBS = 500;
/** A round with more orphans than both limits is not normal: the database lost rows, or is another one. */
const MASS_ORPHANS = { orphans: 50, share: 0.1 };

/** Finds which of these blobs a row of the conta still names. */
export type FindReferenced = (contaId: string, sha256s: readonly string[]) => Promise<Set<string>>;

/** Reads rollbacks from the database and reports orphans to it. */
export type CleanupRecords = {
  /** Blobs written between these instants may have lost their row in a rollback; null when there was none. */
  findRollback(): Promise<{ from: Date; to: Date } | null>;
  /** Records that mass orphans stopped the cleanup; null after a whole pass without any. */
  reportOrphans(orphans: number | null): Promise<void>;
  /** Reports how many blobs were moved to the quarantine. */
  reportQuarantined(blobs: number): void;
};

/** Moves blobs that no row names to the trash, and deletes them there after another 48 h without a row. */
export type BlobCleanup = {
  /**
   * Runs one bounded round that continues the last one.
   * @returns how many blobs it moved to the trash or deleted
   */
  run(now: Date): Promise<number>;
};

const NO_RECORDS: CleanupRecords = {
  findRollback: async () => null,
  reportOrphans: async () => {},
  reportQuarantined: () => {},
};

/**
 * Each round counts before it moves: mass orphans are reported and nothing is moved.
 * Blobs that a rollback may have orphaned go to the quarantine, which is never
 * emptied (docs/adr/0081). Put needs no lock: it renews the age of an existing blob
 * or writes a new one, so a blob moved too early shows a fresh age and is moved back.
 */
export function createFolderCleanup(
  root: string,
  findReferenced: FindReferenced,
  records: CleanupRecords = NO_RECORDS,
): BlobCleanup {
  let cursor = "";
  let isClean = true;
  return {
    async run(now) {
      if (cursor === "") isClean = true;
      const folders = await listFolders(root, { after: cursor, max: FOLDERS_MAX });
      const before = new Date(now.getTime() - AGE_MS);
      const round = { root, now, before, rollback: await records.findRollback() };
      const plan = await planRound(folders, findReferenced, round);
      if (isMassOrphaning(plan)) {
        isClean = false;
        await records.reportOrphans(plan.orphans);
        return 0;
      }
      cursor = folders.length < FOLDERS_MAX ? "" : (folders.at(-1)?.folder ?? "");
      if (cursor === "" && isClean) await records.reportOrphans(null);
      return await applyMoves(plan, round, records);
    },
  };
}

type Rollback = { from: Date; to: Date };
type Round = { root: string; now: Date; before: Date; rollback: Rollback | null };
type Outcome = "remove" | "bring-back" | "set-aside" | "quarantine";
type Move = { outcome: Outcome; contaId: string; name: string; folder: string };
/** orphans: blobs in the live folders that no row names and no rollback explains. */
type Plan = { seen: number; orphans: number; moves: Move[] };

function isMassOrphaning({ seen, orphans }: Plan): boolean {
  return orphans > MASS_ORPHANS.orphans && orphans > seen * MASS_ORPHANS.share;
}

async function planRound(
  folders: readonly BlobFolder[],
  findReferenced: FindReferenced,
  round: Round,
): Promise<Plan> {
  const plan: Plan = { seen: 0, orphans: 0, moves: [] };
  for (const place of folders) {
    const files = await listFiles(place.folder);
    if (place.kind === "live") plan.seen += files.length;
    const old = files.filter(({ mtime }) => mtime <= round.before);
    for (let at = 0; at < old.length; at += QUERY_BLOBS) {
      const some = old.slice(at, at + QUERY_BLOBS);
      const names = some.map(({ name }) => name).filter((name) => isBlobName(name));
      const named = await findReferenced(place.contaId, names);
      for (const file of some) {
        const outcome = chooseOutcome(file, { kind: place.kind, isNamed: named.has(file.name), round });
        if (outcome === null) continue;
        if (outcome === "set-aside") plan.orphans += 1;
        plan.moves.push({ outcome, contaId: place.contaId, name: file.name, folder: place.folder });
      }
    }
  }
  return plan;
}

type FileState = { kind: BlobFolder["kind"]; isNamed: boolean; round: Round };

function chooseOutcome({ name, mtime }: File, { kind, isNamed, round }: FileState): Outcome | null {
  if (kind === "quarantine") return isNamed ? "bring-back" : null;
  if (!isBlobName(name)) return "remove";
  if (isNamed) return kind === "trash" ? "bring-back" : null;
  if (isOfRollback(mtime, round.rollback)) return "quarantine";
  return kind === "trash" ? "remove" : "set-aside";
}

// A blob's row may commit up to AGE_MS after the blob was written, and clocks differ.
function isOfRollback(mtime: Date, rollback: Rollback | null): boolean {
  if (rollback === null) return false;
  const at = mtime.getTime();
  return at >= rollback.from.getTime() - AGE_MS && at <= rollback.to.getTime() + AGE_MS;
}

async function applyMoves({ moves }: Plan, round: Round, records: CleanupRecords): Promise<number> {
  let cleaned = 0;
  let quarantined = 0;
  for (const move of moves) {
    if (move.outcome === "remove") cleaned += await remove(path.join(move.folder, move.name));
    else if (move.outcome === "set-aside") cleaned += await moveToTrash(move, round);
    else if (move.outcome === "quarantine") quarantined += await moveToQuarantine(move, round);
    else await moveFile(path.join(move.folder, move.name), blobPath(round.root, move.contaId, move.name));
  }
  if (quarantined > 0) records.reportQuarantined(quarantined);
  return cleaned;
}

async function moveToTrash({ contaId, name }: Move, { root, now, before }: Round): Promise<number> {
  const place = blobPath(root, contaId, name);
  const trash = blobPath(trashOf(root), contaId, name);
  if (!(await moveFile(place, trash))) return 0;
  if ((await fs.stat(trash)).mtime > before) {
    await moveFile(trash, place);
    return 0;
  }
  // The 48 h in the trash start now.
  await fs.utimes(trash, now, now);
  return 1;
}

async function moveToQuarantine({ contaId, name, folder }: Move, { root, before }: Round): Promise<number> {
  const from = path.join(folder, name);
  const to = blobPath(quarantineOf(root), contaId, name);
  if (!(await moveFile(from, to))) return 0;
  if ((await fs.stat(to)).mtime <= before) return 1;
  await moveFile(to, blobPath(root, contaId, name));
  return 0;
}

/** @returns false when the file no longer exists */
export async function moveFile(from: string, to: string): Promise<boolean> {
  await makeFolder(path.dirname(to));
  return await fs.rename(from, to).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}

async function remove(file: string): Promise<number> {
  await fs.rm(file, { force: true });
  return 1;
}

type File = { name: string; mtime: Date };

/** Lists the files in a folder, including half-written ones that a crash left. */
async function listFiles(folder: string): Promise<File[]> {
  const files: File[] = [];
  for (const name of await listNames(folder)) {
    const stat = await fs.stat(path.join(folder, name)).catch(() => null);
    if (stat?.isFile()) files.push({ name, mtime: stat.mtime });
  }
  return files;
}
