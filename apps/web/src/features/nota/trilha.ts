import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { situacoes } from "../../textos/situacoes.ts";
import { formatDiaHora } from "../../ui/quando.ts";
import { isLiberada, situacaoSefaz } from "../../ui/situacao.ts";
import { estadoOf, type Marca } from "./marcas.ts";
import { semConsultaOf } from "./sem-consulta.ts";

/**
 * State of a step: done, current, needs the user, passed despite the verdict, blocked, or pending.
 */
export type EstadoPasso = "feito" | "atual" | "aviso" | "ressalva" | "parado" | "espera";
export type PassoTrilha = { chave: string; titulo: string; texto: string; estado: EstadoPasso };

/** The seven steps of a document, from the e-mail to the ERP. */
export function trilhaOf(nota: Nota, zona: string): PassoTrilha[] {
  const { trilha } = textos;
  const when = (instante: Date | null): string => (instante ? formatDiaHora(instante, zona) : "");
  const arrival = firstOrigem(nota);
  const passos: PassoTrilha[] = [
    { chave: "email", titulo: trilha.email, texto: when(arrival ?? nota.criadoEm), estado: "feito" },
    { chave: "extraido", titulo: trilha.extraido, texto: when(nota.criadoEm), estado: "feito" },
    validacaoOf(nota, when),
    eventosOf(nota),
    marcaOf(nota, { marca: "recebido", titulo: trilha.recebido, when }),
    marcaOf(nota, { marca: "conferido", titulo: trilha.conferido, when }),
    marcaOf(nota, { marca: "processado", titulo: trilha.processado, when }),
  ];
  return ringFirst(passos);
}

type When = (instante: Date | null) => string;

function validacaoOf(nota: Nota, when: When): PassoTrilha {
  const { trilha } = textos;
  const passo = { chave: "validado", titulo: trilha.validacao };
  if (nota.quarentena) {
    return { ...passo, titulo: situacoes.emQuarentena, texto: when(nota.criadoEm), estado: "aviso" };
  }
  if (isLiberada(nota)) {
    const texto = when(nota.quarentenaLiberadaEm);
    return { ...passo, titulo: situacoes.liberada, texto, estado: "ressalva" };
  }
  if (nota.sefazStatus !== null) {
    const { tom } = situacaoSefaz(nota);
    const estado = tom === "aviso" ? "aviso" : "feito";
    const titulo = nota.divergente ? situacoes.divergente : trilha.validado;
    return { ...passo, titulo, texto: when(nota.sefazConsultadaEm), estado };
  }
  const sem = semConsultaOf(nota, new Date());
  if (sem !== null) return { ...passo, texto: trilha.semConsulta[sem], estado: "parado" };
  if (nota.aguardandoCertificado) return { ...passo, texto: trilha.verCertificado, estado: "aviso" };
  return { ...passo, texto: nota.sefazFalhouEm ? trilha.semResposta : trilha.naFila, estado: "espera" };
}

function eventosOf(nota: Nota): PassoTrilha {
  const { trilha } = textos;
  const passo = { chave: "eventos", titulo: trilha.eventos };
  const [last] = nota.listEventos.slice(-1);
  if (last) {
    const texto = `${nota.listEventos.length}, ${shortEvento(last.descEvento)}`;
    // An evento with a ressalva does not count as a done step.
    const estado = last.ressalva === null ? "feito" : "aviso";
    return { ...passo, texto, estado: nota.quarentena ? "parado" : estado };
  }
  if (nota.quarentena) return { ...passo, texto: trilha.parado, estado: "parado" };
  if (semConsultaOf(nota, new Date()) !== null) return { ...passo, texto: trilha.nenhum, estado: "feito" };
  if (nota.sefazStatus === null) return { ...passo, texto: trilha.pendente, estado: "espera" };
  return { ...passo, texto: trilha.nenhum, estado: "feito" };
}

/** "Ciência da Operação" → "ciência"; a carta de correção keeps its full name. */
function shortEvento(descricao: string): string {
  if (/^carta\b/i.test(descricao)) return textos.trilha.carta;
  return (descricao.split(/\s+/)[0] ?? "").toLocaleLowerCase("pt-BR");
}

function marcaOf(nota: Nota, passo: { marca: Marca; titulo: string; when: When }): PassoTrilha {
  const { marca, titulo, when } = passo;
  const { ligada, em } = estadoOf(nota, marca);
  if (ligada) return { chave: marca, titulo, texto: when(em), estado: "feito" };
  if (nota.quarentena) return { chave: marca, titulo, texto: textos.trilha.parado, estado: "parado" };
  return { chave: marca, titulo, texto: textos.trilha.pendente, estado: "espera" };
}

/** Marks the first pending step as the current one. */
function ringFirst(passos: PassoTrilha[]): PassoTrilha[] {
  const first = passos.findIndex((passo) => passo.estado === "espera");
  return passos.map((passo, index) => (index === first ? { ...passo, estado: "atual" } : passo));
}

function firstOrigem(nota: Nota): Date | null {
  const times = nota.origens.flatMap((origem) => (origem.recebidaEm ? [origem.recebidaEm.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
