import fs from "node:fs/promises";
import path from "node:path";
import type { Drill } from "./drill.ts";
import type { Installation } from "./installation.ts";
import { waitFor } from "./run-drill.ts";

const FETCHED_MS = 60_000;

type HeldEmail = { id: string; contaId: string; sha256: string };

/** Delays the reading of newly polled e-mails by an hour. */
const DELAY_INGEST = `
  CREATE FUNCTION exercicio_segura() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.vence_em := NEW.vence_em + interval '1 hour'; RETURN NEW; END $$;
  CREATE TRIGGER exercicio_segura BEFORE INSERT ON tarefa FOR EACH ROW WHEN (NEW.tipo = 'ingest')
    EXECUTE FUNCTION exercicio_segura()`;
const RESUME_INGEST = `
  DROP TRIGGER exercicio_segura ON tarefa;
  DROP FUNCTION exercicio_segura();
  UPDATE tarefa SET vence_em = now() WHERE tipo = 'ingest' AND estado = 'pendente'`;
const DELAYED_EMAILS = `
  SELECT e.id, e.conta_id AS "contaId", e.sha256 FROM email e JOIN tarefa t ON t.conta_id = e.conta_id AND t.alvo = e.id::text
  WHERE t.tipo = 'ingest' AND t.estado = 'pendente' AND t.vence_em > now() + interval '30 minutes'`;

/** Polls e-mails and moves their files away before they are read. */
async function moveFilesAway(installation: Installation): Promise<() => Promise<void>> {
  const { pipeline, blobs } = installation;
  const findHeld = () => pipeline.asOwner<HeldEmail>(DELAYED_EMAILS);
  await pipeline.asOwner(DELAY_INGEST);
  await installation.sendDocument();
  await waitFor(async () => (await findHeld()).length > 0, FETCHED_MS);
  const moved = (await findHeld()).map(({ id, contaId, sha256 }) => ({
    id,
    file: path.join(blobs, contaId, sha256.slice(0, 2), sha256),
    aside: path.join(pipeline.config.dataDir, sha256),
  }));
  for (const { file, aside } of moved) await move(file, aside);
  installation.downloadFrom(moved[0]?.id ?? "");
  await pipeline.asOwner(RESUME_INGEST);
  return async () => {
    for (const { file, aside } of moved) await move(aside, file);
    await pipeline.ctx.database.gatekeeper.resumeTasks({ now: pipeline.ctx.clock.now() });
  };
}

/** Moves a file between disks. */
async function move(from: string, to: string): Promise<void> {
  await fs.copyFile(from, to);
  await fs.rm(from);
}

/** The folder is the right one, but a file that the database names is missing. */
export const MISSING_FILE_DRILL: Drill = {
  name: "um arquivo ausente do armazém, e de volta",
  recoveryMaxS: 120,
  faultMs: 15_000,
  condition: "arquivos-ausentes",
  provoke: moveFilesAway,
};
