import { TIPOS_NO_BADGE, TIPOS_NOTA, type TipoNota } from "@malote/syntax";
import { type Expression, type RawBuilder, sql } from "kysely";
import { column, type Db, expressionsOf, type Row, unionAll, unnestRows } from "../../db/index.ts";
import { type Grouping, type MonthEdge, type Period, splitMonths } from "./painel.rules.ts";

/** The documents to sum: one side, issued in a range. empresaId: of one empresa; null = of all. */
export type PainelSelection = { papel: "E" | "S"; periodo: Period; empresaId: string | null };

const UNITS = { dia: "day", semana: "week", mes: "month", ano: "year" } as const satisfies Record<
  Grouping,
  string
>;

const r = expressionsOf("rollupDia", "r");

/** The first day of a day's period. */
function periodOf({ periodo }: PainelSelection, grouping: Grouping): RawBuilder<string> {
  // Computed on timestamps without zone: the session's zone must not change the day.
  const start = sql`date_trunc(${UNITS[grouping]}, ${r.ref("r.dia")}::timestamp)::date`;
  return sql`greatest(${start}, ${periodo.de}::date)`;
}

function selectDays(db: Db, contaId: string, { papel, periodo, empresaId }: PainelSelection) {
  return db
    .selectFrom("rollupDia as r")
    .where("r.contaId", "=", contaId)
    .where("r.papel", "=", papel)
    .where(({ between }) => between("r.dia", periodo.de, periodo.ate))
    .$if(empresaId !== null, (query) => query.where("r.empresaId", "=", empresaId));
}

const zero = sql.lit(0);

/** A sum of counts. */
function countSum(sum: Expression<unknown>): RawBuilder<number> {
  return sql`coalesce(${sum}, 0)::bigint`;
}

/** A sum of amounts. */
function valorSum(sum: Expression<unknown>): RawBuilder<string> {
  return sql`coalesce(${sum}, 0)::numeric(20, 2)`;
}

/** Sums of one period; periodo: null = of the whole range. */
export type PeriodSums = Record<TipoNota, number> & {
  periodo: string | null;
  quantidade: number;
  valor: string;
  divergentes: number;
  /** NF-e and CT-e that the ERP has not processed. */
  abertas: number;
} & Record<ValorColumn, string>;

type ValorColumn = `valor${TipoNota}`;

/** Column with the sum of the values of a type. */
export function valorColumnOf(tipo: TipoNota): ValorColumn {
  return `valor${tipo}`;
}

/** Sums of each period with documents, and of the whole range. */
export async function sumPeriods(
  db: Db,
  contaId: string,
  { selection, grouping }: { selection: PainelSelection; grouping: Grouping },
): Promise<PeriodSums[]> {
  return await selectDays(db, contaId, selection)
    .select(({ fn }) => [
      // Null in the group of the whole range.
      sql<string | null>`${periodOf(selection, grouping)}`.as("periodo"),
      countSum(fn.sum("r.quantidade")).as("quantidade"),
      valorSum(fn.sum("r.valor")).as("valor"),
      countSum(fn.sum("r.divergentes")).as("divergentes"),
      countSum(fn.sum("r.naoIntegradas").filterWhere("r.tipoNota", "in", TIPOS_NO_BADGE)).as("abertas"),
    ])
    .select(({ fn }) =>
      TIPOS_NOTA.map((tipo) =>
        countSum(fn.sum("r.quantidade").filterWhere("r.tipoNota", "=", tipo)).as(tipo),
      ),
    )
    .select(({ fn }) =>
      TIPOS_NOTA.map((tipo) =>
        valorSum(fn.sum("r.valor").filterWhere("r.tipoNota", "=", tipo)).as(valorColumnOf(tipo)),
      ),
    )
    .groupBy(sql`GROUPING SETS ((1), ())`)
    .execute();
}

/** Sums of one empresa and type in a period. */
export type DetailRow = Pick<Row<"rollupDia">, DetailColumn> & {
  periodo: string;
  empresaNome: string | null;
  empresaCnpj: string | null;
};
type DetailColumn =
  | ("empresaId" | "tipoNota" | "quantidade" | "valor")
  | ("canceladas" | "divergentes" | "naoIntegradas");

/** Sums of a range by period, empresa and type, oldest period first, at most `limit` rows. */
export async function sumDetail(
  db: Db,
  contaId: string,
  { selection, grouping, limit }: { selection: PainelSelection; grouping: Grouping; limit: number },
): Promise<DetailRow[]> {
  const sums = selectDays(db, contaId, selection)
    .select(({ fn }) => [
      periodOf(selection, grouping).as("periodo"),
      "r.empresaId",
      "r.tipoNota",
      countSum(fn.sum("r.quantidade")).as("quantidade"),
      valorSum(fn.sum("r.valor")).as("valor"),
      countSum(fn.sum("r.canceladas")).as("canceladas"),
      countSum(fn.sum("r.divergentes")).as("divergentes"),
      countSum(fn.sum("r.naoIntegradas")).as("naoIntegradas"),
    ])
    .groupBy(sql`1, 2, 3`)
    .having(({ eb, fn }) => eb(fn.sum("r.quantidade"), "<>", zero));
  return await db
    .selectFrom(sums.as("d"))
    .leftJoin("empresa as e", (join) => join.on("e.contaId", "=", contaId).onRef("e.id", "=", "d.empresaId"))
    .selectAll("d")
    .select(["e.nome as empresaNome", "e.cnpj as empresaCnpj"])
    .orderBy("d.periodo")
    .orderBy("e.nome")
    .orderBy("e.cnpj")
    .orderBy("d.tipoNota")
    .limit(limit)
    .execute();
}

/** Sums of one UF; uf: null = unknown. */
export type UfRow = { uf: string | null; quantidade: number; valor: string };

/**
 * Sums of a range by the other party's UF, most documents first. The rollup has whole months; the days at the
 * edges are added or subtracted from the notas, by the values with which they were counted.
 */
export async function sumUfs(db: Db, contaId: string, selection: PainelSelection): Promise<UfRow[]> {
  const { months, edges } = splitMonths(selection.periodo);
  const arms = [
    ...(months === null ? [] : [selectMonths(db, contaId, { ...selection, periodo: months })]),
    // One arm per edge: joined to a list of edges, all notas would be read.
    ...edges.map((edge) => selectEdge(db, contaId, { selection, edge })),
  ];
  return await db
    .selectFrom(unionAll("t", arms))
    .select(({ fn, ref }) => [
      sql<string | null>`nullif(${ref("t.uf")}, '')`.as("uf"),
      countSum(fn.sum("t.quantidade")).as("quantidade"),
      valorSum(fn.sum("t.valor")).as("valor"),
    ])
    .groupBy(sql`1`)
    .having(({ eb, fn }) => eb(fn.sum("t.quantidade"), "<>", zero))
    .orderBy(sql`2 DESC, 1`)
    .execute();
}

function selectMonths(db: Db, contaId: string, { papel, periodo, empresaId }: PainelSelection) {
  return db
    .selectFrom("rollupUf as r")
    .where("r.contaId", "=", contaId)
    .where("r.papel", "=", papel)
    .where(({ between }) => between("r.mes", periodo.de, periodo.ate))
    .$if(empresaId !== null, (query) => query.where("r.empresaId", "=", empresaId))
    .select(["r.uf", "r.quantidade", "r.valor"]);
}

function selectEdge(
  db: Db,
  contaId: string,
  { selection: { papel, empresaId }, edge }: { selection: PainelSelection; edge: MonthEdge },
) {
  const { de, ate } = edge;
  const sign = sql.lit(edge.sign);
  return db
    .selectFrom("nota as n")
    .where("n.contaId", "=", contaId)
    .where("n.papel", "=", papel)
    .where(({ between }) => between("n.contadaDia", de, ate))
    .where("n.dataEmissao", ">=", sql<Date>`${de}::date::timestamp AT TIME ZONE 'UTC'`)
    .where("n.dataEmissao", "<", sql<Date>`(${ate}::date + 1)::timestamp AT TIME ZONE 'UTC' + interval '5 h'`)
    .$if(empresaId !== null, (query) => query.where("n.contadaEmpresa", "=", empresaId))
    .select(({ ref }) => [
      "n.contadaUf as uf",
      sql<number>`${sign}`.as("quantidade"),
      sql<string>`${sign} * ${ref("n.contadaValor")}`.as("valor"),
    ]);
}

/** E-mails to count. empresaId: those that brought a document of this empresa; null = all of the conta. */
export type EmailCount = { periods: readonly Period[]; zona: string; empresaId: string | null };

/** E-mails of each period, in order, by day of arrival; imports do not count. */
export async function countEmails(
  db: Db,
  contaId: string,
  { periods, zona, empresaId }: EmailCount,
): Promise<number[]> {
  const days = (read: (period: Period) => string) => column("date", periods.map(read));
  const asked = unnestRows("p", {
    de: days(({ de }) => de),
    ate: days(({ ate }) => ate),
    n: column("int4", [...periods.keys()]),
  });
  const rows = await db
    .selectFrom(asked)
    .select(({ selectFrom, ref }) => {
      // Both are read from an index alone.
      const emails =
        empresaId === null
          ? selectFrom("email as e")
              .where("e.contaId", "=", contaId)
              .where(({ not }) => not("e.importado"))
          : selectFrom("emailEmpresa as e")
              .where("e.contaId", "=", contaId)
              .where("e.empresaId", "=", empresaId);
      return emails
        .where("e.recebidaEm", ">=", sql<Date>`${ref("p.de")}::timestamp AT TIME ZONE ${zona}`)
        .where("e.recebidaEm", "<", sql<Date>`(${ref("p.ate")} + 1)::timestamp AT TIME ZONE ${zona}`)
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .as("quantidade");
    })
    .orderBy("p.n")
    .execute();
  return rows.map(({ quantidade }) => quantidade ?? 0);
}
