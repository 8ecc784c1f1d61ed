import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { closeServer, isBusy, listenNear, listenOn } from "../listen.ts";
import { createEscritor } from "./escritor.ts";
import type { Falha, FalhaCorreio, Roteiro } from "./falhas.ts";
import type { Ligacao, Resposta, Sessao } from "./sessao.ts";

/**
 * The ports of one protocol: unencrypted (with STARTTLS), TLS by the sandbox CA, TLS self-signed.
 */
export type Portas = { clara: number; tls: number; autoAssinada: number };

export type ParTls = { chavePem: string; certificadoPem: string };

export type Servidor = {
  /** The unencrypted port. */
  readonly porta: number;
  readonly portas: Portas;
  readonly falha: FalhaCorreio;
  setFalha(falha: FalhaCorreio | Falha): Promise<void>;
  /** Accepted connections and delivered messages since the start. */
  readonly contadores: Readonly<Contadores>;
  stop(): Promise<void>;
};

export type Contadores = { conexoes: number; retiradas: number };

export type Oferta = {
  portas: Portas;
  roteiro: Roteiro;
  /** The certificate of the sandbox CA with its chain, and the self-signed one. */
  certificados: { casa: ParTls; autoAssinado: ParTls };
  openSessao(ligacao: Ligacao): Sessao;
};

const IDLE_MS = 1_800_000;
const REOPEN_TRIES = 40;
const REOPEN_WAIT_MS = 50;
const PORTAS = ["clara", "tls", "autoAssinada"] as const;

/** Serves one protocol on loopback, on all of its ports, under one fault script. */
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

/** Reopens the port that was just closed; a client socket may occupy it until its call ends. */
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

/** Handles one connection: passes bytes to the session and writes its replies in order. */
function converse(tcp: Socket, { oferta, contadores, implicito, starttls }: Conversa): void {
  const { roteiro } = oferta;
  const escritor = createEscritor(tcp, roteiro);
  /** Serializes all writes. */
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
  // Without this, a reply in two segments would wait for the delayed ACK of the client, 40 ms each.
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
