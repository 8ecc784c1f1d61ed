import fs from "node:fs/promises";
import path from "node:path";
import type { Casa } from "./casa.ts";
import type { Exercicio } from "./exercicios.ts";
import { waitFor } from "./exercitar.ts";

const FETCHED_MS = 60_000;

type Esperado = { id: string; contaId: string; sha256: string };

/** Delays the reading of newly polled e-mails by an hour. */
const HOLD = `
  CREATE FUNCTION exercicio_segura() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.vence_em := NEW.vence_em + interval '1 hour'; RETURN NEW; END $$;
  CREATE TRIGGER exercicio_segura BEFORE INSERT ON tarefa FOR EACH ROW WHEN (NEW.tipo = 'ingest')
    EXECUTE FUNCTION exercicio_segura()`;
const LET_GO = `
  DROP TRIGGER exercicio_segura ON tarefa;
  DROP FUNCTION exercicio_segura();
  UPDATE tarefa SET vence_em = now() WHERE tipo = 'ingest' AND estado = 'pendente'`;
const HELD = `
  SELECT e.id, e.conta_id AS "contaId", e.sha256 FROM email e JOIN tarefa t ON t.conta_id = e.conta_id AND t.alvo = e.id::text
  WHERE t.tipo = 'ingest' AND t.estado = 'pendente' AND t.vence_em > now() + interval '30 minutes'`;

/** Polls e-mails and moves their files away before they are read. */
async function takeBytes(casa: Casa): Promise<() => Promise<void>> {
  const { road, blobs } = casa;
  const held = () => road.asOwner<Esperado>(HELD);
  await road.asOwner(HOLD);
  await casa.send();
  await waitFor(async () => (await held()).length > 0, FETCHED_MS);
  const moved = (await held()).map(({ id, contaId, sha256 }) => ({
    id,
    file: path.join(blobs, contaId, sha256.slice(0, 2), sha256),
    aside: path.join(road.config.dataDir, sha256),
  }));
  for (const { file, aside } of moved) await move(file, aside);
  casa.askFor(moved[0]?.id ?? "");
  await road.asOwner(LET_GO);
  return async () => {
    for (const { file, aside } of moved) await move(aside, file);
    await road.ctx.database.portaria.resumeTarefas({ agora: road.ctx.clock.now() });
  };
}

/** Moves a file between disks. */
async function move(from: string, to: string): Promise<void> {
  await fs.copyFile(from, to);
  await fs.rm(from);
}

/** The folder is the right one, but a file that the database names is missing. */
export const ABSENT: Exercicio = {
  nome: "um arquivo ausente do armazém, e de volta",
  maxS: 120,
  lastsMs: 15_000,
  condicao: "arquivos-ausentes",
  provoke: takeBytes,
};
