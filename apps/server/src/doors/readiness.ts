import fs from "node:fs/promises";
import path from "node:path";
import type { RequestHandler } from "express";
import { type AppContext, blobsOf } from "../app-context.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../../prisma/migrations");

/**
 * `GET /prontidao`: 200 when this process may be sent requests, else 503, and nothing more to anybody: the log says what is missing.
 * The database answers, every migration of this version was applied, the blobs can be written, and it was not told to end. Work is
 * planned in the database: http needs no queue.
 */
export function createReadinessDoor(app: AppContext, isStopping: () => boolean): RequestHandler {
  let expected: readonly string[] | null = null;
  return async (_req, res) => {
    try {
      expected ??= await readMigrations();
      if (isStopping()) return void res.status(503).json({ ok: false });
      const done = new Set(await app.database.portaria.findMigracoes());
      const missing = expected.filter((name) => !done.has(name));
      if (missing.length > 0) throw new Error(`migrations that were not applied: ${missing.join(", ")}`);
      await writeNear(blobsOf(app.config));
      res.json({ ok: true });
    } catch (error) {
      app.log.warn({ err: error }, "o servidor não está pronto");
      res.status(503).json({ ok: false });
    }
  };
}

async function readMigrations(): Promise<string[]> {
  const entries = await fs.readdir(MIGRATIONS, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function writeNear(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  await fs.access(folder, fs.constants.W_OK);
}
