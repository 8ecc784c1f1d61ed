import { createServer, type Server } from "node:https";
import { zonaOfUf } from "@malote/syntax";
import type { Relogio } from "../clock.ts";
import { writeDataHora } from "../clock.ts";
import { closeServer, LOOPBACK, listenNear } from "../listen.ts";
import type { Acervo } from "../papelaria/acervo.ts";
import { codigoOfUf } from "../papelaria/chave.ts";
import { type EventoAssinado, writeProcEvento } from "../papelaria/evento.ts";
import type { NotaAssinada } from "../papelaria/nfe.ts";
import type { Protocolo } from "../papelaria/protocolo.ts";
import { createAtendente } from "./atendente.ts";
import { type Contadores, createContadores } from "./contadores.ts";
import type { FalhaSefaz } from "./falhas.ts";
import { type Livro, openLivro } from "./livro.ts";
import { MOTIVOS } from "./motivos.ts";
import { VER_APLIC } from "./responder.ts";

/** The State in a box: a book, and an HTTPS door that only certificates of the test CA pass. */
export type Sefaz = {
  /** `https://127.0.0.1:PORT`; below it `/<autorizador>/<modelo>/<Servico>`. */
  readonly url: string;
  readonly porta: number;
  readonly livro: Livro;
  readonly contadores: Contadores;
  readonly falha: FalhaSefaz;
  setFalha(falha: FalhaSefaz): void;
  /** Enters a nota in the book, a few seconds after its emission, and answers its protocol. */
  authorizeNota(nota: NotaAssinada): Protocolo;
  /** A protocol that looks right for a nota that is not entered in the book. */
  makeProtocolo(nota: NotaAssinada): Protocolo;
  /** Enters an event that counts from its own date on (which may lie ahead) and answers the registered event. */
  registerEvento(evento: EventoAssinado): string;
  stop(): Promise<void>;
};

const SECONDS_TO_AUTHORIZE = 7;
const PROTOCOLO_BASE = 4_000_000;

export async function startSefaz(o: {
  dir: string;
  acervo: Acervo;
  relogio: Relogio;
  porta: number;
}): Promise<Sefaz> {
  const livro = openLivro(o.dir);
  const contadores = createContadores();
  let falha: FalhaSefaz = "nenhuma";
  const atendente = createAtendente({ livro, contadores, relogio: o.relogio, falha: () => falha });
  const server = createServer(tlsOptions(o.acervo), atendente);
  server.on("tlsClientError", () => contadores.countRecusaTls());
  const porta = await listenNear(server, o.porta);
  return {
    url: `https://${LOOPBACK}:${porta}`,
    porta,
    livro,
    contadores,
    get falha() {
      return falha;
    },
    setFalha: (next) => {
      falha = next;
    },
    authorizeNota: (nota) => {
      const protocolo = protocoloOf(nota, livro);
      livro.enterNota(protocolo);
      return protocolo;
    },
    makeProtocolo: (nota) => protocoloOf(nota, livro),
    registerEvento: (evento) => registerEvento(evento, livro),
    stop: () => stop(server),
  };
}

function tlsOptions({ servidor, intermediaria, raiz }: Acervo) {
  return {
    key: servidor.chavePem,
    cert: `${servidor.certificadoPem}${intermediaria.certificadoPem}`,
    ca: [raiz.certificadoPem, intermediaria.certificadoPem],
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: "TLSv1.2" as const,
  };
}

async function stop(server: Server): Promise<void> {
  const closed = closeServer(server);
  server.closeAllConnections();
  await closed;
}

function protocoloOf(nota: NotaAssinada, livro: Livro): Protocolo {
  const { uf } = nota.fornecedor.endereco;
  const recebimento = new Date(nota.emissao.getTime() + SECONDS_TO_AUTHORIZE * 1000);
  return {
    ambiente: "1",
    verAplic: VER_APLIC,
    chaveAcesso: nota.chaveAcesso,
    dataRecebimento: writeDataHora(recebimento, zonaOfUf(uf)),
    numero: numberProtocolo(codigoOfUf(uf), recebimento, livro),
    digVal: nota.digVal,
    cStat: "100",
    xMotivo: MOTIVOS["100"],
  };
}

function registerEvento(evento: EventoAssinado, livro: Livro): string {
  const numero = numberProtocolo(evento.orgao, evento.dataEvento, livro);
  const dataRegistro = evento.dataEvento;
  const procEventoXml = writeProcEvento(evento, { verAplic: VER_APLIC, numero, dataRegistro });
  const { tpEvento } = evento;
  livro.enterEvento(evento.chaveAcesso, { tpEvento, aPartirDe: dataRegistro.toISOString(), procEventoXml });
  return procEventoXml;
}

/** 15 digits: 1 (a State), cUF, year, sequence. */
function numberProtocolo(cUF: string, instant: Date, livro: Livro): string {
  const ano = String(instant.getUTCFullYear()).slice(2);
  return `1${cUF}${ano}${String(PROTOCOLO_BASE + livro.nextSequencia()).padStart(10, "0")}`;
}
