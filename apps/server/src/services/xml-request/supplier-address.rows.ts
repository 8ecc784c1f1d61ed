import { type Expression, sql } from "kysely";
import { column, type Db, unnestRows } from "../../db/index.ts";
import { ADDRESS, selectSupplierEmails } from "../auditor/supplier-email.rows.ts";

/** Addresses proposed for one supplier. */
const ADDRESSES_MAX = 5;

/**
 * Known addresses of suppliers: those to which XMLs were requested before, and those that sent documents of
 * the supplier; the newest use first.
 */
export async function findSupplierAddresses(
  db: Db,
  contaId: string,
  cnpjs: readonly string[],
): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>();
  if (cnpjs.length === 0) return known;
  const rows = await db
    .selectFrom(unnestRows("f", { cnpj: column("text", cnpjs) }))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(selectUses(db, contaId, sql.ref("f.cnpj")).as("u"))
          .select(["u.endereco", "u.em"])
          .as("s"),
      (join) => join.onTrue(),
    )
    .select(["f.cnpj", "s.endereco"])
    .select(({ fn }) => fn.max("s.em").as("em"))
    .groupBy(["f.cnpj", "s.endereco"])
    .orderBy("em", "desc")
    .orderBy("s.endereco")
    .execute();
  for (const { cnpj, endereco } of rows) {
    const addresses = known.get(cnpj) ?? [];
    if (addresses.length < ADDRESSES_MAX) known.set(cnpj, [...addresses, endereco]);
  }
  return known;
}

/** Each use of an address of a supplier, and when. */
function selectUses(db: Db, contaId: string, cnpj: Expression<string>) {
  const senders = selectSupplierEmails(db, contaId, cnpj).select([
    "e.remetente as endereco",
    "e.recebidaEm as em",
  ]);
  const requested = db
    .selectFrom("pedidoXml as p")
    .where("p.contaId", "=", contaId)
    .where("p.cnpjEmitente", "=", cnpj)
    .where("p.para", "is not", null)
    .select(["p.para as endereco", "p.pedidoEm as em"])
    .$narrowType<{ endereco: string }>();
  return senders.unionAll(requested);
}

/**
 * The mailbox to which suppliers of an empresa write: the watched one that last received its documents, else
 * the oldest; null if no user name is an address.
 */
export async function findCaixaOfEmpresa(db: Db, contaId: string, empresaId: string): Promise<string | null> {
  const found = await db
    .selectFrom("caixaEmail as c")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("emailEmpresa as m")
          .innerJoin("email as e", (join) =>
            join.onRef("e.contaId", "=", "m.contaId").onRef("e.id", "=", "m.emailId"),
          )
          .where("m.contaId", "=", contaId)
          .where("m.empresaId", "=", empresaId)
          .whereRef("e.caixaId", "=", "c.id")
          .select("m.recebidaEm")
          .orderBy("m.recebidaEm", "desc")
          .limit(1)
          .as("u"),
      (join) => join.onTrue(),
    )
    .where("c.contaId", "=", contaId)
    .where("c.apagadaEm", "is", null)
    .where("c.usuario", "like", ADDRESS)
    .select("c.usuario")
    .orderBy("u.recebidaEm", (order) => order.desc().nullsLast())
    .orderBy("c.criadoEm")
    .orderBy("c.id")
    .limit(1)
    .executeTakeFirst();
  return found?.usuario ?? null;
}
