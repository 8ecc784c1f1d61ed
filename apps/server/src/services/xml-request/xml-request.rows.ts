import { anyOf, countChanged, type Db, insertObjects, newId, type Row } from "../../db/index.ts";

type Request = Row<"pedidoXml">;

/** A request to store. para: null = made outside Malote. lembrarEm: the first reminder; null = none. */
export type NewXmlRequest = Pick<
  Request,
  "empresaId" | "cnpjEmitente" | "para" | "usuarioId" | "usuario" | "pedidoEm" | "lembrarEm"
> & { chaves: readonly string[] };

/** Stores a request with its documents. @returns its id */
export async function insertXmlRequest(
  db: Db,
  contaId: string,
  { chaves, ...request }: NewXmlRequest,
): Promise<string> {
  const id = newId();
  await db
    .insertInto("pedidoXml")
    .values({ contaId, id, ...request })
    .execute();
  await insertObjects(db, "pedidoXmlDocumento", {
    objects: chaves.map((chave) => ({ chave })),
    fields: { chave: "text" },
    all: { contaId, pedidoId: id, empresaId: request.empresaId },
  }).execute();
  return id;
}

/** Removes the marks "asked outside Malote" of these documents. @returns how many */
export async function deleteOutsideRequests(
  db: Db,
  contaId: string,
  chaves: readonly string[],
): Promise<number> {
  const outside = db
    .selectFrom("pedidoXml as p")
    .where("p.contaId", "=", contaId)
    .where("p.para", "is", null)
    .select("p.id");
  return await countChanged(
    db
      .deleteFrom("pedidoXmlDocumento")
      .where("contaId", "=", contaId)
      .where("chave", "=", anyOf(chaves))
      .where("pedidoId", "in", outside),
  );
}

/** A request whose reminder is due. */
export type DueRequest = Pick<Request, "id" | "empresaId" | "para" | "lembretes" | "usuario" | "pedidoEm">;

/** Requests whose reminder is due, oldest first; another process skips them. */
export async function findDueRequests(
  db: Db,
  contaId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<DueRequest[]> {
  return await db
    .selectFrom("pedidoXml")
    .where("contaId", "=", contaId)
    .where("lembrarEm", "<=", now)
    .where("para", "is not", null)
    .select(["id", "empresaId", "para", "lembretes", "usuario", "pedidoEm"])
    .orderBy("lembrarEm")
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Plans the next reminder of a request, or none. */
export async function saveReminder(
  db: Db,
  contaId: string,
  { id, lembretes, lembrarEm }: Pick<Request, "id" | "lembretes" | "lembrarEm">,
): Promise<void> {
  await db
    .updateTable("pedidoXml")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .set({ lembretes, lembrarEm })
    .execute();
}

/** Days after which the conta reminds its suppliers; 0 = never. */
export async function findReminderDays(db: Db, contaId: string): Promise<number> {
  const conta = await db
    .selectFrom("conta")
    .where("id", "=", contaId)
    .select("lembreteXmlDias")
    .executeTakeFirstOrThrow();
  return conta.lembreteXmlDias;
}

/** @returns whether it changed */
export async function saveReminderDays(db: Db, contaId: string, dias: number): Promise<boolean> {
  const changed = db
    .updateTable("conta")
    .where("id", "=", contaId)
    .where("lembreteXmlDias", "<>", dias)
    .set({ lembreteXmlDias: dias });
  return (await countChanged(changed)) === 1;
}
