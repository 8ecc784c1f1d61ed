import type { ParsedNota } from "@malote/dfe";
import { canBeSemIe } from "@malote/sefaz";
import { nameSortKey } from "@malote/syntax";
import { sql } from "kysely";
import {
  anyOf,
  type Db,
  fixedStatement,
  jsonRows,
  mapValue,
  type OrPlaceholder,
  type Row,
} from "../../db/index.ts";
import {
  destinatarioOf,
  destinationUfOf,
  type NotaCopy,
  type NotaView,
} from "../documento/documento.rules.ts";
import { parcelasOf } from "../documento/parcela.rules.ts";
import { isCancelledBy } from "../evento/fact.rows.ts";

type OfChaves = { contaId: string; chaves: readonly string[] };

const FIND_VIEWS = fixedStatement<OfChaves>()((db, { contaId, chaves }) =>
  db
    .selectFrom("nota as n")
    .innerJoin("documento as d", (join) =>
      join.onRef("d.contaId", "=", "n.contaId").onRef("d.id", "=", "n.documentoId"),
    )
    .where("n.contaId", "=", contaId)
    .where("n.chave", "=", anyOf(chaves))
    .select(["n.id", "n.chave", "n.papel", "n.terceiros", "n.empresaId", "n.documentoId", "n.veredito"])
    .select(["d.achados", "n.nfeStatus as protocolo", "n.quarentena", "n.digVal", "n.sefazDigVal"])
    .select([
      "n.diaEmissao as dia",
      ({ eb }) => eb("n.quarentenaLiberadaEm", "is not", null).$castTo<boolean>().as("liberada"),
    ])
    .orderBy("n.id")
    .forUpdate("n"),
);

/** Views of some chaves, with the columns for the choice between copies; row-locked until the commit. */
export async function findViews(db: Db, contaId: string, chaves: readonly string[]): Promise<NotaView[]> {
  if (chaves.length === 0) return [];
  return await FIND_VIEWS.rows(db, { contaId, chaves });
}

type Entry = { view: NotaView; copy: NotaCopy };

// Columns read from the XML: written with a new view, and again when a better copy replaces it.
const DOCUMENT_COLUMNS = [
  ...([
    "terceiros",
    "empresaId",
    "documentoId",
    "tipoNota",
    "numeroNota",
    "serieNota",
    "dataEmissao",
  ] as const),
  ...(["diaEmissao", "valorTotal", "nomeEmitente", "emitenteOrdem", "cnpjEmitente", "ufEmitente"] as const),
  ...(["emitenteSemIe", "nomeDestinatario", "destinatarioOrdem", "cnpjDestinatario"] as const),
  ...(["ufDestinatario", "cnpjTomador", "naturezaOperacao", "finalidade", "finalidadeTipo"] as const),
  ...(["referencias", "vencimentos", "parcelas", "veredito", "quarentena", "digVal", "nfeStatus"] as const),
  ...(["nfeProtocolo", "nfeProtocoloData"] as const),
];
const VIEW_COLUMNS = [...(["id", "chave", "papel"] as const), ...DOCUMENT_COLUMNS];

/** A release from quarantine belongs to the copy: it ends with the copy, and stays in the registro. */
const NOT_RELEASED = { quarentenaLiberadaEm: null, quarentenaLiberadaPor: null, quarentenaMotivo: null };

type Written = { entries: readonly Entry[]; now: Date };

const INSERT = fixedStatement<Written & { contaId: string }>()((db, { contaId, entries, now }) =>
  db
    .insertInto("nota")
    .columns(["contaId", "criadoEm", "alteradoEm", ...VIEW_COLUMNS])
    .expression(
      db
        .selectFrom(writtenViews(entries))
        .select([contaId.as("contaId"), now.as("criadoEm"), now.as("alteradoEm")])
        .select(VIEW_COLUMNS.map((column) => `w.${column}` as const)),
    ),
);

/** Inserts views. */
export async function insertNotas(db: Db, contaId: string, { entries, now }: Written): Promise<void> {
  if (entries.length === 0) return;
  await INSERT.change(db, { contaId, entries, now });
}

/**
 * Replaces the copy of each view by a better one. Flags, ids and SEFAZ's status belong to the document and
 * stay.
 */
export async function updateNotas(db: Db, contaId: string, { entries, now }: Written): Promise<void> {
  if (entries.length === 0) return;
  const update = db
    .updateTable("nota")
    .from(writtenViews(entries))
    .set({ ...NOT_RELEASED, alteradoEm: now })
    .where("nota.contaId", "=", contaId)
    .whereRef("nota.id", "=", "w.id");
  await DOCUMENT_COLUMNS.reduce(
    (query, column) => query.set(column, ({ ref }) => ref(`w.${column}`)),
    update,
  ).execute();
}

function writtenViews(entries: OrPlaceholder<readonly Entry[]>) {
  return jsonRows(
    "w",
    "nota",
    mapValue(entries, (list) => list.map(toRecord)),
  );
}

/** Quarantines views whose content is not what SEFAZ authorized. */
export async function quarantineNotas(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("nota")
    .from("documento as d")
    .where("nota.contaId", "=", contaId)
    .where("nota.id", "=", anyOf(ids))
    .where("d.contaId", "=", contaId)
    .whereRef("d.id", "=", "nota.documentoId")
    .set(({ ref }) => ({ ...NOT_RELEASED, veredito: ref("d.veredito"), quarentena: true, alteradoEm: now }))
    .execute();
}

function toRecord({ view, copy }: Entry) {
  const { nota } = copy;
  const { protocolo } = nota;
  const destinatario = destinatarioOf(nota);
  return {
    id: view.id,
    chave: view.chave,
    papel: view.papel,
    terceiros: view.terceiros,
    empresaId: view.empresaId,
    documentoId: copy.documentoId,
    tipoNota: nota.tipoNota,
    numeroNota: Number(nota.numeroNota),
    serieNota: Number(nota.serieNota),
    dataEmissao: nota.dataEmissao,
    diaEmissao: view.dia,
    valorTotal: nota.valorTotal,
    nomeEmitente: nota.emitente.nome,
    emitenteOrdem: nameSortKey(nota.emitente.nome),
    cnpjEmitente: nota.emitente.documento,
    ufEmitente: nota.emitente.uf,
    emitenteSemIe: nota.emitente.ie === null && canBeSemIe(view.chave),
    nomeDestinatario: destinatario?.nome ?? null,
    destinatarioOrdem: nameSortKey(destinatario?.nome ?? ""),
    cnpjDestinatario: destinatario?.documento ?? null,
    ufDestinatario: destinationUfOf(nota),
    cnpjTomador: nota.tomador?.documento || null,
    naturezaOperacao: nota.naturezaOperacao,
    finalidade: nota.finalidade,
    finalidadeTipo: nota.comercio?.tipoDebito ?? nota.comercio?.tipoCredito ?? null,
    referencias: referenciasOf(nota),
    ...parcelasOf(nota),
    veredito: view.veredito,
    quarentena: view.quarentena,
    digVal: nota.digVal,
    nfeStatus: protocolo?.cStat ?? null,
    nfeProtocolo: protocolo?.numero || null,
    nfeProtocoloData: protocolo?.dataRecebimento || null,
  };
}

/** Chaves that a nota or its items reference. */
function referenciasOf({ comercio, transporte }: ParsedNota): string[] {
  const referencias = comercio?.referencias ?? transporte?.referencias ?? [];
  return [...new Set(referencias.flatMap(({ chaveAcesso }) => chaveAcesso ?? []))];
}

/** One view of a chave, for the stage that queries SEFAZ. */
export type QueriedView = Pick<
  Row<"nota">,
  | ("id" | "papel" | "terceiros" | "quarentena" | "empresaId" | "documentoId" | "tipoNota" | "dataEmissao")
  | ("veredito" | "sefazStatus" | "aguardandoCertificado")
> & {
  consultada: boolean;
  /** The emitente has no IE; null if it was never read. */
  emitenteSemIe: boolean | null;
  /** A user requested a query after the last answer, within the last day. */
  pessoaEspera: boolean;
  pedidaPor: string | null;
};

/** All views of one chave. */
export async function findQueriedViews(db: Db, contaId: string, chave: string): Promise<QueriedView[]> {
  return await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .select(["id", "papel", "terceiros", "quarentena", "empresaId", "documentoId", "tipoNota", "dataEmissao"])
    .select(["veredito", "sefazStatus", "aguardandoCertificado", "emitenteSemIe"])
    .select(({ eb, ref }) => [
      "sefazPedidaPor as pedidaPor",
      eb("sefazConsultadaEm", "is not", null).$castTo<boolean>().as("consultada"),
      sql<boolean>`coalesce(${ref("sefazPedidaEm")} > greatest(coalesce(${ref("sefazConsultadaEm")}, '-infinity'), clock_timestamp() - interval '1 day'), false)`.as(
        "pessoaEspera",
      ),
    ])
    .orderBy("papel")
    .execute();
}

/** SEFAZ's answer about a document. Digest and alerts are its protocol's; null if the answer has none. */
type SefazAnswer = {
  chave: string;
  cStat: string;
  xMotivo: string;
  digVal: string | null;
  alertas: readonly { codigo: string; texto: string }[] | null;
  now: Date;
};

/** Stores SEFAZ's answer on all views of a document. */
export async function saveSefazAnswer(db: Db, contaId: string, answer: SefazAnswer): Promise<void> {
  const { chave, cStat, xMotivo, digVal, alertas, now } = answer;
  await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .set({ sefazStatus: cStat, sefazMotivo: xMotivo, aguardandoCertificado: false })
    .set(({ eb, ref }) => ({
      sefazConsultadaEm: databaseNow,
      alteradoEm: eb
        .case()
        .when("sefazStatus", "is distinct from", cStat)
        .then(sql<Date>`${now}::timestamptz`)
        .else(ref("alteradoEm"))
        .end(),
    }))
    .$if(digVal !== null, (query) => query.set({ sefazDigVal: digVal }))
    .$if(alertas !== null, (query) => query.set({ sefazAlertas: JSON.stringify(alertas) }))
    .execute();
}

// The database's clock: http and worker hosts may disagree.
const databaseNow = sql<Date>`clock_timestamp()`;

/** Records on all views of a chave that SVRS answers about it. */
export async function saveWithoutIe(db: Db, contaId: string, chave: string): Promise<void> {
  await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .set({ emitenteSemIe: true })
    .execute();
}

/** Records on all views of a chave that the last query failed, or lacks a certificate. */
export async function saveSefazFailure(
  db: Db,
  contaId: string,
  failure: { chave: string; lacksCertificado: boolean },
): Promise<void> {
  await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("chave", "=", failure.chave)
    .set({ sefazFalhouEm: databaseNow, aguardandoCertificado: failure.lacksCertificado })
    .execute();
}

const MARK_CANCELAMENTOS = fixedStatement<OfChaves & { now: Date }>()((db, { contaId, chaves, now }) =>
  db
    .updateTable("nota")
    .from("evento as e")
    .innerJoin("documento as d", (join) =>
      join.onRef("d.contaId", "=", "e.contaId").onRef("d.id", "=", "e.documentoId"),
    )
    .where("nota.contaId", "=", contaId)
    .where("nota.chave", "=", anyOf(chaves))
    .where("e.contaId", "=", contaId)
    .whereRef("e.chave", "=", "nota.chave")
    .where(isCancelledBy({ evento: "e", nota: "nota" }))
    .where("nota.hashSha1Canc", "is", null)
    .set(({ ref }) => ({ hashSha1Canc: ref("d.sha1"), alteradoEm: now }))
    .returning("nota.id"),
);

/**
 * Sets hashSha1Canc on views with a genuine cancelamento: its bytes are valid, and SEFAZ itself sent it,
 * or the emitente e-mailed it with the cStat of a registration.
 * @returns ids of the views that this call cancels
 */
export async function markCancelamentos(
  db: Db,
  contaId: string,
  { chaves, now }: { chaves: readonly string[]; now: Date },
): Promise<string[]> {
  if (chaves.length === 0) return [];
  const rows = await MARK_CANCELAMENTOS.rows(db, { contaId, chaves, now });
  return rows.map(({ id }) => id);
}
