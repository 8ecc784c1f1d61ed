import type { PrintSituacao } from "@malote/print";
import type { TipoNota } from "@malote/syntax";
import { type Expression, type RawBuilder, sql } from "kysely";
import { anyOf, type Db, expressionsOf } from "../../../db/index.ts";
import { isDocumentoOf, isXmlOf } from "../../documento/documento.rows.ts";
import { PUBLISHABLE_VEREDITOS } from "../../evento/evento.rules.ts";
import { isCancelledBy, isReportedCancelamento } from "../../evento/fact.rows.ts";
import type { Condition } from "../../list/list.rows.ts";
import { CANCELLED_STATUSES, DENIED_STATUSES } from "../../manifestacao/manifestacao.rules.ts";
import { selectStored } from "../nota.rows.ts";

/** Data for the printed form of a view. logo: the emitente's, if it is an empresa of the conta with one. */
export type NotaForPrintedForm = {
  chave: string;
  tipoNota: TipoNota;
  situacao: PrintSituacao;
  logo: Buffer | null;
  xmlGzip: Buffer;
};

const n = expressionsOf("nota", "n");

/** The situacao of a view n for its printed form. A refuted view is `nao-conferida` until its release from
 * quarantine; homologação alone does not count, since the form itself states it. */
export function situacaoOfNota(): RawBuilder<PrintSituacao> {
  const status = n.fn.coalesce("n.sefazStatus", "n.nfeStatus", sql.lit(""));
  const hasEvento = (condition: Condition) =>
    n.exists(
      n
        .selectFrom("evento as c")
        .whereRef("c.contaId", "=", "n.contaId")
        .whereRef("c.chave", "=", "n.chave")
        .where(condition),
    );
  const aliases = { evento: "c", nota: "n" };
  return sql`CASE
    WHEN ${isRefuted(n.ref("n.veredito"))} AND ${n("n.quarentenaLiberadaEm", "is", null)} THEN 'nao-conferida'
    WHEN ${n("n.hashSha1Canc", "is not", null)} OR ${status} = ${anyOf(CANCELLED_STATUSES)}
      OR ${hasEvento(isCancelledBy(aliases))} THEN 'cancelada'
    WHEN ${status} = ${anyOf(DENIED_STATUSES)} THEN 'denegada'
    WHEN ${hasEvento(isReportedCancelamento(aliases))} THEN 'cancelamento-informado'
    ELSE 'normal' END`;
}

/** The veredito of a view or evento refutes its signature or contents. */
function isRefuted(veredito: Expression<string | null>): Condition {
  return n(veredito, "not in", PUBLISHABLE_VEREDITOS);
}

export async function findNotaForPrintedForm(
  db: Db,
  contaId: string,
  id: string,
): Promise<NotaForPrintedForm | null> {
  const found = await selectStored(db, contaId, id)
    .leftJoin("empresa as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.cnpj", "=", "n.cnpjEmitente"),
    )
    .select(["n.chave", "n.tipoNota", "x.xmlGzip", "e.logo", situacaoOfNota().as("situacao")])
    .executeTakeFirst();
  return found ?? null;
}

/** An evento with its XML, and the XML of its document if the conta has it. */
export type FullEvento = {
  chave: string;
  tpEvento: string;
  nSeq: number;
  situacao: PrintSituacao;
  xmlGzip: Buffer;
  doDocumentoGzip: Buffer | null;
};

export async function findFullEvento(db: Db, contaId: string, id: string): Promise<FullEvento | null> {
  const found = await db
    .selectFrom("evento as e")
    .innerJoin("documento as d", (join) => join.on(isDocumentoOf("d", "e")))
    .innerJoin("documentoXml as x", (join) => join.on(isXmlOf("x", "d")))
    .leftJoin("nota as n", (join) =>
      join
        .onRef("n.contaId", "=", "e.contaId")
        .onRef("n.chave", "=", "e.chave")
        .on(({ not }) => not("n.quarentena")),
    )
    .leftJoin("documento as nd", (join) => join.on(isDocumentoOf("nd", "n")))
    .leftJoin("documentoXml as nx", (join) => join.on(isXmlOf("nx", "nd")))
    .where("e.contaId", "=", contaId)
    .where("e.id", "=", id)
    .select(["e.chave", "e.tpEvento", "e.nSeq", "x.xmlGzip", "nx.xmlGzip as doDocumentoGzip"])
    .select(({ ref }) =>
      sql<PrintSituacao>`CASE WHEN ${isRefuted(ref("e.veredito"))} THEN 'nao-conferida' ELSE 'normal' END`.as(
        "situacao",
      ),
    )
    .orderBy("n.papel")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}
