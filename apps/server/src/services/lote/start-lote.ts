import {
  LOTE_DIAS,
  LOTE_FILTRO_MAX,
  LOTES_ABERTOS_MAX,
  LOTES_MAX,
  type ParsedParamsOf,
} from "@malote/contract";
import { DAY_MS, dayInZone, formatInteger, zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { MANIFESTACAO_NAMES } from "../manifestacao/manifestacao.rules.ts";
import { FLAG_NAMES } from "../nota/flags/flag-notas.ts";
import { findListIds } from "../nota/list/list-ids.rows.ts";
import { findDocumentosByName } from "../nota/list/nota-filter.rows.ts";
import { countList } from "../nota/nota.rows.ts";
import { checkFilter, withAbsoluteDays } from "../nota/nota.rules.ts";
import { registerAct } from "../registro/register-act.ts";
import { planTasks } from "../task/task.rows.ts";
import { countLotes, deleteOldLotes, insertLote, type LoteAct, type NewLote } from "./lote.rows.ts";
import { toLoteTask } from "./lote.rules.ts";

/** The documents of a lote, by id or by the filter of a list. */
export type LoteTarget = Pick<ParsedParamsOf<"Lote.getContagem">, "ids" | "filtro">;

/**
 * Ids of the documents that a target names, each once.
 * @throws {Refusal} loteAlvo, loteVazio, loteGrande, and what a filter is refused for
 */
export async function resolveTarget(
  ctx: Pick<SignedInContext, "caller" | "clock">,
  db: Db,
  { ids, filtro }: LoteTarget,
): Promise<string[]> {
  if ((ids === undefined) === (filtro === undefined)) throw new Refusal("loteAlvo");
  if (ids !== undefined) return [...new Set(ids)];
  const { contaId, contaUf } = ctx.caller;
  const zona = zoneOfUf(contaUf);
  const filter = withAbsoluteDays(filtro?.searchFilter ?? {}, dayInZone(ctx.clock.now(), zona));
  checkFilter(filter);
  const nomes = await findDocumentosByName(db, filter);
  const papel = filtro?.entradaSaida ?? null;
  const list = { papel, filtro: filter, ordem: "emissaoDesc" as const, zona, nomes };
  const total = await countList(db, contaId, list);
  if (total === 0) throw new Refusal("loteVazio");
  if (total > LOTE_FILTRO_MAX)
    throw new Refusal("loteGrande", { values: { limite: formatInteger(LOTE_FILTRO_MAX) } });
  return await findListIds(db, contaId, { list, limit: LOTE_FILTRO_MAX });
}

/**
 * Stores a lote with its task and its act, in the caller's transaction. Call `ctx.wake` after the commit.
 * @throws {Refusal} lotesDemais
 */
export async function startLote(
  ctx: Pick<SignedInContext, "caller" | "clock">,
  db: Db,
  { act, ids, origem }: Pick<NewLote, "act" | "ids" | "origem">,
): Promise<{ id: string }> {
  const { contaId, usuarioId, nome: usuario } = ctx.caller;
  const now = ctx.clock.now();
  if ((await countLotes(db, contaId, true)) >= LOTES_ABERTOS_MAX)
    throw new Refusal("lotesDemais", { values: { limite: LOTES_ABERTOS_MAX } });
  const { id, numero } = await insertLote(db, contaId, { act, ids, usuarioId, usuario, origem, now });
  await deleteOldLotes(db, contaId, {
    before: new Date(now.getTime() - LOTE_DIAS * DAY_MS),
    kept: LOTES_MAX,
  });
  await planTasks(db, contaId, [toLoteTask(contaId, id, now)]);
  const detalhe = `lote ${numero} · ${describeAct(act)} · ${formatInteger(ids.length)} documentos`;
  await registerAct(ctx, db, { acao: "pedir-lote", alvo: id, detalhe });
  return { id };
}

/** What a lote does, as the registro writes it. */
export function describeAct(act: LoteAct): string {
  if (act.tipo === "marca") return `${FLAG_NAMES[act.marca]}: ${act.valor ? "sim" : "não"}`;
  return MANIFESTACAO_NAMES[act.status];
}
