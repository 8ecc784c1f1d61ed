import { anyOf, type Db, type Row } from "../../db/index.ts";
import { authorizedAt, lacksConclusive } from "../manifestacao/deadline.rows.ts";
import type { AuthorizationWindow } from "./deadline-notice.rules.ts";

/** A received NF-e whose manifestação deadline is near. */
export type ExpiringNota = Pick<Row<"nota">, "id" | "chave" | "numeroNota" | "nomeEmitente"> & {
  empresaId: string;
  autorizadaEm: Date;
  avisado: number | null;
};

/** The authorization is assumed to follow the emission within this time. */
const EMISSION_MARGIN_MS = 30 * 86_400_000;

/** NF-e without a conclusive manifestação that were authorized in a window, oldest first; only of companies
 * that enabled manifestações. */
export async function findExpiring(
  db: Db,
  contaId: string,
  { window: { de: from, ate: until }, limit }: { window: AuthorizationWindow; limit: number },
): Promise<ExpiringNota[]> {
  const notas = db
    .selectFrom("nota as n")
    .innerJoin("empresa as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.id", "=", "n.empresaId"),
    )
    .where("e.ativarManifestacao", "=", true)
    .where("n.contaId", "=", contaId)
    .where(lacksConclusive("n"))
    .where((eb) => eb.between("n.dataEmissao", new Date(from.getTime() - EMISSION_MARGIN_MS), until))
    .where((eb) => eb.or([eb("n.prazoAvisado", "is", null), eb("n.prazoAvisado", ">", 3)]))
    .select(["n.id", "n.chave", "e.id as empresaId", "n.numeroNota", "n.nomeEmitente"])
    .select(["n.prazoAvisado as avisado", authorizedAt("n").as("autorizadaEm")]);
  return await db
    .selectFrom(notas.as("v"))
    .selectAll()
    .where((eb) => eb.between("v.autorizadaEm", from, until))
    .orderBy("v.autorizadaEm")
    .orderBy("v.id")
    .limit(limit)
    .execute();
}

/** Records the notice as sent. */
export async function saveNotices(
  db: Db,
  contaId: string,
  { ids, dias: days }: { ids: readonly string[]; dias: number },
): Promise<void> {
  await db
    .updateTable("nota")
    .set({ prazoAvisado: days })
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .execute();
}
