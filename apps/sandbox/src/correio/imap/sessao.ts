import { type Parte, type Resposta, type Sessao, say } from "../sessao.ts";
import { textOf } from "./args.ts";
import { COMANDOS_ENTRADA, COMANDOS_SEMPRE, listCapabilities } from "./entrada.ts";
import { type Comando, createLeitor, type Lido } from "./leitor.ts";
import { BYE_RECONSTRUIDA, COMANDOS_MENSAGENS, COMANDOS_UID } from "./mensagens.ts";
import { COMANDOS_PASTAS } from "./pastas.ts";
import type { ComandoImap, EstadoImap, OpcoesImap, Saida } from "./pedido.ts";

/** Longest literal: a password before sign-in, a message to append after it. */
const LITERAL_FORA_MAX = 16_384;
const LITERAL_DENTRO_MAX = 64 * 1024 * 1024;

const SEMPRE = new Map<string, ComandoImap>(COMANDOS_SEMPRE);
const FORA = new Map<string, ComandoImap>(COMANDOS_ENTRADA);
const DENTRO = new Map<string, ComandoImap>([...COMANDOS_PASTAS, ...COMANDOS_MENSAGENS]);

/**
 * One IMAP session over the demo folders, without its socket: what imapflow and mail programs need
 * of IMAP4rev1.
 * @source RFC 3501; RFC 2595 §3.1 (STARTTLS); RFC 4959 (SASL-IR); RFC 2971 (ID); RFC 2177 (IDLE); RFC 4315
 * (UIDPLUS)
 */
export function createSessaoImap(opcoes: OpcoesImap): Sessao {
  const leitor = createLeitor();
  const { segura } = opcoes.ligacao;
  const descansar = (): void => undefined;
  const estado: EstadoImap = { tag: "*", segura, dentro: false, vista: null, espera: null, descansar };
  const saudacao = `* OK [CAPABILITY ${listCapabilities(opcoes, estado)}] Malote: caixa de demonstração pronta\r\n`;
  const next = (): Lido | null =>
    leitor.next(estado.espera ? "linha" : "comando", estado.dentro ? LITERAL_DENTRO_MAX : LITERAL_FORA_MAX);
  return {
    saudacao: Buffer.from(saudacao),
    receive: function* (chunk) {
      leitor.feed(chunk);
      for (let lido = next(); lido; lido = next()) yield answer(lido, opcoes, estado);
    },
    secure: () => {
      leitor.clear();
      estado.segura = true;
    },
    leave: () => estado.descansar(),
  };
}

function answer(lido: Lido, opcoes: OpcoesImap, estado: EstadoImap): Resposta {
  if (lido.kind === "comando") return run(lido.comando, opcoes, estado);
  if (lido.kind === "literal") return say("+ go on\r\n");
  if (lido.kind === "linha") return respond(estado.espera?.(lido.linha) ?? "BAD nothing was asked", estado);
  const refusal = say(`${lido.tag} BAD malformed command\r\n`);
  return lido.fim ? { ...refusal, depois: "fim" } : refusal;
}

function run(comando: Comando, opcoes: OpcoesImap, estado: EstadoImap): Resposta {
  const { vista } = estado;
  if (vista && vista.caixa.uidValidity !== vista.uidValidity)
    return { ...say(`${BYE_RECONSTRUIDA}\r\n`), depois: "fim" };
  const byUid = comando.nome === "UID";
  const nome = byUid ? (textOf(comando.args[0])?.toUpperCase() ?? "") : comando.nome;
  const args = byUid ? comando.args.slice(1) : comando.args;
  estado.tag = comando.tag;
  const saida = find(nome, { byUid, estado })({ ...opcoes, estado, args, byUid });
  const resposta = respond(saida, estado);
  if (nome === "LOGOUT") return { ...resposta, depois: "fim" };
  if (nome !== "STARTTLS" || saida !== STARTED) return resposta;
  const injected = opcoes.roteiro.strikes("injetar-no-starttls")
    ? say("* CAPABILITY IMAP4rev1 INJECTED\r\n").partes
    : [];
  return { partes: [...resposta.partes, ...injected], depois: "tls" };
}

const STARTED = "OK begin TLS";

function find(nome: string, { byUid, estado }: { byUid: boolean; estado: EstadoImap }): ComandoImap {
  if (byUid && !COMANDOS_UID.has(nome)) return () => "BAD unknown command";
  const known = (estado.dentro ? DENTRO : FORA).get(nome) ?? SEMPRE.get(nome);
  if (known) return known;
  if (DENTRO.has(nome)) return () => "NO [AUTHENTICATIONFAILED] sign in first";
  return () => (FORA.has(nome) ? "BAD signed in already" : "BAD unknown command");
}

function respond(saida: Saida, estado: EstadoImap): Resposta {
  estado.espera = typeof saida === "object" && "desafio" in saida ? saida.answer : null;
  if (typeof saida === "object" && "desafio" in saida) return say(`+ ${saida.desafio}\r\n`);
  const { tag } = estado;
  if (typeof saida === "string") return say(`${tag} ${saida}\r\n`);
  return { partes: finish(saida, tag) };
}

function* finish(untagged: Generator<Parte, string>, tag: string): Generator<Parte> {
  const status = yield* untagged;
  yield { bytes: Buffer.from(`${tag} ${status}\r\n`) };
}
