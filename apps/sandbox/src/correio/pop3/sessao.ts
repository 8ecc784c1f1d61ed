import type { Caixa, MensagemGuardada } from "../caixa.ts";
import { claimTamanho, type Roteiro } from "../falhas.ts";
import type { Porteiro } from "../porteiro.ts";
import { MECANISMOS, type Sasl, startSasl } from "../sasl.ts";
import { type Ligacao, type Resposta, type Sessao, say } from "../sessao.ts";
import { stuffDots, topOf, uidlOf } from "./mensagem.ts";

export type OpcoesPop3 = {
  caixa: Caixa;
  porteiro: Porteiro;
  roteiro: Roteiro;
  ligacao: Pick<Ligacao, "segura">;
};

type Estado = {
  segura: boolean;
  usuario: string | null;
  /** The SASL exchange that waits for the next line. */
  sasl: Extract<Sasl, { kind: "pergunta" }> | null;
  /** The mailbox as it was at sign-in, numbered for this session; null before. */
  mensagens: readonly MensagemGuardada[] | null;
  apagadas: Set<string>;
};

type Pedido = OpcoesPop3 & { estado: Estado; args: string[] };
type Comando = (pedido: Pedido) => Resposta;

/** Longest accepted line; an OAuth token does not fit into the 255 octets of RFC 2449. */
const LINE_MAX = 16_384;

/**
 * One POP3 session over a mailbox, without its socket.
 * @source RFC 1939; RFC 2449 (CAPA, RESP-CODES); RFC 2595 (STLS); RFC 5034 (AUTH)
 */
export function createSessaoPop3(opcoes: OpcoesPop3): Sessao {
  const { segura } = opcoes.ligacao;
  const estado: Estado = { segura, usuario: null, sasl: null, mensagens: null, apagadas: new Set() };
  let pending = Buffer.alloc(0);
  return {
    saudacao: Buffer.from("+OK Malote: caixa de demonstração pronta\r\n"),
    receive: function* (chunk) {
      pending = Buffer.concat([pending, chunk]);
      for (let end = pending.indexOf("\n"); end >= 0; end = pending.indexOf("\n")) {
        const linha = pending.subarray(0, end).toString("utf8").replace(/\r$/, "");
        pending = pending.subarray(end + 1);
        yield answer(linha, opcoes, estado);
      }
      if (pending.length > LINE_MAX) yield { ...err("line too long"), depois: "fim" };
    },
    secure: () => {
      pending = Buffer.alloc(0);
      estado.segura = true;
      estado.usuario = null;
    },
    leave: () => undefined,
  };
}

function answer(linha: string, opcoes: OpcoesPop3, estado: Estado): Resposta {
  if (estado.sasl) return goOn(estado.sasl.answer(linha), opcoes.caixa, estado);
  const [word = "", ...args] = linha.split(" ");
  const command = word.toUpperCase();
  const run = (estado.mensagens ? TRANSACAO : AUTORIZACAO).get(command) ?? SEMPRE.get(command);
  if (run) return run({ ...opcoes, estado, args });
  return err(TRANSACAO.has(command) ? "[AUTH] sign in first" : "unknown command");
}

const SEMPRE = new Map<string, Comando>([
  ["CAPA", capa],
  ["QUIT", quit],
]);

const AUTORIZACAO = new Map<string, Comando>([
  ["USER", user],
  ["PASS", pass],
  ["AUTH", auth],
  ["STLS", stls],
]);

const TRANSACAO = new Map<string, Comando>([
  ["NOOP", () => ok("")],
  ["STAT", stat],
  ["RSET", rset],
  [
    "LIST",
    ({ estado, roteiro, args }) => listing(estado, args[0], (m) => String(claimTamanho(roteiro, m.tamanho))),
  ],
  ["UIDL", uidl],
  ["DELE", dele],
  ["RETR", retr],
  ["TOP", top],
]);

function capa({ estado, roteiro }: Pedido): Resposta {
  const rows = ["TOP", "USER", `SASL ${MECANISMOS.join(" ")}`, "RESP-CODES", "AUTH-RESP-CODE", "PIPELINING"];
  if (!roteiro.plays("sem-uidl")) rows.push("UIDL");
  if (!estado.segura && !roteiro.plays("sem-starttls")) rows.push("STLS");
  return multiline("Capability list follows", [...rows, "IMPLEMENTATION Malote-Sandbox"]);
}

function stls({ estado, roteiro }: Pedido): Resposta {
  if (estado.segura) return err("TLS is on already");
  if (roteiro.plays("sem-starttls")) return err("unknown command");
  const extra = roteiro.strikes("injetar-no-starttls") ? "+OK injected\r\n" : "";
  return { ...say(`+OK begin TLS\r\n${extra}`), depois: "tls" };
}

function user({ estado, args }: Pedido): Resposta {
  const usuario = args.join(" ");
  if (!usuario) return err("USER needs a name");
  estado.usuario = usuario;
  return ok("send PASS");
}

function pass({ estado, args, caixa, porteiro }: Pedido): Resposta {
  const { usuario } = estado;
  if (usuario === null) return err("USER first");
  estado.usuario = null;
  // @NOTE a password may contain spaces (RFC 1939 §7): it is the rest of the line.
  return porteiro.admitSenha(usuario, args.join(" ")) ? enter(estado, caixa) : refuse();
}

function auth({ estado, args, caixa, porteiro }: Pedido): Resposta {
  const [mecanismo, inicial = null] = args;
  if (mecanismo === undefined) return multiline("mechanisms", MECANISMOS);
  const sasl = startSasl(mecanismo, inicial, porteiro);
  return sasl ? goOn(sasl, caixa, estado) : err("unknown mechanism");
}

function goOn(sasl: Sasl, caixa: Caixa, estado: Estado): Resposta {
  estado.sasl = sasl.kind === "pergunta" ? sasl : null;
  if (sasl.kind === "pergunta") return say(`+ ${sasl.desafio}\r\n`);
  if (sasl.kind === "entra") return enter(estado, caixa);
  return sasl.kind === "recusa" ? refuse() : err("malformed or cancelled");
}

function enter(estado: Estado, caixa: Caixa): Resposta {
  estado.mensagens = [...caixa.list()];
  return ok(`${estado.mensagens.length} messages`);
}

function refuse(): Resposta {
  return err("[AUTH] invalid user or password");
}

function quit({ estado, caixa }: Pedido): Resposta {
  caixa.remove(estado.apagadas);
  return { ...ok("bye"), depois: "fim" };
}

function stat(pedido: Pedido): Resposta {
  const { count, octets } = measure(pedido.estado, pedido.roteiro);
  return ok(`${count} ${octets}`);
}

function rset({ estado }: Pedido): Resposta {
  estado.apagadas.clear();
  return ok("");
}

function uidl({ estado, roteiro, args }: Pedido): Resposta {
  if (roteiro.plays("sem-uidl")) return err("unknown command");
  return listing(estado, args[0], (_, index) => uidlOf(roteiro, estado.mensagens ?? [], index));
}

function dele({ estado, args }: Pedido): Resposta {
  const mensagem = find(estado, args[0]);
  if (!mensagem) return err("no such message");
  estado.apagadas.add(mensagem.uidl);
  return ok("deleted at QUIT");
}

function retr(pedido: Pedido): Resposta {
  const { roteiro } = pedido;
  const raw = readMensagem(pedido);
  if (!Buffer.isBuffer(raw)) return raw;
  if (roteiro.strikes("recusar-mensagem")) return err("[SYS/TEMP] cannot read this message now");
  const status = Buffer.from(`+OK ${claimTamanho(roteiro, raw.length)} octets\r\n`);
  return { partes: [{ bytes: Buffer.concat([status, stuffDots(raw)]), mensagem: true }] };
}

function top(pedido: Pedido): Resposta {
  const raw = readMensagem(pedido);
  if (!Buffer.isBuffer(raw)) return raw;
  const lines = Number(pedido.args[1]);
  if (!Number.isInteger(lines) || lines < 0) return err("TOP needs a message and a number of lines");
  return { partes: [{ bytes: Buffer.concat([Buffer.from("+OK\r\n"), stuffDots(topOf(raw, lines))]) }] };
}

function readMensagem({ estado, args, caixa }: Pedido): Buffer | Resposta {
  const mensagem = find(estado, args[0]);
  if (!mensagem) return err("no such message");
  try {
    return caixa.read(mensagem);
  } catch {
    return err("[SYS/TEMP] message is gone");
  }
}

function measure(estado: Estado, roteiro: Roteiro): { count: number; octets: number } {
  const alive = (estado.mensagens ?? []).filter((mensagem) => !estado.apagadas.has(mensagem.uidl));
  const octets = alive.reduce((sum, mensagem) => sum + claimTamanho(roteiro, mensagem.tamanho), 0);
  return { count: alive.length, octets };
}

function find(estado: Estado, number: string | undefined): MensagemGuardada | null {
  if (!number || !/^[0-9]{1,9}$/.test(number)) return null;
  const mensagem = estado.mensagens?.[Number(number) - 1];
  return mensagem && !estado.apagadas.has(mensagem.uidl) ? mensagem : null;
}

function listing(
  estado: Estado,
  number: string | undefined,
  write: (mensagem: MensagemGuardada, index: number) => string,
): Resposta {
  if (number !== undefined) {
    const mensagem = find(estado, number);
    return mensagem ? ok(`${number} ${write(mensagem, Number(number) - 1)}`) : err("no such message");
  }
  const rows = (estado.mensagens ?? []).flatMap((mensagem, index) =>
    estado.apagadas.has(mensagem.uidl) ? [] : [`${index + 1} ${write(mensagem, index)}`],
  );
  return multiline(`${rows.length} messages`, rows);
}

function ok(text: string): Resposta {
  return say(text ? `+OK ${text}\r\n` : "+OK\r\n");
}

function err(text: string): Resposta {
  return say(`-ERR ${text}\r\n`);
}

function multiline(text: string, rows: readonly string[]): Resposta {
  return say(`${[`+OK ${text}`, ...rows, "."].join("\r\n")}\r\n`);
}
