import type { RegistroAction } from "@malote/contract";
import { type Db, newId, type SqlValue } from "../../db/index.ts";
import {
  type Binder,
  COUNT_MAX,
  type Conditions,
  conditionsOf,
  createBinder,
  startOfDay,
} from "../list/list.rows.ts";
import { type Page, patternOfFragment } from "../list/list.rules.ts";
import { CHAIN_START, type ChainLink } from "./chain-link.ts";
import { actionsOfText, type RegistroFilter } from "./registro.rules.ts";

export type { RegistroAction };

/** One act; `alvo`: the id of its object; `usuarioId`: null when no user did it. */
export type NewRegistro = {
  quando: Date;
  usuarioId: string | null;
  usuario: string;
  acao: RegistroAction;
  alvo: string;
  detalhe: string | null;
};

/**
 * Appends acts to the conta's chain, in order, permanently. Locks the tip of the chain until the
 * commit: call it after every other row lock of the transaction, and before `publish`.
 */
export async function insertRegistros(
  db: Db,
  contaId: string,
  registros: readonly NewRegistro[],
): Promise<void> {
  if (registros.length === 0) return;
  const newRows = registros.map((registro) => ({ id: newId(), ...registro }));
  await db.query("SELECT registra($1, $2)", [contaId, JSON.stringify(newRows)]);
}

export type RegistroRow = {
  id: string;
  ordem: number;
  quando: Date;
  usuario: string;
  acao: string;
  detalhe: string | null;
};

export type RegistroQuery = { filtro: RegistroFilter; zona: string };

/** One page of acts, newest first. */
export async function findRegistros(
  db: Db,
  contaId: string,
  { lista, pagina }: { lista: RegistroQuery; pagina: Page },
): Promise<RegistroRow[]> {
  const { where, values } = writeWhere(contaId, lista);
  return await db.query<RegistroRow>(
    `SELECT r.id, r.ordem, r.quando, r.usuario, r.acao, r.detalhe FROM registro r WHERE ${where}
     ORDER BY r.ordem DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, pagina.limit, pagina.offset],
  );
}

export async function countRegistros(db: Db, contaId: string, lista: RegistroQuery): Promise<number> {
  const { where, values } = writeWhere(contaId, lista);
  const rows = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM (SELECT 1 FROM registro r WHERE ${where} LIMIT ${COUNT_MAX}) t`,
    values,
  );
  return rows[0]?.total ?? 0;
}

const CONDITIONS: Conditions<RegistroFilter, Binder & { zona: string }> = {
  texto: (texto, { bind }) => {
    const pattern = patternOfFragment(texto);
    if (pattern === null) return null;
    const bound = bind(pattern);
    return `(r.usuario ILIKE ${bound} OR r.detalhe ILIKE ${bound} OR r.acao = ANY (${bind(actionsOfText(texto))}))`;
  },
  usuarioId: (id, { bind }) => `r.usuario_id = ${bind(id)}`,
  acao: (acao, { bind }) => (acao === "" ? null : `r.acao = ${bind(acao)}`),
  quandoDe: (dia, scope) => `r.quando >= ${startOfDay(dia, 0, scope)}`,
  quandoAte: (dia, scope) => `r.quando < ${startOfDay(dia, 1, scope)}`,
};

function writeWhere(contaId: string, { filtro, zona }: RegistroQuery): { where: string; values: SqlValue[] } {
  const binder = createBinder();
  const conta = `r.conta_id = ${binder.bind(contaId)}`;
  const conditions = conditionsOf(CONDITIONS, filtro, { ...binder, zona });
  return { where: [conta, ...conditions].join(" AND "), values: binder.values };
}

/** The stored tip of the chain, and the order of the last row, read in one snapshot. */
export async function findChainTip(
  db: Db,
  contaId: string,
): Promise<{ ponta: { ordem: number; elo: Uint8Array }; ultima: number }> {
  const rows = await db.query<{ ordem: number | null; elo: Uint8Array | null; ultima: number | null }>(
    `SELECT p.ordem, p.elo, r.ultima FROM (SELECT max(ordem) AS ultima FROM registro WHERE conta_id = $1) r
     LEFT JOIN registro_ponta p ON p.conta_id = $1`,
    [contaId],
  );
  const { ordem = null, elo = null, ultima = null } = rows[0] ?? {};
  return { ponta: { ordem: ordem ?? 0, elo: elo ?? CHAIN_START }, ultima: ultima ?? 0 };
}

/** Links of the chain, in order. depois: null = from the first. */
export async function findChainLinks(
  db: Db,
  contaId: string,
  { depois, ate, limite }: { depois: number | null; ate: number; limite: number },
): Promise<ChainLink[]> {
  return await db.query<ChainLink>(
    `SELECT conta_id AS "contaId", ordem, id, quando, usuario_id AS "usuarioId", usuario, acao, alvo, detalhe, elo
     FROM registro WHERE conta_id = $1 AND ($2::bigint IS NULL OR ordem > $2) AND ordem <= $3 ORDER BY ordem LIMIT $4`,
    [contaId, depois, ate, limite],
  );
}

/** Whether the same act was recorded since an instant. */
export async function hasRegistro(
  db: Db,
  contaId: string,
  { acao, alvo, detalhe, desde }: Pick<NewRegistro, "acao" | "alvo" | "detalhe"> & { desde: Date },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM registro WHERE conta_id = $1 AND alvo = $2 AND quando >= $3 AND acao = $4 AND detalhe IS NOT DISTINCT FROM $5 LIMIT 1`,
    [contaId, alvo, desde, acao, detalhe],
  );
  return rows.length > 0;
}
