import type { TipoNota } from "@malote/syntax";
import { anyOf, type Db, expressionsOf, notExists } from "../../db/index.ts";
import { type Condition, type Conditions, conditionsOf, dayStart, momentStart } from "../list/list.rows.ts";
import { NOTA_ROW_SELECTION, type NotaRow } from "../nota/nota.rows.ts";
import type { Side } from "../nota/nota.rules.ts";
import { type FeedRange, readFeedPage } from "./feed-page.rows.ts";

/**
 * Filter of published documents; an absent field restricts
 * nothing. Days and minutes are in the conta's time zone.
 */
export type FeedFilter = {
  entradaSaida?: Side | undefined;
  tipos?: readonly TipoNota[] | undefined;
  /** Whole CNPJs or CPFs, without mask, of the emitente or destinatario. */
  documentos?: readonly string[] | undefined;
  chaves?: readonly string[] | undefined;
  empresaId?: string | undefined;
  criadoDe?: string | undefined;
  criadoAte?: string | undefined;
  emissaoDe?: string | undefined;
  emissaoAte?: string | undefined;
  processado?: boolean | undefined;
};

/** A published document at its place in the feed. xmlGzip: null unless it was requested. */
export type FeedNota = NotaRow & { sequencia: number; xmlGzip: Buffer | null };

type Zone = { zona: string };

const n = expressionsOf("nota", "n");

const CONDITIONS: Conditions<FeedFilter, Zone, Condition> = {
  entradaSaida: (side) => n("n.papel", "=", side),
  tipos: (tipos) => n("n.tipoNota", "=", anyOf(tipos)),
  documentos: (documentos) =>
    n.or([n("n.cnpjEmitente", "=", anyOf(documentos)), n("n.cnpjDestinatario", "=", anyOf(documentos))]),
  chaves: (chaves) => n("n.chave", "=", anyOf(chaves)),
  empresaId: (id) => n("n.empresaId", "=", id),
  criadoDe: (moment, { zona }) => n("n.criadoEm", ">=", momentStart(moment, 0, zona)),
  criadoAte: (moment, { zona }) => n("n.criadoEm", "<", momentStart(moment, 1, zona)),
  emissaoDe: (day, { zona }) => n("n.dataEmissao", ">=", dayStart(day, 0, zona)),
  emissaoAte: (day, { zona }) => n("n.dataEmissao", "<", dayStart(day, 1, zona)),
  processado: (is) => n("n.processadoErp", "=", is),
};

/**
 * Documents published in a feed range, each at its last publication, so that a release from
 * quarantine is read again.
 * @returns cheio: `limite` or the byte limit was reached; there may be more before the end of the range
 */
export async function findPublishedNotas(
  db: Db,
  contaId: string,
  { filtro, zona, ...range }: FeedRange & Zone & { filtro: FeedFilter },
): Promise<{ notas: FeedNota[]; cheio: boolean }> {
  const page = db
    .selectFrom("feed as f")
    .innerJoin("nota as n", (join) =>
      join.onRef("n.contaId", "=", "f.contaId").onRef("n.id", "=", "f.notaId"),
    )
    .where("f.contaId", "=", contaId)
    .where("f.tipo", "=", "nota")
    .where("f.sequencia", ">", range.depois)
    .where("f.sequencia", "<=", range.ate)
    .where("n.quarentena", "=", false)
    .where("n.terceiros", "=", false)
    .where(({ selectFrom }) =>
      notExists(
        selectFrom("feed as g")
          .whereRef("g.contaId", "=", "f.contaId")
          .whereRef("g.notaId", "=", "f.notaId")
          .where("g.tipo", "=", "nota")
          .whereRef("g.sequencia", ">", "f.sequencia"),
      ),
    )
    .where(({ and }) => and(conditionsOf(CONDITIONS, filtro, { zona })))
    .select(["f.sequencia", "n.documentoId", ...NOTA_ROW_SELECTION])
    .orderBy("f.sequencia")
    .limit(range.limite);
  const { rows, cheio } = await readFeedPage(db, contaId, { page, ...range });
  return { notas: rows, cheio };
}
