import type { RegistroAction } from "@malote/contract";
import { anyOf, type Db, executeText, expressionsOf, newId, type Row } from "../../db/index.ts";
import { type Condition, type Conditions, conditionsOf, countToMax, dayStart } from "../list/list.rows.ts";
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
  await executeText(db, "SELECT registra($1, $2)", [contaId, JSON.stringify(newRows)]);
}

const COLUMNS = ["id", "ordem", "quando", "usuario", "acao", "detalhe"] as const;
export type RegistroRow = Pick<Row<"registro">, (typeof COLUMNS)[number]>;

export type RegistroQuery = { filtro: RegistroFilter; zona: string };

/** One page of acts, newest first. */
export async function findRegistros(
  db: Db,
  contaId: string,
  { lista, pagina }: { lista: RegistroQuery; pagina: Page },
): Promise<RegistroRow[]> {
  return await db
    .selectFrom("registro as r")
    .where(matchesRegistro(contaId, lista))
    .select(COLUMNS)
    .orderBy("r.ordem", "desc")
    .limit(pagina.limit)
    .offset(pagina.offset)
    .execute();
}

export async function countRegistros(db: Db, contaId: string, lista: RegistroQuery): Promise<number> {
  return await countToMax(db, db.selectFrom("registro as r").where(matchesRegistro(contaId, lista)));
}

const r = expressionsOf("registro", "r");

const CONDITIONS: Conditions<RegistroFilter, { zona: string }, Condition> = {
  texto: (texto) => {
    const pattern = patternOfFragment(texto);
    if (pattern === null) return null;
    return r.or([
      r("r.usuario", "ilike", pattern),
      r("r.detalhe", "ilike", pattern),
      r("r.acao", "=", anyOf(actionsOfText(texto))),
    ]);
  },
  usuarioId: (id) => r("r.usuarioId", "=", id),
  acao: (acao) => (acao === "" ? null : r("r.acao", "=", acao)),
  quandoDe: (day, { zona }) => r("r.quando", ">=", dayStart(day, 0, zona)),
  quandoAte: (day, { zona }) => r("r.quando", "<", dayStart(day, 1, zona)),
};

function matchesRegistro(contaId: string, { filtro, zona }: RegistroQuery): Condition {
  return r.and([r("r.contaId", "=", contaId), ...conditionsOf(CONDITIONS, filtro, { zona })]);
}

/** The stored tip of the chain, and the order of the last row, read in one snapshot. */
export async function findChainTip(
  db: Db,
  contaId: string,
): Promise<{ ponta: { ordem: number; elo: Uint8Array }; ultima: number }> {
  const found = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("registro")
        .where("contaId", "=", contaId)
        .select(({ fn }) => fn.max<number | null>("ordem").as("ultima"))
        .as("r"),
    )
    .leftJoin("registroPonta as p", (join) => join.on("p.contaId", "=", contaId))
    .select(["p.ordem", "p.elo", "r.ultima"])
    .executeTakeFirst();
  const { ordem = null, elo = null, ultima = null } = found ?? {};
  return { ponta: { ordem: ordem ?? 0, elo: elo ?? CHAIN_START }, ultima: ultima ?? 0 };
}

/** Links of the chain, in order. depois: null = from the first. */
export async function findChainLinks(
  db: Db,
  contaId: string,
  { depois, ate, limite }: { depois: number | null; ate: number; limite: number },
): Promise<ChainLink[]> {
  return await db
    .selectFrom("registro")
    .where("contaId", "=", contaId)
    .$if(depois !== null, (query) => query.where("ordem", ">", depois))
    .where("ordem", "<=", ate)
    .select(["contaId", "ordem", "id", "quando", "usuarioId", "usuario", "acao", "alvo", "detalhe", "elo"])
    .orderBy("ordem")
    .limit(limite)
    .execute();
}

/** Whether the same act was recorded since an instant. */
export async function hasRegistro(
  db: Db,
  contaId: string,
  { acao, alvo, detalhe, desde }: Pick<NewRegistro, "acao" | "alvo" | "detalhe"> & { desde: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom("registro")
    .where("contaId", "=", contaId)
    .where("alvo", "=", alvo)
    .where("quando", ">=", desde)
    .where("acao", "=", acao)
    .where("detalhe", "is not distinct from", detalhe)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
