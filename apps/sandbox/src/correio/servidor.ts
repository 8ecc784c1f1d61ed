import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { closeServer, isBusy, listenNear, listenOn } from "../listen.ts";
import { createEscritor } from "./escritor.ts";
import type { Falha, FalhaCorreio, Roteiro } from "./falhas.ts";
import type { Ligacao, Resposta, Sessao } from "./sessao.ts";

/** The doors of one protocol: in the clear (STARTTLS on it), TLS by the sandbox's CA, TLS self-signed. */
export type Portas = { clara: number; tls: number; autoAssinada: number };

export type ParTls = { chavePem: string; certificadoPem: string };

export type Servidor = {
  /** The port in the clear. */
  readonly porta: number;
  readonly portas: Portas;
  readonly falha: FalhaCorreio;
  setFalha(falha: FalhaCorreio | Falha): Promise<void>;
  /** Connections taken and messages handed over since the start. */
  readonly contadores: Readonly<Contadores>;
  stop(): Promise<void>;
};

export type Contadores = { conexoes: number; retiradas: number };

export type Oferta = {
  portas: Portas;
  roteiro: Roteiro;
  /** The house's certificate, its chain after it, and the self-signed one. */
  certificados: { casa: ParTls; autoAssinado: ParTls };
  openSessao(ligacao: Ligacao): Sessao;
};

const IDLE_MS = 1_800_000;
const REOPEN_TRIES = 40;
const REOPEN_WAIT_MS = 50;
const PORTAS = ["clara", "tls", "autoAssinada"] as const;

/** Serves one protocol on loopback, at all of its doors, under one script of faults. */
export async function startServidor(oferta: Oferta): Promise<Servidor> {
  const { roteiro } = oferta;
  const contadores: Contadores = { conexoes: 0, retiradas: 0 };
  const sockets = new Set<Socket>();
  const contextos = openContextos(oferta);
  const openPorta = async (nome: (typeof PORTAS)[number]): Promise<{ server: Server; porta: number }> => {
    const server = createServer((tcp) => {
      contadores.conexoes += 1;
      sockets.add(tcp);
      tcp.once("close", () => sockets.delete(tcp));
      const implicito = nome === "clara" ? null : contextos[nome];
      converse(tcp, { oferta, contadores, implicito, starttls: contextos.tls });
    });
    return { server, porta: await listenNear(server, oferta.portas[nome]) };
  };
  const clara = await openPorta("clara");
  const tls = await openPorta("tls");
  const autoAssinada = await openPorta("autoAssinada");
  const doors = [clara, tls, autoAssinada];
  const close = async (): Promise<void> => {
    const closed = Promise.all(doors.map(({ server }) => closeServer(server)));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const reopen = async (): Promise<void> => {
    for (const { server, porta } of doors) if (!server.listening) await listenAgain(server, porta);
  };
  return {
    porta: clara.porta,
    portas: { clara: clara.porta, tls: tls.porta, autoAssinada: autoAssinada.porta },
    contadores,
    get falha() {
      return roteiro.falha.nome;
    },
    setFalha: async (next) => {
      const falha: Falha = typeof next === "string" ? { nome: next } : next;
      roteiro.set(falha);
      if (falha.nome === "fora-do-ar") await close();
      else await reopen();
    },
    stop: close,
  };
}

/** The very port that was given up a moment ago; a client's own socket may sit on it for as long as a call lasts. */
async function listenAgain(server: Server, porta: number): Promise<void> {
  for (let left = REOPEN_TRIES; ; left--) {
    try {
      await listenOn(server, porta);
      return;
    } catch (error) {
      if (!isBusy(error) || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, REOPEN_WAIT_MS));
    }
  }
}

function openContextos({ certificados }: Oferta): { tls: SecureContext; autoAssinada: SecureContext } {
  const open = ({ chavePem, certificadoPem }: ParTls): SecureContext =>
    createSecureContext({ key: chavePem, cert: certificadoPem, minVersion: "TLSv1.2" });
  return { tls: open(certificados.casa), autoAssinada: open(certificados.autoAssinado) };
}

type Conversa = {
  oferta: Oferta;
  contadores: Contadores;
  /** TLS from the first byte. */
  implicito: SecureContext | null;
  starttls: SecureContext;
};

/** One connection: takes bytes, lets the session answer, says the answers in order. */
function converse(tcp: Socket, { oferta, contadores, implicito, starttls }: Conversa): void {
  const { roteiro } = oferta;
  const escritor = createEscritor(tcp, roteiro);
  /** Whatever is said is said after what was said before. */
  let fila: Promise<unknown> = Promise.resolve();
  const enqueue = (work: () => Promise<unknown>): void => {
    fila = fila.then(work).catch(() => tcp.destroy());
  };
  let atual = tcp;
  const push = (resposta: Resposta): void =>
    enqueue(async () => {
      if ((await answer([resposta])) === "fim") atual.end();
    });
  const sessao = oferta.openSessao({ segura: implicito !== null, push });
  const listen = (socket: Socket): void => {
    socket.on("error", () => tcp.destroy());
    socket.on("data", (chunk: Buffer) => {
      socket.pause();
      enqueue(async () => {
        const depois = await answer(sessao.receive(chunk));
        if (depois === "tls") secure(socket, starttls);
        else if (depois === "fim") socket.end();
        else socket.resume();
      });
    });
  };
  const answer = async (respostas: Iterable<Resposta>): Promise<Resposta["depois"]> => {
    for (const { partes, depois } of respostas) {
      for (const parte of partes) {
        if (!(await escritor.write(parte))) return undefined;
        if (parte.mensagem) contadores.retiradas += 1;
      }
      if (depois) return depois;
    }
    return undefined;
  };
  const secure = (socket: Socket, secureContext: SecureContext): void => {
    socket.removeAllListeners("data");
    const tls = new TLSSocket(socket, { isServer: true, secureContext });
    escritor.move(tls);
    atual = tls;
    listen(tls);
    if (socket === tcp && implicito === null) sessao.secure();
  };
  // An answer in two pieces would wait for the other side's delayed ACK, 40 ms each.
  tcp.setNoDelay(true);
  tcp.setTimeout(IDLE_MS, () => tcp.destroy());
  tcp.once("close", () => sessao.leave());
  if (implicito === null) listen(tcp);
  else {
    tcp.on("error", () => tcp.destroy());
    secure(tcp, implicito);
  }
  push({ partes: [{ bytes: sessao.saudacao }] });
}
