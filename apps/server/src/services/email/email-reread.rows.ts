import { type Db, insertObjects, type Row } from "../../db/index.ts";

/** A mailbox from which a raw message may come. usuario: its sign-in name, mostly its address. */
export type CandidateCaixa = Pick<Row<"caixaEmail">, "id" | "usuario">;

/** A raw message whose row is missing. caixaId: null when its mailbox is unknown. */
export type RereadEmail = Pick<Row<"email">, "id" | "caixaId" | "tamanho" | "recebidaEm"> & {
  sha256: string;
};

export async function findCandidateCaixas(db: Db, contaId: string): Promise<CandidateCaixa[]> {
  return await db
    .selectFrom("caixaEmail")
    .where("contaId", "=", contaId)
    .where("apagadaEm", "is", null)
    .select(["id", "usuario"])
    .orderBy("id")
    .execute();
}

/**
 * Inserts the rows of raw messages again; an existing row stays unchanged. @returns ids of the e-mails
 * to read
 */
export async function insertReread(
  db: Db,
  contaId: string,
  emails: readonly RereadEmail[],
): Promise<string[]> {
  const objects = emails.map((each) => ({ ...each, data: each.recebidaEm }));
  const inserted = await insertObjects(db, "email", {
    objects,
    fields: {
      id: "uuid",
      caixaId: "uuid",
      sha256: "text",
      data: "timestamptz",
      recebidaEm: "timestamptz",
      tamanho: "int4",
    },
    all: { contaId, estado: "em-leitura" },
    orderBy: ["sha256"],
  })
    .onConflict((conflict) => conflict.columns(["contaId", "sha256"]).doNothing())
    .returning("id")
    .execute();
  return inserted.map(({ id }) => id);
}
