import { STATUS_PALAVRA, VEREDITO_ROTULO } from "@malote/contract";
import { type Dia, diaInZona, formatDataHora } from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { historia as textos } from "../../textos/historia.ts";
import { manifestacao, consultas as textosConsultas } from "../../textos/manifestacao.ts";
import { marcas as textosMarcas } from "../../textos/marcas.ts";
import { isLiberada, palavraStatus } from "../../ui/situacao.ts";
import { estadoOf, type Marca } from "./marcas.ts";

/** Source of an entry, which selects its icon. */
export type Origem = "emitente" | "correio" | "malote" | "sefaz" | "pessoa" | "depois";

/** One entry of the history: when, what, by whom. */
export type Acontecimento = {
  quando: Date;
  origem: Origem;
  titulo: string;
  quem?: string | null;
  texto?: string | null;
  tom?: "aviso" | "ruim";
  link?: { to: string; rotulo: string };
};

/** The entries of one day. */
export type DiaDaHistoria = { dia: Dia; acontecimentos: Acontecimento[] };

/**
 * All entries by day, from the emissão to the next check. Entries of one instant keep the order of
 * processing.
 */
export function historiaOf(nota: Nota, zona: string): DiaDaHistoria[] {
  const all = [
    ...nascimentoOf(nota),
    ...chegadasOf(nota),
    ...leituraOf(nota),
    ...consultasOf(nota, zona),
    ...manifestacoesOf(nota),
    ...eventosOf(nota),
    ...marcasOf(nota),
    ...depoisOf(nota),
  ].sort((a, b) => a.quando.getTime() - b.quando.getTime());
  const dias: DiaDaHistoria[] = [];
  for (const each of all) {
    const dia = diaInZona(each.quando, zona);
    const last = dias.at(-1);
    if (last?.dia === dia) last.acontecimentos.push(each);
    else dias.push({ dia, acontecimentos: [each] });
  }
  return dias;
}

function nascimentoOf(nota: Nota): Acontecimento[] {
  const { dataEmissao, nomeEmitente, nfeProtocoloData, nfeProtocolo, nfeStatus } = nota;
  return [
    ...at(dataEmissao, { origem: "emitente", titulo: textos.emitida, quem: nomeEmitente }),
    ...at(nfeStatus === null ? null : nfeProtocoloData, {
      origem: "sefaz",
      titulo: textos.protocolo(palavraStatus(nfeStatus)),
      texto: nfeProtocolo && textos.numeroProtocolo(nfeProtocolo),
    }),
  ];
}

function chegadasOf({ origens }: Nota): Acontecimento[] {
  const first = Math.min(
    ...origens.map(({ recebidaEm }) => recebidaEm?.getTime() ?? Number.POSITIVE_INFINITY),
  );
  return origens.flatMap(({ recebidaEm, importado, assunto, remetente, emailId }) => {
    const titulo = recebidaEm?.getTime() === first ? textos.email : textos.copia;
    return at(recebidaEm, {
      origem: "correio",
      titulo: importado ? textos.importada : titulo,
      quem: remetente || null,
      texto: assunto,
      link: importado
        ? { to: "/importacao", rotulo: textos.verImportacao }
        : { to: `/email/${emailId}`, rotulo: textos.verEmail },
    });
  });
}

/** Extraction and verdict on arrival, and the release by an administrator. */
function leituraOf(nota: Nota): Acontecimento[] {
  const { criadoEm, quarentena, veredito, origens } = nota;
  const presa = quarentena || isLiberada(nota);
  const arquivo = origens.find(({ destino }) => destino === "nota")?.nome ?? null;
  return [
    ...at(criadoEm, { origem: "malote", titulo: textos.extraida, texto: arquivo }),
    ...at(criadoEm, {
      origem: "malote",
      titulo: textos.conferida(VEREDITO_ROTULO[veredito]),
      ...(presa ? { tom: "aviso" as const } : {}),
    }),
    ...at(presa ? criadoEm : null, {
      origem: "malote",
      titulo: textos.quarentena,
      texto: textos.quarentenaTexto,
      tom: "aviso",
    }),
    ...at(nota.quarentenaLiberadaEm, {
      origem: "pessoa",
      titulo: textos.liberada,
      quem: nota.quarentenaLiberadaPor,
      texto: nota.quarentenaMotivo,
    }),
  ];
}

type Consulta = Nota["consultas"][number];

/**
 * The consultas; consecutive ones with equal answers become one entry. The sending of an evento is
 * omitted, since the evento has its own entry.
 */
function consultasOf({ consultas }: Nota, zona: string): Acontecimento[] {
  const groups: Consulta[][] = [];
  for (const consulta of consultas.toReversed()) {
    if (consulta.servico === "evento" || consulta.quando === null) continue;
    const last = groups.at(-1);
    if (last?.[0] && isSame(last[0], consulta)) last.push(consulta);
    else groups.push([consulta]);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    const last = group.at(-1)?.quando;
    if (first === undefined || !last) return [];
    const vezes = group.length > 1 ? textos.vezes(group.length, formatDataHora(last, zona)) : null;
    return at(first.quando, {
      origem: "sefaz",
      titulo: first.cStat === null ? textos.semResposta : textos.consultada(respostaOf(first)),
      quem: first.quem ?? textosConsultas.origens[first.origem],
      texto: [first.falha, vezes].filter(Boolean).join(" · ") || null,
      ...(first.cStat === null ? { tom: "aviso" as const } : {}),
    });
  });
}

function isSame(a: Consulta, b: Consulta): boolean {
  return a.cStat === b.cStat && a.quem === b.quem && a.origem === b.origem && a.falha === b.falha;
}

/** A known status with Malote's name, an unknown one with SEFAZ's text. */
function respostaOf({ cStat, xMotivo }: Consulta): string {
  const known = STATUS_PALAVRA[cStat ?? ""];
  return `${cStat} ${known ?? (xMotivo || palavraStatus(cStat))}`;
}

function manifestacoesOf({ manifestacoes, listEventos }: Nota): Acontecimento[] {
  const told = new Set(listEventos.map(({ protocolo }) => protocolo));
  return manifestacoes.flatMap((pedida) => {
    const { estado, mensagem, protocolo } = pedida;
    const palavra = manifestacao.status[pedida.status];
    const end = estado === "pendente" || (estado === "registrada" && told.has(protocolo)) ? null : estado;
    return [
      ...at(pedida.pedidaEm, {
        origem: "pessoa",
        titulo: textos.pedida(palavra),
        quem: pedida.quem ?? manifestacao.automatica,
        texto: pedida.justificativa,
      }),
      ...(end === null
        ? []
        : at(pedida.registradaEm ?? pedida.pedidaEm, {
            origem: "sefaz",
            titulo: textos[end](palavra),
            texto: mensagem,
            ...(end === "registrada" ? {} : { tom: "ruim" as const }),
          })),
    ];
  });
}

function eventosOf({ listEventos }: Nota): Acontecimento[] {
  return listEventos.flatMap(({ protocoloData, protocolo, descEvento, texto, origem, ressalva }) =>
    at(protocoloData, {
      origem: "sefaz",
      titulo: descEvento,
      quem: textos.evento[origem],
      texto: [protocolo && textos.numeroProtocolo(protocolo), texto, ressalva].filter(Boolean).join(" · "),
    }),
  );
}

const MARCAS: readonly Marca[] = ["recebido", "conferido", "processado"];

function marcasOf(nota: Nota): Acontecimento[] {
  return MARCAS.flatMap((marca) => {
    const { ligada, por, em } = estadoOf(nota, marca);
    return at(ligada ? em : null, {
      origem: "pessoa",
      titulo: textos.marcas[marca],
      quem: por ?? textosMarcas.alguem,
    });
  });
}

function depoisOf({ sefazProximaEm, quarentena }: Nota): Acontecimento[] {
  return at(quarentena ? null : sefazProximaEm, { origem: "depois", titulo: textos.proxima });
}

/** One entry; none without a date. */
function at(quando: Date | null, rest: Omit<Acontecimento, "quando">): Acontecimento[] {
  return quando === null ? [] : [{ quando, ...rest }];
}
