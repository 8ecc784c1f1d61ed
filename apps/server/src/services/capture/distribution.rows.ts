import { anyOf, type Db, unnestObjects } from "../../db/index.ts";

/** Records that SEFAZ itself delivered documents; the first time stays. */
export async function markDistributed(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable("documento")
    .set({ distribuidoEm: now })
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .where("distribuidoEm", "is", null)
    .execute();
}

/** The digest that SEFAZ authorized under a chave. */
export type AuthorizedDigest = { chave: string; digVal: string };

/**
 * Stores SEFAZ's digest on the notas of some chaves, so that later copies are compared with it.
 * @returns those of which a stored copy has another content
 */
export async function saveDigests(
  db: Db,
  contaId: string,
  authorized: readonly AuthorizedDigest[],
): Promise<AuthorizedDigest[]> {
  if (authorized.length === 0) return [];
  const digests = unnestObjects("a", authorized, { chave: "text", digVal: "text" });
  await db
    .updateTable("nota")
    .from(digests)
    .set(({ ref }) => ({ sefazDigVal: ref("a.digVal") }))
    .where("nota.contaId", "=", contaId)
    .whereRef("nota.chave", "=", "a.chave")
    .where("nota.sefazDigVal", "is", null)
    .execute();
  return await db
    .selectFrom(digests)
    .innerJoin("documento as d", (join) =>
      join.on("d.contaId", "=", contaId).onRef("d.chave", "=", "a.chave"),
    )
    .where("d.natureza", "=", "nota")
    .whereRef("d.digVal", "is distinct from", "a.digVal")
    .select(["a.chave", "a.digVal"])
    .distinct()
    .orderBy("a.chave")
    .execute();
}
