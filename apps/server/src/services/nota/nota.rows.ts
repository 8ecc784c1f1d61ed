import { TIPOS_EM_ABERTO, type TipoNota } from "@malote/syntax";
import { type RawBuilder, sql } from "kysely";
import { columnsSql, type Db, expressionsOf, pgType, querySql, type Row } from "../../db/index.ts";
import { isDocumentoOf, isXmlOf } from "../documento/documento.rows.ts";
import { isAnswerOnly, isByRightAutor } from "../evento/fact.rows.ts";
import { COUNT_MAX, type Condition } from "../list/list.rows.ts";
import type { Page } from "../list/list.rules.ts";
import { TO_MANIFEST_SINCE, toManifestSince } from "../manifestacao/deadline.rows.ts";
import type { DocumentosByName, NameLookup, Party } from "./list/nota-filter.rows.ts";
import { createNameLookup, matchesNota, partiesToCount, SORT_ORDERS } from "./list/nota-filter.rows.ts";
import type { NotaFilter, NotaSortOrder, Side } from "./nota.rules.ts";

const NOTA_FIELDS = [
  ...(["id", "chave", "papel", "terceiros", "tipoNota", "numeroNota", "serieNota", "dataEmissao"] as const),
  ...(["valorTotal", "nomeEmitente", "cnpjEmitente", "ufEmitente", "nomeDestinatario"] as const),
  ...(["cnpjDestinatario", "ufDestinatario", "nfeStatus", "sefazStatus", "divergente", "veredito"] as const),
  ...(["quarentena", "aguardandoCertificado", "manifestacao", "criadoEm", "alteradoEm"] as const),
  ...(["processadoErp", "processadoEm", "processadoPor", "recebido", "recebidoEm", "recebidoPor"] as const),
  ...(["conferido", "conferidoEm", "conferidoPor"] as const),
];

export type NotaRow = Pick<Row<"nota">, (typeof NOTA_FIELDS)[number]> & {
  /** Authorization time, while the recipient's conclusive manifestação is missing. */
  aManifestarDesde: Date | null;
};

/** Columns of a {@link NotaRow}, for statements as text. */
export const NOTA_ROW_COLUMNS = {
  ...pgType.columnsOf("nota", ...NOTA_FIELDS),
  aManifestarDesde: pgType.nullable(pgType.instant),
};

/** Their select list, from `nota` as n. */
export const NOTA_ROW_SQL = `${columnsSql(pgType.columnsOf("nota", ...NOTA_FIELDS), "n")}, ${TO_MANIFEST_SINCE} AS a_manifestar_desde`;

/** The select list of a {@link NotaRow}, from `nota` as n, for other statements. */
export const NOTA_ROW_SELECTION = [
  ...NOTA_FIELDS.map((field) => `n.${field}` as const),
  toManifestSince("n").as("aManifestarDesde"),
];

/** A list request. papel: null = both sides. zona: of the conta's UF. nomes: of the filter's patterns. */
export type NotaList = {
  papel: Side | null;
  filtro: NotaFilter;
  ordem: NotaSortOrder;
  zona: string;
  nomes: DocumentosByName;
};

const SIDES: readonly Side[] = ["E", "S"];

/** One page of a list, in its sort order. */
export async function findPage(
  db: Db,
  contaId: string,
  { list, page }: { list: NotaList; page: Page },
): Promise<NotaRow[]> {
  return await querySql(db, NOTA_ROW_COLUMNS, writePage(contaId, list, page));
}

/** Up to this many documents of a capture period are gathered and sorted; more are read in index order. */
const GATHERED_MAX = 5_000;

const n = expressionsOf("nota", "n");
const UNION_ALL = sql` UNION ALL `;

/**
 * The statement of one page. Text, because the order must come from an index: OFFSET skips ids only.
 * Without a side, the indexes of both sides are read in order and merged.
 */
export function writePage(contaId: string, list: NotaList, { limit, offset }: Page): RawBuilder<unknown> {
  const nameLookup = createNameLookup();
  const { coluna: column, sentido } = SORT_ORDERS[list.ordem];
  const [key, direction] = [n.ref(`n.${column}`), sql.raw(sentido)];
  const arms = writeArms(contaId, list, { procura: nameLookup });
  const keySelect = sql`SELECT n.id, ${key} AS k FROM nota n WHERE`;
  const sortKey = startsOutsidePeriod(list) ? sql`(${key} + interval '0')` : key;
  const read = (where: RawBuilder<unknown>) =>
    sql`(${keySelect} ${where} ORDER BY ${sortKey} ${direction}, n.id ${direction} LIMIT ${limit + offset})`;
  const { ctes, from } = hasCapturePeriod(list.filtro)
    ? writeGathered(arms, { keySelect, read })
    : { ctes: [], from: arms.map((where) => read(sql`${where}`)) };
  return sql`${writeWith([...nameLookup.ctes(), ...ctes])}SELECT ${sql.raw(NOTA_ROW_SQL)} FROM (
      SELECT id FROM (${sql.join(from, UNION_ALL)}) a ORDER BY k ${direction}, id ${direction}
      LIMIT ${limit} OFFSET ${offset}
    ) p JOIN nota n ON n.conta_id = ${contaId} AND n.id = p.id
    ORDER BY ${key} ${direction}, n.id ${direction}`;
}

function writeWith(ctes: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return ctes.length === 0 ? sql`` : sql`WITH ${sql.join(ctes)} `;
}

// The oldest arrivals were issued before the period: the index of arrivals would be read up to it. As an
// expression the key has no index, and the rows of the period are sorted (measured: 100 → 13 ms of 100 000).
function startsOutsidePeriod({ ordem, filtro }: NotaList): boolean {
  if (ordem === "chegadaAsc") return filtro.emissaoDe !== undefined;
  return ordem === "chegadaDesc" && filtro.emissaoAte !== undefined;
}

function hasCapturePeriod({ criadoDe, criadoAte }: NotaFilter): boolean {
  return criadoDe !== undefined || criadoAte !== undefined;
}

// The planner does not know that capture time correlates with the order: it would read all newer rows.
// The LIMIT on gathered rows removes none; it tells the planner how many to expect.
function writeGathered(
  arms: readonly Condition[],
  {
    keySelect,
    read,
  }: { keySelect: RawBuilder<unknown>; read: (where: RawBuilder<unknown>) => RawBuilder<unknown> },
): { ctes: RawBuilder<unknown>[]; from: RawBuilder<unknown>[] } {
  const all = (start: RawBuilder<unknown>, and: RawBuilder<unknown>) =>
    sql.join(
      arms.map((where) => sql`${start} ${where}${and}`),
      UNION_ALL,
    );
  const [max, more] = [sql.lit(GATHERED_MAX), sql.lit(GATHERED_MAX + 1)];
  const isFew = sql`(SELECT n FROM quantas) <= ${max}`;
  return {
    ctes: [
      sql`quantas AS MATERIALIZED (SELECT count(*) AS n FROM (${all(sql`SELECT 1 FROM nota n WHERE`, sql``)} LIMIT ${more}) t)`,
      sql`poucas AS MATERIALIZED (${all(keySelect, sql` AND ${isFew}`)} LIMIT ${max})`,
    ],
    from: [sql`SELECT id, k FROM poucas`, ...arms.map((where) => read(sql`${where} AND NOT ${isFew}`))],
  };
}

/** Counts the documents of a list, up to {@link COUNT_MAX}. */
export async function countList(db: Db, contaId: string, list: NotaList): Promise<number> {
  const [row] = await querySql(db, { total: pgType.number }, writeCount(contaId, list));
  return row?.total ?? 0;
}

/** The statement of {@link countList}. */
export function writeCount(contaId: string, list: NotaList): RawBuilder<unknown> {
  return writeTotals(contaId, list, { column: sql`1`, totals: sql`count(*) AS total` });
}

/** Counts the documents of a list and sums their values, up to {@link COUNT_MAX} documents. */
export async function sumList(
  db: Db,
  contaId: string,
  list: NotaList,
): Promise<{ total: number; soma: string }> {
  const [row] = await querySql(db, SUM_COLUMNS, writeSum(contaId, list));
  return row ?? { total: 0, soma: "0.00" };
}

/** Columns of {@link writeSum}. */
export const SUM_COLUMNS = { total: pgType.number, soma: pgType.text };

/** The statement of {@link sumList}. The values are in the index of the list: no row is read for them. */
export function writeSum(contaId: string, list: NotaList): RawBuilder<unknown> {
  const totals = sql`count(*) AS total, (coalesce(sum(v), 0) / 100)::numeric(20, 2)::text AS soma`;
  return writeTotals(contaId, list, { column: sql`${n.ref("n.valorCentavos")} AS v`, totals });
}

function writeTotals(
  contaId: string,
  list: NotaList,
  { column, totals }: { column: RawBuilder<unknown>; totals: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const nameLookup = createNameLookup();
  const arms = partiesToCount(list.filtro, list.nomes)
    .flatMap((party) => writeArms(contaId, list, { procura: nameLookup, lado: party }))
    .map((where) => sql`SELECT ${column} FROM nota n WHERE ${where}`);
  const counted = sql`${sql.join(arms, UNION_ALL)} LIMIT ${COUNT_MAX}`;
  return sql`${writeWith(nameLookup.ctes())}SELECT ${totals} FROM (${counted}) t`;
}

/** procura: shared name lookups of the statement. lado: one party only. */
type ArmScope = { procura?: NameLookup; lado?: Party | undefined };

/** One WHERE per side of a list. */
export function writeArms(
  contaId: string,
  { papel, filtro, zona, nomes }: NotaList,
  { procura: nameLookup, lado: party }: ArmScope = {},
): Condition[] {
  const sides = papel === null ? SIDES : [papel];
  return sides.map((each) =>
    matchesNota(filtro, contaId, { papel: each, zona, nomes, procura: nameLookup, lado: party }),
  );
}

/** Counts received documents that the ERP has not processed, by type, for the badge. */
export async function countUnprocessed(
  db: Db,
  contaId: string,
): Promise<{ tipoNota: TipoNota; total: number }[]> {
  return await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("papel", "=", "E")
    .where(({ not, and }) => and([not("processadoErp"), not("terceiros"), not("quarentena")]))
    .where("tipoNota", "in", TIPOS_EM_ABERTO)
    .select(["tipoNota", (eb) => eb.fn.countAll<number>().as("total")])
    .groupBy("tipoNota")
    .execute();
}

const DETAIL_FIELDS = [
  ...(["digVal", "sefazDigVal", "nfeProtocolo", "nfeProtocoloData", "naturezaOperacao"] as const),
  ...(["finalidade", "sefazMotivo", "sefazAlertas", "sefazConsultadaEm", "sefazFalhouEm"] as const),
  ...([
    "documentoId",
    "hashSha1Canc",
    "quarentenaLiberadaEm",
    "quarentenaLiberadaPor",
    "quarentenaMotivo",
  ] as const),
];

/** A document with its veredito and its bytes (gzip). */
export type FullNota = NotaRow &
  Pick<Row<"nota">, (typeof DETAIL_FIELDS)[number]> &
  Pick<Row<"documento">, "achados" | "certificadoTitular"> & {
    hashSha1Nota: string;
    reparo: string[] | null;
    xmlGzip: Buffer | null;
  };

export async function findNota(db: Db, contaId: string, id: string): Promise<FullNota | null> {
  const found = await selectNota(db, contaId, id)
    .leftJoin("documentoXml as x", (join) => join.on(isXmlOf("x", "d")))
    .select(NOTA_ROW_SELECTION)
    .select(DETAIL_FIELDS.map((field) => `n.${field}` as const))
    .select(["d.sha1 as hashSha1Nota", "d.achados", "d.reparo", "d.certificadoTitular", "x.xmlGzip"])
    .executeTakeFirst();
  return found ?? null;
}

function selectNota(db: Db, contaId: string, id: string) {
  return db
    .selectFrom("nota as n")
    .innerJoin("documento as d", (join) => join.on(isDocumentoOf("d", "n")))
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", id);
}

/** Selects a view (n), its document (d) and its stored XML (x). */
export function selectStored(db: Db, contaId: string, id: string) {
  return selectNota(db, contaId, id).innerJoin("documentoXml as x", (join) => join.on(isXmlOf("x", "d")));
}

/** The stored XML of a view. */
export async function findXml(
  db: Db,
  contaId: string,
  id: string,
): Promise<{ chave: string; tipoNota: TipoNota; xmlGzip: Buffer } | null> {
  const found = await selectStored(db, contaId, id)
    .select(["n.chave", "n.tipoNota", "x.xmlGzip"])
    .executeTakeFirst();
  return found ?? null;
}

export type EventoRow = Pick<
  Row<"evento">,
  "id" | "tpEvento" | "descEvento" | "protocolo" | "protocoloData" | "origem" | "veredito" | "autor"
> & {
  cStat: string | null;
  /** The author is entitled to this evento, as far as this view shows. */
  autorCerto: boolean;
  /** Its XML (gzip), which contains its text; null if not stored. */
  xmlGzip: Buffer | null;
};

/** Eventos of the document of a view, oldest first. */
export async function findEventos(db: Db, contaId: string, notaId: string): Promise<EventoRow[]> {
  const isRightAutor = isByRightAutor({ evento: "e", nota: "n" });
  return await db
    .selectFrom("nota as n")
    .innerJoin("evento as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.chave", "=", "n.chave"),
    )
    .leftJoin("documento as d", (join) => join.on(isDocumentoOf("d", "e")))
    .leftJoin("documentoXml as x", (join) => join.on(isXmlOf("x", "d")))
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", notaId)
    .where(({ not, and, exists, selectFrom }) =>
      not(
        and([
          isAnswerOnly("e"),
          exists(
            selectFrom("evento as o")
              .whereRef("o.contaId", "=", "e.contaId")
              .whereRef("o.chave", "=", "e.chave")
              .whereRef("o.tpEvento", "=", "e.tpEvento")
              .whereRef("o.nSeq", "=", "e.nSeq")
              .where("o.autor", "<>", ""),
          ),
        ]),
      ),
    )
    .select(["e.id", "e.tpEvento", "e.descEvento", "e.protocolo", "e.protocoloData", "e.origem"])
    .select(["e.veredito", "e.cstat as cStat", "e.autor", isRightAutor.as("autorCerto"), "x.xmlGzip"])
    .orderBy("e.protocoloData", (order) => order.asc().nullsLast())
    .orderBy("e.criadoEm")
    .orderBy("e.id")
    .execute();
}

export type OriginRow = Pick<Row<"email">, "importado" | "assunto" | "remetente" | "recebidaEm"> &
  Pick<Row<"anexo">, "caminho" | "nome" | "destino"> &
  Pick<Row<"documento">, "veredito"> & { emailId: string; anexoId: string };

const ORIGINS_MAX = 100;

/** E-mails and imports that brought any copy of a document, oldest first. */
export async function findOrigins(db: Db, contaId: string, chave: string): Promise<OriginRow[]> {
  return await db
    .selectFrom("documento as d")
    .innerJoin("anexo as a", (join) =>
      join.onRef("a.contaId", "=", "d.contaId").onRef("a.documentoId", "=", "d.id"),
    )
    .innerJoin("email as e", (join) =>
      join.onRef("e.contaId", "=", "a.contaId").onRef("e.id", "=", "a.emailId"),
    )
    .where("d.contaId", "=", contaId)
    .where("d.chave", "=", chave)
    .where("d.natureza", "=", "nota")
    .select(["e.id as emailId", "e.importado", "a.id as anexoId", "e.assunto", "e.remetente", "e.recebidaEm"])
    .select(["a.caminho", "a.nome", "a.destino", "d.veredito"])
    .orderBy("e.recebidaEm")
    .orderBy("e.id")
    .orderBy("a.caminho")
    .limit(ORIGINS_MAX)
    .execute();
}
