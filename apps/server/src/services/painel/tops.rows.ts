import { PAINEL_DUE_MAX, PAINEL_TOPS_MAX } from "@malote/contract";
import { sql } from "kysely";
import { type Db, pgType, querySql } from "../../db/index.ts";
import { dayStart } from "../list/list.rows.ts";
import { hasInstalments, isOwed } from "../nota/list/due.rows.ts";
import type { PainelSelection } from "./painel.rows.ts";
import type { DueWeek } from "./painel.rules.ts";

/** One other party of a range. total: how many there are. */
export type TopParty = {
  cnpjCpf: string;
  nome: string;
  quantidade: number;
  valor: string;
  total: number;
};

const TOP_COLUMNS = {
  cnpjCpf: pgType.text,
  nome: pgType.text,
  quantidade: pgType.number,
  valor: pgType.text,
  total: pgType.number,
};

/**
 * The other parties with most value in a range: emitentes of received, destinatários of issued documents.
 * The sums read an index alone; only the names of the first ones are read from rows.
 */
export async function sumTopParties(
  db: Db,
  contaId: string,
  { selection, zona }: { selection: PainelSelection; zona: string },
): Promise<TopParty[]> {
  const { papel, periodo, empresaId } = selection;
  const [documento, nome] =
    papel === "E" ? ["cnpj_emitente", "nome_emitente"] : ["cnpj_destinatario", "nome_destinatario"];
  const [key, name] = [sql.raw(`n.${documento}`), sql.raw(`n.${nome}`)];
  const ofEmpresa = empresaId === null ? sql`` : sql`AND n.empresa_id = ${empresaId}`;
  const [de, ate] = [dayStart(periodo.de, 0, zona), dayStart(periodo.ate, 1, zona)];
  const counted = sql`n.conta_id = ${contaId} AND n.papel = ${papel} AND NOT n.terceiros AND NOT n.quarentena
      AND n.data_emissao >= ${de} AND n.data_emissao < ${ate} ${ofEmpresa} AND ${key} <> ''`;
  return await querySql(
    db,
    TOP_COLUMNS,
    sql`SELECT t.documento AS cnpj_cpf, coalesce(q.nome, t.documento) AS nome, t.quantidade, t.valor::text AS valor, t.total
    FROM (
      SELECT ${key} AS documento, count(*)::integer AS quantidade, (sum(n.valor_centavos) / 100.0)::numeric(20, 2) AS valor,
        (count(*) OVER ())::integer AS total
      FROM nota n WHERE ${counted}
      GROUP BY ${key} ORDER BY sum(n.valor_centavos) DESC, ${key} LIMIT ${sql.lit(PAINEL_TOPS_MAX)}
    ) t
    LEFT JOIN LATERAL (
      SELECT ${name} AS nome FROM nota n
      WHERE ${counted} AND ${key} = t.documento ORDER BY n.data_emissao DESC, n.id DESC LIMIT 1
    ) q ON true
    ORDER BY t.valor DESC, t.documento`,
  );
}

/** Sums of a week by its position; semana: null = of all. lidas: documents read, at most one too many. */
export type DueSum = { semana: number | null; quantidade: number; valor: string; lidas: number };

const DUE_COLUMNS = {
  semana: pgType.nullable(pgType.number),
  quantidade: pgType.number,
  valor: pgType.text,
  lidas: pgType.number,
};

/** Sums the instalments of the documents that the ERP has not processed, by week, whatever the range. */
export async function sumDue(
  db: Db,
  contaId: string,
  { selection, weeks }: { selection: PainelSelection; weeks: readonly DueWeek[] },
): Promise<DueSum[]> {
  const { papel, empresaId } = selection;
  const ofEmpresa = empresaId === null ? sql`` : sql`AND n.empresa_id = ${empresaId}`;
  // The first days of the weeks after the overdue ones.
  const starts = sql.join(weeks.flatMap(({ de }) => (de === null ? [] : [sql`${de}::date`])));
  return await querySql(
    db,
    DUE_COLUMNS,
    sql`WITH abertas AS MATERIALIZED (
      SELECT n.id, n.vencimentos, n.parcelas, row_number() OVER (ORDER BY n.data_emissao DESC, n.id DESC) AS vez
      FROM nota n
      WHERE n.conta_id = ${contaId} AND n.papel = ${papel} AND NOT n.processado_erp AND ${hasInstalments()}
        AND NOT n.terceiros AND NOT n.quarentena AND ${isOwed()} ${ofEmpresa}
      ORDER BY n.data_emissao DESC, n.id DESC LIMIT ${sql.lit(PAINEL_DUE_MAX + 1)}
    )
    SELECT width_bucket(p.dia, ARRAY[${starts}]) AS semana, count(DISTINCT a.id)::integer AS quantidade,
      sum(p.valor)::numeric(20, 2)::text AS valor, (SELECT count(*) FROM abertas)::integer AS lidas
    FROM abertas a CROSS JOIN LATERAL unnest(a.vencimentos, a.parcelas) AS p (dia, valor)
    WHERE a.vez <= ${sql.lit(PAINEL_DUE_MAX)}
    GROUP BY GROUPING SETS ((1), ())`,
  );
}
