import { MENSAGENS, type ParamsOf } from "@malote/contract";
import { parseMessage } from "@malote/mailbox";
import { createCorreio } from "../src/correio/correio.ts";
import { sendEnvio } from "../src/services/envio/send-envio.ts";
import { settlePedidosDeSenha } from "../src/services/usuario/reset-senha.ts";
import { createTestContext } from "./context.ts";
import { type SmtpFalso, startSmtpFalso } from "./smtp.ts";
import { openWire, type Pessoa, rpc, type Wire } from "./wire.ts";

export type Digitado = ParamsOf<"Usuario.inviteUsuario">["usuario"];

/** A house with a mail server that takes what it is given. */
export type Casa = Wire & {
  smtp: SmtpFalso;
  /** Sends the letters that wait, and reads those that arrived since the last time. */
  readCartas(): Promise<Carta[]>;
  dispose(): Promise<void>;
};

/** A letter as it arrived. link: the key in its button, "" where it carries none. */
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

/** A refusal with its sentence, at its field if it has one. */
export const no = (key: keyof typeof MENSAGENS, campo?: string) => ({
  sucesso: false,
  mensagem: MENSAGENS[key],
  erros: campo === undefined ? [] : [{ campo, mensagem: MENSAGENS[key] }],
});

/** Somebody as a form writes them. */
export const digitado = (nomeUsuario: string, o: Partial<Digitado> = {}): Digitado => ({
  nome: "Rita",
  nomeUsuario,
  nomeCompleto: "Rita Lemos",
  email: `${nomeUsuario}@exemplo.test`,
  ...o,
});

/** A call that nobody has signed in for. */
export async function visit(casa: Casa, method: string, params: object) {
  const { result, error } = await rpc(casa, { id: 1, method, params });
  if (result === null) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** Makes an owner an administrator like others. */
export async function disown(wire: Wire, { usuarioId }: Pessoa): Promise<void> {
  await wire.asOwner("UPDATE usuario SET proprietario_conta = false, administrador = true WHERE id = $1", [
    usuarioId,
  ]);
}
