import { MECANISMOS, type Sasl, startSasl } from "../sasl.ts";
import { textOf, utf8Of } from "./args.ts";
import {
  type ComandoImap,
  type EstadoImap,
  type OpcoesImap,
  type PedidoImap,
  type Saida,
  tell,
} from "./pedido.ts";

/** The commands that are valid at any time.   @source RFC 3501 §6.1; RFC 2971 (ID) */
export const COMANDOS_SEMPRE: readonly (readonly [string, ComandoImap])[] = [
  ["CAPABILITY", (pedido) => tell([`* CAPABILITY ${listCapabilities(pedido, pedido.estado)}`], "OK done")],
  ["ID", () => tell(['* ID ("name" "Malote-Sandbox")'], "OK done")],
  ["NOOP", () => "OK done"],
  ["LOGOUT", () => tell(["* BYE até logo"], "OK done")],
];

/** The commands before sign-in.   @source RFC 3501 §6.2; RFC 4959 (SASL-IR) */
export const COMANDOS_ENTRADA: readonly (readonly [string, ComandoImap])[] = [
  ["STARTTLS", starttls],
  ["LOGIN", login],
  ["AUTHENTICATE", authenticate],
];

export function listCapabilities({ roteiro }: OpcoesImap, { segura, dentro }: EstadoImap): string {
  const words = ["IMAP4rev1", "LITERAL+", "ID", "NAMESPACE", "UNSELECT"];
  if (!roteiro.plays("sem-uidplus")) words.push("UIDPLUS");
  if (!roteiro.plays("sem-idle")) words.push("IDLE");
  if (dentro) return words.join(" ");
  if (!segura && !roteiro.plays("sem-starttls")) words.push("STARTTLS");
  return [...words, "SASL-IR", ...MECANISMOS.map((mecanismo) => `AUTH=${mecanismo}`)].join(" ");
}

function starttls({ estado, roteiro }: PedidoImap): Saida {
  if (estado.segura) return "BAD TLS is on already";
  return roteiro.plays("sem-starttls") ? "BAD unknown command" : "OK begin TLS";
}

const REFUSAL = "NO [AUTHENTICATIONFAILED] invalid user or password";

function login({ estado, porteiro, args }: PedidoImap): Saida {
  const [usuario, senha] = [utf8Of(args[0]), utf8Of(args[1])];
  if (usuario === null || senha === null) return "BAD LOGIN needs a user and a password";
  if (!porteiro.admitSenha(usuario, senha)) return REFUSAL;
  estado.dentro = true;
  return "OK welcome";
}

function authenticate({ estado, porteiro, args }: PedidoImap): Saida {
  const sasl = startSasl(textOf(args[0]) ?? "", textOf(args[1]), porteiro);
  return sasl ? goOn(sasl, estado) : "NO [CANNOT] unknown mechanism";
}

function goOn(sasl: Sasl, estado: EstadoImap): Saida {
  if (sasl.kind === "pergunta")
    return { desafio: sasl.desafio, answer: (linha) => goOn(sasl.answer(linha), estado) };
  if (sasl.kind === "malfeito") return "BAD malformed or cancelled";
  if (sasl.kind === "recusa") return REFUSAL;
  estado.dentro = true;
  return "OK welcome";
}
