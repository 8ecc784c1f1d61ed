import { type NotNull, sql } from "kysely";
import { anyOf, type Db, type Row, refsOf } from "../../db/index.ts";
import type { FeedItem } from "../documento/documento.rules.ts";
import { NOTA_ROW_SELECTION, type NotaRow } from "../nota/nota.rows.ts";
import { type FeedRange, readFeedPage } from "./feed-page.rows.ts";

export type FeedChangeType = FeedItem["tipo"];

/** The evento of a feed row. */
export type FeedEvento = Pick<
  Row<"evento">,
  "id" | "tpEvento" | "nSeq" | "descEvento" | "protocolo" | "protocoloData" | "origem" | "autor"
> & { temXml: boolean };

/**
 * One feed row. nota: the document as it is today. xmlGzip:
 * of the evento, or of a new or replaced document.
 */
export type FeedChange = {
  sequencia: number;
  tipo: FeedChangeType;
  publicadaEm: Date;
  notaId: string;
  chave: string;
  nota: NotaRow;
  evento: FeedEvento | null;
  xmlGzip: Buffer | null;
};

/** Feed rows of a range, in order; tipos null: of every kind. */
export async function findFeedChanges(
  db: Db,
  contaId: string,
  { tipos, ...range }: FeedRange & { tipos: readonly FeedChangeType[] | null },
): Promise<{ mudancas: FeedChange[]; cheio: boolean }> {
  const { rows, cheio } = await readFeedPage(db, contaId, {
    page: selectChanges(db, contaId, { tipos, ...range }),
    ...range,
  });
  return { mudancas: rows.map(toFeedChange), cheio };
}

function selectChanges(
  db: Db,
  contaId: string,
  { depois, ate, limite, tipos }: FeedRange & { tipos: readonly FeedChangeType[] | null },
) {
  const [f, e, n] = [refsOf("feed", "f"), refsOf("evento", "e"), refsOf("nota", "n")];
  return (
    db
      .selectFrom("feed as f")
      .innerJoin("nota as n", (join) =>
        join.onRef("n.contaId", "=", "f.contaId").onRef("n.id", "=", "f.notaId"),
      )
      .leftJoin("evento as e", (join) =>
        join.onRef("e.contaId", "=", "f.contaId").onRef("e.id", "=", "f.eventoId"),
      )
      .where("f.contaId", "=", contaId)
      .where("f.sequencia", ">", depois)
      .where("f.sequencia", "<=", ate)
      .where(({ eb, and }) => and(tipos === null ? [] : [eb("f.tipo", "=", anyOf(tipos))]))
      .select(["f.sequencia", "f.tipo", "f.criadoEm as publicadaEm", ...NOTA_ROW_SELECTION])
      .select(["e.id as eventoId", "e.tpEvento", "e.nSeq", "e.descEvento", "e.protocolo", "e.protocoloData"])
      .select(["e.origem", "e.autor", "e.documentoId as eventoDocumentoId"])
      .select(
        sql<string | null>`CASE WHEN ${f("tipo")} = 'evento' THEN ${e("documentoId")}
        WHEN ${f("tipo")} IN ('nota', 'troca') THEN ${n("documentoId")} END`.as("documentoId"),
      )
      // The join finds all columns of an evento that are not null, or none.
      .$narrowType<{ eventoId: null } | FoundEvento>()
      .orderBy("f.sequencia")
      .limit(limite)
  );
}

type FoundEvento = { eventoId: string } & Record<
  "tpEvento" | "nSeq" | "descEvento" | "origem" | "autor",
  NotNull
>;

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>["execute"]>>[number];

function toFeedChange(changeRow: ChangeRow & Pick<FeedChange, "xmlGzip">): FeedChange {
  const { sequencia, tipo, publicadaEm, xmlGzip, id, chave } = changeRow;
  const evento = toFeedEvento(changeRow);
  return { sequencia, tipo, publicadaEm, notaId: id, chave, nota: changeRow, evento, xmlGzip };
}

function toFeedEvento(changeRow: ChangeRow): FeedEvento | null {
  if (changeRow.eventoId === null) return null;
  const { eventoId: id, tpEvento, nSeq, descEvento, protocolo, protocoloData, origem, autor } = changeRow;
  const temXml = changeRow.eventoDocumentoId !== null;
  return { id, tpEvento, nSeq, descEvento, protocolo, protocoloData, origem, autor, temXml };
}
