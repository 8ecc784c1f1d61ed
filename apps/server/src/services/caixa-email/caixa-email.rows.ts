import { sql } from "kysely";
import { countChanged, type Db, lockText, type Row } from "../../db/index.ts";
import type { CaixaConnection } from "./caixa-email.rules.ts";

/** A mailbox with the state of its poll and the counts of its e-mails. */
export type CaixaRow = CaixaConnection &
  Pick<
    Row<"caixaEmail">,
    | ("id" | "descricao" | "apagarAposDias" | "ultimaColeta" | "ultimaVisita" | "ultimoErro")
    | ("ultimoErroEm" | "erroDesde" | "falhasSeguidas" | "silenciosaDesde")
  > & {
    proximaColeta: Date | null;
    isColetando: boolean;
    emailsHoje: number;
    emailsTotal: number;
    ultimoEmailEm: Date | null;
  };

const CONNECTION = [
  ...(["x.id", "x.tipo", "x.servidor", "x.porta", "x.usuario", "x.autenticacao", "x.oauth"] as const),
  ...(["x.pasta", "x.certificadoFixado", "x.descricao", "x.apagarAposDias"] as const),
] as const;

/**
 * The conta's mailboxes, or one of them, with the state of their poll. dia: today in the conta's time
 * zone.
 */
export async function findCaixas(
  db: Db,
  contaId: string,
  { dia, zona, id }: { dia: string; zona: string; id?: string },
): Promise<CaixaRow[]> {
  const caixas = selectCaixas(db, contaId)
    .leftJoin("tarefa as t", (on) =>
      on
        .onRef("t.contaId", "=", "x.contaId")
        .on("t.tipo", "=", "poll")
        .on((eb) => eb("t.alvo", "=", eb.cast<string>("x.id", "text")))
        .on("t.estado", "in", ["pendente", "entregue"]),
    )
    // Counted from email_caixa_idx only, in one scan per mailbox.
    .crossJoinLateral((eb) =>
      eb
        .selectFrom("email as m")
        .where("m.contaId", "=", contaId)
        .whereRef("m.caixaId", "=", "x.id")
        .select(({ fn }) => [
          fn
            .countAll<number>()
            .filterWhere("m.recebidaEm", ">=", sql<Date>`(${dia}::date)::timestamp AT TIME ZONE ${zona}`)
            .as("emailsHoje"),
          fn.countAll<number>().as("emailsTotal"),
          fn.max<Date | null>("m.recebidaEm").as("ultimoEmailEm"),
        ])
        .as("e"),
    )
    .select(["x.ultimaColeta", "x.ultimaVisita", "x.ultimoErro", "x.ultimoErroEm", "x.erroDesde"])
    .select(["x.falhasSeguidas", "x.silenciosaDesde", "e.emailsHoje", "e.emailsTotal", "e.ultimoEmailEm"])
    .select((eb) => [
      eb("t.estado", "is not distinct from", "entregue").$castTo<boolean>().as("isColetando"),
      eb.case("t.estado").when("pendente").then(eb.ref("t.venceEm")).end().as("proximaColeta"),
    ]);
  return await (id === undefined ? caixas : caixas.where("x.id", "=", id)).execute();
}

function selectCaixas(db: Db, contaId: string) {
  return db
    .selectFrom("caixaEmail as x")
    .where("x.contaId", "=", contaId)
    .where("x.apagadaEm", "is", null)
    .select(CONNECTION);
}

/** A stored mailbox; its secret is still encrypted. */
export type SealedCaixa = CaixaConnection &
  Pick<Row<"caixaEmail">, "id" | "descricao" | "apagarAposDias" | "senhaSelada">;

/**
 * @param lock locks the row until the transaction ends, so that concurrent saves run one after the
 * other
 */
export async function findSealedCaixa(
  db: Db,
  contaId: string,
  { id, lock }: { id: string; lock: boolean },
): Promise<SealedCaixa | null> {
  const found = await selectCaixas(db, contaId)
    .where("x.id", "=", id)
    .select("x.senhaSelada")
    .$if(lock, (caixa) => caixa.forUpdate())
    .executeTakeFirst();
  return found ?? null;
}

/** Serializes saves of a conta's mailboxes: the check for duplicates runs before the write. */
export async function lockCaixas(db: Db, contaId: string): Promise<void> {
  await lockText(db, `caixas ${contaId}`);
}

/** Whether another mailbox of the conta polls the same folder of the same user. */
export async function hasSameCaixa(
  db: Db,
  contaId: string,
  { id, servidor, usuario, pasta }: { id: string } & Pick<CaixaConnection, "servidor" | "usuario" | "pasta">,
): Promise<boolean> {
  const found = await db
    .selectFrom("caixaEmail")
    .where("contaId", "=", contaId)
    .where("id", "<>", id)
    .where("apagadaEm", "is", null)
    .where(({ eb, fn }) => eb(fn<string>("lower", ["servidor"]), "=", sql<string>`lower(${servidor})`))
    .where(({ eb, fn }) => eb(fn<string>("lower", ["usuario"]), "=", sql<string>`lower(${usuario})`))
    .where("pasta", "is not distinct from", pasta)
    .select("id")
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * A mailbox to store. novaGeracao: the known uids become invalid; pollMs: poll interval of a new one.
 */
export type CaixaToSave = SealedCaixa & { novaGeracao: boolean; pollMs: number };

/** Inserts or updates a mailbox; a deleted one stays deleted. */
export async function saveCaixa(db: Db, contaId: string, caixa: CaixaToSave): Promise<void> {
  const { id, novaGeracao, pollMs, oauth, tipo, servidor, porta, usuario, autenticacao } = caixa;
  const { pasta, certificadoFixado, descricao, apagarAposDias, senhaSelada } = caixa;
  const stored = {
    ...{ tipo, servidor, porta, usuario, autenticacao, pasta, certificadoFixado, descricao, apagarAposDias },
    ...{ senhaSelada, oauth: oauth === null ? null : JSON.stringify(oauth) },
  };
  await db
    .insertInto("caixaEmail")
    .values({ contaId, id, ...stored, pollMs })
    .onConflict((caixa) =>
      caixa
        .columns(["contaId", "id"])
        .doUpdateSet((eb) => ({
          ...stored,
          ...(novaGeracao && {
            ...{ geracao: eb("caixaEmail.geracao", "+", 1), marca: null, silenciosaDesde: null },
          }),
        }))
        .where("caixaEmail.apagadaEm", "is", null),
    )
    .execute();
}

/**
 * Deletes a mailbox and its secret permanently; its mail remains. @returns false when it does not exist
 */
export async function deleteCaixa(
  db: Db,
  contaId: string,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const deleted = await countChanged(
    db
      .updateTable("caixaEmail")
      .where("contaId", "=", contaId)
      .where("id", "=", id)
      .where("apagadaEm", "is", null)
      .set({ apagadaEm: now, senhaSelada: Buffer.alloc(0), oauth: null }),
  );
  if (deleted === 0) return false;
  const poll = db
    .updateTable("tarefa")
    .where("contaId", "=", contaId)
    .where("tipo", "=", "poll")
    .where("alvo", "=", id);
  // A running poll ends by itself, because it no longer finds the mailbox.
  await poll
    .where("estado", "=", "pendente")
    .set({ estado: "feita", terminadaEm: now, resultado: "caixa apagada" })
    .execute();
  await poll.where("estado", "=", "entregue").set({ proximaEm: null }).execute();
  return true;
}
