import type { PrintSituacao } from "@malote/print";
import type { TipoNota } from "@malote/syntax";
import { sql } from "kysely";
import { type Db, unionAll } from "../../db/index.ts";
import { writeFact } from "../evento/fact.rows.ts";
import { COUNT_MAX, type Condition } from "../list/list.rows.ts";
import { situacaoOfNota } from "../nota/document/printed-form.rows.ts";
import { matchesNota } from "../nota/list/nota-filter.rows.ts";
import type { NotaFilter, Side } from "../nota/nota.rules.ts";
import type { RepositorioRequest } from "./download.rules.ts";

/** One document of a ZIP. emissao: local time in the request's zone, yyyy-MM-ddTHH:mm:ss; bytes: size of its
 * stored XML. */
export type NotaRepositorio = {
  id: string;
  chave: string;
  papel: Side;
  tipoNota: TipoNota;
  numeroNota: number;
  serieNota: number;
  emissao: string;
  valorTotal: string;
  nomeEmitente: string;
  cnpjEmitente: string;
  nomeDestinatario: string | null;
  cnpjDestinatario: string | null;
  situacao: PrintSituacao;
  bytes: number | null;
  dataEmissao: Date;
};

/** Position of the last document of a page. */
export type ZipPosition = Pick<NotaRepositorio, "id" | "dataEmissao">;

/** The empresa of the conta with this CNPJ; null if there is none. */
export async function findEmpresaByCnpj(
  db: Db,
  contaId: string,
  cnpj: string,
): Promise<{ id: string; cnpj: string } | null> {
  const rows = await db.query<{ id: string; cnpj: string }>(
    "SELECT id, cnpj FROM empresa WHERE conta_id = $1 AND cnpj = $2",
    [contaId, cnpj],
  );
  return rows[0] ?? null;
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
      .orderBy(["n.dataEmissao", "n.id"])
      .limit(limit),
  );
  const page = db
    .selectFrom(unionAll("a", arms))
    .select("a.id")
    .orderBy(["a.dataEmissao", "a.id"])
    .limit(limit);
  return await db
    .selectFrom(page.as("p"))
    .innerJoin("nota as n", (join) => join.on("n.contaId", "=", contaId).onRef("n.id", "=", "p.id"))
    .innerJoin("documento as d", (join) =>
      join.onRef("d.contaId", "=", "n.contaId").onRef("d.id", "=", "n.documentoId"),
    )
    .leftJoin("documentoXml as x", (join) =>
      join
        .onRef("x.contaId", "=", "d.contaId")
        .onRef("x.documentoId", "=", "d.id")
        .onRef("x.mes", "=", "d.mes"),
    )
    .select(["n.id", "n.chave", "n.papel", "n.tipoNota", "n.numeroNota", "n.serieNota", "n.dataEmissao"])
    .select(["n.valorTotal", "n.nomeEmitente", "n.cnpjEmitente", "n.nomeDestinatario", "n.cnpjDestinatario"])
    .select(({ fn, ref }) => [
      fn<number | null>("octet_length", ["x.xmlGzip"]).as("bytes"),
      sql<string>`to_char(${ref("n.dataEmissao")} AT TIME ZONE ${request.zona}, 'YYYY-MM-DD"T"HH24:MI:SS')`.as(
        "emissao",
      ),
      situacaoOfNota().as("situacao"),
    ])
    .orderBy(["n.dataEmissao", "n.id"])
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
  const rows = await db.query<{ id: string; xmlGzip: Buffer }>(
    `SELECT n.id, x.xml_gzip AS "xmlGzip"
     FROM nota n
       JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE n.conta_id = $1 AND n.id = ANY ($2)`,
    [contaId, ids],
  );
  return new Map(rows.map(({ id, xmlGzip }) => [id, xmlGzip]));
}

/** The XML of an evento (gzip) of a view. */
export type EventoRepositorio = {
  notaId: string;
  chave: string;
  tpEvento: string;
  nSeq: number;
  xmlGzip: Buffer;
};

/** Eventos that are facts about some views, in a fixed order; others are left out, as is quarantine. */
export async function findEventosOf(
  db: Db,
  contaId: string,
  ids: readonly string[],
): Promise<EventoRepositorio[]> {
  return await db.query<EventoRepositorio>(
    `SELECT n.id AS "notaId", e.chave, e.tp_evento AS "tpEvento", e.n_seq AS "nSeq", x.xml_gzip AS "xmlGzip"
     FROM nota n
       JOIN evento e ON e.conta_id = n.conta_id AND e.chave = n.chave
       JOIN documento d ON d.conta_id = e.conta_id AND d.id = e.documento_id
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE n.conta_id = $1 AND n.id = ANY ($2) AND ${writeFact({ evento: "e", nota: "n" })}
     ORDER BY n.id, e.tp_evento, e.n_seq, e.autor`,
    [contaId, ids],
  );
}

/** Logos of the conta's empresas, by CNPJ. */
export async function findLogos(
  db: Db,
  contaId: string,
  cnpjs: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await db.query<{ cnpj: string; logo: Buffer }>(
    "SELECT cnpj, logo FROM empresa WHERE conta_id = $1 AND cnpj = ANY ($2) AND logo IS NOT NULL",
    [contaId, cnpjs],
  );
  return new Map(rows.map(({ cnpj, logo }) => [cnpj, logo]));
}
