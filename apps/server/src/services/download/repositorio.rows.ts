import type { PrintSituacao } from "@malote/print";
import type { TipoNota } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { writeFact } from "../evento/fact.rows.ts";
import { type Binder, COUNT_MAX, createBinder } from "../list/list.rows.ts";
import { CANCELLED_STATUSES, DENIED_STATUSES } from "../manifestacao/manifestacao.rules.ts";
import { writeSituacao } from "../nota/document/printed-form.rows.ts";
import { writeWhere } from "../nota/list/nota-filter.rows.ts";
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
  const binder = createBinder();
  const arms = writeArms(request, { binder, conta: binder.bind(contaId) }, { colunas: "n.id", tail: "" });
  const limitParam = binder.bind(COUNT_MAX);
  const rows = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM (${arms.join(" UNION ALL ")} LIMIT ${limitParam}) t`,
    binder.values,
  );
  return rows[0]?.total ?? 0;
}

/** The next documents of a ZIP, by issue time. Keyset in raw SQL: no transaction stays open between pages. */
export async function findRepositorio(
  db: Db,
  contaId: string,
  { request, position, limit }: { request: RepositorioRequest; position: ZipPosition | null; limit: number },
): Promise<NotaRepositorio[]> {
  const binder = createBinder();
  const contaParam = binder.bind(contaId);
  const zoneParam = binder.bind(request.zona);
  const after =
    position === null
      ? ""
      : `AND (n.data_emissao, n.id) > (${binder.bind(position.dataEmissao)}::timestamptz, ${binder.bind(position.id)}::uuid)`;
  const limitParam = binder.bind(limit);
  const tail = `${after} ORDER BY n.data_emissao, n.id LIMIT ${limitParam}`;
  const arms = writeArms(request, { binder, conta: contaParam }, { colunas: "n.id, n.data_emissao", tail });
  return await db.query<NotaRepositorio>(
    `SELECT n.id, n.chave, n.papel, n.tipo_nota AS "tipoNota", n.numero_nota AS "numeroNota", n.serie_nota AS "serieNota",
       to_char(n.data_emissao AT TIME ZONE ${zoneParam}, 'YYYY-MM-DD"T"HH24:MI:SS') AS emissao, n.valor_total AS "valorTotal",
       n.nome_emitente AS "nomeEmitente", n.cnpj_emitente AS "cnpjEmitente", n.nome_destinatario AS "nomeDestinatario",
       n.cnpj_destinatario AS "cnpjDestinatario", n.data_emissao AS "dataEmissao", octet_length(x.xml_gzip) AS bytes,
       ${writeSituacao("n", { canceladas: binder.bind(CANCELLED_STATUSES), denegadas: binder.bind(DENIED_STATUSES) })} AS situacao
     FROM (SELECT id FROM (${arms.map((arm) => `(${arm})`).join(" UNION ALL ")}) a ORDER BY data_emissao, id LIMIT ${limitParam}) p
       JOIN nota n ON n.conta_id = ${contaParam} AND n.id = p.id
       JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
       LEFT JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     ORDER BY n.data_emissao, n.id`,
    binder.values,
  );
}

type ArmScope = { binder: Binder; conta: string };

/** One SELECT per side. With both sides, a document between two empresas is listed once, as received. */
function writeArms(
  request: RepositorioRequest,
  scope: ArmScope,
  { colunas: columns, tail }: { colunas: string; tail: string },
): string[] {
  const { entradaSaida } = request;
  const arm = (side: Side, and: string): string =>
    `SELECT ${columns} FROM nota n WHERE ${writeOfSide(request, side, scope)} ${and} ${tail}`;
  if (entradaSaida !== "T") return [arm(entradaSaida, "")];
  const twin = `AND NOT EXISTS (SELECT FROM (SELECT n.chave FROM nota n WHERE ${writeOfSide(request, "E", scope)}) e WHERE e.chave = n.chave)`;
  return [arm("E", ""), arm("S", twin)];
}

function writeOfSide(
  request: RepositorioRequest,
  side: Side,
  { binder, conta: contaParam }: ArmScope,
): string {
  const { de, ate, tipoDFe, cnpj, empresa, zona: zoneParam } = request;
  const filter: NotaFilter = { emissaoDe: de, emissaoAte: ate, quarentena: false };
  if (tipoDFe !== null) filter.tiposNota = [tipoDFe];
  if (cnpj !== null && side === "E") filter.cnpjEmitente = cnpj;
  if (cnpj !== null && side === "S") filter.cnpjDestinatario = cnpj;
  const where = writeWhere(filter, contaParam, { ...binder, papel: side, zona: zoneParam, nomes: new Map() });
  return empresa === null ? where : `${where} AND n.empresa_id = ${binder.bind(empresa.id)}::uuid`;
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
