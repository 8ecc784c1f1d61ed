import fs from "node:fs/promises";
import type { AppContext } from "../app-context.ts";
import { StartRefusal } from "../errors.ts";
import { findMissingMigrations } from "./migrations.ts";
import { explainDisk, probeFolder } from "./probe-folder.ts";

/** SQLSTATE of a missing table. @source PostgreSQL, undefined_table */
const NO_TABLE = "42P01";

/**
 * Checks the data folder, the migrations and the blob folder before a process starts its work.
 * @throws {StartRefusal | StoreNotOurs} with a sentence for the operator
 */
export async function assertCanStart(
  ctx: Pick<AppContext, "config" | "database" | "storeGuard">,
): Promise<void> {
  await assertDataFolder(ctx.config.dataDir);
  await assertMigrated(ctx);
  await ctx.storeGuard.requireOurs();
}

/** @throws {StartRefusal} when the folder cannot be written to: full, read-only, no permission, or a file */
export async function assertDataFolder(dataDir: string): Promise<void> {
  try {
    await fs.mkdir(dataDir, { recursive: true });
    await probeFolder(dataDir);
  } catch (cause) {
    const why = explainDisk(cause);
    if (why === null) throw cause;
    throw new StartRefusal(`O Malote não escreve na pasta de dados (DATA_DIR=${dataDir}): ${why}.`, {
      cause,
    });
  }
}

async function assertMigrated(ctx: Pick<AppContext, "database">): Promise<void> {
  const missing = await findMissingMigrations(ctx).catch((cause: unknown) => {
    if (!(cause instanceof Error && "code" in cause && cause.code === NO_TABLE)) throw cause;
    throw new StartRefusal(
      "O banco de dados ainda não foi preparado: rode a preparação (npm start, ou o serviço setup).",
      { cause },
    );
  });
  if (missing.length === 0) return;
  const which = missing.length > 3 ? `${missing.length} delas` : missing.join(", ");
  throw new StartRefusal(
    `Faltam migrações desta versão no banco (${which}): rode a preparação (npm start, ou o serviço setup).`,
  );
}
