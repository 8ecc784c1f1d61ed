import type { ResultOf } from "@malote/contract";
import { exampleId, listOf } from "./conta-examples.ts";
import type { Answers } from "./fake-server.ts";
import { exampleChave } from "./nota-examples.ts";

type Supplier = ResultOf<"PedidoXml.getListFornecedor">["results"][number];
type Missing = Supplier["documentos"][number];

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
/** The address to which the first supplier sends its documents. */
export const FISCAL = "fiscal@valemanso.example";

/** A document whose XML is missing. */
export function missing(n: number, part: Partial<Missing> = {}): Missing {
  return {
    ...{
      id: exampleId(n),
      tipoNota: "NFe",
      chaveAcesso: exampleChave(n),
      numeroNota: String(n),
      serieNota: "1",
    },
    ...{ dataEmissao: daysAgo(5), valorTotal: "100.00", empresaId: exampleId(3), empresaNome: "Moinho" },
    ...{
      estado: "faltando",
      pedidoEm: null,
      pedidoPor: null,
      pedidoPara: null,
      porFora: false,
      lembretes: 0,
    },
    ...{ cienciaEm: null, cienciaAte: daysAgo(-5), cienciaImpedida: null },
    ...part,
  };
}

/** A supplier with two of them. */
export function supplier(part: Partial<Supplier>): Supplier {
  return {
    ...{ cnpjEmitente: "27391485000148", nomeEmitente: "Hortifrúti Vale Manso Ltda", soma: "4854.02" },
    ...{ quantidade: 2, maisAntiga: daysAgo(30), aPedir: 2, noPrazo: 1, para: FISCAL, propria: false },
    documentos: [
      missing(20_323),
      missing(20_311, { cienciaAte: daysAgo(3), cienciaImpedida: "O prazo terminou." }),
    ],
    ...part,
  };
}

const asked = { estado: "pedido", pedidoPor: "Marina Prado", pedidoPara: "nota@pedramorna.example" } as const;
const VINICOLA = supplier({
  ...{ cnpjEmitente: "11444777000161", nomeEmitente: "Vinícola Pedra Morna Ltda", aPedir: 0, noPrazo: 0 },
  documentos: [
    missing(8_901, { estado: "baixando", cienciaEm: daysAgo(0), cienciaImpedida: "Já registrada." }),
    missing(8_877, { ...asked, pedidoEm: daysAgo(3), cienciaImpedida: "Já registrada." }),
  ],
});
const TRANSPORTES = supplier({
  ...{ cnpjEmitente: "11222333000181", nomeEmitente: "Transportes Rio Vagaroso Ltda", noPrazo: 0, aPedir: 1 },
  documentos: [missing(77, { tipoNota: "CTe", cienciaAte: null, cienciaImpedida: "Só NF-e." })],
});
/** Three suppliers: with XMLs to ask, without ciência, and with nothing left to ask. */
export const MISSING_XML_ANSWERS: Answers = {
  "PedidoXml.getListFornecedor": () => ({
    ...listOf([supplier({}), TRANSPORTES, VINICOLA]),
    object: {
      ...{ documentos: 5, soma: "24310.01", pedidos: 1, noPrazo: [exampleId(20_323)], lembreteDias: 5 },
      aPedir: [20_323, 20_311, 77].map(exampleId),
    },
  }),
  "PedidoXml.getCarta": ({ ids }) =>
    listOf([
      {
        ...{
          cnpjEmitente: "27391485000148",
          nomeEmitente: "Hortifrúti",
          empresaNome: "Moinho",
          enderecos: [FISCAL],
        },
        ...{
          responderA: "notas@moinho.example",
          assunto: "Pedido de XML",
          texto: "Por favor, enviem o XML.",
          ids,
        },
      },
    ]),
  "PedidoXml.pedirXml": ({ ids }) => listOf(ids.map((id) => ({ id, mensagem: null }))),
};
