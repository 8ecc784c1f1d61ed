import type { CaixaFailure } from "@malote/contract";
import { sql } from "kysely";
import { countChanged, type Db, type Row } from "../../db/index.ts";
import type { CaixaConnection } from "./caixa-email.rules.ts";

/** The fields of a mailbox that a poll reads; the secret is still encrypted. */
export type PollCaixa = CaixaConnection &
  Pick<Row<"caixaEmail">, "id" | "senhaSelada" | "pollMs" | "apagarAposDias"> & {
    /**
     * Increases when server, user or folder change: messages of an earlier generation no longer count.
     */
    geracao: number;
    /**
     * The position in the mailbox up to which all messages are stored or recorded, in the form of its
     * protocol.
     */
    marca: string | null;
    sandbox: boolean;
  };

/** A mailbox and its generation: uids are valid only within a generation. */
export type CaixaGeneration = { caixaId: string; geracao: number };

const POLL_COLUMNS = [
  ...(["x.id", "x.tipo", "x.servidor", "x.porta", "x.usuario", "x.autenticacao", "x.oauth"] as const),
  ...(["x.pasta", "x.certificadoFixado", "x.senhaSelada", "x.pollMs", "x.geracao", "x.marca"] as const),
  ...(["x.apagarAposDias", "c.sandbox"] as const),
] as const;

/** Reads a mailbox and records that a poll starts now; null when it is deleted. */
export async function startPoll(
  db: Db,
  contaId: string,
  { caixaId, now }: { caixaId: string; now: Date },
): Promise<PollCaixa | null> {
  const started = await db
    .updateTable("caixaEmail as x")
    .from("conta as c")
    .where("x.contaId", "=", contaId)
    .where("x.id", "=", caixaId)
    .where("x.apagadaEm", "is", null)
    .whereRef("c.id", "=", "x.contaId")
    .set({ ultimaVisita: now })
    .returning(POLL_COLUMNS)
    .executeTakeFirst();
  return started ?? null;
}

/** Reads a mailbox; null when it is deleted. */
export async function findPollCaixa(db: Db, contaId: string, caixaId: string): Promise<PollCaixa | null> {
  const found = await db
    .selectFrom("caixaEmail as x")
    .innerJoin("conta as c", "c.id", "x.contaId")
    .where("x.contaId", "=", contaId)
    .where("x.id", "=", caixaId)
    .where("x.apagadaEm", "is", null)
    .select(POLL_COLUMNS)
    .executeTakeFirst();
  return found ?? null;
}

/** Replaces the encrypted secret `before`.   @returns false when another one is stored by now */
export async function replaceSecret(
  db: Db,
  contaId: string,
  { caixaId, before, after }: { caixaId: string; before: Uint8Array; after: Uint8Array },
): Promise<boolean> {
  const replacement = updateCaixa(db, contaId, caixaId)
    .where("senhaSelada", "=", sql<Buffer>`${before}`)
    .set((eb) => {
      const stored = eb.fn<string>("md5", ["senhaSelada"]);
      return {
        senhaSelada: after,
        giradoPara: sql<string>`md5(${after}::bytea)`,
        giradoDe: eb.case().when("giradoPara", "=", stored).then(eb.ref("giradoDe")).else(stored).end(),
      };
    });
  return (await countChanged(replacement)) > 0;
}

function updateCaixa(db: Db, contaId: string, caixaId: string) {
  return db.updateTable("caixaEmail").where("contaId", "=", contaId).where("id", "=", caixaId);
}

/**
 * Stores the position up to which all messages are recorded. Does nothing after a change of generation.
 */
export async function savePosition(
  db: Db,
  contaId: string,
  { caixaId, geracao, marca }: CaixaGeneration & { marca: string },
): Promise<void> {
  await updateCaixa(db, contaId, caixaId).where("geracao", "=", geracao).set({ marca }).execute();
}

/** Ends the silence of a mailbox after new mail. */
export async function endSilence(db: Db, contaId: string, caixaId: string): Promise<void> {
  await updateCaixa(db, contaId, caixaId)
    .where("silenciosaDesde", "is not", null)
    .set({ silenciosaDesde: null })
    .execute();
}

/** The health of a mailbox before this poll ended. avisadaEm: when its owner was notified of the error. */
export type CaixaHealth = Pick<Row<"caixaEmail">, "erroDesde" | "falhasSeguidas" | "avisadaEm">;

/**
 * A mailbox at the end of a poll, locked until the commit, with the fields of an e-mail about it.
 * ultimoErro: a key of FALHA_CAIXA.
 */
export type CaixaAtEnd = CaixaHealth &
  Pick<Row<"caixaEmail">, "descricao" | "servidor" | "usuario" | "ultimaColeta" | "ultimoErro">;

export async function lockCaixa(db: Db, contaId: string, caixaId: string): Promise<CaixaAtEnd | null> {
  const locked = await db
    .selectFrom("caixaEmail")
    .where("contaId", "=", contaId)
    .where("id", "=", caixaId)
    .where("apagadaEm", "is", null)
    .select(["erroDesde", "falhasSeguidas", "avisadaEm", "descricao", "servidor", "usuario"])
    .select(["ultimaColeta", "ultimoErro"])
    .forUpdate()
    .executeTakeFirst();
  return locked ?? null;
}

/**
 * Stores the end of a poll. falha: shown on the screen; also set when the poll succeeded without one of
 * the messages.
 */
export async function saveHealth(
  db: Db,
  contaId: string,
  end: CaixaHealth & { caixaId: string; completa: boolean; falha: CaixaFailure | null; now: Date },
): Promise<void> {
  const { caixaId, completa, falha, now, erroDesde, falhasSeguidas, avisadaEm } = end;
  await updateCaixa(db, contaId, caixaId)
    .set({ ultimoErro: falha, erroDesde, falhasSeguidas, avisadaEm })
    .$if(completa, (caixa) => caixa.set({ ultimaColeta: now }))
    .$if(falha !== null, (caixa) => caixa.set({ ultimoErroEm: now }))
    .execute();
}

/** Stores that the owner was just notified of the current error. */
export async function saveNotified(
  db: Db,
  contaId: string,
  { caixaId, now }: { caixaId: string; now: Date },
): Promise<void> {
  await updateCaixa(db, contaId, caixaId).set({ avisadaEm: now }).execute();
}

/** When an e-mail about an error of the mailbox was last queued; null = never. */
export async function findLastAlert(db: Db, contaId: string, caixaId: string): Promise<Date | null> {
  const found = await db
    .selectFrom("envio")
    .where("contaId", "=", contaId)
    .where("modelo", "=", "caixa-com-erro")
    .where((eb) => eb(sql<string>`${eb.ref("dados")}->>'caixaId'`, "=", caixaId))
    .orderBy("criadoEm", "desc")
    .limit(1)
    .select("criadoEm")
    .executeTakeFirst();
  return found?.criadoEm ?? null;
}

/** The current retention of mail on the server, in days; null = unlimited. */
export async function findRetentionDays(
  db: Db,
  contaId: string,
  { caixaId, geracao }: CaixaGeneration,
): Promise<number | null> {
  const found = await db
    .selectFrom("caixaEmail")
    .where("contaId", "=", contaId)
    .where("id", "=", caixaId)
    .where("geracao", "=", geracao)
    .where("apagadaEm", "is", null)
    .select("apagarAposDias")
    .executeTakeFirst();
  return found?.apagarAposDias ?? null;
}

/** Counts the e-mails stored from a mailbox so far. */
export async function countEmailsOfCaixa(db: Db, contaId: string, caixaId: string): Promise<number> {
  const { total } = await db
    .selectFrom("email")
    .where("contaId", "=", contaId)
    .where("caixaId", "=", caixaId)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** The e-mail address of the conta's owner; null when it is empty or the owner may not sign in. */
export async function findOwnerEmail(db: Db, contaId: string): Promise<string | null> {
  const owner = await db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where("proprietarioConta", "=", true)
    .where("ativo", "=", true)
    .where("email", "<>", "")
    .orderBy("criadoEm")
    .orderBy("id")
    .limit(1)
    .select("email")
    .executeTakeFirst();
  return owner?.email ?? null;
}
