import { TIPOS_NO_BADGE, TIPOS_NOTA, type TipoNota } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { createBinder } from "../list/list.rows.ts";
import { isOneOf } from "../list/tipo-nota.rows.ts";
import type { Grouping, Period } from "./painel.rules.ts";
import { splitMonths } from "./painel.rules.ts";

/** The documents to sum: one side, issued in a range. empresaId: of one empresa; null = of all. */
export type PainelSelection = { papel: "E" | "S"; periodo: Period; empresaId: string | null };

/** Id of the empresa with an unmasked CNPJ or CPF; null if there is none. */
export async function findEmpresaId(db: Db, contaId: string, documento: string): Promise<string | null> {
  const rows = await db.query<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1 AND cnpj = $2", [
    contaId,
    documento,
  ]);
  return rows[0]?.id ?? null;
}

const UNITS = { dia: "day", semana: "week", mes: "month", ano: "year" } as const satisfies Record<
  Grouping,
  string
>;

// Computed on timestamps without zone: the session's zone must not change the day.
const PERIOD_SQL = "greatest(date_trunc($5, r.dia::timestamp)::date, $3)";
const SELECTION_SQL =
  "r.conta_id = $1 AND r.papel = $2 AND r.dia BETWEEN $3 AND $4 AND ($6::uuid IS NULL OR r.empresa_id = $6)";

function valuesOf(contaId: string, { papel, periodo, empresaId }: PainelSelection, grouping: Grouping) {
  return [contaId, papel, periodo.de, periodo.ate, UNITS[grouping], empresaId];
}

/** Sums of one period; periodo: null = of the whole range. */
export type PeriodSums = Record<TipoNota, number> & {
  periodo: string | null;
  quantidade: number;
  valor: string;
  divergentes: number;
  /** NF-e and CT-e that the ERP has not processed. */
  abertas: number;
};

/** Sums of each period with documents, and of the whole range. */
export async function sumPeriods(
  db: Db,
  contaId: string,
  { selection, grouping }: { selection: PainelSelection; grouping: Grouping },
): Promise<PeriodSums[]> {
  const of = (type: TipoNota): string =>
    `coalesce(sum(r.quantidade) FILTER (WHERE r.tipo_nota = '${type}'), 0)::bigint AS "${type}"`;
  return await db.query<PeriodSums>(
    `SELECT ${PERIOD_SQL} AS periodo, coalesce(sum(r.quantidade), 0)::bigint AS quantidade, coalesce(sum(r.valor), 0)::numeric(20, 2) AS valor,
       ${TIPOS_NOTA.map(of).join(", ")},
       coalesce(sum(r.divergentes), 0)::bigint AS divergentes,
       coalesce(sum(r.nao_integradas) FILTER (WHERE ${isOneOf("r.tipo_nota", TIPOS_NO_BADGE)}), 0)::bigint AS abertas
     FROM rollup_dia r WHERE ${SELECTION_SQL} GROUP BY GROUPING SETS ((1), ())`,
    valuesOf(contaId, selection, grouping),
  );
}

/** Sums of one empresa and type in a period. */
export type DetailRow = {
  periodo: string;
  empresaId: string;
  empresaNome: string | null;
  empresaCnpj: string | null;
  tipoNota: TipoNota;
  quantidade: number;
  valor: string;
  canceladas: number;
  divergentes: number;
  naoIntegradas: number;
};

/** Sums of a range by period, empresa and type, oldest period first, at most `limit` rows. */
export async function sumDetail(
  db: Db,
  contaId: string,
  { selection, grouping, limit }: { selection: PainelSelection; grouping: Grouping; limit: number },
): Promise<DetailRow[]> {
  return await db.query<DetailRow>(
    `SELECT d.*, e.nome AS "empresaNome", e.cnpj AS "empresaCnpj" FROM (
       SELECT ${PERIOD_SQL} AS periodo, r.empresa_id AS "empresaId", r.tipo_nota AS "tipoNota", sum(r.quantidade)::bigint AS quantidade,
         sum(r.valor)::numeric(20, 2) AS valor, sum(r.canceladas)::bigint AS canceladas, sum(r.divergentes)::bigint AS divergentes,
         sum(r.nao_integradas)::bigint AS "naoIntegradas"
       FROM rollup_dia r WHERE ${SELECTION_SQL} GROUP BY 1, 2, 3 HAVING sum(r.quantidade) <> 0) d
     LEFT JOIN empresa e ON e.conta_id = $1 AND e.id = d."empresaId"
     ORDER BY d.periodo, e.nome, e.cnpj, d."tipoNota" LIMIT $7`,
    [...valuesOf(contaId, selection, grouping), limit],
  );
}

/** Sums of one UF; uf: null = unknown. */
export type UfRow = { uf: string | null; quantidade: number; valor: string };

/**
 * Sums of a range by the other party's UF, most documents first. The rollup has whole months; the days at the
 * edges are added or subtracted from the notas, by the values with which they were counted.
 */
export async function sumUfs(
  db: Db,
  contaId: string,
  { papel, periodo, empresaId }: PainelSelection,
): Promise<UfRow[]> {
  const { months, edges } = splitMonths(periodo);
  const { bind, values } = createBinder();
  const [contaParam, sideParam, empresaParam] = [bind(contaId), bind(papel), bind(empresaId)];
  const arms = [
    `SELECT r.uf, r.quantidade, r.valor FROM rollup_uf r
     WHERE r.conta_id = ${contaParam} AND r.papel = ${sideParam} AND r.mes BETWEEN ${bind(months?.de ?? null)}::date AND ${bind(months?.ate ?? null)}::date
       AND (${empresaParam}::uuid IS NULL OR r.empresa_id = ${empresaParam})`,
    // One arm per edge: joined to a list of edges, all notas would be read.
    ...edges.map(({ de, ate, sign }) => {
      const [from, to] = [`${bind(de)}::date`, `${bind(ate)}::date`];
      return `SELECT n.contada_uf, ${sign}, ${sign} * n.contada_valor FROM nota n
        WHERE n.conta_id = ${contaParam} AND n.papel = ${sideParam} AND n.contada_dia BETWEEN ${from} AND ${to}
          AND n.data_emissao >= ${from}::timestamp AT TIME ZONE 'UTC' AND n.data_emissao < (${to} + 1)::timestamp AT TIME ZONE 'UTC' + interval '5 h'
          AND (${empresaParam}::uuid IS NULL OR n.contada_empresa = ${empresaParam})`;
    }),
  ];
  return await db.query<UfRow>(
    `SELECT nullif(t.uf, '') AS uf, sum(t.quantidade)::bigint AS quantidade, sum(t.valor)::numeric(20, 2) AS valor
     FROM (${arms.join(" UNION ALL ")}) t (uf, quantidade, valor)
     GROUP BY 1 HAVING sum(t.quantidade) <> 0 ORDER BY 2 DESC, 1`,
    values,
  );
}

/** E-mails to count. empresaId: those that brought a document of this empresa; null = all of the conta. */
export type EmailCount = { periods: readonly Period[]; zona: string; empresaId: string | null };

/** E-mails of each period, in order, by day of arrival; imports do not count. */
export async function countEmails(
  db: Db,
  contaId: string,
  { periods, zona, empresaId }: EmailCount,
): Promise<number[]> {
  const { bind, values } = createBinder();
  const [contaParam, zoneParam] = [bind(contaId), bind(zona)];
  const [starts, ends] = [bind(periods.map(({ de }) => de)), bind(periods.map(({ ate }) => ate))];
  // Both are read from an index alone.
  const from =
    empresaId === null
      ? `email e WHERE e.conta_id = ${contaParam} AND NOT e.importado`
      : `email_empresa e WHERE e.conta_id = ${contaParam} AND e.empresa_id = ${bind(empresaId)}`;
  const rows = await db.query<{ quantidade: number }>(
    `SELECT (SELECT count(*) FROM ${from}
       AND e.recebida_em >= p.de::timestamp AT TIME ZONE ${zoneParam} AND e.recebida_em < (p.ate + 1)::timestamp AT TIME ZONE ${zoneParam}) AS quantidade
     FROM unnest(${starts}::date[], ${ends}::date[]) WITH ORDINALITY AS p (de, ate, n) ORDER BY p.n`,
    values,
  );
  return rows.map(({ quantidade }) => quantidade);
}
