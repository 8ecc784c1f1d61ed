import type { MessageKey } from "@malote/contract";
import { cleanDocumento } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import { lockChaves } from "../../documento/documento.rows.ts";
import type { SignedInContext } from "../../handler.ts";
import { publish } from "../../publication/publish.rows.ts";
import { insertRegistros } from "../../registro/registro.rows.ts";
import { findNotaSummaries, type NotaSummary } from "../nota-summary.rows.ts";
import { type Flag, type FlagAuthor, restoreFlagAuthors, updateFlags } from "./nota-flag.rows.ts";

/** Flag names, as the registro writes them. */
export const FLAG_NAMES: Readonly<Record<Flag, string>> = {
  processadoErp: "processado no ERP",
  recebido: "recebido",
  conferido: "conferido",
};

/** One document to flag, by id or by chave; of two views of a chave, the received one. */
export type FlagItem = { id?: string | undefined; chave?: string | undefined; valor: boolean };

/** Result of one item. recusa: why it was refused; null if the flag has the requested value now. */
export type FlagResult = {
  nota: Pick<NotaSummary, "id" | "chave"> | null;
  valor: boolean;
  refusal: MessageKey | null;
};

/** Sets a flag on each document, with user and time. An unchanged flag succeeds and is not published. */
export async function flagNotas(
  ctx: SignedInContext,
  { flag, items }: { flag: Flag; items: readonly FlagItem[] },
): Promise<FlagResult[]> {
  const { contaId } = ctx.caller;
  return await ctx.database.withConta(contaId, async (db) => {
    // Ingestion takes these locks too, so the rows do not change until the commit.
    await lockChaves(
      db,
      contaId,
      (await findNotas(db, contaId, items)).map(({ chave }) => chave),
    );
    const judged = judge(items, toFind(await findNotas(db, contaId, items)));
    const accepted = judged.flatMap(({ nota, valor: value, refusal: recusa }) =>
      nota && recusa === null ? [{ id: nota.id, valor: value }] : [],
    );
    await saveFlags(db, ctx.caller, { flag, accepted, now: ctx.clock.now() });
    return judged;
  });
}

type Find = (item: FlagItem) => NotaSummary | null;

async function findNotas(db: Db, contaId: string, items: readonly FlagItem[]): Promise<NotaSummary[]> {
  const ids = items.flatMap(({ id }) => id ?? []);
  const chaves = items.flatMap(({ chave }) => (chave === undefined ? [] : [cleanDocumento(chave)]));
  return await findNotaSummaries(db, contaId, { ids, chaves });
}

function toFind(notas: readonly NotaSummary[]): Find {
  const byId = new Map(notas.map((nota) => [nota.id, nota]));
  // The received view comes first; in reverse order it is set last and replaces the other.
  const byChave = new Map(notas.toReversed().map((nota) => [nota.chave, nota]));
  return ({ id, chave }) =>
    (id === undefined ? byChave.get(cleanDocumento(chave ?? "")) : byId.get(id)) ?? null;
}

/** Refuses the second of two items that give one document different values. */
function judge(items: readonly FlagItem[], find: Find): FlagResult[] {
  const seen = new Map<string, boolean>();
  return items.map((item): FlagResult => {
    const { valor: value } = item;
    const nota = find(item);
    if (nota === null) return { nota, valor: value, refusal: "notaNaoEncontrada" };
    if (nota.quarentena) return { nota, valor: value, refusal: "notaEmQuarentena" };
    if ((seen.get(nota.id) ?? value) !== value) return { nota, valor: value, refusal: "restItemRepetido" };
    seen.set(nota.id, value);
    return { nota, valor: value, refusal: null };
  });
}

/** Who sets a flag. */
export type FlagActor = { contaId: string; usuarioId: string; nome: string };

/**
 * Flags of documents outside quarantine. before: the author that a flag gets back, null = the actor.
 * lote: the number of the lote that sets them, which the registro names.
 */
export type AcceptedFlags = {
  flag: Flag;
  accepted: readonly { id: string; valor: boolean; before?: FlagAuthor | null }[];
  now: Date;
  lote?: number;
};

/** Writes flags, acts and publication. Call it as the last statement, with the chaves locked. */
export async function saveFlags(
  db: Db,
  { contaId, usuarioId, nome: usuario }: FlagActor,
  { flag, accepted, now, lote }: AcceptedFlags,
): Promise<void> {
  const changed = new Map<string, boolean>();
  for (const value of [true, false]) {
    const ids = accepted.filter((each) => each.valor === value).map(({ id }) => id);
    const rows =
      ids.length === 0 ? [] : await updateFlags(db, contaId, { ids, flag, valor: value, by: usuario, now });
    for (const { id, isPublic } of rows) changed.set(id, isPublic);
  }
  const changedNotas = accepted.filter(({ id }) => changed.has(id));
  const authors = changedNotas.flatMap(({ id, before }) => (before ? [{ id, ...before }] : []));
  await restoreFlagAuthors(db, contaId, { flag, authors });
  const origin = lote === undefined ? "" : ` (lote ${lote})`;
  const registros = changedNotas.map(({ id: alvo, valor: value }) => {
    const detalhe = `${FLAG_NAMES[flag]}: ${value ? "sim" : "não"}${origin}`;
    return { quando: now, usuarioId, usuario, acao: "marcar" as const, alvo, detalhe };
  });
  await insertRegistros(db, contaId, registros);
  const feed = changedNotas
    .filter(({ id }) => changed.get(id))
    .map(({ id }) => ({ tipo: "marca" as const, notaId: id }));
  await publish(db, contaId, { agora: now, feed });
}
