import type { Caixa, MensagemGuardada } from "./caixa.ts";

export type Credencial = { usuario: string; senha: string };

/** What the session answers to a line: bytes to send, and whether the connection ends after them. */
export type Resposta = { bytes: Buffer; fim?: boolean; retirada?: boolean };

export type SessaoPop3 = { saudacao: Buffer; answer(linha: string): Resposta };

type Opcoes = { caixa: Caixa; credencial: Credencial; recusaSenha(): boolean };
type Estado = {
  usuario: string | null;
  /** The box as it was at PASS, with the numbers of this session; null before it. */
  mensagens: readonly MensagemGuardada[] | null;
  apagadas: Set<string>;
};

const CAPABILITIES = ["TOP", "UIDL", "USER", "RESP-CODES", "PIPELINING", "IMPLEMENTATION Malote-Sandbox"];
const NEEDS_LOGIN = new Set(["STAT", "LIST", "UIDL", "RETR", "DELE", "NOOP", "RSET", "TOP"]);

/** One POP3 session over a box, without the socket.   @source RFC 1939; RFC 2449 (CAPA, RESP-CODES) */
export function createSessaoPop3(opcoes: Opcoes): SessaoPop3 {
  const estado: Estado = { usuario: null, mensagens: null, apagadas: new Set() };
  return {
    saudacao: ok("Malote: caixa de demonstração pronta").bytes,
    answer: (linha) => {
      const [word = "", ...rest] = linha.split(" ");
      const command = word.toUpperCase();
      if (command === "CAPA") return multiline("Capability list follows", CAPABILITIES);
      if (command === "QUIT") return quit(estado, opcoes.caixa);
      if (NEEDS_LOGIN.has(command))
        return answerTransaction({ command, args: rest, estado, caixa: opcoes.caixa });
      if (estado.mensagens) return err("unknown command");
      if (command === "USER") return user(estado, rest.join(" "));
      // @NOTE a password may hold spaces (RFC 1939 §7): the rest of the line is the password.
      if (command === "PASS") return pass(estado, rest.join(" "), opcoes);
      return err("unknown command");
    },
  };
}

function user(estado: Estado, usuario: string): Resposta {
  if (!usuario) return err("USER needs a name");
  estado.usuario = usuario;
  return ok("send PASS");
}

function pass(estado: Estado, senha: string, { caixa, credencial, recusaSenha }: Opcoes): Resposta {
  const { usuario } = estado;
  if (usuario === null) return err("USER first");
  estado.usuario = null;
  const right = usuario.toLowerCase() === credencial.usuario.toLowerCase() && senha === credencial.senha;
  if (!right || recusaSenha()) return err("[AUTH] invalid user or password");
  estado.mensagens = [...caixa.list()];
  return ok(`${estado.mensagens.length} messages`);
}

function quit(estado: Estado, caixa: Caixa): Resposta {
  for (const uidl of estado.apagadas) caixa.remove(uidl);
  return { ...ok("bye"), fim: true };
}

type Pedido = { command: string; args: string[]; estado: Estado; caixa: Caixa };

function answerTransaction(pedido: Pedido): Resposta {
  const { command, args, estado } = pedido;
  if (!estado.mensagens) return err("[AUTH] sign in first");
  if (command === "NOOP") return ok("");
  if (command === "STAT") {
    const { count, octets } = measure(estado);
    return ok(`${count} ${octets}`);
  }
  if (command === "RSET") {
    estado.apagadas.clear();
    return ok("");
  }
  if (command === "LIST") return listing(estado, args[0], (mensagem) => String(mensagem.tamanho));
  if (command === "UIDL") return listing(estado, args[0], (mensagem) => mensagem.uidl);
  const mensagem = find(estado, args[0]);
  if (!mensagem) return err("no such message");
  if (command === "DELE") {
    estado.apagadas.add(mensagem.uidl);
    return ok("deleted at QUIT");
  }
  return send(pedido, mensagem);
}

function send({ command, args, caixa }: Pedido, mensagem: MensagemGuardada): Resposta {
  let raw: Buffer;
  try {
    raw = caixa.read(mensagem);
  } catch {
    return err("[SYS/TEMP] message is gone");
  }
  if (command === "RETR") {
    return { bytes: Buffer.concat([line(`+OK ${raw.length} octets`), stuffDots(raw)]), retirada: true };
  }
  const lines = Number(args[1]);
  if (!Number.isInteger(lines) || lines < 0) return err("TOP needs a message and a number of lines");
  return { bytes: Buffer.concat([line("+OK"), stuffDots(topOf(raw, lines))]) };
}

function measure(estado: Estado): { count: number; octets: number } {
  const alive = (estado.mensagens ?? []).filter((mensagem) => !estado.apagadas.has(mensagem.uidl));
  return { count: alive.length, octets: alive.reduce((sum, mensagem) => sum + mensagem.tamanho, 0) };
}

function find(estado: Estado, number: string | undefined): MensagemGuardada | null {
  if (!number || !/^[0-9]{1,9}$/.test(number)) return null;
  const mensagem = estado.mensagens?.[Number(number) - 1];
  return mensagem && !estado.apagadas.has(mensagem.uidl) ? mensagem : null;
}

function listing(
  estado: Estado,
  number: string | undefined,
  write: (m: MensagemGuardada) => string,
): Resposta {
  if (number !== undefined) {
    const mensagem = find(estado, number);
    return mensagem ? ok(`${number} ${write(mensagem)}`) : err("no such message");
  }
  const rows = (estado.mensagens ?? []).flatMap((mensagem, index) =>
    estado.apagadas.has(mensagem.uidl) ? [] : [`${index + 1} ${write(mensagem)}`],
  );
  const { count, octets } = measure(estado);
  return multiline(`${count} messages (${octets} octets)`, rows);
}

/** The header and so many lines of the body. */
function topOf(raw: Buffer, lines: number): Buffer {
  const blank = raw.indexOf("\r\n\r\n");
  if (blank < 0) return raw;
  let end = blank + 4;
  for (let i = 0; i < lines; i++) {
    const next = raw.indexOf("\r\n", end);
    if (next < 0) return raw;
    end = next + 2;
  }
  return raw.subarray(0, end);
}

const DOT = 0x2e;

/** Doubles the dot at the beginning of each line and adds the end mark; all other bytes pass as they are. */
export function stuffDots(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let at = raw[0] === DOT ? 0 : nextDot(raw, 0); at >= 0; at = nextDot(raw, at)) {
    pieces.push(raw.subarray(start, at), Buffer.of(DOT));
    start = at;
  }
  return Buffer.concat([...pieces, raw.subarray(start), Buffer.from(".\r\n")]);
}

function nextDot(raw: Buffer, from: number): number {
  const at = raw.indexOf("\r\n.", from);
  return at < 0 ? -1 : at + 2;
}

function line(text: string): Buffer {
  return Buffer.from(`${text}\r\n`, "utf8");
}

function ok(text: string): Resposta {
  return { bytes: line(text ? `+OK ${text}` : "+OK") };
}

function err(text: string): Resposta {
  return { bytes: line(`-ERR ${text}`) };
}

function multiline(text: string, rows: readonly string[]): Resposta {
  return { bytes: line([`+OK ${text}`, ...rows, "."].join("\r\n")) };
}
