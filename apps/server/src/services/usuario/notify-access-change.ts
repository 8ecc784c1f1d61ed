import type { Db } from "../../db/index.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import type { AccessChange } from "../outgoing-email/outgoing-email.rules.ts";
import { findManagerEmails } from "./manager-emails.rows.ts";

/**
 * A change of a user's means of access. usuario: whose access; quem: full name of the user who changed
 * it.
 */
export type ChangedAccess = {
  usuario: { id: string; nome: string; nomeUsuario: string; email: string };
  oQue: AccessChange;
  quem: string;
  now: Date;
  /** The API token concerned. */
  token?: string;
};

/**
 * Queues e-mails about a change of access: to the user, and to the conta's owner and administrators.
 * Call it before `insertRegistros`.
 */
export async function planAccessChangeEmails(
  db: Db,
  contaId: string,
  { usuario, oQue, quem, now, token }: ChangedAccess,
): Promise<void> {
  const { id, nome, nomeUsuario, email } = usuario;
  const recipients = await findManagerEmails(db, contaId);
  const byAddress = new Map([email, ...recipients].map((para) => [para.toLowerCase(), para]));
  for (const [at, para] of [...byAddress.values()].entries()) {
    await planOutgoingEmail(db, contaId, {
      modelo: "acesso-alterado",
      // A distinct key per recipient: deleting the user erases the addresses, and the rows must remain
      // distinct.
      ocasiao: `acesso-alterado ${oQue} ${id} ${now.toISOString()} ${at}`,
      para,
      dados: { usuarioId: id, nome, nomeUsuario, oQue, quem, quando: now, token },
      now,
    });
  }
}
