import type { ParsedParamsOf, ResultOf } from "@malote/contract";
import { FILA_TIPOS, type FilaTipo, TRABALHO_NOMES } from "@malote/contract";
import { diaInZona, instantInZona, zonaOfUf } from "@malote/syntax";
import type { FalhaFiltro, FalhaRow, Operador } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { readPagina } from "../lista/lista.rules.ts";
import { describeMotivo, writeVolta } from "./motivo.rules.ts";
import { impedimentoOf, tentativasOf } from "./operador.rules.ts";

const DAY_MS = 86_400_000;
type Filtro = NonNullable<NonNullable<ParsedParamsOf<"Operador.getListFalha">["searchFilter"]>>;
type Ctx = Pick<SignedInContext, "caller" | "clock" | "database">;

/** Whether the screen knows this kind of work; a newer version may have others. */
export function isFilaTipo(tipo: string): tipo is FilaTipo {
  return FILA_TIPOS.some((each) => each === tipo);
}

/**
 * Converts the filter for the database. Days are in the time zone of the caller's conta; abandoned work
 * counts from 00:00 of today.
 * @throws {Refusal} periodoInvertido
 */
export function toFalhaFiltro({ caller, clock }: Omit<Ctx, "database">, filtro: Filtro): FalhaFiltro {
  const zona = zonaOfUf(caller.contaUf);
  const agora = clock.now();
  const { quandoDe, quandoAte } = filtro;
  if (quandoDe !== undefined && quandoAte !== undefined && quandoDe > quandoAte) {
    throw new Refusal("periodoInvertido", { campo: "searchFilter.quandoAte" });
  }
  const start = (dia: string) => instantInZona(dia, "00:00", zona);
  const next = (dia: string) => diaInZona(new Date(start(dia).getTime() + 1.5 * DAY_MS), zona);
  return {
    agora,
    desde: start(diaInZona(agora, zona)),
    tipo: filtro.tipo ?? null,
    deQuem: filtro.contaId ?? null,
    estado: filtro.estado ?? null,
    de: quandoDe === undefined ? null : start(quandoDe),
    ate: quandoAte === undefined ? null : start(next(quandoAte)),
  };
}

/** Counts the failures by kind, and those that may be retried now. */
export async function countFalhas(
  { database }: Pick<Ctx, "database">,
  quem: Operador,
  filtro: FalhaFiltro,
): Promise<{ total: number; tentaveis: number; porTipo: ReadonlyMap<string, number> }> {
  const rows = await database.portaria.countFalhas(quem, filtro);
  const porTipo = new Map<string, number>();
  let [total, tentaveis] = [0, 0];
  for (const row of rows) {
    total += row.quantas;
    if (impedimentoOf(row) === null) tentaveis += row.quantas;
    porTipo.set(row.tipo, (porTipo.get(row.tipo) ?? 0) + row.quantas);
  }
  return { total, tentaveis, porTipo };
}

/** Lists one page of failures, the most recent first. */
export async function listFalhas(
  ctx: Ctx,
  quem: Operador,
  params: ParsedParamsOf<"Operador.getListFalha">,
): Promise<ResultOf<"Operador.getListFalha">> {
  const { limit: limite, offset: salto } = readPagina(params);
  const filtro = toFalhaFiltro(ctx, params.searchFilter ?? {});
  const rows = await ctx.database.portaria.findFalhas(quem, filtro, { ids: null, salto, limite });
  const { total, tentaveis } = await countFalhas(ctx, quem, filtro);
  const zona = zonaOfUf(ctx.caller.contaUf);
  const results = rows.flatMap((row) => writeFalha(row, { agora: filtro.agora, zona }) ?? []);
  return { results, totalCount: total, object: { tentaveis, desdeEm: filtro.desde } };
}

/** Whether an external server asked for a delay that has not passed yet. */
export function isPedida({ espera, venceEm }: Pick<FalhaRow, "espera" | "venceEm">, agora: Date): boolean {
  return espera === "pedida" && venceEm !== null && venceEm > agora;
}

type Falha = ResultOf<"Operador.getListFalha">["results"][number];

function writeFalha(row: FalhaRow, { agora, zona }: { agora: Date; zona: string }): Falha | null {
  const { tipo, contaId, id, conta, quando, estado, venceEm } = row;
  if (!isFilaTipo(tipo)) return null;
  const pedida = isPedida(row, agora);
  const impedimento = impedimentoOf({ tipo, estado, pedida });
  const motivo = describeMotivo(row);
  const { tentativas, max } = tentativasOf({ ...row, tipo });
  return {
    ...{ id, contaId, conta, tipo, nome: TRABALHO_NOMES[tipo], quando, estado, tentativas, impedimento },
    motivo: pedida && venceEm !== null ? `${motivo}. ${writeVolta(venceEm, agora, zona)}` : motivo,
    tentativasMax: max,
    proximaEm: venceEm,
    tentarJa: impedimento === null && (estado === "desistiu" || isLater(row, agora)),
  };
}

/** Whether a retry would start earlier than planned; due work runs anyway. */
function isLater({ url, venceEm }: FalhaRow, agora: Date): boolean {
  return url !== null || (venceEm !== null && venceEm > agora);
}
