import { MESSAGES, type ParamsOf } from "@malote/contract";
import { parseMessage } from "@malote/mailbox";
import { createMailer } from "../../src/mail/mailer.ts";
import { settlePasswordResets } from "../../src/services/membership/reset-password.ts";
import { sendOutgoingEmail } from "../../src/services/outgoing-email/send-outgoing-email.ts";
import { createTestContext } from "../setup/context.ts";
import { type FakeSmtpServer, startFakeSmtpServer } from "../setup/servers/smtp-server.ts";
import { openWire, rpc, type SignedInUser, type Wire } from "../setup/wire.ts";

export type UserForm = ParamsOf<"Usuario.inviteUsuario">["usuario"];

/** The application with an SMTP server that accepts every e-mail. */
export type MailWire = Wire & {
  smtp: FakeSmtpServer;
  /** Sends the pending e-mails; returns those received since the last call. */
  readEmails(): Promise<ReceivedEmail[]>;
  dispose(): Promise<void>;
};

/** A received e-mail. link: the token in its link, "" without a link. */
export type ReceivedEmail = { para: string; assunto: string; texto: string; html: string; link: string };

export async function openMailWire(): Promise<MailWire> {
  const smtp = await startFakeSmtpServer();
  const config = { servidor: "127.0.0.1", porta: smtp.port, tls: false, semTls: true, usuario: null };
  const smtpConfig = { ...config, senha: null, de: "Malote <malote@empresa.test>" };
  const context = await createTestContext({ smtp: smtpConfig });
  const mailer = createMailer(smtpConfig);
  const wire = await openWire({ ...context, ctx: { ...context.ctx, mail: mailer } });
  let readCount = 0;
  return {
    ...wire,
    smtp,
    readEmails: async () => {
      await settlePasswordResets();
      const waiting = await wire.asOwner<{ contaId: string; id: string }>(
        `SELECT conta_id AS "contaId", id FROM envio WHERE estado = 'pendente' ORDER BY criado_em, id`,
      );
      for (const { contaId, id } of waiting) await sendOutgoingEmail(wire.ctx, { contaId, envioId: id });
      const newOnes = smtp.accepted.slice(readCount);
      readCount = smtp.accepted.length;
      return await Promise.all(newOnes.map(readEmail));
    },
    dispose: async () => {
      await settlePasswordResets();
      mailer.close();
      await wire.dispose();
      await smtp.stop();
    },
  };
}

async function readEmail(raw: string): Promise<ReceivedEmail> {
  const parsed = await parseMessage(Buffer.from(raw, "latin1"));
  if (parsed.kind !== "mensagem") throw new Error(parsed.motivo);
  const { assunto, corpoTexto, corpoHtml } = parsed.mensagem;
  const para = /^To: (.+)\r$/im.exec(raw)?.[1] ?? "";
  const texto = corpoTexto ?? "";
  const link = /\/setup\/([A-Za-z0-9_-]+)/.exec(texto)?.[1] ?? "";
  return { para, assunto: assunto ?? "", texto, html: corpoHtml ?? "", link };
}

/** The expected refusal: the error message, and its field if there is one. */
export const refusalOf = (key: keyof typeof MESSAGES, field?: string) => ({
  sucesso: false,
  mensagem: MESSAGES[key],
  erros: field === undefined ? [] : [{ campo: field, mensagem: MESSAGES[key] }],
});

/** The fields of a user as a form sends them. */
export const userForm = (nomeUsuario: string, o: Partial<UserForm> = {}): UserForm => ({
  nome: "Rita",
  nomeUsuario,
  nomeCompleto: "Rita Lemos",
  email: `${nomeUsuario}@exemplo.test`,
  ...o,
});

/** A call without a session. */
export async function callAnonymously(mailWire: MailWire, method: string, params: object) {
  const { result, error } = await rpc(mailWire, { id: 1, method, params });
  if (result === null) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** Turns an owner into an ordinary administrator. */
export async function removeOwnership(wire: Wire, { usuarioId }: SignedInUser): Promise<void> {
  await wire.asOwner("UPDATE usuario SET proprietario_conta = false, administrador = true WHERE id = $1", [
    usuarioId,
  ]);
}
