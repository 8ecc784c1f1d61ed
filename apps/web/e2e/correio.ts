import fs from "node:fs/promises";
import net from "node:net";

/** The sandbox's mailbox: one mailbox behind several protocols. */
export type CaixaSandbox = {
  usuario: string;
  senha: string;
  imap: number;
  /** Port with TLS and a self-signed certificate. */
  imapsAutoAssinada: number;
  impressao: string;
};

/** A folder that the demo conta does not poll. */
export const PASTA = "Notas eletrônicas";
const PASTA_IMAP = "Notas eletr&APQ-nicas";

/** @throws when SANDBOX_FILE is not set: `npm test -- e2e` sets it */
export async function readCaixaSandbox(): Promise<CaixaSandbox> {
  const file = process.env.SANDBOX_FILE;
  if (!file) throw new Error("SANDBOX_FILE is not set: the mailbox of the sandbox is unknown");
  const info = JSON.parse(await fs.readFile(file, "utf8"));
  return {
    usuario: info.pop3.usuario,
    senha: info.pop3.senha,
    imap: info.imap.porta,
    imapsAutoAssinada: info.autoAssinada.imaps.porta,
    impressao: info.autoAssinada.impressao,
  };
}

/** Puts a message into that folder, as a mail program does (RFC 3501 §6.3.11). */
export async function appendEmail({ imap, usuario, senha }: CaixaSandbox, raw: string): Promise<void> {
  const bytes = Buffer.from(raw);
  const socket = net.connect(imap, "127.0.0.1");
  socket.setEncoding("utf8").setTimeout(10_000, () => socket.destroy(new Error("the IMAP server hangs")));
  try {
    socket.write(`a LOGIN "${usuario}" "${senha}"\r\n`);
    await answerOf(socket, "a");
    socket.write(`b APPEND "${PASTA_IMAP}" {${bytes.length}+}\r\n`);
    socket.write(bytes);
    socket.write("\r\n");
    await answerOf(socket, "b");
  } finally {
    socket.destroy();
  }
}

/** Waits for the tagged response of a command; rejects unless it is OK. */
function answerOf(socket: net.Socket, tag: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (chunk: string): void => {
      text += chunk;
      const line = new RegExp(`^${tag} (.*)\r$`, "m").exec(text)?.[1];
      if (line === undefined) return;
      socket.off("data", onData);
      if (line.startsWith("OK")) resolve();
      else reject(new Error(`IMAP: ${line}`));
    };
    socket.on("data", onData).once("error", reject);
  });
}
