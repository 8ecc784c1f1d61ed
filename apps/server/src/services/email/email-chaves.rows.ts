import type { ChaveAcesso } from "@malote/syntax";
import type { Db } from "../../db/index.ts";

/** Stores the chaves that an e-mail names without bringing their XML, while it is being read. */
export async function saveChavesSemXml(
  db: Db,
  contaId: string,
  { emailId, chaves }: { emailId: string; chaves: readonly ChaveAcesso[] },
): Promise<void> {
  await db
    .updateTable("email")
    .set({ chavesSemXml: [...chaves] })
    .where("contaId", "=", contaId)
    .where("id", "=", emailId)
    .where("estado", "=", "em-leitura")
    .execute();
}
