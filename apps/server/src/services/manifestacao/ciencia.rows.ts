import { sql } from "kysely";
import { anyOf, column, type Db, notExists, refsOf, unnestRows } from "../../db/index.ts";
import { haveSameRoot, isKnownToSefaz, rootOf } from "../evento/fact.rows.ts";
import { lastStatus } from "./deadline.rows.ts";
import { CANCELLED_STATUSES, DENIED_STATUSES, EVENTO_TYPES } from "./manifestacao.rules.ts";

/** Whether an empresa enabled the automatic ciência, and has a valid certificate for it. */
export async function hasActiveCiencia(
  db: Db,
  contaId: string,
  { empresaId, now }: { empresaId: string; now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom("empresa as e")
    .innerJoin("certificado as c", (join) =>
      join.onRef("c.contaId", "=", "e.contaId").onRef("c.empresaId", "=", "e.id"),
    )
    .where("e.contaId", "=", contaId)
    .where(({ and }) => and({ "e.id": empresaId, "e.cienciaAutomatica": true, "e.ativarManifestacao": true }))
    .where("c.validoDe", "<=", now)
    .where("c.validoAte", ">", now)
    .select("e.id")
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The chaves without any manifestação or request of an empresa, whose nota, if known, is not cancelled. Any
 * evento of the company counts, even if unregistered: from then on, its users decide. despiteFailed: a
 * request that failed or was refused does not count, because a user repeats it.
 */
export async function findWithoutManifestacao(
  db: Db,
  contaId: string,
  {
    empresaId,
    chaves,
    despiteFailed = false,
  }: { empresaId: string; chaves: readonly string[]; despiteFailed?: boolean },
): Promise<string[]> {
  const rows = await db
    .selectFrom(unnestRows("c", { chave: column("text", chaves) }))
    .innerJoin("empresa as p", (join) => join.on("p.contaId", "=", contaId).on("p.id", "=", empresaId))
    .where(notExists(selectRequests(db, contaId, despiteFailed)))
    .where(notExists(selectCompanyEventos(db, contaId)))
    .where(notExists(selectOtherNotas(db, contaId, empresaId)))
    .select("c.chave")
    .execute();
  return rows.map(({ chave }) => chave);
}

// Of the chave c and the empresa p of the statement around each.
const CHAVE = sql.ref<string>("c.chave");
const CNPJ = refsOf("empresa", "p")("cnpj");

function selectRequests(db: Db, contaId: string, despiteFailed: boolean) {
  return db
    .selectFrom("manifestacao as m")
    .where("m.contaId", "=", contaId)
    .where("m.chave", "=", CHAVE)
    .where("m.status", "is not", null)
    .$if(despiteFailed, (open) => open.where("m.estado", "in", ["pendente", "registrada"]))
    .where(({ not, and, eb }) =>
      not(
        and([
          eb("m.estado", "=", "falhou"),
          eb("m.usuario", "is", null),
          eb("m.falha", "in", ["desativada", "ciencia-desligada"]),
        ]),
      ),
    );
}

function selectCompanyEventos(db: Db, contaId: string) {
  return db
    .selectFrom("evento as e")
    .where("e.contaId", "=", contaId)
    .where("e.chave", "=", CHAVE)
    .where("e.tpEvento", "=", anyOf(Object.values(EVENTO_TYPES)))
    .where(({ ref }) => haveSameRoot(ref("e.autor"), CNPJ))
    .where(isKnownToSefaz("e"));
}

function selectOtherNotas(db: Db, contaId: string, empresaId: string) {
  return db
    .selectFrom("nota as n")
    .where("n.contaId", "=", contaId)
    .where("n.chave", "=", CHAVE)
    .where(({ eb, or, and, ref }) =>
      or([
        eb("n.hashSha1Canc", "is not", null),
        eb(lastStatus("n"), "=", anyOf([...CANCELLED_STATUSES, ...DENIED_STATUSES])),
        and([
          eb("n.papel", "=", "E"),
          or([
            eb("n.empresaId", "is distinct from", empresaId),
            eb(rootOf(ref("n.cnpjDestinatario")), "is distinct from", rootOf(CNPJ)),
          ]),
        ]),
      ]),
    );
}
