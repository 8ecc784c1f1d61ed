import type { ChaveAcesso } from "@malote/syntax";
import type { Db } from "../../db/index.ts";

/** Stores the chaves that an e-mail names without bringing their XML, while it is being read. */
export async function saveChavesSemXml(
  db: Db,
  contaId: string,
  { emailId, chaves }: { emailId: string; chaves: readonly ChaveAcesso[] },
): Promise<void> {
  await db.query(
    "UPDATE email SET chaves_sem_xml = $3::text[] WHERE conta_id = $1 AND id = $2 AND estado = 'em-leitura'",
    [contaId, emailId, [...chaves]],
  );
}
