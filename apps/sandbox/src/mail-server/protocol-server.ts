import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { MINUTE_MS } from "@malote/syntax";
import { closeServer, isBusy, listenNear, listenOn } from "../listen.ts";
import type { FaultScript, MailFault, MailFaultName } from "./mail-faults.ts";
import { createReplyWriter } from "./reply-writer.ts";
import type { Connection, Reply, Session } from "./session.ts";

/**
 * The ports of one protocol: unencrypted (with STARTTLS), TLS by the sandbox CA, TLS self-signed.
 */
export type ProtocolPorts = { clara: number; tls: number; autoAssinada: number };

export type TlsKeyPair = { chavePem: string; certificadoPem: string };

export type ProtocolServer = {
  /** The unencrypted port. */
  readonly porta: number;
  readonly portas: ProtocolPorts;
  readonly fault: MailFaultName;
  setFault(fault: MailFaultName | MailFault): Promise<void>;
  /** Accepted connections and delivered messages since the start. */
  readonly counters: Readonly<ServerCounters>;
  stop(): Promise<void>;
};

export type ServerCounters = { conexoes: number; retiradas: number };

export type ServerOptions = {
  portas: ProtocolPorts;
  script: FaultScript;
  /** The certificate of the sandbox CA with its chain, and the self-signed one. */
  certificados: { serverCertificate: TlsKeyPair; selfSigned: TlsKeyPair };
  openSession(connection: Connection): Session;
};

const IDLE_MS = 30 * MINUTE_MS;
const REOPEN_TRIES = 40;
const REOPEN_WAIT_MS = 50;
const PORTAS = ["clara", "tls", "autoAssinada"] as const;

/** Serves one protocol on loopback, on all of its ports, under one fault script. */
export async function startProtocolServer(options: ServerOptions): Promise<ProtocolServer> {
  const { script } = options;
  const counters: ServerCounters = { conexoes: 0, retiradas: 0 };
  const sockets = new Set<Socket>();
  const contexts = openContexts(options);
  const openPort = async (nome: (typeof PORTAS)[number]): Promise<{ server: Server; porta: number }> => {
    const server = createServer((tcp) => {
      counters.conexoes += 1;
      sockets.add(tcp);
      tcp.once("close", () => sockets.delete(tcp));
      const implicitTls = nome === "clara" ? null : contexts[nome];
      handleConnection(tcp, { options, counters, implicitTls, starttls: contexts.tls });
    });
    return { server, porta: await listenNear(server, options.portas[nome]) };
  };
  const clara = await openPort("clara");
  const tls = await openPort("tls");
  const autoAssinada = await openPort("autoAssinada");
  const portServers = [clara, tls, autoAssinada];
  const close = async (): Promise<void> => {
    const closed = Promise.all(portServers.map(({ server }) => closeServer(server)));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const reopen = async (): Promise<void> => {
    for (const { server, porta } of portServers) if (!server.listening) await listenAgain(server, porta);
  };
  return {
    porta: clara.porta,
    portas: { clara: clara.porta, tls: tls.porta, autoAssinada: autoAssinada.porta },
    counters,
    get fault() {
      return script.fault.nome;
    },
    setFault: async (next) => {
      const fault: MailFault = typeof next === "string" ? { nome: next } : next;
      script.set(fault);
      if (fault.nome === "fora-do-ar") await close();
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

function openContexts({ certificados }: ServerOptions): { tls: SecureContext; autoAssinada: SecureContext } {
  const open = ({ chavePem, certificadoPem }: TlsKeyPair): SecureContext =>
    createSecureContext({ key: chavePem, cert: certificadoPem, minVersion: "TLSv1.2" });
  return { tls: open(certificados.serverCertificate), autoAssinada: open(certificados.selfSigned) };
}

type ConnectionOptions = {
  options: ServerOptions;
  counters: ServerCounters;
  /** TLS from the first byte. */
  implicitTls: SecureContext | null;
  starttls: SecureContext;
};

/** Handles one connection: passes bytes to the session and writes its replies in order. */
function handleConnection(
  tcp: Socket,
  { options, counters, implicitTls, starttls }: ConnectionOptions,
): void {
  const { script } = options;
  const writer = createReplyWriter(tcp, script);
  /** Serializes all writes. */
  let writes: Promise<unknown> = Promise.resolve();
  const enqueue = (work: () => Promise<unknown>): void => {
    writes = writes.then(work).catch(() => tcp.destroy());
  };
  let current = tcp;
  const push = (reply: Reply): void =>
    enqueue(async () => {
      if ((await answer([reply])) === "fim") current.end();
    });
  const session = options.openSession({ isSecure: implicitTls !== null, push });
  const listen = (socket: Socket): void => {
    socket.on("error", () => tcp.destroy());
    socket.on("data", (chunk: Buffer) => {
      socket.pause();
      enqueue(async () => {
        const followUp = await answer(session.receive(chunk));
        if (followUp === "tls") secure(socket, starttls);
        else if (followUp === "fim") socket.end();
        else socket.resume();
      });
    });
  };
  const answer = async (replies: Iterable<Reply>): Promise<Reply["followUp"]> => {
    for (const { partes, followUp } of replies) {
      for (const parte of partes) {
        if (!(await writer.write(parte))) return undefined;
        if (parte.mensagem) counters.retiradas += 1;
      }
      if (followUp) return followUp;
    }
    return undefined;
  };
  const secure = (socket: Socket, secureContext: SecureContext): void => {
    socket.removeAllListeners("data");
    const tls = new TLSSocket(socket, { isServer: true, secureContext });
    writer.move(tls);
    current = tls;
    listen(tls);
    if (socket === tcp && implicitTls === null) session.secure();
  };
  // Without this, a reply in two segments would wait for the delayed ACK of the client, 40 ms each.
  tcp.setNoDelay(true);
  tcp.setTimeout(IDLE_MS, () => tcp.destroy());
  tcp.once("close", () => session.leave());
  if (implicitTls === null) listen(tcp);
  else {
    tcp.on("error", () => tcp.destroy());
    secure(tcp, implicitTls);
  }
  push({ partes: [{ bytes: session.greeting }] });
}
