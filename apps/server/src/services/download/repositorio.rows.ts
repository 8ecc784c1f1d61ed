import type { PrintSituacao } from "@malote/print";
import { type NotNull, sql } from "kysely";
import { anyOf, type Db, type Row, unionAll } from "../../db/index.ts";
import { isDocumentoOf, isXmlOf } from "../documento/documento.rows.ts";
import { isFact } from "../evento/fact.rows.ts";
import { COUNT_MAX, type Condition } from "../list/list.rows.ts";
import { situacaoOfNota } from "../nota/document/printed-form.rows.ts";
import { matchesNota } from "../nota/list/nota-filter.rows.ts";
import type { NotaFilter, Side } from "../nota/nota.rules.ts";
import type { RepositorioRequest } from "./download.rules.ts";

const NOTA_FIELDS = [
  ...(["id", "chave", "papel", "tipoNota", "numeroNota", "serieNota", "dataEmissao", "valorTotal"] as const),
  ...(["nomeEmitente", "cnpjEmitente", "nomeDestinatario", "cnpjDestinatario"] as const),
];

/** One document of a ZIP. emissao: local time in the request's zone, yyyy-MM-ddTHH:mm:ss; bytes: size of its
 * stored XML. */
export type NotaRepositorio = Pick<Row<"nota">, (typeof NOTA_FIELDS)[number]> & {
  emissao: string;
  situacao: PrintSituacao;
  bytes: number | null;
};

/** Position of the last document of a page. */
export type ZipPosition = Pick<NotaRepositorio, "id" | "dataEmissao">;

/** The empresa of the conta with this CNPJ; null if there is none. */
export async function findEmpresaByCnpj(
  db: Db,
  contaId: string,
  cnpj: string,
): Promise<{ id: string; cnpj: string } | null> {
  const found = await db
    .selectFrom("empresa")
    .where(({ and }) => and({ contaId, cnpj }))
    .select(["id", "cnpj"])
    .executeTakeFirst();
  return found ?? null;
}

/** Number of documents of a ZIP, counted up to {@link COUNT_MAX}. */
export async function countRepositorio(
  db: Db,
  contaId: string,
  request: RepositorioRequest,
): Promise<number> {
  const arms = selectArms(db, contaId, request).map((arm) => arm.select("n.id"));
  const counted = db.selectFrom(unionAll("a", arms)).select("a.id").limit(COUNT_MAX);
  const { total } = await db
    .selectFrom(counted.as("t"))
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** The next documents of a ZIP, by issue time. Keyset: no transaction stays open between pages. */
export async function findRepositorio(
  db: Db,
  contaId: string,
  { request, position, limit }: { request: RepositorioRequest; position: ZipPosition | null; limit: number },
): Promise<NotaRepositorio[]> {
  const arms = selectArms(db, contaId, request).map((arm) =>
    arm
      .where(({ eb, lit, refTuple, tuple }) =>
        position === null
          ? lit(true)
          : eb(refTuple("n.dataEmissao", "n.id"), ">", tuple(position.dataEmissao, position.id)),
      )
      .select(["n.id", "n.dataEmissao"])
      .orderBy("n.dataEmissao")
      .orderBy("n.id")
      .limit(limit),
  );
  const page = db
    .selectFrom(unionAll("a", arms))
    .select("a.id")
    .orderBy("a.dataEmissao")
    .orderBy("a.id")
    .limit(limit);
  return await db
    .selectFrom(page.as("p"))
    .innerJoin("nota as n", (join) => join.on("n.contaId", "=", contaId).onRef("n.id", "=", "p.id"))
    .innerJoin("documento as d", (join) => join.on(isDocumentoOf("d", "n")))
    .leftJoin("documentoXml as x", (join) => join.on(isXmlOf("x", "d")))
    .select(NOTA_FIELDS.map((field) => `n.${field}` as const))
    .select(({ fn, ref }) => [
      fn<number | null>("octet_length", ["x.xmlGzip"]).as("bytes"),
      sql<string>`to_char(${ref("n.dataEmissao")} AT TIME ZONE ${request.zona}, 'YYYY-MM-DD"T"HH24:MI:SS')`.as(
        "emissao",
      ),
      situacaoOfNota().as("situacao"),
    ])
    .orderBy("n.dataEmissao")
    .orderBy("n.id")
    .execute();
}

/** One SELECT per side. With both sides, a document between two empresas is listed once, as received. */
function selectArms(db: Db, contaId: string, request: RepositorioRequest) {
  const { entradaSaida } = request;
  const arm = (side: Side) => db.selectFrom("nota as n").where(isOfSide(request, contaId, side));
  if (entradaSaida !== "T") return [arm(entradaSaida)];
  const received = arm("E").select("n.chave").as("e");
  const isTwin = db.selectFrom(received).whereRef("e.chave", "=", sql.ref("n.chave"));
  return [arm("E"), arm("S").where(({ not, exists }) => not(exists(isTwin)))];
}

function isOfSide(request: RepositorioRequest, contaId: string, side: Side): Condition {
  const { de, ate, tipoDFe, cnpj, empresa, zona } = request;
  const filter: NotaFilter = { emissaoDe: de, emissaoAte: ate, quarentena: false };
  if (tipoDFe !== null) filter.tiposNota = [tipoDFe];
  if (cnpj !== null && side === "E") filter.cnpjEmitente = cnpj;
  if (cnpj !== null && side === "S") filter.cnpjDestinatario = cnpj;
  if (empresa !== null) filter.empresaId = empresa.id;
  return matchesNota(filter, contaId, { papel: side, zona, nomes: new Map() });
}

/** Stored XML (gzip) of views, by view id. */
export async function findXmls(
  db: Db,
  contaId: string,
  ids: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await db
    .selectFrom("nota as n")
    .innerJoin("documento as d", (join) => join.on(isDocumentoOf("d", "n")))
    .innerJoin("documentoXml as x", (join) => join.on(isXmlOf("x", "d")))
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", anyOf(ids))
    .select(["n.id", "x.xmlGzip"])
    .execute();
  return new Map(rows.map(({ id, xmlGzip }) => [id, xmlGzip]));
}

/** The XML of an evento (gzip) of a view. */
export type EventoRepositorio = Pick<Row<"evento">, "chave" | "tpEvento" | "nSeq"> & {
  notaId: string;
  xmlGzip: Buffer;
};

/** Eventos that are facts about some views, in a fixed order; others are left out, as is quarantine. */
export async function findEventosOf(
  db: Db,
  contaId: string,
  ids: readonly string[],
): Promise<EventoRepositorio[]> {
  return await db
    .selectFrom("nota as n")
    .innerJoin("evento as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.chave", "=", "n.chave"),
    )
    .innerJoin("documento as d", (join) => join.on(isDocumentoOf("d", "e")))
    .innerJoin("documentoXml as x", (join) => join.on(isXmlOf("x", "d")))
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", anyOf(ids))
    .where(isFact({ evento: "e", nota: "n" }))
    .select(["n.id as notaId", "e.chave", "e.tpEvento", "e.nSeq", "x.xmlGzip"])
    .orderBy("n.id")
    .orderBy("e.tpEvento")
    .orderBy("e.nSeq")
    .orderBy("e.autor")
    .execute();
}

/** Logos of the conta's empresas, by CNPJ. */
export async function findLogos(
  db: Db,
  contaId: string,
  cnpjs: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("cnpj", "=", anyOf(cnpjs))
    .where("logo", "is not", null)
    .select(["cnpj", "logo"])
    .$narrowType<{ logo: NotNull }>()
    .execute();
  return new Map(rows.map(({ cnpj, logo }) => [cnpj, logo]));
}
