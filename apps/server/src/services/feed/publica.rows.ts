import type { Sql } from "../../db/index.ts";

/** One thing that readers of the conta's feed must learn. */
export type FeedItem = {
  tipo: "nota" | "troca" | "evento" | "status" | "marca" | "quarentena";
  notaId: string;
  eventoId?: string | null;
};

/** A change of the totals: one nota more or less. `dia` is the day of issue; `valor` a decimal string, signed. */
export type RollupDelta = {
  dia: string;
  papel: string;
  tipoNota: string;
  uf: string;
  empresaId: string;
  quantidade: 1 | -1;
  valor: string;
};

/**
 * Publishes a transaction: the last statement before its commit, and the only writer of feed and rollups. From here to the commit
 * the conta's other publishers wait.
 */
export async function publish(
  sql: Sql,
  contaId: string,
  what: { agora: Date; feed: readonly FeedItem[]; deltas: readonly RollupDelta[] },
): Promise<void> {
  const { agora, feed, deltas } = what;
  if (feed.length === 0 && deltas.length === 0) return;
  await sql.query("SELECT publica($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)", [
    contaId,
    agora,
    feed.map((item) => item.tipo),
    feed.map((item) => item.notaId),
    feed.map((item) => item.eventoId ?? null),
    deltas.map((delta) => delta.dia),
    deltas.map((delta) => delta.papel),
    deltas.map((delta) => delta.tipoNota),
    deltas.map((delta) => delta.uf),
    deltas.map((delta) => delta.empresaId),
    deltas.map((delta) => delta.quantidade),
    deltas.map((delta) => delta.valor),
  ]);
}
