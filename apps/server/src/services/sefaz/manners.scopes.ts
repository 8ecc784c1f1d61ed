import type { Clock } from "../../clock.ts";
import type { Relogio, VezPedida } from "../../db/index.ts";
import { COTAS, type CotaNome } from "./cotas.ts";
import type { PerguntaPolida } from "./manners.ts";

/** Added to the client's timeout, in ms, by the database's clock: the client gives up first. */
const VOO_FOLGA_MS = 30_000;

// biome-ignore lint/suspicious/noExplicitAny: a scope does not depend on what is answered
type Qualquer = PerguntaPolida<any>;

/** The environment of a request: the sandbox never counts against production. */
export function ambitoOf({ sandbox, ambiente = "1" }: Qualquer): string {
  if (sandbox) return "simulador";
  return ambiente === "1" ? "producao" : "homologacao";
}

/** Least difference that shows a moved day, in ms: more than two readings of one clock differ. */
const MOVIDO_MS = 1_000;

/** The clock of the policy: the database's, unless the simulator's day was moved. */
export function relogioOf({ sandbox }: Pick<Qualquer, "sandbox">, clock: Clock): Relogio {
  if (!sandbox) return null;
  const agora = clock.now();
  if (clock.machine === undefined) return agora;
  return Math.abs(agora.getTime() - clock.machine().getTime()) > MOVIDO_MS ? agora : null;
}

function escopoDoCnpj(pergunta: Qualquer): string {
  return `${ambitoOf(pergunta)} cnpj ${pergunta.certificadoCnpj}`;
}

/**
 * The scope of a block (656, 678): this CNPJ at the authorizer that answered, for all services there. The
 * distribution of a modelo has a scope of its own, by the CNPJ queried. @source NT 2014.002, NT 2018.002
 */
export function escopoBloqueio(pergunta: Qualquer): string {
  const { autorizador, servico } = pergunta;
  if (servico === "distribuicao") return `${escopoDescanso(pergunta)} ${autorizador} bloqueio`;
  return `${escopoDoCnpj(pergunta)} ${autorizador} bloqueio`;
}

/** One service of one modelo, for one CNPJ. */
export function escopoDescanso(pergunta: Qualquer): string {
  return `${escopoDoCnpj(pergunta)} ${pergunta.servico} ${pergunta.modelo}`;
}

/** A certificate at one authorizer. Two certificates of a CNPJ are distinct if the caller identifies them. */
function escopoCertificado(pergunta: Qualquer): string {
  const { certificado, certificadoCnpj, autorizador } = pergunta;
  return `${ambitoOf(pergunta)} certificado ${certificado ?? certificadoCnpj} ${autorizador}`;
}

/** A request with all its scopes. */
export function toVez(pergunta: Qualquer, o: { id: string; agora: Relogio; timeoutMs: number }): VezPedida {
  const { autorizador, modelo, servico, chave } = pergunta;
  const ambito = ambitoOf(pergunta);
  const certificado = escopoCertificado(pergunta);
  const disjuntor = `${ambito} ${autorizador} ${modelo} ${servico}`;
  return {
    id: o.id,
    agora: o.agora,
    ambito,
    bloqueios: [
      ...[escopoBloqueio(pergunta), certificado],
      ...(pergunta.descanso ? [escopoDescanso(pergunta)] : []),
    ],
    disjuntor,
    certificado,
    voo: chave === undefined ? `${escopoDescanso(pergunta)} ${autorizador}` : `${ambito} chave ${chave}`,
    vooMs: o.timeoutMs + VOO_FOLGA_MS,
    cotas: pergunta.cotas.map((nome) => {
      const { limite, janelaMs } = COTAS[nome];
      return { escopo: escopoOf(nome, pergunta, disjuntor), limite, janelaMs };
    }),
  };
}

function escopoOf(nome: CotaNome, pergunta: Qualquer, disjuntor: string): string {
  const { por } = COTAS[nome];
  if (por === "autorizador") return `${disjuntor} ${nome}`;
  const cnpj = `${escopoDoCnpj(pergunta)} ${nome}`;
  return por === "cnpj" ? `${cnpj} ${pergunta.modelo}` : `${cnpj} ${pergunta.chave ?? ""}`;
}
