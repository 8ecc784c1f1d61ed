import { EMPRESAS_DEMO } from "../../papelaria/empresas.ts";
import { cancelamento, cartaCorrecao, manifestacao } from "../../papelaria/eventos-nfe.ts";
import { cancelamentoCte, cancelamentoMdfe, encerramento } from "../../papelaria/eventos-transporte.ts";
import { FORNECEDORES } from "../../papelaria/fornecedores.ts";
import { writeEnviNFe } from "../../papelaria/lote.ts";
import { makeProtocolo, writeProc } from "../../papelaria/protocolo.ts";
import { writeResNFe, writeRetDistDFeInt } from "../../papelaria/resumo.ts";
import { XML_DECLARATION } from "../../papelaria/write-xml.ts";
import type { Mesa } from "../mesa.ts";
import {
  type ArquivoDfe,
  makeCte,
  makeCteOs,
  makeCteSimplificado,
  makeEvento,
  makeMdfe,
  makeNota,
  makeNotaAlfanumerica,
  makeNotaRural,
  procOf,
  protocoloOf,
  soltoOf,
} from "./documentos.ts";

/** The documents of a message, by name. */
export const DOCUMENTOS: Readonly<Record<string, (mesa: Mesa) => ArquivoDfe[]>> = {
  nfe: (mesa) => [procOf(mesa, makeNota(mesa))],
  "nfe-cnpj-alfanumerico": (mesa) => [procOf(mesa, makeNotaAlfanumerica(mesa))],
  "nfe-de-produtor-rural": (mesa) => [procOf(mesa, makeNotaRural(mesa))],
  "nfe-grande": (mesa) => [procOf(mesa, makeNota(mesa, { itens: 250 }))],
  "nfe-sem-protocolo": (mesa) => [soltoOf(makeNota(mesa))],
  nfce: (mesa) => [procOf(mesa, makeNota(mesa, { modelo: "65" }))],
  cte: (mesa) => [procOf(mesa, makeCte(mesa, makeNota(mesa)))],
  "cte-simplificado": (mesa) => [procOf(mesa, makeCteSimplificado(mesa))],
  "cte-os": (mesa) => [procOf(mesa, makeCteOs(mesa))],
  mdfe: (mesa) => [procOf(mesa, makeMdfe(mesa))],
  "nota-frete-e-viagem": (mesa) => {
    const nota = makeNota(mesa);
    return [procOf(mesa, nota), procOf(mesa, makeCte(mesa, nota)), procOf(mesa, makeMdfe(mesa))];
  },
  "varias-notas": (mesa) =>
    Array.from({ length: mesa.sorteio.integer(3, 7) }, () => procOf(mesa, makeNota(mesa))),
  "evento-cancelamento": (mesa) => [cancelled(mesa)],
  "evento-carta-de-correcao": (mesa) => {
    const documento = makeNota(mesa);
    const detalhe = cartaCorrecao(`O pedido de compra é o de número ${mesa.indice + 1}.`);
    return [makeEvento(mesa, { documento, detalhe, autor: documento.fornecedor })];
  },
  "evento-manifestacao": (mesa) => {
    const detalhe = manifestacao("confirmacao", "");
    return [makeEvento(mesa, { documento: makeNota(mesa), detalhe, autor: EMPRESAS_DEMO[0] })];
  },
  "evento-de-cte": (mesa) => {
    const documento = makeCte(mesa, makeNota(mesa));
    const detalhe = cancelamentoCte(protocoloOf(mesa, documento), "Frete recontratado com outra rota");
    return [makeEvento(mesa, { documento, detalhe, autor: documento.transportadora })];
  },
  "evento-de-mdfe": (mesa) => {
    const documento = makeMdfe(mesa);
    const protocolo = protocoloOf(mesa, documento);
    const dia = mesa.agora.toISOString().slice(0, 10);
    const destino = EMPRESAS_DEMO[0].endereco;
    const detalhe = mesa.sorteio.pick([
      encerramento(protocolo, { dia, destino }),
      cancelamentoMdfe(protocolo, "Viagem desfeita antes da saída"),
    ]);
    return [makeEvento(mesa, { documento, detalhe, autor: documento.emitente })];
  },
  "nota-e-seu-cancelamento": (mesa) => {
    const documento = makeNota(mesa);
    const nota = procOf(mesa, documento);
    const detalhe = cancelamento(protocoloOf(mesa, documento), "Mercadoria não embarcada por desistência");
    return [nota, makeEvento(mesa, { documento, detalhe, autor: documento.fornecedor })];
  },
  "mesma-nota-duas-vezes": (mesa) => {
    const proc = procOf(mesa, makeNota(mesa));
    return [proc, { ...proc, nome: "copia.xml", esperados: [] }];
  },
  "lote-enviado": lote,
  "distribuicao-da-sefaz": distribuicao,
};

function cancelled(mesa: Mesa): ArquivoDfe {
  const documento = makeNota(mesa);
  const detalhe = cancelamento(protocoloOf(mesa, documento), "Mercadoria não embarcada por desistência");
  return makeEvento(mesa, { documento, detalhe, autor: documento.fornecedor });
}

/** The lote for SEFAZ, sent by e-mail by mistake: several notas in one XML, without protocol. */
function lote(mesa: Mesa): ArquivoDfe[] {
  const fornecedor = mesa.sorteio.pick(FORNECEDORES);
  const notas = [1, 2, 3].map(() => makeNota(mesa, { fornecedor }));
  return [
    {
      nome: "enviNFe-lote.xml",
      xml: writeEnviNFe(notas, String(mesa.next())),
      esperados: notas.map(({ chaveAcesso }) => ({ chave: chaveAcesso, natureza: "nota" })),
      titulo: "Notas do dia",
      emitente: fornecedor,
    },
  ];
}

/** A distribution response, saved as received: documents and summaries, each zipped. */
function distribuicao(mesa: Mesa): ArquivoDfe[] {
  const [nota, outra] = [makeNota(mesa), makeNota(mesa)];
  const resumida = makeNota(mesa);
  const protocolo = (each: typeof nota) => makeProtocolo(each, mesa.next());
  const documentos = [
    ...[nota, outra].map((each) => ({ schema: "procNFe_v4.00.xsd", xml: writeProc(each, protocolo(each)) })),
    { schema: "resNFe_v1.01.xsd", xml: XML_DECLARATION + writeResNFe(resumida, protocolo(resumida)) },
  ].map((each) => ({ ...each, nsu: mesa.next() }));
  return [
    {
      nome: "retDistDFeInt.xml",
      xml: XML_DECLARATION + writeRetDistDFeInt(documentos, nota.dataHora),
      esperados: [nota, outra].map(({ chaveAcesso }) => ({ chave: chaveAcesso, natureza: "nota" })),
      titulo: "Notas baixadas da SEFAZ",
      emitente: nota.fornecedor,
    },
  ];
}
