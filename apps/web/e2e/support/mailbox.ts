import fs from "node:fs/promises";
import net from "node:net";

/** The sandbox's mailbox: one mailbox behind several protocols. */
export type SandboxCaixa = {
  usuario: string;
  password: string;
  imap: number;
  /** Port with TLS and a self-signed certificate. */
  imapsSelfSigned: number;
  fingerprint: string;
};

/** A folder that the demo conta does not poll. */
export const FOLDER = "Notas eletrônicas";
const IMAP_FOLDER = "Notas eletr&APQ-nicas";

/** @throws when SANDBOX_FILE is not set: `npm test -- e2e` sets it */
export async function readSandboxCaixa(): Promise<SandboxCaixa> {
  const file = process.env.SANDBOX_FILE;
  if (!file) throw new Error("SANDBOX_FILE is not set: the mailbox of the sandbox is unknown");
  const info = JSON.parse(await fs.readFile(file, "utf8"));
  return {
    usuario: info.pop3.usuario,
    password: info.pop3.senha,
    imap: info.imap.porta,
    imapsSelfSigned: info.autoAssinada.imaps.porta,
    fingerprint: info.autoAssinada.impressao,
  };
}

/** Puts a message into that folder, as a mail program does (RFC 3501 §6.3.11). */
export async function appendEmail({ imap, usuario, password }: SandboxCaixa, raw: string): Promise<void> {
  const bytes = Buffer.from(raw);
  const socket = net.connect(imap, "127.0.0.1");
  socket.setEncoding("utf8").setTimeout(10_000, () => socket.destroy(new Error("the IMAP server hangs")));
  try {
    socket.write(`a LOGIN "${usuario}" "${password}"\r\n`);
    await answerOf(socket, "a");
    socket.write(`b APPEND "${IMAP_FOLDER}" {${bytes.length}+}\r\n`);
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
