import { zoneOfUf } from "@malote/syntax";
import { sql } from "kysely";
import { anyOf, countRows, type Db, insertObjects, newId, unnestObjects } from "../../db/index.ts";
import type { NovaConsulta } from "../../services/sefaz/consulta.rows.ts";

/** Whether the conta has e-mails, documents or imports. */
export async function hasContent(db: Db, contaId: string): Promise<boolean> {
  const email = await db.selectFrom("email").where("contaId", "=", contaId).select("id").executeTakeFirst();
  const nota = await db.selectFrom("nota").where("contaId", "=", contaId).select("id").executeTakeFirst();
  return email !== undefined || nota !== undefined;
}

export async function countNotas(db: Db, contaId: string): Promise<number> {
  return await countRows(db.selectFrom("nota").where("contaId", "=", contaId));
}

/** The owner of the demo conta, with the UF of the conta. */
export async function findOwner(
  db: Db,
  contaId: string,
): Promise<{ usuarioId: string; nome: string; uf: string; zona: string }> {
  const owner = await db
    .selectFrom("usuario as u")
    .innerJoin("conta as c", "c.id", "u.contaId")
    .where("u.contaId", "=", contaId)
    .where("u.proprietarioConta", "=", true)
    .select(["u.id as usuarioId", "u.nomeCompleto as nome", "c.uf"])
    .executeTakeFirstOrThrow();
  return { ...owner, zona: zoneOfUf(owner.uf) };
}

/** Ids of the empresas by CNPJ. */
export async function findEmpresas(db: Db, contaId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom("empresa").where("contaId", "=", contaId).select(["id", "cnpj"]).execute();
  return new Map(rows.map(({ id, cnpj }) => [cnpj, id]));
}

/** Deletes the tasks that the replay does itself.   @returns chaves that SEFAZ is to be asked about by now */
export async function takeTasks(db: Db, contaId: string, now: Date): Promise<string[]> {
  const taken = await db
    .deleteFrom("tarefa")
    .where("contaId", "=", contaId)
    .where("tipo", "in", ["ingest", "validate", "importacao", "exportacao", "manifesto"])
    .returning(["tipo", "alvo", "venceEm"])
    .execute();
  const due = taken.filter(({ tipo, venceEm }) => tipo === "validate" && venceEm <= now);
  return due.map(({ alvo }) => alvo);
}

/** A view of a document whose status SEFAZ answers for the first time. */
export type AnsweredView = { id: string; chave: string; papel: "E" | "S"; isPublic: boolean };

const NO_ALERTS = JSON.stringify([]);

/** Stores the answer that repeats the protocol in the XML.   @returns the changed views */
export async function saveProtocolAnswers(
  db: Db,
  contaId: string,
  {
    chaves,
    motivos,
    now,
  }: { chaves: readonly string[]; motivos: Readonly<Record<string, string>>; now: Date },
): Promise<AnsweredView[]> {
  return await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("chave", "=", anyOf(chaves))
    .where("nfeStatus", "is not", null)
    .set(({ ref }) => ({
      sefazStatus: ref("nfeStatus"),
      sefazMotivo: sql<string>`${JSON.stringify(motivos)}::jsonb ->> ${ref("tipoNota")}`,
      sefazDigVal: ref("digVal"),
      sefazAlertas: NO_ALERTS,
      aguardandoCertificado: false,
      sefazConsultadaEm: now,
      alteradoEm: now,
    }))
    .returning(["id", "chave", "papel"])
    .returning(({ not, or, eb }) => [
      not(or([eb("quarentena", "=", true), eb("terceiros", "=", true)])).as("isPublic"),
    ])
    .$narrowType<{ isPublic: boolean }>()
    .execute();
}

/** Stores consultas, each with its time. */
export async function insertConsultas(
  db: Db,
  contaId: string,
  consultas: readonly Omit<NovaConsulta, "quem" | "falha" | "servico">[],
): Promise<void> {
  if (consultas.length === 0) return;
  await insertObjects(db, "consulta", {
    objects: consultas.map(({ cStat: cstat, ...consulta }) => ({ id: newId(), cstat, ...consulta })),
    fields: {
      id: "uuid",
      chave: "text",
      autorizador: "text",
      pedidaEm: "timestamptz",
      duracaoMs: "int4",
      cstat: "text",
      xMotivo: "text",
      origem: "text",
    },
    all: { contaId, servico: "consulta" },
  }).execute();
}

/** A published view, with SEFAZ's last answer. */
export type PublishedView = {
  id: string;
  chave: string;
  emissao: Date;
  cStat: string | null;
  xMotivo: string | null;
};

export async function findPublished(db: Db, contaId: string): Promise<PublishedView[]> {
  return await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("quarentena", "=", false)
    .where("terceiros", "=", false)
    .select(["id", "chave", "dataEmissao as emissao", "sefazStatus as cStat", "sefazMotivo as xMotivo"])
    .orderBy("chave")
    .execute();
}

/** The end state of a view: its flags, with their times, and its last consulta. */
export type ViewEnd = {
  id: string;
  consultadaEm: Date | null;
  recebidoEm: Date | null;
  conferidoEm: Date | null;
  processadoEm: Date | null;
};

/** Stores the end states in one statement: each change of a nota writes all its indexes. */
export async function saveViewEnds(
  db: Db,
  contaId: string,
  { ends, by }: { ends: readonly ViewEnd[]; by: string },
): Promise<void> {
  const fields = {
    id: "uuid",
    consultadaEm: "timestamptz",
    recebidoEm: "timestamptz",
    conferidoEm: "timestamptz",
    processadoEm: "timestamptz",
  } as const;
  await db
    .updateTable("nota")
    .from(unnestObjects("t", ends, fields))
    .set(({ ref, fn, eb }) => ({
      sefazConsultadaEm: fn.coalesce("t.consultadaEm", "nota.sefazConsultadaEm"),
      recebidoEm: ref("t.recebidoEm"),
      conferidoEm: ref("t.conferidoEm"),
      processadoEm: ref("t.processadoEm"),
      recebido: eb("t.recebidoEm", "is not", null).$castTo<boolean>(),
      conferido: eb("t.conferidoEm", "is not", null).$castTo<boolean>(),
      processadoErp: eb("t.processadoEm", "is not", null).$castTo<boolean>(),
      recebidoPor: eb.case().when("t.recebidoEm", "is not", null).then(by).end(),
      conferidoPor: eb.case().when("t.conferidoEm", "is not", null).then(by).end(),
      processadoPor: eb.case().when("t.processadoEm", "is not", null).then(by).end(),
    }))
    .where("nota.contaId", "=", contaId)
    .whereRef("nota.id", "=", "t.id")
    .execute();
}

/** The notifications of the past are sent already. */
export async function closePastNotifications(db: Db, contaId: string): Promise<void> {
  await db
    .updateTable("envio")
    .set(({ ref }) => ({ estado: "enviado" as const, enviadoEm: ref("criadoEm") }))
    .where("contaId", "=", contaId)
    .where("estado", "=", "pendente")
    .execute();
  await db.deleteFrom("tarefa").where("contaId", "=", contaId).where("tipo", "=", "envio").execute();
}

/** Conta, users, empresas and mailboxes are as old as the history. */
export async function backdate(db: Db, contaId: string, criadoEm: Date): Promise<void> {
  for (const table of ["usuario", "empresa", "caixaEmail"] as const)
    await db.updateTable(table).set({ criadoEm }).where("contaId", "=", contaId).execute();
}

/** The first mailbox of the conta. */
export async function findDemoCaixa(db: Db, contaId: string): Promise<string> {
  const caixas = db.selectFrom("caixaEmail").where("contaId", "=", contaId).orderBy("criadoEm").orderBy("id");
  return (await caixas.select("id").executeTakeFirstOrThrow()).id;
}

export async function findPendingManifestacaoIds(db: Db, contaId: string): Promise<string[]> {
  const pending = db.selectFrom("manifestacao").where(({ and }) => and({ contaId, estado: "pendente" }));
  return (await pending.select("id").orderBy("id").execute()).map(({ id }) => id);
}
