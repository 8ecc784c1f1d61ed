import fs from "node:fs/promises";
import net from "node:net";

/** What the browser suite knows of the sandbox's box: one box behind several doors. */
export type CaixaSandbox = {
  usuario: string;
  senha: string;
  imap: number;
  /** TLS under a certificate that no authority signed. */
  imapsAutoAssinada: number;
  impressao: string;
};

/** The folder that the demo conta does not collect. */
export const PASTA = "Notas eletrônicas";
const PASTA_IMAP = "Notas eletr&APQ-nicas";

/** @throws when the suite was not told where the sandbox keeps it: `npm test -- e2e` does */
export async function readCaixaSandbox(): Promise<CaixaSandbox> {
  const file = process.env.SANDBOX_FILE;
  if (!file) throw new Error("SANDBOX_FILE is not set: the box of the sandbox is not known");
  const info = JSON.parse(await fs.readFile(file, "utf8"));
  return {
    usuario: info.pop3.usuario,
    senha: info.pop3.senha,
    imap: info.imap.porta,
    imapsAutoAssinada: info.autoAssinada.imaps.porta,
    impressao: info.autoAssinada.impressao,
  };
}

/** A person drops a message into that folder from a mail program (RFC 3501 §6.3.11). */
export async function appendEmail({ imap, usuario, senha }: CaixaSandbox, raw: string): Promise<void> {
  const bytes = Buffer.from(raw);
  const socket = net.connect(imap, "127.0.0.1");
  socket.setEncoding("utf8").setTimeout(10_000, () => socket.destroy(new Error("the IMAP server is silent")));
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

/** Waits for the line that ends a command, and wants it to be a yes. */
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
