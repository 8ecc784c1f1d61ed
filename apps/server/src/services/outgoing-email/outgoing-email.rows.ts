import { sql } from "kysely";
import { countChanged, type Db, newId, type Row } from "../../db/index.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { planTasks } from "../task/task.rows.ts";
import type { NewOutgoingEmail, NewOutgoingEmailWithToken } from "./outgoing-email.rules.ts";
import { sealEmailData } from "./seal-data.ts";

/**
 * Stores an e-mail and plans its delivery, once per occasion. Call it in the transaction of the
 * event it reports.
 */
export async function planOutgoingEmail(db: Db, contaId: string, newEmail: NewOutgoingEmail): Promise<void> {
  await insertOutgoingEmail(db, contaId, { ...newEmail, id: newId() });
}

/** The same for an e-mail with a link's `dados.token`, which is sealed before storage. */
export async function planOutgoingEmailWithToken(
  db: Db,
  contaId: string,
  { secretBox, ...newEmail }: NewOutgoingEmailWithToken & { secretBox: SecretBox },
): Promise<void> {
  const id = newId();
  await insertOutgoingEmail(db, contaId, {
    ...newEmail,
    id,
    dados: sealEmailData(newEmail.dados, { secretBox, id }),
  });
}

type NewRow = { id: string; modelo: string; ocasiao: string; para: string; dados: object; now: Date };

async function insertOutgoingEmail(db: Db, contaId: string, row: NewRow): Promise<void> {
  const { id, modelo, ocasiao, para, dados, now } = row;
  const values = { contaId, id, modelo, ocasiao, para, dados: JSON.stringify(dados), criadoEm: now };
  const inserted = db
    .insertInto("envio")
    .values(values)
    .onConflict((conflict) => conflict.columns(["contaId", "ocasiao", "para"]).doNothing());
  const written = await countChanged(inserted);
  if (written > 0) await planTasks(db, contaId, [{ tipo: "envio", alvo: id, venceEm: now }]);
}

/** A pending e-mail, with the name and UF of its conta. */
export type PendingOutgoingEmail = Pick<Row<"envio">, "modelo" | "para" | "dados" | "criadoEm"> &
  Pick<Row<"conta">, "identificador" | "uf">;

/** A pending e-mail; null when it does not exist, or was sent or given up. */
export async function findPendingOutgoingEmail(
  db: Db,
  contaId: string,
  envioId: string,
): Promise<PendingOutgoingEmail | null> {
  const pending = await db
    .selectFrom("envio as e")
    .innerJoin("conta as c", "c.id", "e.contaId")
    .where(({ and }) => and({ "e.contaId": contaId, "e.id": envioId, "e.estado": "pendente" }))
    .select(["e.modelo", "e.para", "e.dados", "e.criadoEm", "c.identificador", "c.uf"])
    .executeTakeFirst();
  return pending ?? null;
}

/** The end of an e-mail. falha: null = the mail server accepted it. */
export type OutgoingEmailEnd = { envioId: string; falha: string | null; now: Date };

/** Closes a pending e-mail and deletes its token; a closed one stays unchanged. */
export async function closeOutgoingEmail(db: Db, contaId: string, end: OutgoingEmailEnd): Promise<void> {
  const { envioId, falha, now } = end;
  const isSent = falha === null;
  await db
    .updateTable("envio")
    .where(({ and }) => and({ contaId, id: envioId, estado: "pendente" }))
    .set({ estado: isSent ? "enviado" : "falhou", falha, enviadoEm: isSent ? now : null })
    .set(({ ref }) => ({ dados: sql<string>`${ref("dados")} - 'tokenSelado'` }))
    .execute();
}

/**
 * Anonymizes the e-mails about a deleted user: pending ones are not sent, and all lose recipient and data.
 */
export async function anonymizeOutgoingEmails(db: Db, contaId: string, usuarioId: string): Promise<void> {
  await db
    .updateTable("envio")
    .where("contaId", "=", contaId)
    .where(({ ref }) => sql<boolean>`${ref("dados")} ->> 'usuarioId' = ${usuarioId}::text`)
    .set(({ eb, ref }) => {
      const whenPending = eb.case("estado").when("pendente");
      return {
        dados: "{}",
        para: "",
        estado: whenPending
          .then(sql.lit("falhou" as const))
          .else(ref("estado"))
          .end(),
        falha: whenPending.then("usuário excluído").else(ref("falha")).end(),
      };
    })
    .execute();
}
