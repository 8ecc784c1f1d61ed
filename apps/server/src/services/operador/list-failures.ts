import type { ParsedParamsOf, ResultOf } from "@malote/contract";
import { JOB_NAMES, QUEUE_TYPES, type QueueType } from "@malote/contract";
import { DAY_MS, dayInZone, instantInZone, zoneOfUf } from "@malote/syntax";
import type { FailureQuery, FailureRow, OperatorRef } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { readPage } from "../list/list.rules.ts";
import { describeFailureReason, describeNextAttempt } from "./failure-reason.rules.ts";
import { attemptsOf, retryBlockOf } from "./operador.rules.ts";

type FailureFilter = NonNullable<NonNullable<ParsedParamsOf<"Operador.getListFalha">["searchFilter"]>>;
type Ctx = Pick<SignedInContext, "caller" | "clock" | "database">;

/** Whether the screen knows this kind of work; a newer version may have others. */
export function isQueueType(tipo: string): tipo is QueueType {
  return QUEUE_TYPES.some((each) => each === tipo);
}

/**
 * Converts the filter for the database. Days are in the time zone of the caller's conta; abandoned work
 * counts from 00:00 of today.
 * @throws {Refusal} periodoInvertido
 */
export function toFailureFilter(
  { caller, clock }: Omit<Ctx, "database">,
  filter: FailureFilter,
): FailureQuery {
  const timeZone = zoneOfUf(caller.contaUf);
  const now = clock.now();
  const { quandoDe, quandoAte } = filter;
  if (quandoDe !== undefined && quandoAte !== undefined && quandoDe > quandoAte) {
    throw new Refusal("periodoInvertido", { campo: "searchFilter.quandoAte" });
  }
  const start = (dia: string) => instantInZone(dia, "00:00", timeZone);
  const next = (dia: string) => dayInZone(new Date(start(dia).getTime() + 1.5 * DAY_MS), timeZone);
  return {
    now,
    desde: start(dayInZone(now, timeZone)),
    tipo: filter.tipo ?? null,
    deQuem: filter.contaId ?? null,
    estado: filter.estado ?? null,
    de: quandoDe === undefined ? null : start(quandoDe),
    ate: quandoAte === undefined ? null : start(next(quandoAte)),
  };
}

/** Counts the failures by kind, and those that may be retried now. */
export async function countFailures(
  { database }: Pick<Ctx, "database">,
  operator: OperatorRef,
  filter: FailureQuery,
): Promise<{ total: number; tentaveis: number; porTipo: ReadonlyMap<string, number> }> {
  const rows = await database.gatekeeper.countFailures(operator, filter);
  const byType = new Map<string, number>();
  let [total, retryable] = [0, 0];
  for (const row of rows) {
    total += row.quantas;
    if (retryBlockOf(row) === null) retryable += row.quantas;
    byType.set(row.tipo, (byType.get(row.tipo) ?? 0) + row.quantas);
  }
  return { total, tentaveis: retryable, porTipo: byType };
}

/** Lists one page of failures, the most recent first. */
export async function listFailures(
  ctx: Ctx,
  operator: OperatorRef,
  params: ParsedParamsOf<"Operador.getListFalha">,
): Promise<ResultOf<"Operador.getListFalha">> {
  const { limit: limite, offset: salto } = readPage(params);
  const filter = toFailureFilter(ctx, params.searchFilter ?? {});
  const rows = await ctx.database.gatekeeper.findFailures(operator, filter, { ids: null, salto, limite });
  const { total, tentaveis: retryable } = await countFailures(ctx, operator, filter);
  const timeZone = zoneOfUf(ctx.caller.contaUf);
  const results = rows.flatMap((row) => writeFailure(row, { now: filter.now, zona: timeZone }) ?? []);
  return { results, totalCount: total, object: { tentaveis: retryable, desdeEm: filter.desde } };
}

/** Whether an external server asked for a delay that has not passed yet. */
export function isExternallyDelayed(
  { espera, venceEm }: Pick<FailureRow, "espera" | "venceEm">,
  now: Date,
): boolean {
  return espera === "pedida" && venceEm !== null && venceEm > now;
}

type FailureWire = ResultOf<"Operador.getListFalha">["results"][number];

function writeFailure(
  row: FailureRow,
  { now, zona: timeZone }: { now: Date; zona: string },
): FailureWire | null {
  const { tipo, contaId, id, conta, quando, estado, venceEm } = row;
  if (!isQueueType(tipo)) return null;
  const isDelayed = isExternallyDelayed(row, now);
  const impedimento = retryBlockOf({ tipo, estado, pedida: isDelayed });
  const motivo = describeFailureReason(row);
  const { tentativas, max } = attemptsOf({ ...row, tipo });
  return {
    ...{ id, contaId, conta, tipo, nome: JOB_NAMES[tipo], quando, estado, tentativas, impedimento },
    motivo:
      isDelayed && venceEm !== null ? `${motivo}. ${describeNextAttempt(venceEm, now, timeZone)}` : motivo,
    tentativasMax: max,
    proximaEm: venceEm,
    tentarJa: impedimento === null && (estado === "desistiu" || isLater(row, now)),
  };
}

/** Whether a retry would start earlier than planned; due work runs anyway. */
function isLater({ url, venceEm }: FailureRow, now: Date): boolean {
  return url !== null || (venceEm !== null && venceEm > now);
}
