import { type ChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import type { CertificadoA1 } from "./certificado.ts";
import type { Entrega } from "./conexao.ts";
import { type RespostaConsulta, readConsulta, writeConsulta } from "./consulta-protocolo.ts";
import {
  type PedidoDistribuicao,
  type RespostaDistribuicao,
  readDistribuicao,
  writeDistribuicao,
} from "./distribuicao.ts";
import { type Destino, findEndpoint } from "./endpoints.ts";
import { type Pedido, readFault } from "./envelope.ts";
import { destinoOfEvento, type EventoPronto, type PedidoEvento, writeEvento } from "./evento.ts";
import { SefazOutage } from "./outage.ts";
import { type RespostaEvento, readRespostaEvento, wrapEvento } from "./recepcao-evento.ts";
import { type OndeServico, type RespostaServico, readStatus, writeStatus } from "./status-servico.ts";
import { findAjusteTls } from "./tables/ajustes-tls.ts";
import { type Ambiente, familiaOfModelo, servicoOf } from "./tables/servicos.ts";
import { type AjusteTls, createTransporte } from "./transporte.ts";

/** Who asks (`certificado`), which CAs are trusted beyond Node's own (`ancoras`, PEM), and how.
 * `simulador` is an https base address without final slash that takes the place of every authorizer: the question then goes to
 * `${simulador}/${autorizador}/${modelo}/NFeConsultaProtocolo4`, the last part being the web service's name. `timeoutMs` bounds a whole question, 30 000 by default.
 * `ajusteTls` says what an old host needs of the handshake; the table of this room by default. */
export type SefazOpcoes = {
  certificado: CertificadoA1;
  ancoras: readonly string[];
  simulador?: string;
  timeoutMs?: number;
  ajusteTls?: (host: string) => AjusteTls | undefined;
};

/** Asks SEFAZ with one certificate; its connections are kept alive until `close`. No evento and no question to the distribuição
 * is sent twice by itself; any other is, once, when the server had closed the connection it was written on.
 * Every method throws SefazOutage when SEFAZ could not be heard, and RangeError where findEndpoint answers null. */
export interface SefazClient {
  /**
   * Asks for the state of a document of any of the five modelos, once; of an NF-e whose issuer has
   * no IE, at SVRS.
   * @throws InvalidChaveAcessoError
   */
  consultarProtocolo(
    chave: ChaveAcesso,
    ambiente: Ambiente,
    o?: { emitenteSemIe?: boolean },
  ): Promise<RespostaConsulta>;
  /** Asks whether the authorizer of a UF and modelo is at work, `tpEmis` being that of a contingency; SEFAZ wants at least 3 minutes
   * between two calls. */
  statusServico(onde: OndeServico & { tpEmis?: string }, ambiente: Ambiente): Promise<RespostaServico>;
  /** Asks the Ambiente Nacional for documents of a CNPJ or CPF.
   * @throws InvalidChaveAcessoError */
  distribuirDFe(pedido: PedidoDistribuicao): Promise<RespostaDistribuicao>;
  /** Writes an evento and signs it with the client's own certificate, without sending it.
   * @throws InvalidChaveAcessoError, RangeError for what the layout cannot carry */
  assinarEvento(pedido: PedidoEvento): Promise<EventoPronto>;
  /** Sends an evento, signing it first when it is not signed yet. Whether one whose answer was lost is registered, only sending it
   * again tells: cStat 573 says that it was.
   * @throws InvalidChaveAcessoError, RangeError for what the layout cannot carry */
  enviarEvento(evento: PedidoEvento | EventoPronto): Promise<RespostaEvento>;
  /** Closes its connections once no question is under way; it may still be asked, and then does so again. */
  retire(): void;
  close(): void;
}

const TIMEOUT_MS = 30_000;
const ESPERA_MAX_MS = 60 * 60_000;
const NORMAL = "1";

/** Opens no connection until the first question. */
export function createSefazClient(opcoes: SefazOpcoes): SefazClient {
  const transporte = createTransporte({
    certificado: opcoes.certificado,
    ancoras: opcoes.ancoras,
    timeoutMs: opcoes.timeoutMs ?? TIMEOUT_MS,
    ajusteTls: opcoes.ajusteTls ?? findAjusteTls,
  });
  const ask = async (destino: Destino, pedido: Pedido): Promise<Entrega> => {
    // A page of the queue taken twice is misuse (656), an evento sent twice a duplicate (573).
    const umaVez = destino.servico === "distribuicao" || destino.servico.startsWith("recepcaoEvento");
    const entrega = await transporte.post(urlOf(destino, opcoes.simulador), pedido, { umaVez });
    if (entrega.status !== 200) throw httpOutage(entrega);
    return entrega;
  };
  const sign = (pedido: PedidoEvento) => writeEvento(pedido, opcoes.certificado);
  return {
    consultarProtocolo: async (chave, ambiente, { emitenteSemIe = false } = {}) => {
      const pedido = writeConsulta({ chave, ambiente });
      const partes = splitChaveAcesso(chave);
      const destino = { ...partes, ambiente, servico: "consultaProtocolo", emitenteSemIe } as const;
      return readConsulta(await ask(destino, pedido), { chave, ambiente });
    },
    statusServico: async ({ modelo, cUF, tpEmis = NORMAL }, ambiente) => {
      const pedido = writeStatus({ modelo, cUF }, ambiente);
      const destino = { cUF, modelo, tpEmis, ambiente, servico: "statusServico" } as const;
      return readStatus(await ask(destino, pedido), familiaOfModelo(modelo));
    },
    distribuirDFe: async (pedido) => {
      const modelo = pedido.distribuidor === "NFe" ? "55" : "57";
      const { cUFAutor: cUF, ambiente } = pedido;
      const destino = { cUF, modelo, tpEmis: NORMAL, ambiente, servico: "distribuicao" } as const;
      return readDistribuicao(await ask(destino, writeDistribuicao(pedido)), pedido);
    },
    assinarEvento: sign,
    enviarEvento: async (evento) => {
      const pronto = "xml" in evento ? evento : await sign(evento);
      const destino = destinoOfEvento(pronto);
      return readRespostaEvento(await ask(destino, wrapEvento(pronto)), pronto);
    },
    retire: () => transporte.retire(),
    close: () => transporte.close(),
  };
}

function urlOf(destino: Destino, simulador: string | undefined): URL {
  const endpoint = findEndpoint(destino);
  if (!endpoint) throw new RangeError(`no address for modelo ${destino.modelo} of cUF ${destino.cUF}`);
  if (!simulador) return new URL(endpoint.url);
  const { nome } = servicoOf(familiaOfModelo(destino.modelo), destino.servico);
  return new URL(`${simulador}/${endpoint.autorizador}/${destino.modelo}/${nome}`);
}

// SOAP 1.2 carries a Fault under 400 or 500: its reason says more than the status.
function httpOutage(entrega: Entrega): SefazOutage {
  const segundos = /^[0-9]{1,9}$/.test(entrega.retryAfter ?? "") ? Number(entrega.retryAfter) : null;
  const espera = segundos === null ? {} : { retryAfterMs: Math.min(segundos * 1_000, ESPERA_MAX_MS) };
  const reason = readFault(entrega);
  if (reason !== null) return new SefazOutage("soap-fault", `HTTP ${entrega.status} ${reason}`, espera);
  return new SefazOutage("http", `HTTP ${entrega.status}`, { ...espera, status: entrega.status });
}
