import type { Acao } from "@malote/contract";
import { newId, type Sql } from "../../db/index.ts";

export type { Acao };

/** One act; `alvo` is the id of what it was done to, `usuarioId` null when nobody did it. */
export type NovoRegistro = {
  quando: Date;
  usuarioId: string | null;
  usuario: string;
  acao: Acao;
  alvo: string;
  detalhe: string | null;
};

/** Writes acts down for good: the database lets nobody change or delete them. */
export async function insertRegistros(
  sql: Sql,
  contaId: string,
  registros: readonly NovoRegistro[],
): Promise<void> {
  if (registros.length === 0) return;
  await sql.query(
    `INSERT INTO registro (conta_id, id, quando, usuario_id, usuario, acao, alvo, detalhe)
     SELECT $1, r.id, r.quando, r."usuarioId", r.usuario, r.acao, r.alvo, r.detalhe
     FROM json_to_recordset($2) AS r (id uuid, quando timestamptz, "usuarioId" uuid, usuario text, acao text, alvo text, detalhe text)`,
    [contaId, JSON.stringify(registros.map((registro) => ({ id: newId(), ...registro })))],
  );
}
