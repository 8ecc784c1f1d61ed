import { MENSAGENS, type ParamsOf } from "@malote/contract";
import { parseMessage } from "@malote/mailbox";
import { createCorreio } from "../src/correio/correio.ts";
import { sendEnvio } from "../src/services/envio/send-envio.ts";
import { settlePedidosDeSenha } from "../src/services/usuario/reset-senha.ts";
import { createTestContext } from "./context.ts";
import { type SmtpFalso, startSmtpFalso } from "./smtp.ts";
import { openWire, type Pessoa, rpc, type Wire } from "./wire.ts";

export type Digitado = ParamsOf<"Usuario.inviteUsuario">["usuario"];

/** The application with an SMTP server that accepts every e-mail. */
export type Casa = Wire & {
  smtp: SmtpFalso;
  /** Sends the pending e-mails; returns those received since the last call. */
  readCartas(): Promise<Carta[]>;
  dispose(): Promise<void>;
};

/** A received e-mail. link: the token in its link, "" without a link. */
export type Carta = { para: string; assunto: string; texto: string; html: string; link: string };

export async function openCasa(): Promise<Casa> {
  const smtp = await startSmtpFalso();
  const config = { servidor: "127.0.0.1", porta: smtp.porta, tls: false, semTls: true, usuario: null };
  const saida = { ...config, senha: null, de: "Malote <malote@empresa.test>" };
  const context = await createTestContext({ smtp: saida });
  const correio = createCorreio(saida);
  const wire = await openWire({ ...context, ctx: { ...context.ctx, correio } });
  let lidas = 0;
  return {
    ...wire,
    smtp,
    readCartas: async () => {
      await settlePedidosDeSenha();
      const waiting = await wire.asOwner<{ contaId: string; id: string }>(
        `SELECT conta_id AS "contaId", id FROM envio WHERE estado = 'pendente' ORDER BY criado_em, id`,
      );
      for (const { contaId, id } of waiting) await sendEnvio(wire.ctx, { contaId, envioId: id });
      const novas = smtp.aceitas.slice(lidas);
      lidas = smtp.aceitas.length;
      return await Promise.all(novas.map(readCarta));
    },
    dispose: async () => {
      await settlePedidosDeSenha();
      correio.close();
      await wire.dispose();
      await smtp.stop();
    },
  };
}

async function readCarta(raw: string): Promise<Carta> {
  const lida = await parseMessage(Buffer.from(raw, "latin1"));
  if (lida.kind !== "mensagem") throw new Error(lida.motivo);
  const { assunto, corpoTexto, corpoHtml } = lida.mensagem;
  const para = /^To: (.+)\r$/im.exec(raw)?.[1] ?? "";
  const texto = corpoTexto ?? "";
  const link = /\/setup\/([A-Za-z0-9_-]+)/.exec(texto)?.[1] ?? "";
  return { para, assunto: assunto ?? "", texto, html: corpoHtml ?? "", link };
}

/** The expected refusal: the error message, and its field if there is one. */
export const no = (key: keyof typeof MENSAGENS, campo?: string) => ({
  sucesso: false,
  mensagem: MENSAGENS[key],
  erros: campo === undefined ? [] : [{ campo, mensagem: MENSAGENS[key] }],
});

/** The fields of a user as a form sends them. */
export const digitado = (nomeUsuario: string, o: Partial<Digitado> = {}): Digitado => ({
  nome: "Rita",
  nomeUsuario,
  nomeCompleto: "Rita Lemos",
  email: `${nomeUsuario}@exemplo.test`,
  ...o,
});

/** A call without a session. */
export async function visit(casa: Casa, method: string, params: object) {
  const { result, error } = await rpc(casa, { id: 1, method, params });
  if (result === null) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** Turns an owner into an ordinary administrator. */
export async function disown(wire: Wire, { usuarioId }: Pessoa): Promise<void> {
  await wire.asOwner("UPDATE usuario SET proprietario_conta = false, administrador = true WHERE id = $1", [
    usuarioId,
  ]);
}
